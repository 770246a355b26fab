package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Ticks of one session and pair whose own snapshot arrives after that of a newer tick: they were published, and their
 * response ended with the first snapshot at least as new.
 *
 * <p>What became of every tick stands in the results, so that nothing is remembered here. Where neighbours of such a
 * tick must be found only so many ticks of the run are looked at, {@value #WINDOW} of all pairs. Nothing is allocated.
 */
final class LateTicks {
    /** Ticks to each side, so that a flood of old snapshots costs bounded work for each. */
    static final int WINDOW = 1 << 12;

    private static final long NONE = TickResults.NONE;

    private final TickResults results;
    private final ConflationPolicy conflation;
    private final TakenTicks taken;
    private final int session;
    private final int instrument;
    private final int tier;

    /** @param tier of the pair that the session gets; below 0 when that is not known */
    LateTicks(
            TickResults results, ConflationPolicy conflation, TakenTicks taken, int session, int instrument, int tier) {
        this.results = results;
        this.conflation = conflation;
        this.taken = taken;
        this.session = session;
        this.instrument = instrument;
        this.tier = tier;
    }

    /**
     * A snapshot that reflects the tick arrived after a newer one.
     *
     * @return whether the tick had been held to call for no quote
     */
    boolean arrived(long id) {
        long cell = results.cell(id, session);
        int outcome = ResultCell.outcome(cell);
        if (outcome == ResultCell.CONFLATED || outcome == ResultCell.SKIPPED) {
            publish(id, ResultCell.PUBLISHED, answeredNs(id, cell));
        } else if (ResultCell.perhapsPublished(cell)) {
            long answeredNs = answeredBehindNs(id);
            boolean due = tier >= 0 && (results.dueTiers(id) >>> tier & 1) != 0;
            if (answeredNs != NONE) {
                publish(id, due ? ResultCell.PUBLISHED : ResultCell.PUBLISHED_NOT_DUE, answeredNs);
                return !due;
            }
        }
        return false;
    }

    private void publish(long id, int outcome, long answeredNs) {
        results.cell(id, session, ResultCell.of(outcome, answeredNs - results.intendedNs(id)));
        cutAgain(id, answeredNs);
    }

    private long answeredNs(long id, long cell) {
        return results.intendedNs(id) + ResultCell.responseNs(cell);
    }

    /** The first snapshot at least as new as a tick without an own one is that of the next tick which has one. */
    private long answeredBehindNs(long id) {
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

    /** A slice ended with the tick: those before it may have been in that one rather than be missing. */
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
            if (!conflation.explains(taken.takenNs(older), results.sentNs(newestOfSlice))) {
                return; // its quote is missing as before, and nothing changes before it
            }
            results.cell(older, session, ResultCell.of(ResultCell.CONFLATED, ResultCell.responseNs(cell)));
        }
    }

    /** Where nobody said how long a slice is, only a session that was away is left to explain it. */
    private boolean missed(int outcome) {
        return outcome == ResultCell.SKIPPED && conflation.conflates() && !conflation.timed();
    }
}
