package org.ticktoquote.analysis.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.model.PriceTransform;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;

/** Learns the offsets and grids of an application from its prices. */
final class OffsetsTest {
    private static final long VENUE_STEP = 10_000;

    private final OffsetVotes votes = new OffsetVotes();
    private final RecentComposites composites = new RecentComposites();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SnapshotRecord.LENGTH]);
    private long bid = 1_385_000_000L;
    private long grid;

    private void market(RandomGenerator random) {
        bid += (random.nextInt(3) - 1) * VENUE_STEP;
        composites.add(bid, bid + (1 + random.nextInt(4)) * VENUE_STEP);
    }

    private void quote(PriceTransform transform, int late) {
        long quotedBid = Price.floor(composites.bid(late) + transform.bidOffset(), transform.grid());
        long quotedAsk = Price.ceil(composites.ask(late) + transform.askOffset(), transform.grid());
        grid = RecentComposites.greatestDivisor(RecentComposites.greatestDivisor(grid, quotedBid), quotedAsk);
        SnapshotRecord.putTop(buffer, 0, 0, quotedBid, quotedAsk, 1, 1);
        votes.add(new SnapshotRecord(buffer, 0), composites);
    }

    static IntStream seeds() {
        return IntStream.range(0, 60);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void findsOffsetsAlthoughSnapshotsAreLate(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        long offset = random.nextInt(60) * VENUE_STEP / 2;
        long skew = (random.nextInt(11) - 5) * VENUE_STEP;
        long coarse = seed % 3 == 0 ? 5 * VENUE_STEP : VENUE_STEP;
        PriceTransform truth = new PriceTransform(skew - offset, skew + offset, coarse);
        for (int i = 0; i < 400; i++) {
            market(random);
            quote(truth, Math.min(composites.size() - 1, random.nextInt(3)));
        }
        assertThat(grid).as("seed %d", seed).isEqualTo(coarse);
        long step = RecentComposites.greatestDivisor(grid, composites.granularity());
        PriceTransform found = Offsets.of(votes, grid, step).get(0).transform(grid);
        for (long level = bid - 50 * VENUE_STEP; level < bid + 50 * VENUE_STEP; level += VENUE_STEP) {
            assertThat(Price.floor(level + found.bidOffset(), grid))
                    .as("seed %d, %s for %s", seed, found, truth)
                    .isEqualTo(Price.floor(level + truth.bidOffset(), grid));
            assertThat(Price.ceil(level + found.askOffset(), grid))
                    .as("seed %d, %s for %s", seed, found, truth)
                    .isEqualTo(Price.ceil(level + truth.askOffset(), grid));
        }
    }

    @Test
    void noOffsetExplainsPricesThatFollowAnInventory() {
        RandomGenerator random = new Random(5);
        for (int i = 0; i < 400; i++) {
            market(random);
            long inventory = random.nextInt(40) * VENUE_STEP;
            quote(new PriceTransform(inventory - VENUE_STEP, inventory + VENUE_STEP, VENUE_STEP), 0);
        }
        Offsets best = Offsets.of(votes, VENUE_STEP, VENUE_STEP).get(0);
        assertThat((double) best.votes() / votes.samples()).isLessThan(0.9);
    }

    @Test
    void boundsTheNumberOfSnapshotsAndDistances() {
        RandomGenerator random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            market(random);
            quote(new PriceTransform(random.nextInt() & ~0xf, random.nextInt() & ~0xf, 1), 0);
        }
        assertThat(votes.samples()).isEqualTo(4_096);
        assertThat(votes.candidates().size()).isLessThan(9_000);
    }

    /** Bids are rounded down and asks up, by less than the grid. */
    @Test
    void distanceYieldsAllOffsetsThatRoundingCanHide() {
        composites.add(100, 203);
        SnapshotRecord.putTop(buffer, 0, 0, 95, 210, 1, 1);
        votes.add(new SnapshotRecord(buffer, 0), composites);
        assertThat(Offsets.of(votes, 5, 1)).hasSize(25).allSatisfy(one -> {
            assertThat(one.distance().bid()).isBetween(-5L, -1L);
            assertThat(one.distance().ask()).isBetween(3L, 7L);
            assertThat(one.votes()).isEqualTo(1);
        });
    }
}
