package org.ticktoquote.comparison.matrix;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;

/**
 * Percentile curve of a latency over the runs of a case.
 *
 * @param latency name of the latency in {@code summary.json}
 * @param count number of values in the run with the fewest
 * @param points points at the percentiles common to all runs, ascending; empty without curves
 */
public record CaseCurve(String latency, long count, List<Point> points) {
    public CaseCurve {
        points = List.copyOf(points);
    }

    /**
     * Percentile over the runs.
     *
     * @param late share beyond the point; only for the last client, null with fewer than ten independent episodes
     */
    public record Point(
            double percentile,
            FigureOverRuns overRuns,
            @Nullable LateShare late) {}

    /** Computes the curve of a latency by its name in {@code summary.json}; no points if no run has a curve. */
    public static CaseCurve of(String latency, List<CountedRun> runs) {
        List<Curve> curves =
                runs.stream().flatMap(run -> run.curve(latency).stream()).toList();
        Set<Double> common = new LinkedHashSet<>();
        curves.stream()
                .limit(1)
                .flatMap(curve -> curve.points().stream())
                .map(CurvePoint::percentile)
                .forEach(common::add);
        for (Curve curve : curves) {
            common.retainAll(curve.points().stream().map(CurvePoint::percentile).collect(Collectors.toSet()));
        }
        List<Point> points = new ArrayList<>();
        for (double percentile : common) {
            Stream<Bounds> bounds = runs.stream().flatMap(run -> run.point(latency, percentile));
            FigureOverRuns overRuns = FigureOverRuns.of(bounds.toList());
            if (overRuns != null) {
                points.add(new Point(percentile, overRuns, late(latency, overRuns, runs)));
            }
        }
        long count = curves.stream().mapToLong(Curve::count).min().orElse(0);
        return new CaseCurve(latency, count, points);
    }

    private static @Nullable LateShare late(String latency, FigureOverRuns overRuns, List<CountedRun> runs) {
        List<RunStatistics> statistics =
                runs.stream().flatMap(CountedRun::statistics).toList();
        boolean known = latency.equals(Latency.LAST_CLIENT.field()) && statistics.size() == overRuns.runs();
        return known && overRuns.supported() && !overRuns.refused()
                ? LateShare.of(overRuns.lowNs(), statistics)
                        .filter(LateShare::supported)
                        .orElse(null)
                : null;
    }
}
