package org.ticktoquote.pricing.truth;

/**
 * What became of a quote for one session; its code stands in {@link TruthQuoteRecord}.
 *
 * <p>A published tick has exactly one record that is not {@linkplain #extra() extra} for every configured session whose
 * tier it changed.
 */
public enum Fate {
    /** Handed to the socket. */
    SENT(0),
    /** A newer tick took its place before the end of the session's slice. */
    CONFLATED(1),
    /** Left out by {@code --fault drop}. */
    DROPPED_BY_FAULT(2),
    /** Sent once more by {@code --fault duplicate}. */
    DUPLICATE_BY_FAULT(3),
    /** The price at the moment of a subscription, not caused by a tick. */
    IMAGE(4),
    /** The session was not logged on, or no longer the one that subscribed. */
    NOT_LOGGED_ON(5),
    /** The session was logged on and had no subscription to the instrument. */
    NOT_SUBSCRIBED(6),
    /** The application ended while the quote was held. */
    ABANDONED(7),
    /** Handed to the socket by {@code --fault reorder}, behind a newer one of its session and pair. */
    REORDERED_BY_FAULT(8),
    /** The price was again the one that the session was sent last ({@code --suppress-unchanged}). */
    SUPPRESSED_AS_SENT(9);

    private static final Fate[] BY_CODE = values();

    private final int code;

    Fate(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    /** Whether it exists beside the one record that every due session of a published tick has. */
    public boolean extra() {
        return this == IMAGE || this == DUPLICATE_BY_FAULT;
    }

    static Fate ofCode(int code) {
        return BY_CODE[code];
    }
}
