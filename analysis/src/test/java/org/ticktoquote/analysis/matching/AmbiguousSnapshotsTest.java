package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * A snapshot stays open exactly as long as a later one can bound it, compared with every ordered attribution of snapshots to
 * states. Settling too late would not change any result, only use more capacity.
 */
final class AmbiguousSnapshotsTest {
    private static final MatchKeys PRICE = new MatchKeys(false, 0, false);
    private static final int MAX_STATES = 11;
    private static final int MAX_SNAPSHOTS = 7;

    private final ExpectedPrices expected = new ExpectedPrices(64, PRICE);
    private final AmbiguousSnapshots open = new AmbiguousSnapshots(64);
    private final List<Integer> prices = new ArrayList<>();
    private final List<int[]> shown = new ArrayList<>(); // price and number of states

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(400, 200));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void settlesAsSoonAsNoLaterSnapshotCanBoundIt(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        int different = 2 + random.nextInt(3);
        int truth = 0;
        int removed = 0;
        state(random.nextInt(different));
        while (shown.size() < MAX_SNAPSHOTS) {
            if (prices.size() < MAX_STATES && random.nextInt(5) < 3) {
                state(random.nextInt(different));
            } else {
                truth += random.nextInt(Math.min(3, prices.size() - truth));
                show(prices.get(truth));
                long[][] newest = newest();
                while (!open.isEmpty() && open.firstSettled()) {
                    check(seed, removed, newest[0][removed]);
                    open.removeFirst();
                    removed++;
                }
                if (!open.isEmpty()) {
                    check(seed, removed, newest[0][removed]);
                }
                assertThat(removed).as("settled, %s", what(seed)).isEqualTo(settled(newest));
            }
        }
    }

    private void check(int seed, int snapshot, long newestState) {
        assertThat(open.firstNewestId())
                .as("newest of snapshot %d, %s", snapshot, what(seed))
                .isEqualTo(1_000 + newestState);
        assertThat(open.firstReceivedNs()).isEqualTo(50 + snapshot);
        assertThat(open.firstCounted()).isEqualTo(snapshot % 2 == 0);
    }

    private String what(int seed) {
        return "seed " + seed + ", states " + prices + ", shown "
                + shown.stream().map(Arrays::toString).toList();
    }

    private void state(int price) {
        expected.add(1_000 + prices.size(), price, price + 1, 1, 1, 0);
        prices.add(price);
    }

    private void show(int price) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[SnapshotRecord.LENGTH]);
        SnapshotRecord.putTop(buffer, 0, 0, price, price + 1, 1, 1);
        long newest = expected.newest(new SnapshotRecord(buffer, 0));
        long oldest = IntStream.range((int) open.floor(), prices.size())
                .filter(state -> prices.get(state) == price)
                .findFirst()
                .orElseThrow();
        int number = shown.size();
        shown.add(new int[] {price, prices.size()});
        open.add(50 + number, number % 2 == 0, oldest, 1_000 + oldest, newest, 1_000 + newest);
        open.tighten(expected);
    }

    /** Returns the number of leading snapshots whose newest state does not depend on the last snapshot. */
    private static int settled(long[][] newest) {
        int count = 0;
        while (count < newest[0].length && newest[0][count] == newest[1][count]) {
            count++;
        }
        return count;
    }

    /** Per snapshot: the newest possible state, and the newest one if the last snapshot shows its oldest possible state. */
    private long[][] newest() {
        long[][] byLast = new long[prices.size()][];
        attribute(new long[shown.size()], 0, 0, byLast);
        long[] newest = new long[shown.size()];
        long[] least = newest;
        for (int last = prices.size() - 1; last >= 0; last--) {
            if (byLast[last] != null) {
                least = byLast[last];
                raise(newest, byLast[last]);
            }
        }
        return new long[][] {newest, least};
    }

    private void attribute(long[] chosen, int at, int from, long[][] byLast) {
        if (at == chosen.length) {
            int last = (int) chosen[at - 1];
            byLast[last] = byLast[last] == null ? new long[at] : byLast[last];
            raise(byLast[last], chosen);
            return;
        }
        for (int state = from; state < shown.get(at)[1]; state++) {
            if (prices.get(state) == shown.get(at)[0]) {
                chosen[at] = state;
                attribute(chosen, at + 1, state, byLast);
            }
        }
    }

    private static void raise(long[] values, long[] to) {
        Arrays.setAll(values, i -> Math.max(values[i], to[i]));
    }

    /** The states of both prices are forgotten, so that only their bounds are known. */
    @Test
    void snapshotWithForgottenStatesSettlesAtItsBound() {
        state(1);
        state(2);
        state(1);
        open.add(50, true, 0, 1_000, 2, 1_002);
        while (prices.size() < 70) {
            state(prices.size());
        }
        open.add(51, false, 1, 1_001, 1, 1_001);
        open.tighten(expected);
        assertThat(List.of(open.firstSettled(), open.firstOldestId(), open.firstNewestId()))
                .containsExactly(true, 1_000L, 1_001L);
    }
}
