package org.ticktoquote.analysis.matching;

/**
 * What becomes of the due ticks of one session and pair under one attribution of snapshots to ticks.
 *
 * <p>One thread uses it. Nothing is allocated but when more ticks are pending than ever before.
 */
interface TickAnswers {
    /** It is not known of which venue. */
    int NO_VENUE = -1;

    /** Where it is written. */
    Bound bound();

    /** The newest measured tick that the session's price reflects; 0 before the first. */
    long newest();

    /** Likewise, of those that have one order with a tick. */
    long newestBeside(long id);

    /** Likewise, of those of a venue. */
    default long newestOf(int venue) {
        return newest();
    }

    /** Whether a due tick has no answer yet. */
    boolean waits();

    /** A due tick was sent, which calls for a price; {@link org.ticktoquote.core.price.Price#NONE} where that is not known. */
    void await(long id, long intendedNs, long bid, long ask);

    /** The newest tick that waits could not be answered in time, since the application was away from its venue. */
    void missLast();

    /** Likewise all that wait, since the session was away from the application. */
    void miss();

    /** A tick that is not waited for was sent. */
    void note(long id, long cell);

    /**
     * A snapshot that reflects the tick arrived.
     *
     * @return whether the tick had been held to call for no quote
     */
    boolean answer(long id, long receivedNs);

    /** Likewise, of a snapshot that is sent again (43=Y): it need not be newer than those before it. */
    default boolean repeat(long id, long receivedNs) {
        return answer(id, receivedNs);
    }

    /**
     * A snapshot arrived that names no measured tick. Where ticks have no order between venues it can show some all the same.
     *
     * @param venue of which it shows none for certain, nor does any snapshot before it; or {@link #NO_VENUE}
     */
    default void unnamed(int venue, long receivedNs) {
        // a tick that it does not name is not in it
    }

    /**
     * A snapshot showed the session this price, whatever it answers; {@link org.ticktoquote.core.price.Price#NONE} where it is
     * not known.
     */
    void has(long bid, long ask);

    boolean had(long bid, long ask);

    /** Due ticks after which the price was again the one that the session had. */
    long unchanged();

    /** The session was down by the harness's order, or a capture lacks some of what it received. */
    void excluded(long fromNs, long toNs);

    /** Nothing that is pending will be answered; {@code seen} is false when a capture may lack the answers, and no age is known. */
    void giveUp(int outcome, long atNs, boolean seen);
}
