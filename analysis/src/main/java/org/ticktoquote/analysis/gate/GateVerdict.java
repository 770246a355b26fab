package org.ticktoquote.analysis.gate;

/** What a gate says of a release. */
public enum GateVerdict {
    /** Not worse by a margin. */
    PASS,
    /** Worse. */
    FAIL,
    /** The runs do not say. */
    INCONCLUSIVE,
    /** The runs cannot be compared. */
    REFUSED
}
