package org.ticktoquote.analysis.measures;

import java.util.Arrays;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Worst value of one tick in every latency, from which episodes are built, and its client latencies.
 *
 * <p>Both attributions together bound the fan-out skew. It is largest from the first client under the soonest attribution
 * to the last client under the latest, and smallest vice versa.
 *
 * <p>{@link #nextBlock} moves to the next block of ticks, {@link #load} to a tick in it. Does not allocate.
 */
final class TickValues {
    private final TickBlock block;
    private final TickBlock otherBlock;
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

    /**
     * Covers the ticks with ids from {@code from}, inclusive, to {@code to}, exclusive.
     *
     * @param other results of the other attribution; the same object if there is only one
     */
    TickValues(TickResults results, TickResults other, long from, long to) {
        this.block = TickBlock.whole(results, from, to);
        this.otherBlock = other == results ? block : TickBlock.whole(other, from, to);
        this.due = new long[results.sessions()];
        this.answers = new long[results.sessions()];
    }

    /** Moves to the next block of ticks; returns false at the end. */
    boolean nextBlock() {
        if (otherBlock != block) {
            otherBlock.next();
        }
        return block.next();
    }

    TickBlock block() {
        return block;
    }

    /** Returns the worst value in a latency: NONE if the tick does not count for it, LOST (above every number) if lost. */
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
        return skew(otherBlock == block ? firstClient : otherFirst, lastClient);
    }

    /** Returns the time from the first to the last client. */
    static long skew(long first, long last) {
        if (last == TickResults.NONE || last == TickResults.LOST) {
            return last;
        }
        return first == TickResults.LOST || first == TickResults.NONE ? 0 : Math.max(0, last - first);
    }

    /** Returns the responses of answered sessions, unordered; only the first {@link #answered} are valid. */
    long[] answers() {
        return answers;
    }

    int answered() {
        return answered;
    }

    int lostSessions() {
        return lostSessions;
    }

    /** Returns the time from intended to sent. */
    long sentAfterNs() {
        return sentAfterNs;
    }

    /** Loads the tick at a position of the block. Uses local variables because fields would be written for every session. */
    void load(int place) {
        long worst = TickResults.NONE;
        long worstOfPublished = TickResults.NONE;
        long first = TickResults.LOST;
        long last = TickResults.NONE;
        int answersFound = 0;
        int dueFound = 0;
        int lost = 0;
        for (int session = 0; session < due.length; session++) {
            long cell = block.cell(place, session);
            long response = response(cell);
            worst = Math.max(worst, response);
            if (ResultCell.answered(cell)) {
                answers[answersFound++] = response;
            }
            if (ResultCell.published(cell)) {
                worstOfPublished = Math.max(worstOfPublished, response);
            }
            if (ResultCell.due(cell)) {
                due[dueFound++] = response;
                first = Math.min(first, response);
                last = Math.max(last, response);
                lost += response == TickResults.LOST ? 1 : 0;
            }
        }
        worstResponse = worst;
        worstPublished = worstOfPublished;
        firstClient = dueFound == 0 ? TickResults.NONE : first;
        lastClient = last;
        answered = answersFound;
        dueSessions = dueFound;
        lostSessions = lost;
        sorted = false;
        lagNs = block.lagNs(place);
        sentAfterNs = block.sentNs(place) - block.intendedNs(place);
        quoteAgeNs = block.quoteAgeNs(place);
        otherFirst = otherBlock == block ? TickResults.NONE : firstOfOther(place);
    }

    private long firstOfOther(int place) {
        long first = TickResults.LOST;
        for (int session = 0; session < due.length; session++) {
            long cell = otherBlock.cell(place, session);
            if (ResultCell.due(cell)) {
                first = Math.min(first, response(cell));
            }
        }
        return first;
    }

    /** Returns the response of a cell: NONE if none is due, LOST if it was lost. */
    static long response(long cell) {
        if (ResultCell.answered(cell)) {
            return ResultCell.responseNs(cell);
        }
        return ResultCell.outcome(cell) == ResultCell.LOST ? TickResults.LOST : TickResults.NONE;
    }
}
