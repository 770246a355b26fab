package org.ticktoquote.analysis.audit;

import java.util.Optional;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/** A stretch of the measured part, and how much the processes' counters grew in it: to about a second at its edges. */
public final class Stretch {
    private static final int IDLE_PERCENT = 5;
    private static final double WAITED = 0.5;

    private final RunAudit audit;
    private final Span span;
    private final long startNs;

    /** @param startNs of the measured part */
    Stretch(RunAudit audit, Span span, long startNs) {
        this.audit = audit;
        this.span = span;
        this.startNs = startNs;
    }

    /** How much a counter of a process grew; empty when nobody counted. */
    public Optional<Long> grown(String role, String counter) {
        return audit.grown(role, counter, span);
    }

    /**
     * Whether the application could run in it: more than {@value #IDLE_PERCENT} % of the host's processors were idle, and its
     * threads waited for one for less than half of the time that they wanted one. Empty when nobody counted.
     */
    public Optional<Boolean> applicationCouldRun() {
        Optional<Long> idle = grown(Role.HARNESS, AuditSample.IDLE_TICKS);
        Optional<Long> waited = grown(Role.HARNESS, AuditSample.APPLICATION_RUN_DELAY_NS);
        Optional<Long> ran = grown(Role.HARNESS, AuditSample.APPLICATION_CPU_NS);
        if (idle.isEmpty() || waited.isEmpty() || ran.isEmpty()) {
            return Optional.empty();
        }
        double wanted = waited.get() + ran.get();
        double all = grown(Role.HARNESS, AuditSample.HOST_TICKS).orElse(0L);
        return Optional.of(100.0 * idle.get() > IDLE_PERCENT * all && waited.get() <= WAITED * wanted);
    }

    Span span() {
        return span;
    }

    public long lengthNs() {
        return span.lengthNs();
    }

    /** Since the first intended tick. */
    public long fromNs() {
        return span.fromNs() - startNs;
    }

    /** Since the first intended tick. */
    public long toNs() {
        return span.toNs() - startNs;
    }
}
