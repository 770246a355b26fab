package org.ticktoquote.pricing.truth;

/** Decision on a tick, exactly one per tick. The ordinal is the code in {@link TruthTickRecord}. */
public enum Decision {
    /** It changed the expected price of at least one tier. */
    PUBLISHED,
    /** Priced, but no tier's rounded price changed. */
    SUPPRESSED_UNCHANGED,
    /** Its venue's bid is above the venue's ask. */
    REJECTED_CROSSED_VENUE,
    /** The best bid of the venues is above their best ask. */
    REJECTED_CROSSED_COMPOSITE,
    /** Its venue time is before that of an earlier tick of its venue and instrument. It changed nothing. */
    REJECTED_STALE,
    /** No venue has both sides, uncrossed and fresh. */
    REJECTED_NO_PRICE,
    /** The feed did not define the instrument. */
    REJECTED_UNKNOWN_INSTRUMENT
}
