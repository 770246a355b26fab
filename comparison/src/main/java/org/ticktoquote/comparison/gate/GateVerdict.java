package org.ticktoquote.comparison.gate;

/** Verdict of a gate on a release. */
public enum GateVerdict {
    /** The candidate is not worse by a margin. */
    PASS,
    /** The candidate is worse. */
    FAIL,
    /** The runs do not decide. */
    INCONCLUSIVE,
    /** The runs cannot be compared. */
    REFUSED
}
