package org.ticktoquote.analysis.matrix;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;

/**
 * The percentile curve of a latency over the runs of a case.
 *
 * @param latency by its name in {@code summary.json}
 * @param count of values of the run that has the fewest
 * @param points by rising percentile, at those that all runs have; empty without any curve
 */
public record CaseCurve(String latency, long count, List<Point> points) {
    public CaseCurve {
        points = List.copyOf(points);
    }

    /** One percentile over the runs. */
    public record Point(double percentile, OverRuns overRuns) {}

    static CaseCurve of(String latency, List<CountedRun> runs) {
        List<Curve> curves =
                runs.stream().flatMap(run -> run.curve(latency).stream()).toList();
        Set<Double> common = new LinkedHashSet<>();
        curves.stream()
                .limit(1)
                .flatMap(curve -> curve.points().stream())
                .map(CurvePoint::percentile)
                .forEach(common::add);
        for (Curve curve : curves) {
            common.retainAll(curve.points().stream().map(CurvePoint::percentile).toList());
        }
        List<Point> points = new ArrayList<>();
        for (double percentile : common) {
            Stream<Bounds> bounds = runs.stream().flatMap(run -> run.point(latency, percentile));
            OverRuns overRuns = OverRuns.of(bounds.toList());
            if (overRuns != null) {
                points.add(new Point(percentile, overRuns));
            }
        }
        long count = curves.stream().mapToLong(Curve::count).min().orElse(0);
        return new CaseCurve(latency, count, points);
    }
}
