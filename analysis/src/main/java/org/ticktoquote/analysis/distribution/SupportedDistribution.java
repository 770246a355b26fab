package org.ticktoquote.analysis.distribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finished distribution with the episodes behind its percentiles.
 *
 * <p>Made from a distribution when its last value is in; then it takes every tick's worst value once more, in send
 * order, and after that its figures and its curve can be read.
 */
public final class SupportedDistribution {
    static final long MINIMUM_EPISODES = 10;
    private static final String DIAGNOSTIC = " (diagnostic: which ticks the snapshots reflect is not known)";

    private final Distribution distribution;
    private final boolean attributed;
    private final Map<Percentile, Long> values = new LinkedHashMap<>();
    private final List<Percentile> curve;
    private final Episodes episodes;

    private SupportedDistribution(Distribution distribution, List<Percentile> curve, boolean attributed) {
        this.distribution = distribution;
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
        this.episodes = new Episodes(LongStream.of(found).sorted().distinct().toArray());
    }

    /**
     * With a whole curve.
     *
     * @param attributed false where the values rest on an attribution of snapshots that does not hold: nothing is
     *     supported then
     */
    public static SupportedDistribution withCurve(Distribution distribution, boolean attributed) {
        long count = distribution.count();
        return new SupportedDistribution(distribution, count == 0 ? List.of() : Percentile.curve(count), attributed);
    }

    /** With the named percentiles only. */
    public static SupportedDistribution of(Distribution distribution) {
        return of(distribution, true);
    }

    /** Likewise; {@code attributed} as with a whole curve. */
    public static SupportedDistribution of(Distribution distribution, boolean attributed) {
        return new SupportedDistribution(distribution, List.of(), attributed);
    }

    /** The next tick's worst value, in send order: {@link Long#MAX_VALUE} when lost. */
    public void accept(long worstNs) {
        episodes.accept(worstNs);
    }

    public Distribution distribution() {
        return distribution;
    }

    /** The figures; percentiles by the rank rule. */
    public LatencyFigures figures() {
        boolean measured = distribution.measured() > 0;
        boolean whole = measured && distribution.censored() == 0;
        return new LatencyFigures(
                label(),
                distribution.measured(),
                distribution.censored(),
                distribution.negative(),
                measured ? distribution.minimum() : null,
                whole ? distribution.maximum() : null,
                whole ? distribution.mean() : null,
                null,
                figure(Percentile.P50),
                figure(Percentile.P90),
                figure(Percentile.P99),
                figure(Percentile.P99_9),
                figure(Percentile.P99_99),
                !attributed);
    }

    private String label() {
        return attributed ? distribution.label() : distribution.label() + DIAGNOSTIC;
    }

    private PercentileFigure figure(Percentile percentile) {
        if (distribution.count() == 0) {
            return new PercentileFigure(null, null, false, 0);
        }
        long value = value(percentile);
        long beyond = episodes.beyond(value);
        boolean refused = value == Distribution.REFUSED;
        @Nullable Long low = refused ? largestMeasured() : Long.valueOf(value);
        return new PercentileFigure(low, refused ? null : value, attributed && beyond >= MINIMUM_EPISODES, beyond);
    }

    private @Nullable Long largestMeasured() {
        return distribution.measured() > 0 ? distribution.maximum() : null;
    }

    private long value(Percentile percentile) {
        return Objects.requireNonNull(values.get(percentile), "not one of the percentiles");
    }

    /** The points for a plot. */
    public Curve curve() {
        List<CurvePoint> points = new ArrayList<>();
        for (Percentile percentile : curve) {
            long value = value(percentile);
            boolean refused = value == Distribution.REFUSED;
            long shown = refused ? distribution.maximum() : value;
            points.add(new CurvePoint(percentile.percent(), shown, episodes.beyond(value), refused, attributed));
        }
        return new Curve(distribution.name(), label(), distribution.count(), distribution.censored(), points);
    }
}
