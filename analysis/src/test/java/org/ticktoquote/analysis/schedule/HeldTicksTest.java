package org.ticktoquote.analysis.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HeldTicksTest {
    private static final long MS = 1_000_000;

    private final HeldTicks ticks = new HeldTicks((fromNs, toNs) -> 0);

    /**
     * Milliseconds of each tick: intended, sent, waited and held. Each send of the queue takes 2 ms: without the wait the
     * replayer would have been in time, as ticks are 5 ms apart.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a late tick without a wait is not held | 0 0 0 0, 10 510 0 0, 20 511 0 0, 600 600 0 0
            a tick due during a wait is held to its end | 0 0 300 0, 10 300 0 290, 299 300 0 1, 301 301 0 0
            a wait over before the next tick is due holds nothing | 0 0 9 0, 10 10 0 0
            a queue after a wait is held until it is drained \
            | 0 0 20 0, 5 22 0 15, 10 24 0 12, 15 26 0 9, 20 28 0 6, 25 30 0 3, 30 32 0 0
            a pause of 200 ms after a wait is not held | 0 0 100 0, 10 300 0 90, 20 300 0 90, 400 400 0 0
            a pause before a wait is not held | 0 0 0 0, 10 500 50 0, 20 550 0 50
            waits add up | 0 0 100 0, 1 100 100 99, 2 200 0 198
            a tick sent early is not held | 0 0 100 0, 50 40 0 0, 60 60 0 0
            """)
    void isTheTimeDueToWaits(String what, String all) {
        for (String tick : all.split(", ", -1)) {
            long[] ms =
                    Stream.of(tick.split(" ", -1)).mapToLong(Long::parseLong).toArray();
            assertThat(ticks.next(ms[0] * MS, ms[1] * MS, ms[2] * MS))
                    .as("%s: %s", what, tick)
                    .isEqualTo(ms[3] * MS);
        }
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
