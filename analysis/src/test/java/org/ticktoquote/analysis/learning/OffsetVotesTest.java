package org.ticktoquote.analysis.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.learning.OffsetVotes.Distance;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Votes of snapshots, with known answers. */
final class OffsetVotesTest {
    private static final int MAX_DISTANCES = 8_192;

    private final OffsetVotes votes = new OffsetVotes();
    private final RecentComposites composites = new RecentComposites();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SnapshotRecord.LENGTH]);

    private void snapshot(long bid, long ask) {
        SnapshotRecord.putTop(buffer, 0, 0, bid, ask, 1, 1);
        votes.add(new SnapshotRecord(buffer, 0), composites);
    }

    @Test
    void newerCompositesHaveMoreWeight() {
        composites.add(100, 200);
        composites.add(110, 207);
        composites.add(111, 205);
        snapshot(109, 208);
        assertThat(votes.candidates())
                .containsExactly(
                        new Offsets(new Distance(-2, 3), 1, 1, 32),
                        new Offsets(new Distance(-1, 1), 1, 1, 31),
                        new Offsets(new Distance(9, 8), 1, 1, 30));
        snapshot(110, 206);
        assertThat(votes.candidates().get(0)).isEqualTo(new Offsets(new Distance(-1, 1), 2, 2, 63));
    }

    @Test
    void snapshotVotesOncePerDistanceWithTheNewestComposite() {
        composites.add(100, 200);
        composites.add(110, 210);
        composites.add(100, 200);
        snapshot(99, 201);
        assertThat(votes.candidates())
                .containsExactly(
                        new Offsets(new Distance(-1, 1), 1, 1, 32), new Offsets(new Distance(-11, -9), 1, 1, 31));
    }

    @Test
    void ordersEqualWeightsByPrice() {
        composites.add(1_000, 2_000);
        List<Distance> expected = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            long bid = i * 7 % 10 - 5;
            long ask = i * 11 % 40;
            snapshot(1_000 + bid, 2_000 + ask);
            expected.add(new Distance(bid, ask));
        }
        expected.sort(Comparator.comparingLong(Distance::bid).thenComparingLong(Distance::ask));
        assertThat(votes.candidates().stream().map(Offsets::distance)).isEqualTo(expected);
    }

    /** Each other snapshot has 32 distances of its own, which must not displace a distance with half of the votes. */
    @Test
    void distancesWithHalfOfTheVotesAreNotDropped() {
        for (int depth = 0; depth < RecentComposites.DEPTH; depth++) {
            composites.add(-depth, depth * depth);
        }
        int others = MAX_DISTANCES / RecentComposites.DEPTH - 1;
        for (int i = 1; i <= others; i++) {
            snapshot(1_000L * i, 0);
            snapshot(0, 0);
        }
        assertThat(votes.candidates()).hasSize(MAX_DISTANCES);
        snapshot(1_000L * (others + 1), 0);
        assertThat(votes.candidates())
                .hasSize(RecentComposites.DEPTH)
                .allSatisfy(candidate -> assertThat(candidate.votes()).isEqualTo(others));
    }

    @Test
    void trueDistanceLosesNoVotesAmongManyOthers() {
        int samples = 4_096;
        for (int i = 0; i < samples; i++) {
            composites.add(10_000L * i * i, 0);
            snapshot(10_000L * i * i - 3, 5);
        }
        Offsets best = votes.candidates().get(0);
        assertThat(best.distance()).isEqualTo(new Distance(-3, 5));
        assertThat(best.votes()).isEqualTo(samples);
        assertThat(best.weight()).isEqualTo(32L * samples);
        assertThat(votes.candidates()).hasSizeLessThanOrEqualTo(MAX_DISTANCES);
    }
}
