package org.ticktoquote.analysis.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.matching.ManifestFixture;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.SessionPlan;

/** Stale time in nanoseconds, and excluded time. */
class StaleSumsTest {
    private static final long MS = 1_000_000;

    private static List<Long> beyond(StaleSums spent) {
        return IntStream.range(0, Staleness.THRESHOLDS_NS.size())
                .mapToObj(spent::beyondNs)
                .toList();
    }

    @Test
    void timeBeyondAThresholdCountsAgesAboveIt() {
        StaleSums spent = new StaleSums();
        spent.addInterval(0, 6 * MS, true);
        spent.addInterval(2 * MS, 5 * MS, true);
        assertThat(beyond(spent)).containsExactly(5 * MS + 3 * MS, MS, 0L, 0L, 0L, 0L, 0L);
        spent.addInterval(0, 5 * MS + 1, false);
        assertThat(beyond(spent).subList(0, 3)).containsExactly(12 * MS + 1, MS + 1, 0L);
    }

    @Test
    void sumsUnansweredTimeSeparately() {
        StaleSums spent = new StaleSums();
        spent.addInterval(10, 30, true);
        assertThat(spent.rising()).isFalse();
        spent.addInterval(5, 12, false);
        assertThat(spent.rising()).isTrue();
        assertThat(spent.staleNs()).isEqualTo(27);
        assertThat(spent.unansweredNs()).isEqualTo(7);
        assertThat(spent.maximumNs()).isEqualTo(30);
        assertThat(spent.meanNs(100)).isCloseTo((20 * 20 + 7 * 8.5) / 100, within(1e-9));
        assertThat(spent.meanNs(0)).isZero();
    }

    /** A sum of doubles would lose the short stretches after the hour. */
    @Test
    void meanDoesNotDependOnTheOrder() {
        StaleSums longFirst = new StaleSums();
        StaleSums longLast = new StaleSums();
        longFirst.addInterval(0, 3_600_000 * MS, true);
        for (int i = 0; i < 100_000; i++) {
            longFirst.addInterval(i, i + 1, true);
            longLast.addInterval(i, i + 1, true);
        }
        longLast.addInterval(0, 3_600_000 * MS, true);
        assertThat(longFirst.meanNs(1)).isEqualTo(longLast.meanNs(1));
    }

    @Test
    void subtractsMeasuredPartOfExcludedTime() {
        MatchPlan plan = ManifestFixture.planById(
                List.of(new SessionPlan(0, "a", 0, List.of(0))), 1, new Conflation(Conflation.UNKNOWN, 0), 0, 1);
        Staleness staleness = new Staleness(plan, 1_000);
        assertThat(staleness.totalNs(0, 0, 5_000)).isEqualTo(4_000);
        staleness.excluded(0, 0, 400, 1_300); // the first 600 ns of it before the run
        assertThat(staleness.totalNs(0, 0, 5_000)).isEqualTo(3_700);
        staleness.excluded(0, 0, 2_000, 2_500);
        assertThat(staleness.totalNs(0, 0, 5_000)).isEqualTo(3_200);
        staleness.staleInterval(0, 0, 4_500, 4_800, 6_000, true);
        assertThat(staleness.totalNs(0, 0, 5_000))
                .as("to the end of the last old price")
                .isEqualTo(4_200);
        assertThat(staleness.spent(0, 0).maximumNs()).isEqualTo(1_500);
        assertThat(staleness.sessions().get(0).staleNs()).isEqualTo(1_200);
        assertThat(staleness.pairs().get(0).staleNs()).isEqualTo(1_200);
        assertThat(staleness.all().staleNs()).isEqualTo(1_200);
        assertThat(staleness.all().maximumNs()).isEqualTo(1_500);
        staleness.excluded(0, 0, 5_700, 9_000);
        assertThat(staleness.totalNs(0, 0, 5_000))
                .as("time excluded after the end was not in the total")
                .isEqualTo(3_900);
        staleness.excluded(0, 0, 0, 9_000);
        assertThat(staleness.totalNs(0, 0, 5_000)).isZero();
    }
}
