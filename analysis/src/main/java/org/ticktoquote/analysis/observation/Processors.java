package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.audit.AuditStep;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/**
 * CPU use and waits on a host in an interval.
 *
 * <p>Waits count only if that host had almost no idle CPU time. A thread that waits on a host with idle CPUs waits because
 * of its own placement, not for lack of CPUs.
 *
 * @param counting role of the process that counted the idle time of its host
 * @param waiting roles whose waits are evaluated
 */
record Processors(AuditStep stretch, String counting, List<String> waiting) {
    private static final double FULL = 0.95;
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100;

    /** Evaluates replayer and clients together, on the harness's host. */
    static Processors of(AuditStep stretch) {
        return new Processors(stretch, Role.HARNESS, List.of(Role.REPLAYER, Role.CLIENTS));
    }

    /** Evaluates one role on its own host, between two of its samples. */
    static Processors of(AuditStep step, String role) {
        return new Processors(step, role, List.of(role));
    }

    /** Returns the used share of CPU time; 0 if not counted. */
    double usedShare() {
        double capacityNs = capacityNs(counting);
        Optional<Long> idle = stretch.delta(counting, AuditSample.IDLE_TICKS);
        return idle.isPresent() && capacityNs > 0 ? 1 - (double) TICK_NS * idle.get() / capacityNs : 0;
    }

    /**
     * Returns the time that threads waited for a CPU, as a share of their waiting plus running time, for the worst role. 0 if
     * CPUs were idle.
     */
    double waitedShare() {
        return usedShare() < FULL
                ? 0
                : waiting.stream().mapToDouble(this::waitedShare).max().orElse(0);
    }

    private double waitedShare(String role) {
        double waited = stretch.delta(role, AuditSample.RUN_DELAY_NS).orElse(0L);
        double used = stretch.delta(role, AuditSample.CPU_NS).orElse(0L);
        return waited + used == 0 ? 0 : waited / (waited + used);
    }

    double applicationShareOfUsed() {
        return share(stretch.delta(Role.HARNESS, AuditSample.APPLICATION_CPU_NS)) / Math.max(usedShare(), FULL);
    }

    /** Describes for users how harness and application shared the CPU time. */
    String owners() {
        double own = Role.OWN.stream()
                .mapToDouble(role -> share(stretch.delta(role, AuditSample.CPU_NS)))
                .sum();
        Optional<Long> theirs = stretch.delta(Role.HARNESS, AuditSample.APPLICATION_CPU_NS);
        String application = theirs.isEmpty()
                ? "the share of the application is unknown"
                : String.format(Locale.ROOT, "the application had %.0f %%", 100 * share(theirs));
        return String.format(Locale.ROOT, "The harness had %.0f %%, %s.", 100 * own, application);
    }

    private double capacityNs(String role) {
        return (double) TICK_NS * stretch.delta(role, AuditSample.HOST_TICKS).orElse(0L);
    }

    private double share(Optional<Long> cpuNs) {
        double capacityNs = capacityNs(Role.HARNESS);
        return capacityNs > 0 ? cpuNs.orElse(0L) / capacityNs : 0;
    }
}
