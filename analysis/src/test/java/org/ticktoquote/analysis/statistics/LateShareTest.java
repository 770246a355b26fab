package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class LateShareTest {
    private static final long LARGEST_NS = 40_876_895;

    private static RunStatistics run(long largestNs) {
        ClientStatistics one = Series.statistics(1_438, 6 * Series.MS, i -> i == 700 ? largestNs : Series.MS + i);
        return RunStatistics.of(new UUID(0, 1), 1_437 * 6 * Series.MS, new Attributed(one, one, one), null);
    }

    /** The bucket of the largest value holds it: to count that as later than itself was wrong. */
    @Test
    void beyondTheLargestValueNothingWasSeen() {
        LateShare beyond = LateShare.beyondAll(List.of(run(LARGEST_NS))).orElseThrow();
        assertThat(beyond.valueNs()).isBetween(LARGEST_NS, LARGEST_NS + LARGEST_NS / 1_000);
        assertThat(beyond.episodes()).isZero();
        assertThat(beyond.quotes()).isZero();
        assertThat(beyond.quotesHigh()).isBetween(2.9 / 1_438, 3.1 / 1_438);
    }

    @Test
    void beyondALostTickThereIsNothing() {
        assertThat(LateShare.beyondAll(List.of(run(TickSeries.LOST)))).isEmpty();
    }
}
