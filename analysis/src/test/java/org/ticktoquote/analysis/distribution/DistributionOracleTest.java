package org.ticktoquote.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.statistics.TickSupport;

/** Random values, one per tick, compared with sorting all values and with a scan of all ticks per percentile. */
final class DistributionOracleTest {
    private static final long LOST = Long.MAX_VALUE;
    private static final Map<String, String> PERCENT =
            Map.of("p50", "50", "p90", "90", "p99", "99", "p99_9", "99.9", "p99_99", "99.99");

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(200, 100));
    }

    private static List<Long> values(RandomGenerator random) {
        List<Long> values = new ArrayList<>();
        int count = 1 + random.nextInt(400);
        int lost = random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 0;
        for (int i = 0; i < count; i++) {
            boolean isLost = lost > 0 && random.nextInt(count) < lost;
            values.add(isLost ? LOST : (long) Math.exp(random.nextGaussian() * 3 + 12) - 3);
        }
        return values;
    }

    private static SupportedDistribution distribution(List<Long> values) {
        Distribution distribution = new Distribution("responseNs", "response", 10);
        for (long value : values) {
            if (value == LOST) {
                distribution.censor();
            } else {
                distribution.record(value);
            }
        }
        return SupportedDistribution.withCurve(distribution, support(values), true);
    }

    /** Ticks far enough apart to be independent in time. */
    private static TickSupport support(List<Long> values) {
        TickSupport support = new TickSupport();
        Histogram measured = new Histogram(3);
        values.stream().filter(value -> value != LOST).forEach(value -> measured.recordValue(Math.max(0, value)));
        support.add(measured, values.size() - measured.getTotalCount());
        for (int i = 0; i < values.size(); i++) {
            support.tick(i * 200_000_000L, values.get(i));
        }
        return support;
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agreesWithSortingAllValues(int seed) {
        List<Long> values = values(new SplittableRandom(seed));
        LatencyFigures figures = distribution(values).figures();
        List<Long> sorted = values.stream().map(v -> Math.max(0, v)).sorted().toList();
        List<Long> measured = sorted.stream().filter(v -> v != LOST).toList();

        assertThat(figures.measured()).isEqualTo(measured.size());
        assertThat(figures.censored()).isEqualTo(sorted.size() - measured.size());
        assertThat(figures.negative())
                .isEqualTo(values.stream().filter(v -> v < 0).count());
        boolean whole = measured.size() == sorted.size();
        assertThat(figures.max()).isEqualTo(whole ? sorted.get(sorted.size() - 1) : null);
        assertThat(figures.mean()).isEqualTo(whole ? mean(sorted) : null);
        figures.percentiles().forEach((name, figure) -> {
            long atRank = sorted.get(rank(PERCENT.get(name), sorted.size()) - 1);
            Long expected = atRank == LOST ? null : (Long) Math.min(bucketTop(atRank), largest(measured));
            assertThat(figure.high()).as("seed %d %s", seed, name).isEqualTo(expected);
            assertThat(figure.supported()).isEqualTo(figure.independent() >= 10);
        });
        assertThat(figures.percentiles().values())
                .as("seed %d", seed)
                .extracting(PercentileFigure::independent)
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(figures.latest().ticks()).isEqualTo(values.size());
        assertThat(figures.latest().lostTicks()).isEqualTo(figures.censored());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void drawsACurveThatRises(int seed) {
        List<Long> values = values(new SplittableRandom(seed));
        SupportedDistribution supported = distribution(values);
        List<CurvePoint> points = supported.curve().points();
        List<Long> sorted = values.stream().map(v -> Math.max(0, v)).sorted().toList();

        List<Long> measured = sorted.stream().filter(v -> v != LOST).toList();
        assertThat(points.get(points.size() - 1).percentile()).isEqualTo(100);
        double previous = -1;
        long before = Long.MAX_VALUE;
        for (CurvePoint point : points) {
            assertThat(point.percentile()).isGreaterThan(previous);
            previous = point.percentile();
            long atRank = sorted.get(rank(BigDecimal.valueOf(point.percentile()).toPlainString(), sorted.size()) - 1);
            assertThat(point.refused()).as("seed %d %s", seed, point).isEqualTo(atRank == LOST);
            if (!point.refused()) {
                long expected = Math.min(bucketTop(atRank), largest(measured));
                assertThat(point.valueNs()).as("seed %d %s", seed, point).isEqualTo(expected);
            }
            assertThat(point.independent()).as("seed %d %s", seed, point).isLessThanOrEqualTo(before);
            before = point.independent();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void countsValuesBeyondEachAgeExactly(int seed) {
        List<Long> values = values(new SplittableRandom(seed));
        BeyondCurve curve = distribution(values).distribution().beyond();
        List<Long> measured = values.stream().filter(v -> v != LOST).toList();

        assertThat(curve.total()).isEqualTo(values.size());
        assertThat(curve.points().isEmpty()).isEqualTo(measured.isEmpty());
        for (BeyondCurve.Point point : curve.points()) {
            boolean last = point.equals(curve.points().get(curve.points().size() - 1));
            long beyond = last
                    ? values.stream().filter(v -> v == LOST).count()
                    : values.stream().filter(v -> v >= point.ageNs()).count();
            assertThat(point.beyond()).as("seed %d %s", seed, point).isEqualTo(beyond);
            assertThat(last).isEqualTo(point.ageNs() == largest(measured));
        }
    }

    private static long largest(List<Long> measured) {
        return measured.stream().mapToLong(v -> Math.max(0, v)).max().orElse(0);
    }

    @Test
    void printsNoPercentileAboveTheMaximum() {
        LatencyFigures figures = distribution(List.of(1_000_000L, 1_000_001L)).figures();
        assertThat(figures.p50().high()).isEqualTo(1_000_001L);
        assertThat(figures.p9999().high()).isEqualTo(figures.max());
    }

    private static int rank(String percent, int count) {
        return Math.max(
                1,
                new BigDecimal(percent)
                        .multiply(BigDecimal.valueOf(count))
                        .divide(BigDecimal.valueOf(100), 0, RoundingMode.CEILING)
                        .intValueExact());
    }

    private static long mean(List<Long> values) {
        BigDecimal sum = values.stream().map(BigDecimal::valueOf).reduce(BigDecimal.ZERO, BigDecimal::add);
        return sum.divide(BigDecimal.valueOf(values.size()), MathContext.DECIMAL128)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    /** Three digits: 2048 buckets of 1, then 1024 buckets for each doubling. */
    private static long bucketTop(long value) {
        long width = 1;
        while (value / width >= 2048) {
            width *= 2;
        }
        return (value / width + 1) * width - 1;
    }

    @Test
    void growsWithTheValuesInsteadOfClampingThem() {
        LatencyFigures figures = distribution(List.of(1L, 3_600_000_000_000L)).figures();
        assertThat(figures.max()).isEqualTo(3_600_000_000_000L);
        assertThat(figures.p99().high()).isBetween(3_600_000_000_000L, 3_603_600_000_000L);
    }

    @Test
    void sumOfValuesCanExceedALong() {
        long[] million = new long[1_000_000];
        Arrays.fill(million, 1_000_000_000_000L);
        Distribution distribution = new Distribution("x", "x", 0);
        Distribution later = new Distribution("x", "x", 0);
        for (int i = 0; i < 10; i++) {
            distribution.record(million, million.length, 0);
            later.record(million, million.length, 1);
        }
        distribution.add(later);
        assertThat(distribution.mean()).as("half rounded up").isEqualTo(1_000_000_000_001L);
        distribution.record(0);
        assertThat(distribution.mean()).isEqualTo(999_999_950_001L);
    }

    @Test
    void countsNegativeValuesBeyondTheUncertaintySeparately() {
        Distribution distribution = new Distribution("x", "x", 10);
        distribution.record(-10);
        distribution.record(-11);
        assertThat(distribution.negative()).isEqualTo(2);
        assertThat(distribution.beyondUncertainty()).isEqualTo(1);
        assertThat(distribution.minimum()).isZero();
    }

    @Test
    void emptyDistributionHasNoFigures() {
        SupportedDistribution empty = distribution(List.of());
        assertThat(empty.curve().points()).isEmpty();
        assertThat(empty.figures().p50()).isEqualTo(new PercentileFigure(null, null, false, 0));
        assertThat(empty.figures().min()).isNull();
    }
}
