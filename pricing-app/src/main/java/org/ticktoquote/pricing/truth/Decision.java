package org.ticktoquote.pricing.truth;

/** Decision on a tick, exactly one per tick. The ordinal is the code in {@link TruthTickRecord}. */
public enum Decision {
    /** The tick changed the expected price of at least one tier. */
    PUBLISHED,
    /** Priced, but no tier's rounded price changed. */
    SUPPRESSED_UNCHANGED,
    /** The venue's bid is above its ask. */
    REJECTED_CROSSED_VENUE,
    /** The best bid of the venues is above their best ask. */
    REJECTED_CROSSED_COMPOSITE,
    /** The venue time is before that of an earlier tick of the same venue and instrument. The tick changed nothing. */
    REJECTED_STALE,
    /** No venue has a two-sided, fresh and, unless crossed prices are accepted, uncrossed price. */
    REJECTED_NO_PRICE,
    /** The feed did not define the instrument. */
    REJECTED_UNKNOWN_INSTRUMENT
}
