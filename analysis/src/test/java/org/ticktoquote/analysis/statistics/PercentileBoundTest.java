package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.ProofLevel;

final class PercentileBoundTest {
    private static final long MS = Series.MS;
    /** Ticks of a pause. */
    private static final int PAUSED = 17;

    /** p99 of ten runs of 1,000 ticks, which is 2 s: the latest ones are 10 ms apart. */
    private static PercentileBound farApart(long everyNs) {
        List<ClientStatistics> runs = IntStream.range(0, 10)
                .mapToObj(run -> Series.statistics(1_000, everyNs, i -> {
                    long rank = i * 7_919 % 1_000 * 10 + run + 1; // of all 10,000, each once
                    return rank <= 9_800 ? MS + rank : (rank - 9_700) * 10 * MS;
                }))
                .toList();
        return PercentileBound.of(runs, 0.01);
    }

    /**
     * 100 ticks beyond in ten runs, divided by (2.262 / 1.960)^2 = 1.332. Garwood's interval of 75.07 is 59.04 .. 94.10, that
     * of 100 is 78.7 .. 125.2. The upper bound allows for four more pauses, each with the ticks of 10 ms.
     */
    @Test
    void equalRunsHaveGarwoodRanksPlusFourUnseenPauses() {
        PercentileBound bound = farApart(50 * MS);
        assertThat(bound.effective()).isCloseTo(100, within(2.0));
        assertThat(bound.phi()).isEqualTo(1);
        assertThat(bound.valueNs()).isBetween(2_000 * MS, 2_002 * MS);
        assertThat(bound.lowNs()).as("rank 10,000 - 126").isBetween(1_738 * MS, 1_740 * MS);
        assertThat(bound.highNs()).as("74 are at or above it").isBetween(2_270 * MS, 2_272 * MS);
        assertThat(farApart(2 * MS).highNs())
                .as("58, as 10 ms contain five ticks")
                .isBetween(2_430 * MS, 2_432 * MS);
    }

    @Test
    void oneRunHasNoInterval() {
        PercentileBound bound = PercentileBound.of(List.of(Series.independent(20_000, 50 * MS, 1)), 0.5);
        assertThat(bound.valueNs()).isNotNull();
        assertThat(bound.lowNs()).isNull();
        assertThat(bound.highNs()).isNull();
        assertThat(bound.refusal()).isEqualTo("one run does not show the differences between runs");
    }

    /** 1 - 0.05^(1/5) is 0.4507: a kind of start that five runs did not show moves a percentile by 4.5 % at most. */
    @Test
    void intervalIncludesAnUnseenKindOfStart() {
        List<ClientStatistics> runs = IntStream.range(0, 5)
                .mapToObj(seed -> Series.independent(18_900, 1_850_000, seed))
                .toList();
        PercentileBound bound = PercentileBound.of(runs, 0.5);
        long value = Objects.requireNonNull(bound.valueNs());
        assertThat(bound.lowNs()).isEqualTo((long) (value * (1 - 0.1 * (1 - Math.pow(0.05, 0.2)))));
        assertThat(Objects.requireNonNull(bound.highNs()) / (double) value).isCloseTo(1.04507, within(1e-5));
    }

    @Test
    void garwoodBoundsMatchThePublishedTable() {
        assertThat(Quantiles.garwoodLow(10, 0.05)).isCloseTo(4.795, within(5e-4));
        assertThat(Quantiles.garwoodHigh(10, 0.05)).isCloseTo(18.390, within(5e-4));
        assertThat(Quantiles.garwoodLow(0, 0.05)).isZero();
        assertThat(Quantiles.garwoodHigh(0, 0.05)).isCloseTo(3.689, within(5e-4));
    }

