package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Handles ticks of one session and pair whose own snapshot arrives after the snapshot of a newer tick. They were published,
 * and their response ended with the first snapshot no older than the tick.
 *
 * <p>Reads outcomes from the results and keeps none itself. Searches at most {@value #WINDOW} ticks of the run, over all
 * pairs, for neighbours of such a tick. Does not allocate.
 */
final class OutOfOrderTicks {
    /** Ticks searched in each direction, so that a flood of old snapshots costs bounded time for each. */
    static final int WINDOW = 1 << 12;

    private static final long NONE = TickResults.NONE;

    private final TickResults results;
    private final ConflationPolicy conflation;
    private final ConsumedTicks taken;
    private final int session;
    private final int instrument;
    private final int tier;

    /** @param tier the tier of the pair that the session gets; negative if unknown */
    OutOfOrderTicks(
            TickResults results,
            ConflationPolicy conflation,
            ConsumedTicks taken,
            int session,
            int instrument,
            int tier) {
        this.results = results;
        this.conflation = conflation;
        this.taken = taken;
        this.session = session;
        this.instrument = instrument;
        this.tier = tier;
    }

    /**
     * Handles a snapshot that reflects a tick older than the newest one.
     *
     * @return whether the tick was not due and now counts as published
     */
    boolean arrived(long id) {
        long cell = results.cell(id, session);
        int outcome = ResultCell.outcome(cell);
        if (outcome == ResultCell.CONFLATED || outcome == ResultCell.SKIPPED) {
            publish(id, ResultCell.PUBLISHED, answeredNs(id, cell));
        } else if (ResultCell.isTentativelyUnchanged(cell)) {
            long answeredNs = answeredAfterNs(id);
            boolean due = tier >= 0 && (results.dueTiers(id) >>> tier & 1) != 0;
            if (answeredNs != NONE) {
                publish(id, due ? ResultCell.PUBLISHED : ResultCell.PUBLISHED_NOT_DUE, answeredNs);
                return !due;
            }
        }
        return false;
    }

    private void publish(long id, int outcome, long answeredNs) {
        results.setCell(id, session, ResultCell.of(outcome, answeredNs - results.intendedNs(id)));
        cutAgain(id, answeredNs);
    }

    private long answeredNs(long id, long cell) {
        return results.intendedNs(id) + ResultCell.responseNs(cell);
    }

    /**
     * Returns the answer time of the next answered tick of the pair, whose snapshot answered this tick as well; NONE if
     * unknown.
     */
    private long answeredAfterNs(long id) {
        long last = Math.min(results.ticks(), id + WINDOW);
        for (long newer = id + 1; newer <= last; newer++) {
            long cell = results.cell(newer, session);
            boolean own = results.instrumentId(newer) == instrument;
            if (own && ResultCell.answered(cell)) {
                return answeredNs(newer, cell);
            }
            if (own && ResultCell.outcome(cell) == ResultCell.EXCLUDED) {
                return NONE;
            }
        }
        return NONE;
    }

    /** Ends a slice at the tick. Earlier ticks can belong to this slice and are then conflated instead of skipped. */
    private void cutAgain(long id, long answeredNs) {
        long newestOfSlice = id;
        for (long older = id - 1; older >= Math.max(1, id - WINDOW); older--) {
            if (results.instrumentId(older) != instrument) {
                continue;
            }
            long cell = results.cell(older, session);
            int outcome = ResultCell.outcome(cell);
            if (outcome == ResultCell.UNCHANGED) {
                continue;
            }
            boolean superseded = outcome == ResultCell.CONFLATED || outcome == ResultCell.SKIPPED;
            if (!superseded || answeredNs(older, cell) != answeredNs || missed(outcome)) {
                return;
            }
            if (!conflation.explains(taken.consumedByNs(older), results.sentNs(newestOfSlice))) {
                return; // remains skipped, like all earlier ticks
            }
            results.setCell(older, session, ResultCell.of(ResultCell.CONFLATED, ResultCell.responseNs(cell)));
        }
    }

    /**
     * Returns whether the tick was skipped because it was missed (docs/measures.md). If conflation is declared as unknown,
     * there is no other reason.
     */
    private boolean missed(int outcome) {
        return outcome == ResultCell.SKIPPED && conflation.conflates() && !conflation.timed();
    }
}
