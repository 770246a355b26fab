package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.Cell;

/**
 * The due ticks of one pair that one session waits for under one attribution, and what becomes of them.
 *
 * <p>Nothing is allocated but when more ticks are pending than ever before.
 */
final class Answers {
    private final Bound bound;
    private final ConflationPolicy conflation;
    private final int session;
    private final int instrument;
    private final TickQueue pending = new TickQueue();
    private long oldestSinceNs;
    private long answeredNs = Long.MIN_VALUE;
    private long newest;

    Answers(Bound bound, ConflationPolicy conflation, int session, int instrument) {
        this.bound = bound;
        this.conflation = conflation;
        this.session = session;
        this.instrument = instrument;
    }

    Bound bound() {
        return bound;
    }

    /** The newest measured tick that the session's price reflects; 0 before the first. */
    long newest() {
        return newest;
    }

    /** A due tick was sent. */
    void await(long id) {
        if (pending.isEmpty()) {
            oldestSinceNs = Math.max(answeredNs, bound.results().intendedNs(id)); // it may be sent late
        }
        pending.add(id);
        bound.results().cell(id, session, Cell.of(Cell.PENDING));
    }

    /** A tick that is not waited for was sent. */
    void note(long id, int outcome) {
        bound.results().cell(id, session, Cell.of(outcome));
    }

    /**
     * A snapshot that reflects the tick arrived.
     *
     * @return whether the tick had been held to call for no quote
     */
    boolean answer(long id, long receivedNs) {
        if (id <= newest) {
            return false;
        }
        newest = id;
        long sentNs = bound.results().sentNs(id);
        age(id, receivedNs);
        while (!pending.isEmpty() && pending.first() < id) {
            long superseded = pending.removeFirst();
            boolean explained = conflation.explains(bound.results().sentNs(superseded), sentNs);
            decide(superseded, explained ? Cell.CONFLATED : Cell.SKIPPED, receivedNs);
        }
        if (!pending.isEmpty() && pending.first() == id) {
            decide(pending.removeFirst(), Cell.PUBLISHED, receivedNs);
        } else if (Cell.outcome(bound.results().cell(id, session)) == Cell.UNCHANGED) {
            decide(id, Cell.PUBLISHED_NOT_DUE, receivedNs);
            return true;
        }
        return false;
    }

    private void decide(long id, int outcome, long receivedNs) {
        bound.results()
                .cell(id, session, Cell.of(outcome, receivedNs - bound.results().intendedNs(id)));
    }

    private void age(long id, long receivedNs) {
        if (!pending.isEmpty() && pending.first() <= id) {
            stretch(receivedNs, true);
            answeredNs = Math.max(receivedNs, oldestSinceNs);
            long next = pending.firstAfter(id);
            oldestSinceNs = next == TickQueue.NONE
                    ? answeredNs
                    : Math.max(answeredNs, bound.results().intendedNs(next));
        }
    }

    private void stretch(long untilNs, boolean answered) {
        long sinceNs = bound.results().intendedNs(pending.first());
        long toNs = Math.max(oldestSinceNs, untilNs);
        bound.staleTime().stretch(session, instrument, sinceNs, oldestSinceNs, toNs, answered);
    }

    /** The session was down by the harness's order. */
    void excluded(long fromNs, long toNs) {
        bound.staleTime().excluded(session, instrument, fromNs, toNs);
    }

    /** Nothing that is pending will be answered. */
    void giveUp(int outcome, long atNs) {
        if (!pending.isEmpty()) {
            stretch(atNs, false);
        }
        while (!pending.isEmpty()) {
            note(pending.removeFirst(), outcome);
        }
    }
}
