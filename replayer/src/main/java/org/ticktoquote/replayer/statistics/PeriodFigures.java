package org.ticktoquote.replayer.statistics;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.statistics.CoveredPeriods.Period;

/** Counts per second and spreads of one stream in one period. */
final class PeriodFigures {
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
