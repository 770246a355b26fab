package org.ticktoquote.pricing.truth;

/**
 * What became of a quote for one session; its place in the list is its code in {@link TruthQuoteRecord}.
 *
 * <p>A published tick has exactly one record that is not {@linkplain #extra() extra} for every configured session whose
 * tier it changed.
 */
public enum Fate {
    /** Handed to the socket. */
    SENT,
    /** A newer tick took its place before the end of the session's slice. */
    CONFLATED,
    /** Left out by {@code --fault drop}. */
    DROPPED_BY_FAULT,
    /** Sent once more by {@code --fault duplicate}. */
    DUPLICATE_BY_FAULT,
    /** The price at the moment of a subscription, not caused by a tick. */
    IMAGE,
    /** The session was not logged on, or no longer the one that subscribed. */
    NOT_LOGGED_ON,
    /** The session was logged on and had no subscription to the instrument. */
    NOT_SUBSCRIBED,
    /** The application ended while the quote was held. */
    ABANDONED,
    /** Handed to the socket by {@code --fault reorder}, behind a newer one of its session and pair. */
    REORDERED_BY_FAULT,
    /** The price was again the one that the session was sent last ({@code --suppress-unchanged}). */
    SUPPRESSED_AS_SENT;

    /** Whether it exists beside the one record that every due session of a published tick has. */
    public boolean extra() {
        return this == IMAGE || this == DUPLICATE_BY_FAULT;
    }
}
