package org.ticktoquote.analysis.outliers;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Estimates the time that the application takes per tick when many are waiting. It examines rows of late ticks, each sent
 * before the previous one was answered at the last client. The time per tick of a row is the time from the first answer to
 * the last, divided by the ticks answered after the first. Answers with the time of the first do not count, because they were
 * written or read together. The result is the median over all rows, weighted by ticks, because a row during which the
 * application was stopped overestimates it.
 *
 * <p>The estimate is at most the shortest time per tick that the run shows for 20 consecutive on-time ticks, from the first
 * send to the last answer. Without this limit, an application deprived of CPU time would appear slow, and its delay would be
 * attributed to its input.
 */
final class ServiceTimeEstimate {
    /** With fewer ticks there is no estimate, and no tick counts as having waited for another. */
    private static final int MIN_TICKS = 20;

    /** Minimum number of ticks of a row that were answered after its first answer. */
    private static final int MIN_IN_A_ROW = 5;

    /** Multiple of the usual response up to which ticks can be delayed independently, without waiting for each other. */
    private static final int TIMES_USUAL = 2;

    private static final long MAX_NS = 1L << 50;
    private static final int DIGITS = 3;
    private static final double HALF = 50;

    /** Number of consecutive on-time ticks that bound the estimate. */
    private static final int IN_TIME = 20;

    private final Histogram paces = new Histogram(MAX_NS, DIGITS);
    private final long[] sentNs = new long[IN_TIME];
    private final long[] answeredNs = new long[IN_TIME];
    private long inTime;
    private long mostNs = MAX_NS;
    private @Nullable Row row;

    private ServiceTimeEstimate() {}

    /** Row of late ticks, each sent before the previous one was answered. */
    private static final class Row {
        private final long firstNs;
        private long lastNs;
        private long answered;

        private Row(long firstNs) {
            this.firstNs = firstNs;
            this.lastNs = firstNs;
        }

        private void add(long answeredNs) {
            answered += answeredNs > firstNs ? 1 : 0;
            lastNs = Math.max(lastNs, answeredNs);
        }
    }

    /**
     * Estimates the time per tick of a run.
     *
     * @param laterThanNs threshold of late ticks
     * @param usualNs median of the last client
     * @return 0 with too few ticks
     */
    static long perTickNs(TickResults ticks, long laterThanNs, long usualNs) {
        ServiceTimeEstimate estimate = new ServiceTimeEstimate();
        long leastNs = Math.max(laterThanNs, TIMES_USUAL * usualNs);
        TickBlock block = TickBlock.heads(ticks);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                long last = block.lastClientNs(place);
                long answeredNs = block.intendedNs(place) + last;
                if (last == TickResults.LOST) {
                    estimate.inTime = 0;
                } else if (last != TickResults.NONE) {
                    estimate.tick(block.offeredNs(place), answeredNs, last > leastNs);
                    estimate.most(block.offeredNs(place), answeredNs, last > laterThanNs);
                }
            }
        }
        estimate.close();
        return estimate.paces.getTotalCount() < MIN_TICKS
                ? 0
                : Math.min(estimate.paces.getValueAtPercentile(HALF), estimate.mostNs);
    }

    private void most(long sent, long answered, boolean late) {
        if (late) {
            inTime = 0;
            return;
        }
        int place = (int) (inTime++ % IN_TIME);
        sentNs[place] = sent;
        answeredNs[place] = answered;
        if (inTime >= IN_TIME) {
            long firstNs = sentNs[(int) (inTime % IN_TIME)];
            mostNs = Math.min(mostNs, (lastOfThemNs() - firstNs) / IN_TIME);
        }
    }

    /** Called for almost every tick; a stream would cost more than the rest. */
    private long lastOfThemNs() {
        long lastNs = Long.MIN_VALUE;
        for (long ns : answeredNs) {
            lastNs = Math.max(lastNs, ns);
        }
        return lastNs;
    }

    private void tick(long sentNs, long answeredNs, boolean late) {
        Row current = row;
        if (current != null && late && sentNs < current.lastNs) {
            current.add(answeredNs);
            return;
        }
        close();
        row = late ? new Row(answeredNs) : null;
    }

    private void close() {
        Row ended = row;
        if (ended != null && ended.answered >= MIN_IN_A_ROW) {
            long paceNs = (ended.lastNs - ended.firstNs) / ended.answered;
            paces.recordValueWithCount(Math.min(MAX_NS, paceNs), ended.answered);
        }
        row = null;
    }
}
