package org.ticktoquote.analysis.validity;

/** What a run is worth, from best to worst; the worst verdict of its reasons is the run's. */
public enum Verdict {
    /** A result. */
    VALID,
    /** A result with its reasons beside every figure: a limit of host or harness was touched but bounds hold. */
    DEGRADED,
    /** The application did it: a result that counts in every comparison. */
    FAILED,
    /** Harness, capture, network, host or input did it: figures are diagnostics only and never compared. */
    VOID;

    /** The worse of two. */
    public Verdict worse(Verdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
