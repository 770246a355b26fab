package org.ticktoquote.analysis.validity;

/** Verdict on a run, from best to worst; a run has the worst verdict of its reasons. */
public enum Verdict {
    /** The figures are a result. */
    VALID,
    /** A result with reservations: a limit was exceeded, but none that makes the run FAILED or VOID. */
    DEGRADED,
    /** The application is responsible: a result that counts in every comparison. */
    FAILED,
    /** Harness, capture, network, host or input is responsible: figures are diagnostics and never compared. */
    VOID;

    public Verdict worse(Verdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
