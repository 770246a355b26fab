package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variation of a statistic between runs of one release, estimated from earlier runs of one or several releases. Each run is
 * compared with the mean of its own release, so that differences between releases do not count.
 *
 * @param squares sum of the squared deviations
 * @param degrees degrees of freedom: runs minus groups, which are releases or pairs of neighbours
 */
public record EarlierSpread(double squares, int degrees) {
    public static final EarlierSpread NONE = new EarlierSpread(0, 0);

    /** Computes the spread of a statistic over the runs that have it. */
    public static EarlierSpread of(GateStatistic statistic, List<GateRun> runs) {
        return of(byRelease(statistic, runs).values());
    }

    /**
     * Computes the spread between neighbours: two successive runs of a release, which a gate made in the same block of
     * four. Each pair is compared with its own mean, so that slow changes of the host do not count.
     */
    static EarlierSpread ofNeighbours(GateStatistic statistic, List<GateRun> runs) {
        BlockSums sums = BlockSums.ofNeighbours(statistic, runs);
        return new EarlierSpread(sums.yy(), sums.degrees());
    }

    private static Map<String, List<Double>> byRelease(GateStatistic statistic, List<GateRun> runs) {
        Map<String, List<Double>> releases = new LinkedHashMap<>();
        for (GateRun run : runs) {
            run.log(statistic)
                    .ifPresent(log -> releases.computeIfAbsent(run.release(), release -> new ArrayList<>())
                            .add(log));
        }
        return releases;
    }

    /** Computes the spread of values grouped by release. */
    static EarlierSpread of(Iterable<List<Double>> releases) {
        double squares = 0;
        int degrees = 0;
        for (List<Double> values : releases) {
            squares += LogDifference.squares(values);
            degrees += values.size() - 1;
        }
        return new EarlierSpread(squares, degrees);
    }

    /** Returns whether any release has at least two runs. */
    public boolean known() {
        return degrees > 0;
    }

    double variance() {
        return squares / degrees;
    }
}
