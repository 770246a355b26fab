package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.outliers.TickCauses.CauseAmounts;

/** Time belongs to the most specific cause at each moment. */
final class CauseTimelineTest {
    private static final int END = 200;

    private static Map<Cause, Long> overlaps(CauseTimeline timeline, long fromNs, long toNs) {
        Map<Cause, Long> found = new EnumMap<>(Cause.class);
        timeline.overlaps(fromNs, toNs, (cause, ns) -> found.merge(cause, ns, Long::sum));
        return found;
    }

    private static long most(long fromNs, long toNs, EvidenceInterval... waits) {
        return CauseAmounts.of(SampleEvidence.evidence(Cause.RUN_QUEUE, waits)).stream()
                .mapToLong(amounts -> amounts.mostNs(fromNs, toNs))
                .max()
                .orElse(0);
    }

    private static EvidenceInterval waited(String who, long fromNs, long toNs, long ns) {
        return new EvidenceInterval(fromNs, toNs, ns, who, "");
    }

    /** Waits of other threads do not explain a pause of the application itself. */
    @Test
    void doesNotAddWaitsOfDifferentThreadsInDifferentPeriods() {
        assertThat(most(
                        50,
                        350,
                        waited("one", 0, 100, 40),
                        waited("two", 100, 200, 40),
                        waited("three", 200, 300, 40),
                        waited("one", 300, 400, 40)))
                .as("of a pause of 300")
                .isEqualTo(40);
    }

    @Test
    void uncertainTimeCountsInOnePeriodOnly() {
        EvidenceInterval first = waited("one", 0, 100, 40);
        EvidenceInterval second = waited("one", 100, 200, 70);
        assertThat(most(50, 150, first, second))
                .as("50 of the second, at least 20")
                .isEqualTo(60);
        assertThat(most(0, 200, first, second)).as("all of both").isEqualTo(110);
        assertThat(most(90, 110, first, second)).as("in either, not in both").isEqualTo(10);
    }

    /** A session without acknowledgements in three successive samples of 10, each with the 200 before it. */
    @Test
    void overlappingPeriodsCountOnce() {
        EvidenceInterval[] waits = {
            waited("one", 100, 310, 209), waited("one", 110, 320, 209), waited("one", 120, 330, 209)
        };
        assertThat(most(0, 1_000, waits)).isEqualTo(230);
        assertThat(most(90, 105, waits)).isEqualTo(5);
        assertThat(most(315, 400, waits)).isEqualTo(15);
        assertThat(most(0, 1_000, waited("one", 0, 10, 9), waited("one", 20, 30, 9)))
                .isEqualTo(18);
    }

    /** For any position of the waits within their periods. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void amountIsBetweenTheCertainAndThePossible(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int series = 0; series < 40; series++) {
            EvidenceInterval[] waits = new EvidenceInterval[1 + random.nextInt(5)];
            long fromNs = random.nextInt(100);
            long toNs = fromNs + 1 + random.nextInt(400);
            long least = 0;
            long most = 0;
            long one = 0;
            for (int i = 0; i < waits.length; i++) {
                long waitedNs = 1 + random.nextInt(98);
                waits[i] = waited("one", 100L * i, 100L * (i + 1), waitedNs);
                long inside = Math.max(0, Math.min(toNs, 100L * (i + 1)) - Math.max(fromNs, 100L * i));
                least += Math.max(0, waitedNs - (100 - inside));
                most += Math.min(waitedNs, inside);
                one = Math.max(one, Math.min(waitedNs, inside));
            }
            assertThat(most(fromNs, toNs, waits))
                    .as("seed %d, series %d", seed, series)
                    .isBetween(Math.max(least, one), most);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void agreesWithABruteForceScan(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int series = 0; series < 40; series++) {
            List<CauseEvidence> all = new ArrayList<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                long from = random.nextInt(END);
                Cause cause = Cause.values()[random.nextInt(Cause.values().length)];
                all.add(SampleEvidence.exact(cause, from, from + random.nextInt(60)));
            }
            CauseTimeline timeline = CauseTimeline.of(all, cause -> true);
            long fromNs = random.nextInt(END);
            long toNs = fromNs + random.nextInt(END);
            Map<Cause, Long> expected = new EnumMap<>(Cause.class);
            for (long at = fromNs; at < toNs; at++) {
                long moment = at;
                all.stream()
                        .filter(one -> one.intervals().get(0).fromNs() <= moment
                                && moment < one.intervals().get(0).toNs())
                        .map(CauseEvidence::cause)
                        .min(Cause::compareTo)
                        .ifPresent(cause -> expected.merge(cause, 1L, Long::sum));
            }
            assertThat(overlaps(timeline, fromNs, toNs))
                    .as("seed %d, series %d", seed, series)
                    .isEqualTo(expected);
        }
    }
}
