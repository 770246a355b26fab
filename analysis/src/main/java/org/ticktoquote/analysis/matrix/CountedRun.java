package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.validity.Verdict;

/**
 * A run that counts in the comparison.
 *
 * @param repeat from 1
 * @param attempt at that repeat, from 1
 * @param directory relative to the matrix
 * @param validity never VOID
 * @param reason why it is not VALID; may be empty
 * @param figures null when the application failed before anything was measured: every figure is refused then
 */
public record CountedRun(
        int repeat,
        int attempt,
        String directory,
        Verdict validity,
        String reason,
        @JsonIgnore @Nullable RunFigures figures) {

    /** Nothing where the latency has no population. */
    Stream<Bounds> figure(String latency, ComparedFigure figure) {
        if (figures == null) {
            return Stream.of(Bounds.NEVER_MEASURED);
        }
        @Nullable LatencyFigures values = figures.latencies().get(latency);
        return values == null || values.count() == 0 ? Stream.empty() : Stream.of(figure.of(values));
    }

    /** One value a tick; nothing where it has no statistics. */
    Stream<RunStatistics> statistics() {
        return figures == null ? Stream.empty() : Stream.of(figures.statistics());
    }

    /** The latency's curve under the attribution that answers latest; nothing where there is none. */
    public Optional<Curve> curve(String latency) {
        return figures == null
                ? Optional.empty()
                : figures.curves().curves().stream()
                        .filter(curve ->
                                curve.name().equals(latency) && !curve.points().isEmpty())
                        .findFirst();
    }

    /** The point of a curve at a percentile, by the rank rule; nothing where there is no curve. */
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
