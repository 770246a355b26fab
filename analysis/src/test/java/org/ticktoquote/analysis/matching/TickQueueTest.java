package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class TickQueueTest {
    @Test
    void keepsTheOrderHoweverItGrowsAndWraps() {
        int seed = 7;
        RandomGenerator random = new SplittableRandom(seed);
        ArrayDeque<Long> expected = new ArrayDeque<>();
        TickQueue queue = new TickQueue();
        for (long id = 1; id <= 10_000; id++) {
            queue.add(id, 0, 0);
            expected.add(id);
            while (!expected.isEmpty() && random.nextInt(100) < 48) {
                assertThat(queue.first()).as("seed %d", seed).isEqualTo(expected.peek());
                assertThat(queue.removeFirst()).as("seed %d", seed).isEqualTo(expected.remove());
            }
        }
        expected.forEach(id -> assertThat(queue.removeFirst()).isEqualTo(id));
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void nothingComesAfterTheLastWhateverStoodThereBefore() {
        TickQueue queue = new TickQueue();
        for (long id = 10; id < 18; id++) {
            queue.add(id, 0, 0);
        }
        assertThat(queue.firstAfter(9)).isEqualTo(10);
        assertThat(queue.firstAfter(12)).isEqualTo(13);
        assertThat(queue.firstAfter(17)).isEqualTo(TickQueue.NONE);
        queue.removeFirst(8);
        assertThat(queue.firstAfter(3)).isEqualTo(TickQueue.NONE);
    }
}
