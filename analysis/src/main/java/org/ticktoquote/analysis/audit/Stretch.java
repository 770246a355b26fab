package org.ticktoquote.analysis.audit;

import java.util.Optional;

/** A stretch of the measured part, and how much the processes' counters grew in it: to about a second at its edges. */
public final class Stretch {
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
