package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/**
 * Whether replayer and clients got the processors that they wanted, and who had them otherwise.
 *
 * <p>Only where the harness's host had hardly anything idle: a thread that waits on a host with idle processors waits for its own
 * place, not for want of processors.
 */
public final class ProcessorObservations {
    private static final double FULL = 0.95;
    private static final double STARVED = 0.5;
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100;

    private final RunAudit audit;
    private final double capacityNs;
    private final double usedShare;

    private ProcessorObservations(RunAudit audit) {
        this.audit = audit;
        this.capacityNs = (double) TICK_NS * audit.hostGrown(AuditSample.HOST_TICKS);
        double idleNs = (double) TICK_NS * audit.hostGrown(AuditSample.IDLE_TICKS);
        boolean known = audit.grown(Role.HARNESS, AuditSample.IDLE_TICKS).isPresent();
        this.usedShare = known && capacityNs > 0 ? 1 - idleNs / capacityNs : 0;
    }

    /** In a fixed order, with the ones that found nothing. */
    public static List<Observation> of(RunAudit audit) {
        return new ProcessorObservations(audit).observations();
    }

    private List<Observation> observations() {
        Found found = new Found();
        double waited = usedShare < FULL
                ? 0
                : Stream.of(Role.REPLAYER, Role.CLIENTS)
                        .mapToDouble(this::waitedShare)
                        .max()
                        .orElse(0);
        found.value(
                Rule.HARNESS_STARVED,
                millionths(waited),
                String.format(
                        Locale.ROOT,
                        "%.0f %% of the processors were in use, and the replayer or the clients waited for one for %.0f %% of the"
                                + " time that they wanted one. %s",
                        100 * usedShare,
                        100 * waited,
                        owners()));
        double theirs = share(audit.grown(Role.HARNESS, AuditSample.APPLICATION_CPU_NS)) / Math.max(usedShare, FULL);
        found.value(
                Rule.APPLICATION_HAD_PROCESSORS,
                waited > STARVED ? millionths(theirs) : 0,
                String.format(
                        Locale.ROOT,
                        "The replayer or the clients waited while the application had %.0f %% of the processor time in use: a run"
                                + " that is VOID is not repeated by a matrix.",
                        100 * theirs));
        return found.all();
    }

    private double waitedShare(String role) {
        double waited = audit.grown(role, AuditSample.RUN_DELAY_NS).orElse(0L);
        double used = audit.grown(role, AuditSample.CPU_NS).orElse(0L);
        return waited + used == 0 ? 0 : waited / (waited + used);
    }

    private String owners() {
        double own = Role.OWN.stream()
                .mapToDouble(role -> share(audit.grown(role, AuditSample.CPU_NS)))
                .sum();
        Optional<Long> theirs = audit.grown(Role.HARNESS, AuditSample.APPLICATION_CPU_NS);
        String application = theirs.isEmpty()
                ? "how much the application had is not known"
                : String.format(Locale.ROOT, "the application had %.0f %%", 100 * share(theirs));
        return String.format(Locale.ROOT, "The harness had %.0f %%, %s.", 100 * own, application);
    }

    private double share(Optional<Long> cpuNs) {
        return capacityNs > 0 ? cpuNs.orElse(0L) / capacityNs : 0;
    }

    private static double millionths(double share) {
        return Math.round(share * 1e6) / 1e6;
    }
}
