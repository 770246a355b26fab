package org.ticktoquote.analysis.outliers;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.TickBlock;
import org.ticktoquote.analysis.results.TickResults;

/**
 * What the application takes for a tick when many wait. Looked at are rows of late ticks each of which was sent before the one in
 * front of it was answered, at the last client: what a row took from its first answer to its last, by the ticks that were
 * answered meanwhile. Answers that are written or read together have one time, so those that came with the first do not count.
 * Of all rows it is the median, each as heavy as it has ticks: one during which the application was stopped says too much.
 *
 * <p>It is no more than the run shows where it was in time: ticks one behind the other, none of them late, were all done from
 * when the first was sent until the last was answered. Otherwise an application without a CPU would seem to be that slow, and
 * what it was late would be put down to its input.
 */
final class DrainPace {
    /** On fewer ticks nothing is said, and then no tick is held to have waited for another. */
    private static final int FEWEST = 20;

    /** A row of fewer says nothing. */
    private static final int FEWEST_IN_A_ROW = 5;

    /** Whoever takes less than this many times the usual may not have waited for another, but be delayed likewise. */
    private static final int TIMES_USUAL = 2;

    private static final long LONGEST_NS = 1L << 50;
    private static final int DIGITS = 3;
    private static final double HALF = 50;

    /** So many ticks in time, one behind the other, show what they take at most. */
    private static final int IN_TIME = 20;

    private final Histogram paces = new Histogram(LONGEST_NS, DIGITS);
    private final long[] sentNs = new long[IN_TIME];
    private final long[] answeredNs = new long[IN_TIME];
    private long inTime;
    private long mostNs = LONGEST_NS;
    private @Nullable Row row;

    private DrainPace() {}

    /** Late ticks, one behind the other. */
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
     * Of a run.
     *
     * @param laterThanNs what is late
     * @param usualNs median of the last client
     * @return 0 where too few ticks show it
     */
    static long perTickNs(TickResults ticks, long laterThanNs, long usualNs) {
        DrainPace pace = new DrainPace();
        long leastNs = Math.max(laterThanNs, TIMES_USUAL * usualNs);
        TickBlock block = TickBlock.heads(ticks);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                long last = block.lastClientNs(place);
                long answeredNs = block.intendedNs(place) + last;
                if (last == TickResults.LOST) {
                    pace.inTime = 0;
                } else if (last != TickResults.NONE) {
                    pace.tick(block.offeredNs(place), answeredNs, last > leastNs);
                    pace.most(block.offeredNs(place), answeredNs, last > laterThanNs);
                }
            }
        }
        pace.close();
        return pace.paces.getTotalCount() < FEWEST ? 0 : Math.min(pace.paces.getValueAtPercentile(HALF), pace.mostNs);
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

    /** It is asked for almost every tick: a stream would cost more than the rest. */
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
        if (ended != null && ended.answered >= FEWEST_IN_A_ROW) {
            long paceNs = (ended.lastNs - ended.firstNs) / ended.answered;
            paces.recordValueWithCount(Math.min(LONGEST_NS, paceNs), ended.answered);
        }
        row = null;
    }
}
