package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.matching.SimulatedRun.Matched;
import org.ticktoquote.analysis.matching.SimulatedRun.Shown;
import org.ticktoquote.analysis.matching.SimulatedRun.Tick;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.run.Matching;

/** States distinguished by further keys, and too many ambiguous snapshots. */
final class PriceStatesTest {
    private static final long A = 1_385_000_000L;
    private static final long B = A + SimulatedRun.EURUSD.tickSize();
    private static final long SPREAD = 4 * SimulatedRun.EURUSD.tickSize();
    private static final long CROSSED = -SPREAD;

    @TempDir
    Path directory;

    private static Tick tick(long id, long bid, long spread, long size) {
        return new Tick(id, id * SimulatedRun.MS, 0, bid, bid + spread, 3, size);
    }

    private static Shown shown(long atMs, long bid, long size) {
        return new Shown(0, atMs * SimulatedRun.MS, 0, bid, bid + SPREAD, size, size, false);
    }

    private static Matching by(List<String> keys, Matching.Limits limits) {
        return new Matching(Matching.BY_PRICE, 0, "decimal", keys, Matching.DECLARED, Matching.TOTAL, limits);
    }

    private static Matching bySize() {
        return by(List.of(Matching.SIZE), Matching.Limits.DEFAULT);
    }

    /** Tick 2 changes only the quantity of the price of tick 1. */
    @Test
    void quantityChangeCreatesAStateOfThePrecedingDueTick() {
        SimulatedRun run = new SimulatedRun(List.of(tick(1, A, SPREAD, 1), tick(2, A, SPREAD, 2)), 1, 1);
        run.snapshots.add(shown(5, A, 2));
        try (Matched matched = run.match(directory, bySize())) {
            assertThat(matched.matcher().tallies().get(0).of(Count.UNEXPLAINED)).isZero();
            assertThat(ResultCell.outcome(matched.latest().cell(1, 0))).isEqualTo(ResultCell.PUBLISHED);
            assertThat(ResultCell.responseNs(matched.latest().cell(1, 0))).isEqualTo(4 * SimulatedRun.MS);
            assertThat(ResultCell.outcome(matched.latest().cell(2, 0))).isEqualTo(ResultCell.UNCHANGED);
        }
    }

    @Test
    void rejectedTickCreatesNoState() {
        SimulatedRun run = new SimulatedRun(List.of(tick(1, A, SPREAD, 1), tick(2, A, CROSSED, 9)), 1, 1);
        run.snapshots.add(shown(5, A, 9));
        try (Matched matched = run.match(directory, bySize())) {
            assertThat(matched.matcher().tallies().get(0).of(Count.UNEXPLAINED)).isEqualTo(1);
            assertThat(ResultCell.outcome(matched.latest().cell(1, 0))).isEqualTo(ResultCell.LOST);
        }
    }

    /** The second snapshot would prove that the first one shows tick 1, not tick 3. */
    @Test
    void snapshotSettledEarlyForLackOfRoomKeepsItsFullInterval() {
        SimulatedRun run =
                new SimulatedRun(List.of(tick(1, A, SPREAD, 1), tick(2, B, SPREAD, 1), tick(3, A, SPREAD, 1)), 1, 1);
        run.snapshots.add(shown(5, A, 1));
        run.snapshots.add(shown(6, B, 1));
        try (Matched matched = run.match(directory, by(List.of(), Matching.Limits.DEFAULT))) {
            assertThat(matched.matcher().tallies().get(0).of(Count.OVERFLOWED)).isZero();
            assertThat(ResultCell.outcome(matched.soonest().cell(3, 0))).isEqualTo(ResultCell.LOST);
        }
        try (Matched matched = run.match(directory, by(List.of(), new Matching.Limits(1, 1 << 14)))) {
            assertThat(matched.matcher().tallies().get(0).of(Count.OVERFLOWED)).isEqualTo(1);
            assertThat(ResultCell.outcome(matched.soonest().cell(3, 0))).isEqualTo(ResultCell.PUBLISHED);
            assertThat(ResultCell.responseNs(matched.soonest().cell(3, 0))).isEqualTo(2 * SimulatedRun.MS);
        }
    }
}
