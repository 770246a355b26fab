package org.ticktoquote.replayer.statistics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.statistics.CoveredPeriods.Period;

/** Collects the figures of one stream, tick by tick in time order. */
final class StreamCounter {
    private final String stream;
    private final long pip;
    private final @Nullable PeriodFigures quiet;
    private final @Nullable PeriodFigures news;
    private final @Nullable PeriodFigures firstMinute;
    private final SlidingPeak per10Ms = new SlidingPeak(TimeUnit.MILLISECONDS.toNanos(10));
    private final SlidingPeak per100Ms = new SlidingPeak(TimeUnit.MILLISECONDS.toNanos(100));
    private final SlidingPeak perSecond = new SlidingPeak(TimeUnit.SECONDS.toNanos(1));
    private long ticks;
    private long repeated;
    private long oneSided;
    private long locked;
    private long crossed;

    /** Creates a counter whose figures for periods that are not covered are null. */
    StreamCounter(String stream, long pip, CoveredPeriods periods) {
        this.stream = stream;
        this.pip = pip;
        this.quiet = periods.quiet() == null ? null : new PeriodFigures(periods.quiet());
        this.news = periods.news() == null ? null : new PeriodFigures(periods.news());
        this.firstMinute = periods.firstMinute() == null ? null : new PeriodFigures(periods.firstMinute());
    }

    void add(long timeNs, TickEffect effect) {
        ticks++;
        per10Ms.add(timeNs);
        per100Ms.add(timeNs);
        perSecond.add(timeNs);
        repeated += effect.repeated() ? 1 : 0;
        oneSided += effect.oneSided() ? 1 : 0;
        locked += effect.locked() ? 1 : 0;
        crossed += effect.crossed() ? 1 : 0;
        addTo(quiet, timeNs, effect);
        addTo(news, timeNs, effect);
        addTo(firstMinute, timeNs, effect);
    }

    private static void addTo(@Nullable PeriodFigures period, long timeNs, TickEffect effect) {
        if (period != null) {
            period.add(timeNs);
            if (effect.hasSpread()) {
                period.addSpread(timeNs, effect.spread());
            }
        }
    }

    StreamFigures figures() {
        return new StreamFigures(
                stream,
                ticks,
                new StreamFigures.Rates(of(quiet, PeriodFigures::perSecond), of(news, PeriodFigures::perSecond)),
                new StreamFigures.Peaks(per10Ms.peak(), per100Ms.peak(), perSecond.peak()),
                new StreamFigures.Dispersion(
                        of(quiet, PeriodFigures::dispersion), of(firstMinute, PeriodFigures::dispersion)),
                new StreamFigures.Spreads(of(quiet, this::spreadPips), of(news, this::spreadPips)),
                ticks == 0 ? 0 : (double) repeated / ticks,
                new StreamFigures.Tops(oneSided, locked, crossed));
    }

    private static @Nullable Double of(
            @Nullable PeriodFigures period, Function<PeriodFigures, @Nullable Double> figure) {
        return period == null ? null : figure.apply(period);
    }

    private @Nullable Double spreadPips(PeriodFigures period) {
        Long spread = pip == 0 ? null : period.medianSpread();
        return spread == null ? null : (double) spread / pip;
    }

    /** Maximum number of ticks in any sliding window of a given width. Keeps the times of the current window in a ring. */
    static final class SlidingPeak {
        private static final int FIRST_CAPACITY = 16;

        private final long widthNs;
        private long[] times = new long[FIRST_CAPACITY];
        private int oldest;
        private int held;
        private int peak;

        SlidingPeak(long widthNs) {
            this.widthNs = widthNs;
        }

        /** Adds the time of the next tick. Times must not decrease. */
        void add(long timeNs) {
            while (held > 0 && timeNs - times[oldest] >= widthNs) {
                oldest = (oldest + 1) % times.length;
                held--;
            }
            if (held == times.length) {
                grow();
            }
            times[(oldest + held) % times.length] = timeNs;
            held++;
            peak = Math.max(peak, held);
        }

        private void grow() {
            long[] larger = new long[times.length * 2];
            for (int i = 0; i < held; i++) {
                larger[i] = times[(oldest + i) % times.length];
            }
            times = larger;
            oldest = 0;
        }

        int peak() {
            return peak;
        }
    }

    /** Counts per second and spreads of one stream in one period. */
    private static final class PeriodFigures {
        private final Period period;
        private final int[] perSecond;
        private final TreeMap<Long, Integer> spreads = new TreeMap<>();
        private int spreadCount;

        PeriodFigures(Period period) {
            this.period = period;
            this.perSecond = new int[period.seconds()];
        }

        void add(long timeNs) {
            if (period.contains(timeNs)) {
                perSecond[period.second(timeNs)]++;
            }
        }

        void addSpread(long timeNs, long spread) {
            if (period.contains(timeNs)) {
                spreads.merge(spread, 1, Integer::sum);
                spreadCount++;
            }
        }

        double perSecond() {
            long sum = 0;
            for (int count : perSecond) {
                sum += count;
            }
            return (double) sum / perSecond.length;
        }

        /** Returns the variance over the mean of the counts per second; null without ticks. */
        @Nullable
        Double dispersion() {
            double mean = perSecond();
            if (mean == 0) {
                return null;
            }
            double squares = 0;
            for (int count : perSecond) {
                squares += (count - mean) * (count - mean);
            }
            return squares / perSecond.length / mean;
        }

        /** Returns the median, the lower of two middle values; null without spreads. */
        @Nullable
        Long medianSpread() {
            int seen = 0;
            for (Map.Entry<Long, Integer> entry : spreads.entrySet()) {
                seen += entry.getValue();
                if (seen * 2 >= spreadCount) {
                    return entry.getKey();
                }
            }
            return null;
        }
    }
}
