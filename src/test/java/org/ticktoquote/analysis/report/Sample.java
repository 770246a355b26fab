package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.NamedPercentiles;
import org.ticktoquote.analysis.distribution.PercentileFigure;

/** Made-up values of one latency, turned into figures and a curve by the plain rank rule. */
final class Sample {
    private static final int POINTS_PER_DECADE = 60;

    private final String name;
    private final String label;
    private final long[] sortedNs;
    private final long censored;

    private Sample(String name, String label, long[] sortedNs, long censored) {
        this.name = name;
        this.label = label;
        this.sortedNs = sortedNs;
        this.censored = censored;
    }

    String name() {
        return name;
    }

    /** The values from place {@code from} on, one in {@code step}: a share of them with the same distribution. */
    long[] every(int step, int from) {
        return IntStream.iterate(from, i -> i < sortedNs.length, i -> i + step)
                .mapToLong(i -> sortedNs[i])
                .toArray();
    }

    static Sample of(String name, String label, long[] valuesNs, long censored) {
        long[] sorted = valuesNs.clone();
        Arrays.sort(sorted);
        return new Sample(name, label, sorted, censored);
    }

    /** What one in eight of the values and the largest ones could be instead; of lost ones half are answered after all. */
    Sample soonest() {
        Random random = new Random(name.hashCode());
        long large = sortedNs[sortedNs.length * 999 / 1000];
        long answered = censored / 2;
        long[] values = LongStream.concat(
                        Arrays.stream(sortedNs)
                                .map(ns -> random.nextInt(8) == 0 || ns >= large
                                        ? (long) (ns * (0.3 + 0.6 * random.nextDouble()))
                                        : ns),
                        LongStream.range(0, answered).map(i -> 2_000_000_000L + i * 1_000_000))
                .toArray();
        return of(name, label, values, censored - answered);
    }

    /** The distribution's own counts, by the product's histogram. */
    BeyondCurve beyond() {
        Distribution values = new Distribution(name, label, 0);
        Arrays.stream(sortedNs).forEach(values::record);
        LongStream.range(0, censored).forEach(i -> values.censor());
        return values.beyond();
    }

    private long count() {
        return sortedNs.length + censored;
    }

    private long largest() {
        return sortedNs[sortedNs.length - 1];
    }

    /** The index of a percentile's value; beyond the measured values where it is refused. */
    private long index(double percentile) {
        return Math.max(0, (long) Math.ceil(percentile / 100 * count() - 1e-9) - 1);
    }

    private long independentBeyond(double percentile) {
        return Math.round((1 - percentile / 100) * count() / (count() > 100_000 ? 12 : 2));
    }

    private PercentileFigure percentile(double percentile) {
        long index = index(percentile);
        long independent = independentBeyond(percentile);
        return index >= sortedNs.length
                ? new PercentileFigure(largest(), null, independent >= 10, independent)
                : new PercentileFigure(sortedNs[(int) index], sortedNs[(int) index], independent >= 10, independent);
    }

    LatencyFigures figures() {
        long mean = Math.round(Arrays.stream(sortedNs).average().orElse(0));
        Extremes extremes = new Extremes(
                count(),
                censored,
                sortedNs.length,
                censored,
                0,
                sortedNs[0],
                censored > 0 ? null : (Long) largest(),
                censored > 0 ? null : (Long) mean);
        NamedPercentiles named = new NamedPercentiles(
                percentile(50), percentile(90), percentile(99), percentile(99.9), percentile(99.99));
        return new LatencyFigures(label, extremes, null, named, false);
    }

    Curve curve() {
        List<CurvePoint> points = new ArrayList<>();
        int last = (int) (POINTS_PER_DECADE * Math.log10((double) count()));
        for (int i = 0; i <= last; i++) {
            double share = Math.pow(10, -(double) i / POINTS_PER_DECADE);
            double percentile = Math.round((1 - share) * 1e10) / 1e8;
            points.add(point(percentile));
        }
        points.add(point(100));
        return new Curve(name, label, count(), censored, points);
    }

    private CurvePoint point(double percentile) {
        long index = index(percentile);
        boolean refused = index >= sortedNs.length;
        long value = refused ? largest() : sortedNs[(int) index];
        return new CurvePoint(percentile, value, independentBeyond(percentile), refused);
    }
}
