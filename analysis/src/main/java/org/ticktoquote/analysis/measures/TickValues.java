package org.ticktoquote.analysis.measures;

import java.util.Arrays;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/**
 * The worst value of one tick in every latency: what episodes are made of, and the client latencies themselves.
 *
 * <p>The fan-out skew is bounded by two attributions together: it is largest from the first client of the one that
 * answers soonest to the last of the one that answers latest, and smallest the other way round.
 *
 * <p>{@link #load} moves to a tick; nothing is allocated.
 */
final class TickValues {
    private final TickResults results;
    private final TickResults other;
    private final long[] due;
    private int dueSessions;
    private int lostSessions;
    private long lagNs;
    private long quoteAgeNs;
    private long worstResponse;
    private long worstPublished;
    private long otherFirst;

    /** Of one attribution beside the other one; the same where there is only one. */
    TickValues(TickResults results, TickResults other) {
        this.results = results;
        this.other = other;
        this.due = new long[results.sessions()];
    }

    /** The value in a latency: NONE when the tick is not of its population, LOST above every number. */
    long worst(Latency latency) {
        return switch (latency) {
            case RESPONSE -> worstResponse;
            case RESPONSE_PUBLISHED -> worstPublished;
            case SERVICE -> shifted(worstResponse, lagNs);
            case QUOTE_AGE -> quoteAgeNs;
            case FIRST_CLIENT -> client(0);
            case MEDIAN_CLIENT -> client((dueSessions - 1) / 2);
            case LAST_CLIENT -> client(dueSessions - 1);
            case FAN_OUT_SKEW -> skew(client(dueSessions - 1));
            case REPLAY_LAG -> lagNs;
        };
    }

    private long client(int position) {
        return dueSessions == 0 ? TickResults.NONE : due[position];
    }

    private static long shifted(long value, long byNs) {
        return value == TickResults.NONE || value == TickResults.LOST ? value : value - byNs;
    }

    private long skew(long last) {
        long first = other == results ? client(0) : otherFirst;
        if (last == TickResults.NONE || last == TickResults.LOST) {
            return last;
        }
        return first == TickResults.LOST ? 0 : Math.max(0, last - first);
    }

    int lostSessions() {
        return lostSessions;
    }

    long lagNs() {
        return lagNs;
    }

    void load(long tickId) {
        worstResponse = TickResults.NONE;
        worstPublished = TickResults.NONE;
        dueSessions = 0;
        lostSessions = 0;
        lagNs = results.sentNs(tickId) - results.intendedNs(tickId);
        quoteAgeNs = results.quoteAgeNs(tickId);
        for (int session = 0; session < results.sessions(); session++) {
            add(results.cell(tickId, session));
        }
        Arrays.sort(due, 0, dueSessions);
        otherFirst = other == results ? TickResults.NONE : firstOfOther(tickId);
    }

    private long firstOfOther(long tickId) {
        long first = TickResults.LOST;
        for (int session = 0; session < other.sessions(); session++) {
            long cell = other.cell(tickId, session);
            if (ResultCell.due(cell)) {
                first = Math.min(first, response(cell));
            }
        }
        return first;
    }

    private void add(long cell) {
        long response = response(cell);
        worstResponse = Math.max(worstResponse, response);
        if (ResultCell.published(cell)) {
            worstPublished = Math.max(worstPublished, response);
        }
        if (ResultCell.due(cell)) {
            due[dueSessions++] = response;
            lostSessions += response == TickResults.LOST ? 1 : 0;
        }
    }

    /** The response of a cell: NONE when there is none to come, LOST when it never came. */
    static long response(long cell) {
        if (ResultCell.answered(cell)) {
            return ResultCell.responseNs(cell);
        }
        return ResultCell.outcome(cell) == ResultCell.LOST ? TickResults.LOST : TickResults.NONE;
    }
}
