package org.ticktoquote.analysis.matching;

/**
 * Outcomes of the due ticks of one session and pair under one attribution of snapshots to ticks.
 *
 * <p>Used by one thread. Allocates only when more ticks are pending than ever before.
 */
interface TickAttribution {
    /** The venue is unknown. */
    int NO_VENUE = -1;

    /** Returns the bound that receives the outcomes. */
    AttributionOutput output();

    /** Returns the newest measured tick that the session's price reflects; 0 before the first. */
    long newest();

    /** Returns the newest such tick among those ordered relative to a tick. */
    long newestBeside(long id);

    /** Returns the newest such tick of a venue. */
    default long newestOf(int venue) {
        return newest();
    }

    /** Returns whether a due tick is unanswered. */
    boolean hasPending();

    /** Adds a due tick with the price it calls for; {@link org.ticktoquote.core.price.Price#NONE} if unknown. */
    void addDue(long id, long intendedNs, long bid, long ask);

    /** Marks the newest pending tick as missed: the application was disconnected from its venue. */
    void markLastMissed();

    /** Marks all pending ticks as missed: the session was disconnected from the application. */
    void markAllMissed();

    /** Sets the outcome of a tick that needs no answer. */
    void setOutcome(long id, long cell);

    /**
     * Handles a snapshot that reflects the tick.
     *
     * @return whether the tick had been classified as not due
     */
    boolean answer(long id, long receivedNs);

    /** Handles a repeated snapshot (43=Y) that reflects the tick. It need not be newer than earlier ones. */
    default boolean repeat(long id, long receivedNs) {
        return answer(id, receivedNs);
    }

    /**
     * Handles a snapshot that names no measured tick. If ticks have no order between venues, it can still reflect some.
     *
     * @param venue a venue without ticks in this and all earlier snapshots, or {@link #NO_VENUE}
     */
    default void unnamed(int venue, long receivedNs) {
        // a tick that it does not name is not in it
    }

    /** Sets the price that the session has after a snapshot; {@link org.ticktoquote.core.price.Price#NONE} if unknown. */
    void setPrice(long bid, long ask);

    boolean isPrice(long bid, long ask);

    /** Returns the due ticks after which the price was again the one the session had. */
    long unchanged();

    /** Reports an interval during which the harness had ordered the session down, or in which the capture is incomplete. */
    void excluded(long fromNs, long toNs);

    /**
     * Settles all pending ticks with an outcome; {@code seen} is false if a capture can lack their answers, so that no age
     * is known.
     */
    void resolvePending(int outcome, long atNs, boolean seen);
}
