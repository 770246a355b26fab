package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Finds remembered states, the newest first. */
final class ExpectedPricesTest {
    private static final MatchKeys PRICE = new MatchKeys(false, 0, false);
    private static final MatchKeys SIZE = new MatchKeys(true, 0, false);
    private static final int LIMIT = 128;
    private static final long ANY = -1;

    private static void add(ExpectedPrices prices, long bid, long quantity) {
        prices.add(1_000 + prices.size(), bid, bid + 4, quantity, quantity, 0);
    }

    private static SnapshotRecord snapshot(long bid, long quantity) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[SnapshotRecord.LENGTH]);
        SnapshotRecord.putTop(buffer, 0, 0, bid, bid + 4, quantity, quantity);
        return new SnapshotRecord(buffer, 0);
    }

    @Test
    void remembersExactlyAsManyStatesAsAllowed() {
        ExpectedPrices prices = new ExpectedPrices(LIMIT, PRICE);
        for (int state = 0; state < 4 * LIMIT; state++) {
            assertThat(prices.size()).isEqualTo(state);
            assertThat(prices.oldest()).isEqualTo(Math.max(0, state - LIMIT));
            add(prices, state, 1);
            for (long sequence = prices.oldest(); sequence < prices.size(); sequence++) {
                assertThat(prices.tickId(sequence)).isEqualTo(1_000 + sequence);
                assertThat(prices.newest(snapshot(sequence, 1))).isEqualTo(sequence);
            }
            assertThat(prices.newest(snapshot(prices.oldest() - 1, 1))).isEqualTo(ExpectedPrices.NONE);
        }
    }

    /** Recurring prices, some of them forgotten, compared with a list that forgets nothing. */
    @Test
    void forgottenStatesDoNotChangeAnswers() {
        int seed = 3;
        RandomGenerator random = new SplittableRandom(seed);
        ExpectedPrices prices = new ExpectedPrices(LIMIT, SIZE);
        List<long[]> states = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            long bid = i / 4 + random.nextInt(300);
            long quantity = random.nextInt(2);
            add(prices, bid, quantity);
            states.add(new long[] {bid, quantity});
            long shownBid = i / 4 + random.nextInt(300);
            SnapshotRecord snapshot = snapshot(shownBid, quantity);
            long newest = before(states, i + 1, prices.oldest(), shownBid, quantity);
            assertThat(prices.newest(snapshot)).as("seed %d, state %d", seed, i).isEqualTo(newest);
            long bound = i - random.nextInt(LIMIT + 10);
            assertThat(prices.sameAtMost(i, bound))
                    .as("seed %d, state %d", seed, i)
                    .isEqualTo(before(states, Math.min(i, bound) + 1, prices.oldest(), bid, quantity));
        }
    }

    /** Also with forgotten states and prices. */
    @Test
    void oldestStateIsExactOrUnknown() {
        int seed = 5;
        RandomGenerator random = new SplittableRandom(seed);
        for (int prices : new int[] {3, 40, 150, 400}) {
            ExpectedPrices expected = new ExpectedPrices(LIMIT, SIZE);
            List<long[]> states = new ArrayList<>();
            int known = 0;
            for (int i = 0; i < 3_000; i++) {
                long bid = i / 50 + random.nextInt(prices);
                long quantity = random.nextInt(2);
                add(expected, bid, quantity);
                states.add(new long[] {bid, quantity});
                long floor = Math.max(0, i - random.nextInt(3 * LIMIT));
                long oldest = expected.oldest(i, floor, snapshot(bid, quantity));
                String what = "seed %d, %d prices, state %d from %d".formatted(seed, prices, i, floor);
                if (oldest != ExpectedPrices.NONE) {
                    assertThat(oldest).as(what).isEqualTo(from(states, floor, bid, quantity));
                    known++;
                } else {
                    assertThat(floor).as(what).isLessThan(expected.oldest());
                    assertThat(prices > LIMIT || from(states, floor, bid, ANY) < expected.oldest())
                            .as("unknown only if states are forgotten, " + what)
                            .isTrue();
                }
            }
            assertThat(known).as("of %d prices", prices).isGreaterThan(900);
        }
    }

    /** Returns the oldest state from an index with the price and quantity. */
    private static long from(List<long[]> states, long floor, long bid, long quantity) {
        for (long i = floor; i < states.size(); i++) {
            long[] state = states.get((int) i);
            if (state[0] == bid && (quantity == ANY || state[1] == quantity)) {
                return i;
            }
        }
        return ExpectedPrices.NONE;
    }

    /** Bounds the search for an alternating price. */
    @Test
    void searchesOnlyAFewStatesIfTheOldestCanBeForgotten() {
        int limit = 1 << 12;
        ExpectedPrices prices = new ExpectedPrices(limit, PRICE);
        for (int i = 0; i < limit; i++) {
            add(prices, i < 10 ? 900 : 3, 1);
        }
        assertThat(prices.oldest(limit - 1, 0, snapshot(3, 1)))
                .as("all is remembered")
                .isEqualTo(10);
        for (int i = 0; i < limit; i++) {
            add(prices, i < limit - 255 ? 7 : 5, 1);
        }
        assertThat(prices.oldest(2 * limit - 1, 0, snapshot(5, 1))).isEqualTo(2 * limit - 255);
        add(prices, 5, 1);
        add(prices, 5, 1);
        assertThat(prices.oldest(2 * limit + 1, 0, snapshot(5, 1))).isEqualTo(ExpectedPrices.NONE);
        assertThat(prices.oldest(2 * limit + 1, 2 * limit, snapshot(5, 1))).isEqualTo(2 * limit);
    }

    @Test
    void reportsWhetherAForgottenStateCanMatch() {
        ExpectedPrices prices = new ExpectedPrices(LIMIT, PRICE);
        add(prices, 900, 1);
        add(prices, 901, 1);
        for (int i = 0; i < LIMIT; i++) {
            add(prices, i % 7, 1);
        }
        assertThat(prices.forgot(0, snapshot(900, 1))).isTrue();
        assertThat(prices.forgot(1, snapshot(900, 1))).isFalse();
        assertThat(prices.forgot(1, snapshot(901, 1))).isTrue();
        assertThat(prices.forgot(0, snapshot(902, 1))).as("never expected").isFalse();
        for (int i = 0; i < 3 * LIMIT; i++) {
            add(prices, 1_000 + i, 1);
        }
        assertThat(prices.forgot(0, snapshot(902, 1))).as("unknown").isTrue();
        assertThat(prices.forgot(prices.oldest(), snapshot(902, 1))).isFalse();
    }

    /** Links between states are created lazily by queries, which must not change answers. */
    @Test
    void answersDoNotDependOnEarlierQueries() {
        int seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        for (int asking : new int[] {2, 50, LIMIT, 700}) {
            ExpectedPrices often = new ExpectedPrices(LIMIT, SIZE);
            ExpectedPrices seldom = new ExpectedPrices(LIMIT, SIZE);
            for (int i = 0; i < 4_000; i++) {
                long bid = i / 4 + random.nextInt(300);
                long quantity = random.nextInt(2);
                add(often, bid, quantity);
                add(seldom, bid, quantity);
                SnapshotRecord snapshot = snapshot(i / 4 + random.nextInt(300), quantity);
                long bound = i - random.nextInt(LIMIT + 10);
                List<Object> expected = answers(often, snapshot, bound);
                if (random.nextInt(asking) == 0) {
                    assertThat(answers(seldom, snapshot, bound))
                            .as("seed %d, one in %d, state %d", seed, asking, i)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static List<Object> answers(ExpectedPrices prices, SnapshotRecord snapshot, long bound) {
        long same = prices.sameAtMost(prices.size() - 1, bound);
        long newest = prices.newest(snapshot);
        long oldest = newest == ExpectedPrices.NONE ? ExpectedPrices.NONE : prices.oldest(newest, 0, snapshot);
        return List.of(same, newest, oldest, prices.forgot(0, snapshot), prices.forgot(bound, snapshot));
    }

    @Test
    void remembersTwoStatesWithALimitOfTwo() {
        ExpectedPrices prices = new ExpectedPrices(2, PRICE);
        for (int i = 0; i < 10; i++) {
            add(prices, i, 1);
        }
        assertThat(prices.oldest()).isEqualTo(8);
        assertThat(prices.newest(snapshot(8, 1))).isEqualTo(8);
        assertThat(prices.newest(snapshot(7, 1))).isEqualTo(ExpectedPrices.NONE);
    }

    @Test
    void hasNoOldestStateIfTheStateShowsAnotherPrice() {
        ExpectedPrices prices = new ExpectedPrices(LIMIT, PRICE);
        add(prices, 50, 1);
        add(prices, 60, 1);
        assertThat(prices.oldest(1, 0, snapshot(50, 1))).isEqualTo(ExpectedPrices.NONE);
        assertThat(prices.oldest(0, 0, snapshot(50, 1))).isZero();
        assertThat(prices.oldest(0, 1, snapshot(50, 1))).isEqualTo(ExpectedPrices.NONE);
    }

    /** Returns the newest state before an index with the price and quantity. */
    private static long before(List<long[]> states, long end, long oldest, long bid, long quantity) {
        for (long i = end - 1; i >= oldest; i--) {
            long[] state = states.get((int) i);
            if (state[0] == bid && state[1] == quantity) {
                return i;
            }
        }
        return ExpectedPrices.NONE;
    }

    @Test
    void findsTheSameStateAtOrBelowABound() {
        ExpectedPrices prices = new ExpectedPrices(LIMIT, SIZE);
        add(prices, 50, 7);
        add(prices, 50, 9);
        add(prices, 50, 7);
        add(prices, 60, 7);
        add(prices, 50, 7);
        assertThat(List.of(prices.sameAtMost(4, 4), prices.sameAtMost(4, 3), prices.sameAtMost(4, 2)))
                .containsExactly(4L, 2L, 2L);
        assertThat(prices.sameAtMost(4, 1)).as("1 has another quantity").isEqualTo(0);
        assertThat(prices.sameAtMost(0, 0)).isEqualTo(0);
        assertThat(prices.sameAtMost(1, 0)).as("0 has another quantity").isEqualTo(ExpectedPrices.NONE);
        assertThat(prices.sameAtMost(3, 2)).isEqualTo(ExpectedPrices.NONE);
    }

    @Test
    void forgottenStateIsNotTheSameState() {
        ExpectedPrices prices = new ExpectedPrices(LIMIT, PRICE);
        for (int state = 0; state <= LIMIT; state++) {
            add(prices, state % 2, 1); // state 0 is forgotten, 1 and 2 are the oldest ones
        }
        assertThat(prices.sameAtMost(3, 1)).isEqualTo(1);
        assertThat(prices.sameAtMost(1, 1)).isEqualTo(1);
        assertThat(prices.sameAtMost(1, 0)).isEqualTo(ExpectedPrices.NONE);
        assertThat(prices.sameAtMost(2, 1)).isEqualTo(ExpectedPrices.NONE);
        assertThat(prices.sameAtMost(0, 0)).as("forgotten itself").isEqualTo(ExpectedPrices.NONE);
    }

    @Test
    void memoryIsBoundedForAnyNumberOfPrices() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ExpectedPrices prices = new ExpectedPrices(LIMIT, PRICE);
        long price = 0;
        while (price < 10 * LIMIT) {
            add(prices, price++, 1);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        while (price < 50_000) {
            add(prices, price++, 1);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes")
                .isLessThan(100_000);
    }
}
