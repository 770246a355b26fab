package org.ticktoquote.pricing.truth;

/**
 * Fate of a quote for one session. The ordinal is the code in {@link TruthQuoteRecord}.
 *
 * <p>A published tick has exactly one record per configured session whose tier's price it changed, not counting
 * {@linkplain #extra() extra} records.
 */
public enum Fate {
    /** Passed to the socket. */
    SENT,
    /** A later tick replaced it before the end of the session's slice of time ({@code --conflation}). */
    CONFLATED,
    /** Omitted by {@code --fault drop}. */
    DROPPED_BY_FAULT,
    /** Sent a second time by {@code --fault duplicate}. */
    DUPLICATE_BY_FAULT,
    /** The price at the time of a subscription, not caused by a tick. */
    IMAGE,
    /** The session was not logged on, or had a different logon than the subscription. */
    NOT_LOGGED_ON,
    /** The session was logged on and had no subscription to the instrument. */
    NOT_SUBSCRIBED,
    /** The application ended while the quote was held. */
    ABANDONED,
    /** Passed to the socket by {@code --fault reorder}, after a later quote of its session and pair. */
    REORDERED_BY_FAULT,
    /** The price equalled the last one sent to the session ({@code --suppress-unchanged}). */
    SUPPRESSED_AS_SENT;

    /** Returns true if the record is in addition to the one record per due session and published tick. */
    public boolean extra() {
        return this == IMAGE || this == DUPLICATE_BY_FAULT;
    }
}
