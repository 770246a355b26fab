package org.ticktoquote.pricing.truth;

/** What became of a tick: exactly one for each; its place in the list is its code in {@link TruthTickRecord}. */
public enum Decision {
    /** It changed the expected price of at least one tier. */
    PUBLISHED,
    /** Priced, but no tier's rounded price moved. */
    SUPPRESSED_UNCHANGED,
    /** It left its own venue with a bid above its ask. */
    REJECTED_CROSSED_VENUE,
    /** The best bid of the venues is above their best ask. */
    REJECTED_CROSSED_COMPOSITE,
    /** Older in venue time than an earlier tick of its venue and instrument; it changed nothing. */
    REJECTED_STALE,
    /** No venue has both sides, uncrossed and fresh. */
    REJECTED_NO_PRICE,
    /** The feed never defined the instrument. */
    REJECTED_UNKNOWN_INSTRUMENT
}
