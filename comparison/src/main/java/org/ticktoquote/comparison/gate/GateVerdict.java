package org.ticktoquote.comparison.gate;

/** Verdict of a gate on a release. */
public enum GateVerdict {
    /** Not worse by a margin. */
    PASS,
    /** Worse. */
    FAIL,
    /** The runs do not decide. */
    INCONCLUSIVE,
    /** The runs cannot be compared. */
    REFUSED
}
