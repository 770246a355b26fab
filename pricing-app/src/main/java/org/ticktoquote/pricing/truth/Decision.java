package org.ticktoquote.pricing.truth;

/** What became of a tick: exactly one for each; its code stands in {@link TruthTickRecord}. */
public enum Decision {
    /** It changed the expected price of at least one tier. */
    PUBLISHED(0),
    /** Priced, but no tier's rounded price moved. */
    SUPPRESSED_UNCHANGED(1),
    /** It left its own venue with a bid above its ask. */
    REJECTED_CROSSED_VENUE(2),
    /** The best bid of the venues is above their best ask. */
    REJECTED_CROSSED_COMPOSITE(3),
    /** Older in venue time than an earlier tick of its venue and instrument; it changed nothing. */
    REJECTED_STALE(4),
    /** No venue has both sides, uncrossed and fresh. */
    REJECTED_NO_PRICE(5),
    /** The feed never defined the instrument. */
    REJECTED_UNKNOWN_INSTRUMENT(6);

    private static final Decision[] BY_CODE = values();

    private final int code;

    Decision(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static Decision ofCode(int code) {
        return BY_CODE[code];
    }
}