    @Test
    void differingRunsWidenTheInterval() {
        ClientStatistics alike = Series.independent(20_000, 50 * MS, 1);
        PercentileBound same = PercentileBound.of(List.of(alike, alike, alike), 0.01);
        ClientStatistics slow = Series.statistics(20_000, 50 * MS, i -> i % 40 == 0 ? 30 * MS + i : MS + i);
        PercentileBound differing = PercentileBound.of(List.of(alike, alike, slow), 0.01);

        assertThat(same.phi()).isEqualTo(1);
        assertThat(differing.phi()).isGreaterThan(10);
        assertThat(width(differing)).isGreaterThan(5 * width(same));
    }

    private static double width(PercentileBound bound) {
        return Objects.requireNonNull(bound.highNs()) - Objects.requireNonNull(bound.lowNs());
    }

    /** One pause of 40 ms per second: 20 ticks each, 11 of which count as one. */
    @Test
    void clustersCountOnceForAnyNumberOfTicks() {
        long[] body = Series.exponential(60_000, 3);
        ClientStatistics run =
                Series.statistics(60_000, 2 * MS, i -> i % 500 < 20 ? (100 - 2 * (i % 500)) * MS : body[(int) i]);
        PercentileBound bound = PercentileBound.of(List.of(run), 0.04);
        assertThat(bound.effective()).isBetween(100.0, 145.0);
        assertThat(PercentileBound.of(List.of(run), 0.5).effective()).isGreaterThan(2_000);
    }

    /** 85 of the 94 ticks beyond p99.9 in five runs belong to five pauses: four more of 17 ticks can be all of them. */
    @Test
    void upperBoundIsTheLargestValueIfUnseenPausesCanExceedTheRank() {
        List<ClientStatistics> runs = IntStream.range(0, 5)
                .mapToObj(seed -> {
                    long[] body = Series.exponential(18_900, seed);
                    int first = 2_000 + 500 * seed;
                    return Series.statistics(
                            18_900,
                            1_850_000,
                            i -> i >= first && i < first + PAUSED ? (100 + i - first) * MS : body[(int) i]);
                })
                .toList();
        PercentileBound bound = PercentileBound.of(runs, 0.001);
        assertThat(bound.highNs()).isGreaterThanOrEqualTo((100 + PAUSED - 1) * MS);
    }

    /** Ticks that are late by chance must not be chained into one episode. */
    @Test
    void moreRunsNarrowTheIntervalAtEveryPercentile() {
        List<ClientStatistics> runs = IntStream.range(0, 10)
                .mapToObj(seed -> Series.independent(18_900, 1_850_000, seed))
                .toList();
        for (double share : new double[] {0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.05, 0.02, 0.01}) {
            double five = width(PercentileBound.of(runs.subList(0, 5), share));
            assertThat(five).as("beyond %s", share).isLessThan(width(PercentileBound.of(runs.subList(0, 3), share)));
            assertThat(width(PercentileBound.of(runs, share)))
                    .as("beyond %s", share)
                    .isLessThan(five);
        }
    }

    /** phi is at least 1, support never grows with the percentile, and the interval contains the value. */
    @Test
    void isConsistentForAnySeries() {
        SplittableRandom random = new SplittableRandom(37);
        for (int trial = 0; trial < ProofLevel.fullOr(40, 15); trial++) {
            int ticks = 200 + random.nextInt(8_000);
            long everyNs = 1 + random.nextLong(20 * MS);
            long[] values = Series.exponential(ticks, trial);
            for (int pause = random.nextInt(20); pause > 0; pause--) {
                int from = random.nextInt(ticks);
                for (int i = from; i < Math.min(ticks, from + 1 + random.nextInt(100)); i++) {
                    values[i] += random.nextLong(50 * MS);
                }
            }
            ClientStatistics one = Series.statistics(ticks, everyNs, i -> values[(int) i]);
            ClientStatistics other = Series.independent(ticks, everyNs, trial);
            double before = Double.MAX_VALUE;
            for (double share : new double[] {0.5, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001}) {
                PercentileBound bound = PercentileBound.of(List.of(one, other), share);
                assertThat(bound.effective()).isBetween(0.0, 2 * ticks * share + 2);
                assertThat(bound.effective()).isLessThanOrEqualTo(before);
                assertThat(bound.phi()).isGreaterThanOrEqualTo(1);
                if (bound.lowNs() != null && bound.highNs() != null) {
                    assertThat(bound.valueNs()).isBetween(bound.lowNs(), bound.highNs());
                }
                before = bound.effective();
            }
        }
    }

