package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RunSlotTest {
    private static final List<String> CASES = List.of("A", "B", "C", "D", "E", "F");

    @Test
    void everyRoundHoldsEveryCaseOnce() {
        List<RunSlot> order = RunSlot.order(CASES, 3, 42);
        assertThat(order).hasSize(18);
        for (int round = 0; round < 3; round++) {
            List<RunSlot> slots = order.subList(round * 6, round * 6 + 6);
            assertThat(slots).extracting(RunSlot::caseName).containsExactlyInAnyOrderElementsOf(CASES);
            assertThat(slots).extracting(RunSlot::repeat).containsOnly(round + 1);
        }
    }

    @Test
    void noCaseFollowsItselfIfThereIsAnother() {
        for (long seed = 0; seed < 500; seed++) {
            List<RunSlot> order = RunSlot.order(List.of("A", "B"), 4, seed);
            for (int i = 1; i < order.size(); i++) {
                assertThat(order.get(i).caseName())
                        .as("seed " + seed + ": " + order)
                        .isNotEqualTo(order.get(i - 1).caseName());
            }
        }
    }

    @Test
    void orderDependsOnlyOnTheSeed() {
        assertThat(RunSlot.order(CASES, 3, 7)).isEqualTo(RunSlot.order(CASES, 3, 7));
        Set<List<RunSlot>> orders = new HashSet<>();
        IntStream.range(0, 50).forEach(seed -> orders.add(RunSlot.order(CASES, 1, seed)));
        assertThat(orders).hasSizeGreaterThan(40);
    }

    @Test
    void everyCaseIsEquallyLikelyInEveryPosition() {
        for (int place = 0; place < CASES.size(); place++) {
            Map<String, Integer> counts = new TreeMap<>();
            for (long seed = 0; seed < 600; seed++) {
                counts.merge(RunSlot.order(CASES, 1, seed).get(place).caseName(), 1, Integer::sum);
            }
            // 100 each are expected, and a standard deviation is 9
            assertThat(counts.values()).as("place " + place).hasSize(6).allMatch(count -> count > 55 && count < 145);
        }
    }

    @Test
    void singleCaseIsRepeated() {
        assertThat(RunSlot.order(List.of("A"), 2, 1)).containsExactly(new RunSlot("A", 1), new RunSlot("A", 2));
    }
}
