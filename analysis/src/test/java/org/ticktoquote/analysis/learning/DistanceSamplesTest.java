package org.ticktoquote.analysis.learning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.learning.OffsetVotes.Distance;
import org.ticktoquote.analysis.learning.OffsetVotes.DistanceSamples;

/** Snapshots explained by given offsets, with known answers. */
final class DistanceSamplesTest {
    private static final Distance TRUTH = new Distance(-1, 1);

    private final DistanceSamples samples = new DistanceSamples();
    private final RecentComposites composites = new RecentComposites();

    @Test
    void snapshotCountsForTheNewestCompositeThatExplainsIt() {
        composites.add(100, 200);
        composites.add(110, 210);
        samples.add(109, 211, composites);
        samples.add(99, 201, composites);
        samples.add(500, 600, composites);
        samples.add(500, 600, composites);
        samples.add(109, 211, composites);
        assertThat(samples.counted(TRUTH, 1)).isEqualTo(new Offsets(TRUTH, 3, 5, 8 + 7 + 8));
        Distance none = new Distance(0, 0);
        assertThat(samples.counted(none, 1)).isEqualTo(new Offsets(none, 0, 5, 0));
    }

    /** A bid is rounded down to the grid, an ask up. */
    @Test
    void gridExplainsRoundedPrices() {
        composites.add(100, 200);
        for (int bid = 90; bid < 110; bid++) {
            samples.add(bid, 201, composites);
        }
        for (int ask = 190; ask < 210; ask++) {
            samples.add(99, ask, composites);
        }
        assertThat(samples.counted(TRUTH, 5)).isEqualTo(new Offsets(TRUTH, 10, 40, 80));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 32, 512, 600})
    void countsAtMostTheFirst512Snapshots(int count) {
        composites.add(100, 200);
        for (int i = 0; i < count; i++) {
            samples.add(99, 201, composites);
        }
        int counted = Math.min(count, 512);
        assertThat(samples.counted(TRUTH, 1)).isEqualTo(new Offsets(TRUTH, counted, counted, 8L * counted));
    }
}
