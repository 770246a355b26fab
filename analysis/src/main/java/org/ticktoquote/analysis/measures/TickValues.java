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
    private final long[] cells;
    private final long[] otherCells;
    private final long[] due;
    private final long[] answers;
    private int answered;
    private boolean sorted;
    private int dueSessions;
    private long firstClient;
    private long lastClient;
    private int lostSessions;
    private long lagNs;
    private long sentAfterNs;
    private long quoteAgeNs;
    private long worstResponse;
    private long worstPublished;
    private long otherFirst;

    /** Of one attribution beside the other one; the same where there is only one. */
    TickValues(TickResults results, TickResults other) {
        this.results = results;
        this.other = other;
        this.cells = new long[results.sessions()];
        this.otherCells = new long[other.sessions()];
        this.due = new long[results.sessions()];
        this.answers = new long[results.sessions()];
    }

    /** The value in a latency: NONE when the tick is not of its population, LOST above every number. */
    long worst(Latency latency) {
        return switch (latency) {
            case RESPONSE -> worstResponse;
            case RESPONSE_PUBLISHED -> worstPublished;
            case SERVICE -> shifted(worstResponse, sentAfterNs);
            case QUOTE_AGE -> quoteAgeNs;
            case FIRST_CLIENT -> firstClient;
            case MEDIAN_CLIENT -> medianClient();
            case LAST_CLIENT -> lastClient;
            case FAN_OUT_SKEW -> skew();
            case REPLAY_LAG -> lagNs;
        };
    }

    private long medianClient() {
        if (!sorted) {
            Arrays.sort(due, 0, dueSessions);
            sorted = true;
        }
        return dueSessions == 0 ? TickResults.NONE : due[(dueSessions - 1) / 2];
    }

    static long shifted(long value, long byNs) {
        return value == TickResults.NONE || value == TickResults.LOST ? value : value - byNs;
    }

    private long skew() {
        return skew(other == results ? firstClient : otherFirst, lastClient);
    }

    /** From the first client's value to the last one's. */
    static long skew(long first, long last) {
        if (last == TickResults.NONE || last == TickResults.LOST) {
            return last;
        }
        return first == TickResults.LOST || first == TickResults.NONE ? 0 : Math.max(0, last - first);
    }

    /** By session. */
    long[] cells() {
        return cells;
    }

    /** The responses that are numbers, in no order, so many of them as were {@link #answered}. */
    long[] answers() {
        return answers;
    }

    int answered() {
        return answered;
    }

    int lostSessions() {
        return lostSessions;
    }

    /** From intended to sent. */
    long sentAfterNs() {
        return sentAfterNs;
    }

    void load(long tickId) {
        worstResponse = TickResults.NONE;
        worstPublished = TickResults.NONE;
        dueSessions = 0;
        answered = 0;
        sorted = false;
        firstClient = TickResults.LOST;
        lastClient = TickResults.NONE;
        lostSessions = 0;
        lagNs = results.lagNs(tickId);
        sentAfterNs = results.sentNs(tickId) - results.intendedNs(tickId);
        quoteAgeNs = results.quoteAgeNs(tickId);
        results.cells(tickId, cells);
        for (long cell : cells) {
            add(cell);
        }
        firstClient = dueSessions == 0 ? TickResults.NONE : firstClient;
        otherFirst = other == results ? TickResults.NONE : firstOfOther(tickId);
    }

    private long firstOfOther(long tickId) {
        long first = TickResults.LOST;
        other.cells(tickId, otherCells);
        for (long cell : otherCells) {
            if (ResultCell.due(cell)) {
                first = Math.min(first, response(cell));
            }
        }
        return first;
    }

    private void add(long cell) {
        long response = response(cell);
        worstResponse = Math.max(worstResponse, response);
        if (ResultCell.answered(cell)) {
            answers[answered++] = response;
        }
        if (ResultCell.published(cell)) {
            worstPublished = Math.max(worstPublished, response);
        }
        if (ResultCell.due(cell)) {
            due[dueSessions++] = response;
            firstClient = Math.min(firstClient, response);
            lastClient = Math.max(lastClient, response);
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
