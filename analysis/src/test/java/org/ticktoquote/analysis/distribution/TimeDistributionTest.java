package org.ticktoquote.analysis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random intervals, compared with the sum of the part of each beyond an age. */
final class TimeDistributionTest {
    private record Stretch(long fromNs, long toNs) {
        long beyond(long ageNs) {
            return Math.max(0, toNs - Math.max(fromNs, ageNs));
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, 100);
    }

    private static List<Stretch> stretches(RandomGenerator random) {
        List<Stretch> stretches = new ArrayList<>();
        int count = 1 + random.nextInt(200);
        for (int i = 0; i < count; i++) {
            long from = random.nextBoolean() ? 0 : (long) Math.exp(random.nextDouble() * 20);
            stretches.add(new Stretch(from, from + (long) Math.exp(random.nextDouble() * 22)));
        }
        return stretches;
    }

    private static TimeDistribution distribution(List<Stretch> stretches) {
        TimeDistribution times = new TimeDistribution();
        stretches.forEach(stretch -> times.addInterval(stretch.fromNs(), stretch.toNs()));
        return times;
    }

    private static long beyond(List<Stretch> stretches, long ageNs) {
        return stretches.stream().mapToLong(stretch -> stretch.beyond(ageNs)).sum();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void addsUpTheTimeBeyondEachAgeExactly(int seed) {
        List<Stretch> stretches = stretches(new SplittableRandom(seed));
        TimeDistribution times = distribution(stretches);
        BeyondCurve curve = times.beyond("stalenessNs", "staleness", 77);

        assertThat(curve.total()).isEqualTo(77);
        assertThat(curve.points()).isNotEmpty();
        for (BeyondCurve.Point point : curve.points()) {
            assertThat(point.beyond()).as("seed %d %s", seed, point).isEqualTo(beyond(stretches, point.ageNs()));
        }
        BeyondCurve.Point last = curve.points().get(curve.points().size() - 1);
        assertThat(last).isEqualTo(new BeyondCurve.Point(times.maximumNs(), 0));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agesAreAtMostAThousandthTooHigh(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Stretch> stretches = stretches(random);
        TimeDistribution times = distribution(stretches);
        long total = beyond(stretches, 0) + random.nextInt(1_000_000);
        for (double share : new double[] {0.5, 0.9, 0.99, 0.999}) {
            long age = times.percentile(share, total);
            assertThat(beyond(stretches, age)).isLessThanOrEqualTo(Math.round((1 - share) * total) + stretches.size());
            long younger = age - age / 1_000 - 2;
            if (younger > 0) {
                assertThat(beyond(stretches, younger))
                        .isGreaterThanOrEqualTo((long) ((1 - share) * total) - stretches.size());
            }
        }
    }

    @Test
    void usesAboutTwentyCommonAgesPerDecade() {
        BeyondCurve curve = distribution(List.of(new Stretch(0, 1_000_000_000))).beyond("", "", 1);
        List<Long> ages = curve.points().stream().map(BeyondCurve.Point::ageNs).toList();

        assertThat(ages).startsWith(1_000L).endsWith(1_000_000_000L).hasSize(6 * 20 + 2);
        assertThat(ages).isSorted().doesNotHaveDuplicates();
        Distribution values = new Distribution("", "", 0);
        values.record(1_000_000_000L);
        assertThat(values.beyond().points().stream().map(BeyondCurve.Point::ageNs))
                .isEqualTo(ages);
    }

    @Test
    void emptyDistributionHasNoPoints() {
        assertThat(new TimeDistribution().beyond("", "", 5).points()).isEmpty();
        assertThat(new Distribution("", "", 0).beyond().points()).isEmpty();
    }
}
