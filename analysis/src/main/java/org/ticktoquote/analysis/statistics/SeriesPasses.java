package org.ticktoquote.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the {@link ClientStatistics} of a series after its values were counted. Takes two passes, three if a value
 * exceeds 4 ms, and four if one exceeds 8 s. Memory does not grow with the series.
 */
final class SeriesPasses {
    private static final int RANKS_PER_DECADE = 10;
    private static final int FIRST_RANK = 4;
    private static final double ROUNDING = 1e-6;
    private static final long PER_CENT = 100;
    private static final long PER_TEN_THOUSAND = 10_000;
    /** Value that only lost ticks exceed. */
    private static final long BELOW_LOST = TickSeries.LOST - 1;

    private final TickSeries series;
    private final SeriesValues values;
    private final long ticks;

    private SeriesPasses(TickSeries series, SeriesValues values) {
        this.series = series;
        this.values = values;
        this.ticks = values.ticks();
    }

    /**
     * Computes the statistics of one series.
     *
     * @param thresholdsNs values beyond which ticks count as late, ascending and distinct
     */
    static ClientStatistics over(TickSeries series, long... thresholdsNs) {
        return over(series, SeriesValues.of(series), thresholdsNs);
    }

    /** Computes the statistics of a series whose values were counted. */
    static ClientStatistics over(TickSeries series, SeriesValues values, long... thresholdsNs) {
        return new SeriesPasses(series, values).statistics(thresholdsNs);
    }

    private ClientStatistics statistics(long... thresholdsNs) {
        ValueCounts counts = ValueCounts.of(values.histogram());
        if (ticks == 0) {
            return new ClientStatistics(0, 0, 0, null, null, null, null, List.of(), List.of(), counts, LateBlocks.NONE);
        }
        long[] beyond = beyond(ticks);
        RankedValues ranked = RankedValues.of(series, values.histogram(), values.lost(), ranks(beyond));
        int p50 = 0;
        int p99 = beyond.length;
        int p9999 = beyond.length + 1;
        int tail = beyond.length + 2;
        long[] rankNs = numbers(beyond.length, ranked::value);
        long[] ties = numbers(beyond.length, ranked::ties);
        long[] tiesBeyond = numbers(beyond.length, ranked::tiesBeyond);
        ExceedanceCounter byRank = new ExceedanceCounter(rankNs, ties, tiesBeyond);
        BlockCounter blocks = new BlockCounter(rankNs, rankNs, ties, tiesBeyond);
        ExceedanceCounter byValue = ExceedanceCounter.beyond(
                LongStream.of(thresholdsNs).filter(x -> x >= ranked.value(p50)).toArray());
        ExceedanceCounter losses = ExceedanceCounter.beyond(BELOW_LOST);
        Tail worst = new Tail(ranked.value(tail), ranked.tiesBeyond(tail), ranked.value(p9999));
        series.each((intendedNs, valueNs) -> {
            byRank.tick(intendedNs, valueNs);
            blocks.tick(intendedNs, valueNs);
            byValue.tick(intendedNs, valueNs);
            losses.tick(intendedNs, valueNs);
            worst.add(valueNs);
        });
        return new ClientStatistics(
                ticks,
                values.lost(),
                losses.counted().get(0).episodes(),
                number(ranked.value(p50)),
                number(ranked.value(p99)),
                values.lost() > 0 ? null : (Long) values.largestNs(),
                worst.geometricMeanNs(),
                byRank.counted(),
                byValue.counted().stream().filter(level -> level.late() > 0).toList(),
                counts,
                blocks.counted());
    }

    /** Returns the number of ticks beyond each rank, from half of the ticks down to one. */
    static long[] beyond(long ticks) {
        if (ticks == 0) {
            return new long[0];
        }
        List<Long> beyond = new ArrayList<>(List.of(ticks / 2));
        for (int i = FIRST_RANK; ; i++) {
            // ROUNDING makes 150,000 x 0.0001 at least 15
            long late = (long) (StrictMath.pow(10, -(double) i / RANKS_PER_DECADE) * ticks + ROUNDING);
            if (late < 1) {
                return beyond.stream().mapToLong(Long::longValue).distinct().toArray();
            }
            beyond.add(late);
        }
    }

    /** Returns the ranks of the levels, p99, p99.99, and the rank below the worst 1 %. */
    private long[] ranks(long... beyond) {
        LongStream levels = LongStream.of(beyond).map(late -> ticks - late);
        LongStream named = LongStream.of(
                ceiling(ticks * (PER_CENT - 1), PER_CENT),
                ceiling(Math.multiplyExact(ticks, PER_TEN_THOUSAND - 1), PER_TEN_THOUSAND),
                Math.max(1, ticks - ceiling(ticks, PER_CENT)));
        return LongStream.concat(levels, named).toArray();
    }

    private static long ceiling(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }

    private static long[] numbers(int ranks, IntToLongFunction number) {
        return IntStream.range(0, ranks).mapToLong(number).toArray();
    }

    private static @Nullable Long number(long valueNs) {
        return valueNs == TickSeries.LOST ? null : (Long) valueNs;
    }

    /** Geometric mean of the worst 1 % of the ticks. */
    private static final class Tail {
        private final long beyondNs;
        private final long tiesBeyond;
        private final long mostNs;
        private double logs;
        private long counted;

        Tail(long beyondNs, long tiesBeyond, long mostNs) {
            this.beyondNs = beyondNs;
            this.tiesBeyond = tiesBeyond;
            this.mostNs = mostNs;
        }

        void add(long valueNs) {
            if (valueNs > beyondNs) {
                add(valueNs, 1);
            }
        }

        private void add(long valueNs, long times) {
            logs += times * StrictMath.log((double) Math.max(1, Math.min(valueNs, mostNs)));
            counted += times;
        }

        @Nullable
        Long geometricMeanNs() {
            if (mostNs == TickSeries.LOST) {
                return null;
            }
            add(beyondNs, counted == 0 ? Math.max(1, tiesBeyond) : tiesBeyond);
            return Math.round(StrictMath.exp(logs / counted));
        }
    }
}
