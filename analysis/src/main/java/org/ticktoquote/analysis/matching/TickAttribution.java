package org.ticktoquote.analysis.matching;

/**
 * Outcomes of the due ticks of one session and pair under one attribution of snapshots to ticks.
 *
 * <p>Used by one thread. Allocates only when more ticks are pending than ever before.
 */
interface TickAttribution {
    /** The venue is unknown. */
    int NO_VENUE = -1;
    /** No tick is {@linkplain #resolvePending answerable}. */
    long NEVER = Long.MIN_VALUE;
    /** All ticks are {@linkplain #resolvePending answerable}. */
    long ALWAYS = Long.MAX_VALUE;

    /** Returns the output that receives the outcomes. */
    AttributionOutput output();

    /** Returns the newest measured tick that the session's price reflects; 0 before the first. */
    long newest();

    /** Returns the newest measured tick reflected in the session's price, among ticks ordered relative to {@code id}. */
    long newestComparableTo(long id);

    /** Returns the newest measured tick of a venue that is reflected in the session's price. */
    default long newestOf(int venue) {
        return newest();
    }

    /** Returns the number of due ticks that are unanswered. */
    int pending();

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
     * @return whether the tick was not due and now counts as published, and no due tick called for the snapshot
     */
    boolean answer(long id, long receivedNs);

    /** Handles a repeated snapshot (43=Y) that reflects the tick. It need not be newer than earlier ones. */
    default boolean repeat(long id, long receivedNs) {
        return answer(id, receivedNs);
    }

    /**
     * Handles a snapshot that names no measured tick. If ticks are ordered only within venues, it can still reflect some.
     *
     * @param venue venue of which neither this nor any earlier snapshot reflects a measured tick, or {@link #NO_VENUE}
     */
    default void unnamed(int venue, long receivedNs) {
        // with a total order it reflects no measured tick
    }

    /** Sets the price that the session has after a snapshot; {@link org.ticktoquote.core.price.Price#NONE} if unknown. */
    default void setPrice(long bid, long ask) {
        // without a model, expected prices are unknown
    }

    default boolean isPrice(long bid, long ask) {
        return false;
    }

    /** Returns the number of due ticks that left the session's price unchanged. */
    default long unchanged() {
        return 0;
    }

    /** Reports an interval during which the harness had disconnected the session, or in which the capture is incomplete. */
    void excluded(long fromNs, long toNs);

    /**
     * Settles all pending ticks with an outcome. If a capture can lack the answer to the oldest one, because it was sent after
     * {@code answerableUntilNs}, its age is not known, and the time since it was due is excluded.
     */
    void resolvePending(int outcome, long atNs, long answerableUntilNs);

    /** Settles the pending ticks sent until a time as lost. */
    void lose(long sentUntilNs, long atNs);

    /** Excludes the ticks pending here from another attribution, so that both cover the same ticks. */
    void excludeFrom(TickAttribution other);
}