    /** A few more late ticks must not change the interval abruptly. */
    @Test
    void growsSmoothlyWithTheNumberOfLateTicks() {
        long[] body = Series.exponential(20_000, 9);
        double before = 0;
        for (int late = 100; late < 400; late += 3) {
            int clustered = late;
            ClientStatistics run = Series.statistics(
                    20_000, 2 * MS, i -> i >= 5_000 && i < 5_000 + clustered ? 50 * MS + i : body[(int) i]);
            double effective = PercentileBound.of(List.of(run), 0.1).effective();
            assertThat(before == 0 ? 1 : effective / before).as("%d", late).isBetween(0.85, 1.18);
            before = effective;
        }
    }

    /**
     * One run is late for nine ticks of ten, the others for three. The effective number is so small that the lower rank of
     * the median is below every tick, but the upper rank exists.
     */
    @Test
    void upperBoundCanExistWithoutALowerBound() {
        ClientStatistics fast = Series.statistics(6_000, 50 * MS, i -> i % 300 < 90 ? 4 * MS + i : MS + i);
        ClientStatistics slow = Series.statistics(6_000, 50 * MS, i -> i % 300 < 270 ? 4 * MS + i : MS + i);
        PercentileBound bound = PercentileBound.of(List.of(fast, fast, slow), 0.5);
        assertThat(bound.refusal()).isEqualTo("its lower bound is below every tick");
        assertThat(bound.lowNs()).isNull();
        assertThat(bound.highNs()).isBetween(4 * MS, 5 * MS);
    }

    /** Waits for the end of a pause have equal lengths: the value is in the interval, and runs do not differ. */
    @Test
    void intervalContainsAValueSharedByManyTicks() {
        ClientStatistics one = Series.statistics(20_000, 50 * MS, i -> i % 100 == 7 ? 6 * MS : MS + i);
        ClientStatistics other =
                Series.statistics(20_000, 50 * MS, i -> i == 5 ? 60 * MS : i % 100 == 7 ? 6 * MS : MS + i);
        PercentileBound bound = PercentileBound.of(List.of(one, other, one), 0.005);
        assertThat(bound.phi()).isEqualTo(1);
        assertThat(bound.lowNs()).as("6 ms less 6.3 %").isBetween(5_610_000L, 5_625_000L);
        assertThat(bound.highNs()).isBetween(6_375_000L, 6_390_000L);
    }

    /** Each run has a slow half second: three in 300 s, but an upper bound needs four. */
    @Test
    void fewEpisodesHaveALowerBoundOnly() {
        ClientStatistics run = Series.statistics(50_000, 2 * MS, i -> i / 250 == 100 ? 50 * MS + i : MS + i);
        PercentileBound bound = PercentileBound.of(List.of(run, run, run), 0.003);
        assertThat(bound.highNs()).isNull();
        assertThat(bound.lowNs()).isLessThan(2 * MS);
        assertThat(bound.refusal()).isEqualTo("3 independent episodes lie beyond it, an upper bound needs 4");
    }

    @Test
    void isRefusedIfTheRankIsLost() {
        ClientStatistics lost = Series.statistics(5_000, 50 * MS, i -> i % 50 == 0 ? TickSeries.LOST : MS + i);
        assertThat(PercentileBound.of(List.of(lost, lost), 0.01).refusal())
                .isEqualTo("its rank falls among the lost ticks");
    }
}
