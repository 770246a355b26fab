package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is counted beyond many values at once is what is counted beyond each of them by itself. */
final class NestedEpisodesTest {
    private static final long MS = 1_000_000;

    private record Tick(long intendedNs, long valueNs) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void areThoseOfEachValue(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int series = 0; series < 50; series++) {
            List<Tick> ticks = ticks(random);
            long[][] ranges = ranges(random);
            check(ticks, ranges, random);
        }
    }

    /** More than a word has bits. */
    @Test
    void areThoseOfEachOfManyValuesInOneRange() {
        SplittableRandom random = new SplittableRandom(47);
        for (int series = 0; series < 50; series++) {
            long[] from =
                    LongStream.generate(() -> 3).limit(60 + random.nextInt(80)).toArray();
            check(ticks(random), new long[][] {from, from}, random);
        }
    }

    private static void check(List<Tick> ticks, long[][] ranges, SplittableRandom random) {
        long[] ties = new long[ranges[0].length];
        long[] beyond = new long[ties.length];
        for (int i = 0; i < ties.length; i++) {
            int place = i;
            ties[i] = ticks.stream()
                    .filter(tick -> tick.valueNs >= ranges[0][place] && tick.valueNs <= ranges[1][place])
                    .count();
            beyond[i] = random.nextLong(ties[i] + 1);
        }
        NestedEpisodes episodes = new NestedEpisodes(ranges[0], ranges[1], ties, beyond);
        ticks.forEach(tick -> episodes.tick(tick.intendedNs, tick.valueNs));
        List<Level> expected = new ArrayList<>();
        for (int i = 0; i < ties.length; i++) {
            expected.add(alone(ticks, ranges[0][i], ranges[1][i], ties[i], beyond[i]));
        }
        assertThat(episodes.counted()).isEqualTo(expected);
    }

    /** Bursts and gaps about as long as those that end an episode; few distinct values, some of them lost. */
    private static List<Tick> ticks(SplittableRandom random) {
        List<Tick> ticks = new ArrayList<>();
        long atNs = 0;
        int most = 1 + random.nextInt(400);
        int values = 1 + random.nextInt(30);
        for (int i = 0; i < most; i++) {
            atNs += random.nextInt(4) == 0 ? random.nextLong(200 * MS) : random.nextLong(30 * MS);
            long value = random.nextInt(12) == 0 ? TickSeries.LOST : random.nextInt(values) * (random.nextInt(3) + 1L);
            ticks.add(new Tick(atNs, value));
        }
        return ticks;
    }

    /** Lower and upper ends, rising; some are the same, some single values, the last one perhaps that of the lost. */
    private static long[][] ranges(SplittableRandom random) {
        int count = random.nextInt(12);
        long[] from = new long[count];
        long[] to = new long[count];
        long next = 0;
        for (int i = 0; i < count; i++) {
            boolean same = i > 0 && random.nextInt(3) == 0;
            from[i] = same ? from[i - 1] : next + random.nextInt(5);
            to[i] = same ? to[i - 1] : from[i] + random.nextInt(4);
            next = to[i] + 1;
            if (i == count - 1 && random.nextBoolean()) {
                from[i] = TickSeries.LOST;
                to[i] = TickSeries.LOST;
            }
        }
        return new long[][] {from, to};
    }

    private static Level alone(List<Tick> ticks, long from, long to, long ties, long tiesBeyond) {
        long late = 0;
        long episodes = 0;
        long squares = 0;
        long largest = 0;
        long size = 0;
        long share = 0;
        int last = 0;
        for (int i = 0; i < ticks.size(); i++) {
            Tick tick = ticks.get(i);
            boolean isLate = tick.valueNs > to;
            if (tick.valueNs >= from && tick.valueNs <= to) {
                share += tiesBeyond;
                isLate = share >= ties;
                share -= isLate ? ties : 0;
            }
            if (isLate) {
                boolean further = i - last - 1 > 3 && tick.intendedNs - ticks.get(last).intendedNs > 100 * MS;
                if (late == 0 || further) {
                    squares += size * size;
                    size = 0;
                    episodes++;
                }
                late++;
                size++;
                largest = Math.max(largest, size);
                last = i;
            }
        }
        return new Level(to, late, episodes, squares + size * size, largest, 0, 0);
    }
}
