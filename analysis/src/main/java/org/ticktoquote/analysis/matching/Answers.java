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
    private final TakenTicks taken;
    private final int session;
    private final int instrument;
    private final TickQueue pending = new TickQueue();
    private long oldestSinceNs;
    private long answeredNs = Long.MIN_VALUE;
    private long newest;

    /** @param taken what the session knows of the application's progress; the evidence tells it */
    Answers(Bound bound, ConflationPolicy conflation, TakenTicks taken, int session, int instrument) {
        this.bound = bound;
        this.conflation = conflation;
        this.taken = taken;
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

    boolean waits() {
        return !pending.isEmpty();
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
        age(id, receivedNs);
        supersede(id, receivedNs);
        if (!pending.isEmpty() && pending.first() == id) {
            decide(pending.removeFirst(), Cell.PUBLISHED, receivedNs);
        } else if (Cell.outcome(bound.results().cell(id, session)) == Cell.UNCHANGED) {
            decide(id, Cell.PUBLISHED_NOT_DUE, receivedNs);
            return true;
        }
        return false;
    }

    /** Backwards, each slice as long as can be: the last tick of each but the newest slice is one whose quote is missing. */
    private void supersede(long id, long receivedNs) {
        int superseded = pending.countBelow(id);
        long newestOfSlice = id;
        for (int i = superseded - 1; i >= 0; i--) {
            long older = pending.at(i);
            boolean together =
                    conflation.explains(taken.takenNs(older), bound.results().sentNs(newestOfSlice));
            decide(older, together ? Cell.CONFLATED : Cell.SKIPPED, receivedNs);
            newestOfSlice = together ? newestOfSlice : older;
        }
        pending.removeFirst(superseded);
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
