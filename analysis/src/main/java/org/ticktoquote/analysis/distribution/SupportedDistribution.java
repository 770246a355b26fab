package org.ticktoquote.analysis.distribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.statistics.Support;

/**
 * Distribution with the statistical support of its percentiles. Computes the percentiles at creation, so no values must be
 * added to the distribution afterwards.
 */
public final class SupportedDistribution {
    private static final String DIAGNOSTIC = " (diagnostic: the outcome of the ticks is unknown)";
    private static final double ROUNDING = 1e-9;

    private final Distribution distribution;
    private final Support support;
    private final boolean attributed;
    private final Map<Percentile, Long> values = new LinkedHashMap<>();
    private final List<Percentile> curve;

    private SupportedDistribution(
            Distribution distribution, Support support, List<Percentile> curve, boolean attributed) {
        this.distribution = distribution;
        this.support = support;
        this.attributed = attributed;
        this.curve = curve;
        List<Percentile> rising = Stream.concat(Percentile.NAMED.stream(), curve.stream())
                .distinct()
                .sorted(Comparator.comparingLong(Percentile::partsPerBillion))
                .toList();
        long[] ranks =
                rising.stream().mapToLong(p -> p.rank(distribution.count())).toArray();
        long[] found = distribution.valuesAt(ranks);
        for (int i = 0; i < found.length; i++) {
            values.put(rising.get(i), found[i]);
        }
    }

    /**
     * Creates a distribution with a complete percentile curve.
     *
     * @param support independent episodes, counted on the worst value of each tick
     * @param attributed false if the attribution of snapshots does not hold or the run was cut short: no percentile is
     * supported
     */
    public static SupportedDistribution withCurve(Distribution distribution, Support support, boolean attributed) {
        long count = distribution.count();
        return new SupportedDistribution(
                distribution, support, count == 0 ? List.of() : Percentile.curve(count), attributed);
    }

    /** Creates a distribution with the named percentiles only. */
    public static SupportedDistribution of(Distribution distribution, Support support) {
        return of(distribution, support, true);
    }

    /**
     * Creates a distribution with the named percentiles only.
     *
     * @param attributed false if the attribution of snapshots does not hold or the run was cut short: no percentile is
     * supported
     */
    public static SupportedDistribution of(Distribution distribution, Support support, boolean attributed) {
        return new SupportedDistribution(distribution, support, List.of(), attributed);
    }

    public Distribution distribution() {
        return distribution;
    }

    /** Returns the figures. Percentiles follow the rank rule of docs/measures.md. */
    public LatencyFigures figures() {
        return new LatencyFigures(
                label(),
                extremes(),
                null,
                figure(Percentile.P50),
                figure(Percentile.P90),
                figure(Percentile.P99),
                figure(Percentile.P99_9),
                figure(Percentile.P99_99),
                !attributed);
    }

    private Extremes extremes() {
        boolean measured = distribution.measured() > 0;
        boolean whole = measured && distribution.censored() == 0;
        return new Extremes(
                support.ticks(),
                support.lost(),
                distribution.measured(),
                distribution.censored(),
                distribution.negative(),
                measured ? distribution.minimum() : null,
                whole ? distribution.maximum() : null,
                whole ? distribution.mean() : null);
    }

    private String label() {
        return attributed ? distribution.label() : distribution.label() + DIAGNOSTIC;
    }

    private PercentileFigure figure(Percentile percentile) {
        if (distribution.count() == 0) {
            return new PercentileFigure(null, null, false, 0);
        }
        long value = value(percentile);
        boolean refused = value == Distribution.REFUSED;
        @Nullable Long low = refused ? largestMeasured() : Long.valueOf(value);
        long independent = independent(percentile);
        return new PercentileFigure(
                low, refused ? null : value, attributed && independent >= Support.MIN_INDEPENDENT, independent);
    }

    private long independent(Percentile percentile) {
        return (long) (support.effectiveBeyond(percentile.beyond()) + ROUNDING);
    }

    /** Returns a lower bound of the independent ticks in the slowest {@code share} of ticks; 0 if not attributed. */
    public double independent(double share) {
        return attributed ? support.effectiveBeyond(share) : 0;
    }

    private @Nullable Long largestMeasured() {
        return distribution.measured() > 0 ? distribution.maximum() : null;
    }

    private long value(Percentile percentile) {
        return Objects.requireNonNull(values.get(percentile), "not one of the percentiles");
    }

    /** Returns the percentile curve for a plot. */
    public Curve curve() {
        List<CurvePoint> points = new ArrayList<>();
        for (Percentile percentile : curve) {
            long value = value(percentile);
            boolean refused = value == Distribution.REFUSED;
            long shown = refused ? distribution.maximum() : value;
            points.add(new CurvePoint(percentile.percent(), shown, independent(percentile), refused, attributed));
        }
        return new Curve(distribution.name(), label(), distribution.count(), distribution.censored(), points);
    }
}
