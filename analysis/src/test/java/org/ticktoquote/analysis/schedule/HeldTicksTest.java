package org.ticktoquote.analysis.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.audit.StarvedApplication;

final class HeldTicksTest {
    private static final long MS = 1_000_000;

    private final HeldTicks ticks = new HeldTicks(StarvedApplication.NEVER);

    private long held(long intendedMs, long sentMs, long waitedMs) {
        return ticks.next(intendedMs * MS, sentMs * MS, waitedMs * MS) / MS;
    }

    @Test
    void lateTickWithoutAWaitIsNotHeld() {
        assertThat(held(0, 0, 0)).isZero();
        assertThat(held(10, 510, 0)).isZero();
        assertThat(held(20, 511, 0)).isZero();
        assertThat(held(600, 600, 0)).isZero();
    }

    @Test
    void tickDueDuringAWaitIsHeldToItsEnd() {
        assertThat(held(0, 0, 300)).isZero();
        assertThat(held(10, 300, 0)).isEqualTo(290);
        assertThat(held(299, 300, 0)).isEqualTo(1);
        assertThat(held(301, 301, 0)).isZero();
    }

    @Test
    void waitOverBeforeTheNextTickIsDueHoldsNothing() {
        assertThat(held(0, 0, 9)).isZero();
        assertThat(held(10, 10, 0)).isZero();
    }

    /** Each send takes 2 ms: without the wait the replayer would have been in time, as ticks are 5 ms apart. */
    @Test
    void queueAfterAWaitIsHeldUntilItIsDrained() {
        assertThat(held(0, 0, 20)).isZero();
        assertThat(held(5, 22, 0)).isEqualTo(15);
        assertThat(held(10, 24, 0)).isEqualTo(12);
        assertThat(held(15, 26, 0)).isEqualTo(9);
        assertThat(held(20, 28, 0)).isEqualTo(6);
        assertThat(held(25, 30, 0)).isEqualTo(3);
        assertThat(held(30, 32, 0)).isZero();
    }

    @Test
    void replayerPauseAfterAWaitIsNotHeld() {
        assertThat(held(0, 0, 100)).isZero();
        assertThat(held(10, 300, 0)).isEqualTo(90); // 200 ms of the 290 are the pause
        assertThat(held(20, 300, 0)).isEqualTo(90);
        assertThat(held(400, 400, 0)).isZero();
    }

    @Test
    void replayerPauseBeforeAWaitIsNotHeld() {
        assertThat(held(0, 0, 0)).isZero();
        assertThat(held(10, 500, 50)).isZero();
        assertThat(held(20, 550, 0)).isEqualTo(50);
    }

    @Test
    void waitsAddUp() {
        assertThat(held(0, 0, 100)).isZero();
        assertThat(held(1, 100, 100)).isEqualTo(99);
        assertThat(held(2, 200, 0)).isEqualTo(198);
    }

    @Test
    void tickSentEarlyIsNotHeld() {
        assertThat(held(0, 0, 100)).isZero();
        assertThat(held(50, 40, 0)).isZero();
        assertThat(held(60, 60, 0)).isZero();
    }

    /**
     * Simulates a replayer with and without waits from its own time per tick. The held time must be the difference. The send time
     * of a tick is the longest path to it from any earlier tick.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isTheDifferenceOfTwoReplays(long seed) {
        Random random = new Random(seed);
        List<long[]> all = new ArrayList<>();
        long intended = 0;
        for (int i = 0; i < 400; i++) {
            intended += random.nextInt(4) == 0 ? 0 : random.nextInt(200);
            long own = random.nextInt(60) == 0 ? random.nextInt(3_000) : random.nextInt(20);
            long wait = random.nextInt(10) == 0 ? random.nextInt(2_000) : 0;
            all.add(new long[] {intended, own, wait});
        }
        for (int i = 0; i < all.size(); i++) {
            long sent = left(all, i, true);
            long offered = left(all, i, false);
            long held = ticks.next(all.get(i)[0], sent, all.get(i)[2]);
            assertThat(held).as("seed %d, tick %d", seed, i).isEqualTo(sent - offered);
        }
    }

    private static long left(List<long[]> all, int tick, boolean waiting) {
        long latest = Long.MIN_VALUE;
        long behind = 0;
        for (int from = tick; from >= 0; from--) {
            long[] one = all.get(from);
            behind += one[1] + (waiting && from < tick ? one[2] : 0);
            latest = Math.max(latest, one[0] + behind);
        }
        return latest;
    }
}
