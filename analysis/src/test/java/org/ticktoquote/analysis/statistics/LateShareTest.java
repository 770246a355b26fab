package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class LateShareTest {
    private static final long MAX_NS = 40_876_895;

    private static RunStatistics run(long largestNs) {
        ClientStatistics one = Series.statistics(1_438, 6 * Series.MS, i -> i == 700 ? largestNs : Series.MS + i);
        return RunStatistics.of(new UUID(0, 1), 1_437 * 6 * Series.MS, new Attributed(one, one, one), null);
    }

    /** The bucket of the largest value contains it and must not count as later. */
    @Test
    void nothingIsBeyondTheLargestValue() {
        LateShare beyond = LateShare.beyondAll(List.of(run(MAX_NS))).orElseThrow();
        assertThat(beyond.valueNs()).isBetween(MAX_NS, MAX_NS + MAX_NS / 1_000);
        assertThat(beyond.episodes()).isZero();
        assertThat(beyond.quotes()).isZero();
        assertThat(beyond.quotesHigh()).isNull();
        assertThat(beyond.fewerAnHour()).isCloseTo(3 / (1_437 * 0.006 / 3_600), within(1e-6));
    }

    /** One run does not show the differences between runs. */
    @Test
    void intervalNeedsSeveralRuns() {
        ClientStatistics late =
                Series.statistics(20_000, 6 * Series.MS, i -> i % 500 == 7 ? 50 * Series.MS : Series.MS + i);
        RunStatistics one =
                RunStatistics.of(new UUID(0, 1), 120_000 * Series.MS, new Attributed(late, late, late), null);
        LateShare alone = LateShare.of(20 * Series.MS, List.of(one)).orElseThrow();
        assertThat(alone.supported()).isTrue();
        assertThat(alone.quotesLow()).isNull();
        assertThat(alone.quotesHigh()).isNull();
        LateShare both = LateShare.of(20 * Series.MS, List.of(one, one)).orElseThrow();
        assertThat(both.quotesLow()).isLessThan(alone.quotes());
        assertThat(both.quotesHigh()).isGreaterThan(alone.quotes());
    }

    /** A tenth of the ticks, in one episode: beyond p99 it is only a tenth as long. */
    @Test
    void assumedLengthIncludesTheEpisodesOfTheValue() {
        ClientStatistics late = Series.statistics(
                10_000, 10 * Series.MS, i -> i >= 5_000 && i < 6_000 ? 50 * Series.MS + i : Series.MS + i);
        RunStatistics one =
                RunStatistics.of(new UUID(0, 1), 100_000 * Series.MS, new Attributed(late, late, late), null);
        LateShare share = LateShare.of(20 * Series.MS, List.of(one)).orElseThrow();
        assertThat(share.supported()).isFalse();
        assertThat(share.longestNs()).isEqualTo(10_000 * Series.MS);
        assertThat(share.timeAtMost()).isGreaterThan(share.timeHigh());
    }

    @Test
    void isAbsentIfATickWasLost() {
        assertThat(LateShare.beyondAll(List.of(run(TickSeries.LOST)))).isEmpty();
    }
}
