package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * Run that counts in the comparison.
 *
 * @param repeat number of the repeat, from 1
 * @param attempt number within the repeat, from 1
 * @param directory directory relative to the matrix
 * @param validity verdict of the run, never VOID
 * @param reason reason why the run is not VALID; can be empty
 * @param figures null if the application failed before anything was measured; every figure is then refused
 */
public record CountedRun(
        int repeat,
        int attempt,
        String directory,
        Verdict validity,
        String reason,
        @JsonIgnore @Nullable RunFigures figures) {

    /** Returns a figure of the run; empty if the latency has no values. */
    Stream<Bounds> figure(String latency, ComparedFigure figure) {
        if (figures == null) {
            return Stream.of(Bounds.NEVER_MEASURED);
        }
        @Nullable LatencyFigures values = figures.latencies().get(latency);
        return values == null || values.count() == 0 ? Stream.empty() : Stream.of(figure.of(values));
    }

    /** Returns the statistics; empty without figures. */
    Stream<RunStatistics> statistics() {
        return figures == null ? Stream.empty() : Stream.of(figures.statistics());
    }

    /** Returns the curve of a latency under the latest attribution, if any. */
    public Optional<Curve> curve(String latency) {
        return figures == null
                ? Optional.empty()
                : figures.curves().curves().stream()
                        .filter(curve ->
                                curve.name().equals(latency) && !curve.points().isEmpty())
                        .findFirst();
    }

    /** Returns the point of a curve at a percentile, by the rank rule; empty without a curve. */
    public Stream<Bounds> point(String latency, double percentile) {
        if (figures == null) {
            return Stream.of(Bounds.NEVER_MEASURED);
        }
        return curve(latency).stream().map(curve -> {
            Bounds latest = at(curve, percentile);
            return figures.curves().soonest().stream()
                    .filter(other ->
                            other.name().equals(latency) && !other.points().isEmpty())
                    .findFirst()
                    .map(soonest -> Bounds.between(at(soonest, percentile), latest))
                    .orElse(latest);
        });
    }

    private static Bounds at(Curve curve, double percentile) {
        CurvePoint point = curve.points().stream()
                .filter(one -> one.percentile() >= percentile)
                .findFirst()
                .orElseThrow();
        return new Bounds(
                point.valueNs(),
                point.refused() ? null : (Long) point.valueNs(),
                point.refused(),
                point.supported(),
                point.independent());
    }
}
