package org.ticktoquote.analysis.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much a statistic varies from run to run of one release, from earlier runs of one release or several. Each run is held
 * against the mean of its own release: that releases differ is no spread of a run.
 *
 * @param squares sum of the squares of the distances
 * @param degrees of freedom: runs less releases
 */
public record EarlierSpread(double squares, int degrees) {
    /** There are no earlier runs. */
    public static final EarlierSpread NONE = new EarlierSpread(0, 0);

    /** Of a statistic, in the runs that have it. */
    public static EarlierSpread of(GateStatistic statistic, List<GateRun> runs) {
        Map<String, List<Double>> releases = new LinkedHashMap<>();
        for (GateRun run : runs) {
            run.log(statistic)
                    .ifPresent(log -> releases.computeIfAbsent(run.release(), release -> new ArrayList<>())
                            .add(log));
        }
        return of(releases.values());
    }

    /** Of values by release. */
    static EarlierSpread of(Iterable<List<Double>> releases) {
        double squares = 0;
        int degrees = 0;
        for (List<Double> values : releases) {
            squares += LogDifference.squares(values);
            degrees += values.size() - 1;
        }
        return new EarlierSpread(squares, degrees);
    }

    /** Whether there are two runs of one release at least. */
    public boolean known() {
        return degrees > 0;
    }

    double variance() {
        return squares / degrees;
    }
}
