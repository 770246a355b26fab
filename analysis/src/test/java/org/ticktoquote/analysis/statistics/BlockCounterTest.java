package org.ticktoquote.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.ProofLevel;

/** Sums over blocks, compared with a brute-force count per value and length. */
final class BlockCounterTest {
    private static final long MS = 1_000_000;
    private static final long[] LENGTHS_MS = {10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000};

    private record Tick(long intendedNs, long valueNs) {}

    /** Late ticks and all of one block. */
    private static final class Block {
        private long ticks;
        private long late;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void agreeWithABruteForceCount(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int series = 0; series < ProofLevel.fullOr(30, 10); series++) {
            check(ticks(random), ranges(random), random);
        }
    }

    /** More values than bits in a word. */
    @Test
    void agreeWithABruteForceCountForManyValuesInOneRange() {
        SplittableRandom random = new SplittableRandom(47);
        for (int series = 0; series < ProofLevel.fullOr(30, 10); series++) {
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
        BlockCounter counter = new BlockCounter(ranges[0], ranges[1], ties, beyond);
        ticks.forEach(tick -> counter.tick(tick.intendedNs, tick.valueNs));
        LateBlocks counted = counter.counted();

        List<List<Boolean>> late = new ArrayList<>();
        for (int i = 0; i < ties.length; i++) {
            late.add(late(ticks, ranges[0][i], ranges[1][i], ties[i], beyond[i]));
        }
        List<LateBlocks.Length> expected = new ArrayList<>();
        for (long lengthMs : LENGTHS_MS) {
            LateBlocks.Length length = length(ticks, late, lengthMs * MS);
            if (length.blocks() > 1) {
                expected.add(length);
            }
        }
        assertThat(counted.lengths()).isEqualTo(expected);
        assertThat(counted.largestInSecond())
                .isEqualTo(late.stream()
                        .map(one -> blocks(ticks, one, 1_000 * MS).values().stream()
                                .mapToLong(block -> block.late)
                                .max()
                                .orElse(0))
                        .toList());
    }

    private static LateBlocks.Length length(List<Tick> ticks, List<List<Boolean>> late, long lengthNs) {
        List<Boolean> none = ticks.stream().map(tick -> false).toList();
        List<Block> all = List.copyOf(blocks(ticks, none, lengthNs).values());
        List<Long> squares = new ArrayList<>();
        List<Long> products = new ArrayList<>();
        for (List<Boolean> one : late) {
            List<Block> blocks = List.copyOf(blocks(ticks, one, lengthNs).values());
            squares.add(
                    blocks.stream().mapToLong(block -> block.late * block.late).sum());
            products.add(
                    blocks.stream().mapToLong(block -> block.late * block.ticks).sum());
        }
        long tickSquares =
                all.stream().mapToLong(block -> block.ticks * block.ticks).sum();
        return new LateBlocks.Length(lengthNs, all.size(), tickSquares, squares, products);
    }

    private static TreeMap<Long, Block> blocks(List<Tick> ticks, List<Boolean> late, long lengthNs) {
        TreeMap<Long, Block> blocks = new TreeMap<>();
        for (int i = 0; i < ticks.size(); i++) {
            long number = (ticks.get(i).intendedNs - ticks.get(0).intendedNs) / lengthNs;
            Block block = blocks.computeIfAbsent(number, any -> new Block());
            block.ticks++;
            block.late += late.get(i) ? 1 : 0;
        }
        return blocks;
    }

    private static List<Boolean> late(List<Tick> ticks, long from, long to, long ties, long tiesBeyond) {
        List<Boolean> late = new ArrayList<>();
        long share = 0;
        for (Tick tick : ticks) {
            boolean isLate = tick.valueNs > to;
            if (tick.valueNs >= from && tick.valueNs <= to) {
                share += tiesBeyond;
                isLate = share >= ties;
                share -= isLate ? ties : 0;
            }
            late.add(isLate);
        }
        return late;
    }

    /** Bursts, gaps of fractions of a block and of many blocks; few distinct values, some of them lost. */
    private static List<Tick> ticks(SplittableRandom random) {
        List<Tick> ticks = new ArrayList<>();
        long atNs = random.nextLong(1_000 * MS);
        int most = 1 + random.nextInt(400);
        int values = 1 + random.nextInt(30);
        long farNs = (1L + random.nextInt(200)) * 100 * MS;
        for (int i = 0; i < most; i++) {
            atNs += switch (random.nextInt(8)) {
                case 0 -> random.nextLong(farNs);
                case 1 -> 10 * MS * random.nextInt(4);
                case 2, 3, 4 -> random.nextLong(30 * MS);
                default -> random.nextLong(2 * MS);
            };
            long value = random.nextInt(12) == 0 ? TickSeries.LOST : random.nextInt(values) * (random.nextInt(3) + 1L);
            ticks.add(new Tick(atNs, value));
        }
        return ticks;
    }

    /** Ascending lower and upper ends: some equal, some single values, the last one possibly that of lost ticks. */
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
}
