package org.ticktoquote.analysis.audit;

import java.util.Optional;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/** Interval of the measured part with counter increments of the processes, accurate to about a second at each end. */
public final class AuditStep {
    private static final int IDLE_PERCENT = 5;
    private static final double WAITED = 0.5;

    private final RunAudit audit;
    private final TimeInterval span;
    private final long startNs;

    /** @param startNs start of the measured part */
    AuditStep(RunAudit audit, TimeInterval span, long startNs) {
        this.audit = audit;
        this.span = span;
        this.startNs = startNs;
    }

    /** Returns the increment of a process's counter; empty if it was not counted. */
    public Optional<Long> delta(String role, String counter) {
        return audit.delta(role, counter, span);
    }

    /**
     * Returns whether more than {@value #IDLE_PERCENT} % of the host's CPU time was idle and the application's threads
     * waited for a CPU for at most half their runnable time. Empty if not counted.
     */
    public Optional<Boolean> applicationCouldRun() {
        Optional<Long> idle = delta(Role.HARNESS, AuditSample.IDLE_TICKS);
        Optional<Long> waited = delta(Role.HARNESS, AuditSample.APPLICATION_RUN_DELAY_NS);
        Optional<Long> ran = delta(Role.HARNESS, AuditSample.APPLICATION_CPU_NS);
        if (idle.isEmpty() || waited.isEmpty() || ran.isEmpty()) {
            return Optional.empty();
        }
        double wanted = waited.get() + ran.get();
        double all = delta(Role.HARNESS, AuditSample.HOST_TICKS).orElse(0L);
        return Optional.of(100.0 * idle.get() > IDLE_PERCENT * all && waited.get() <= WAITED * wanted);
    }

    TimeInterval span() {
        return span;
    }

    public long lengthNs() {
        return span.lengthNs();
    }

    /** Returns the start relative to the first intended tick. */
    public long fromNs() {
        return span.fromNs() - startNs;
    }

    /** Returns the end relative to the first intended tick. */
    public long toNs() {
        return span.toNs() - startNs;
    }
}
