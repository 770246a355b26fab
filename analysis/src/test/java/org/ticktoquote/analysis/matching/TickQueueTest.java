package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class TickQueueTest {
    @Test
    void preservesOrderWhenItGrowsAndWraps() {
        int seed = 7;
        RandomGenerator random = new SplittableRandom(seed);
        ArrayDeque<Long> expected = new ArrayDeque<>();
        TickQueue queue = new TickQueue();
        for (long id = 1; id <= 10_000; id++) {
            queue.add(id, 5 * id, 3 * id, -id);
            expected.add(id);
            while (!expected.isEmpty() && random.nextInt(100) < 48) {
                assertThat(queue.at(0)).as("seed %d", seed).isEqualTo(expected.peek());
                int last = queue.size() - 1;
                assertThat(queue.at(last)).as("seed %d", seed).isEqualTo(id);
                assertThat(queue.bid(last)).as("seed %d", seed).isEqualTo(3 * id);
                assertThat(queue.ask(0)).as("seed %d", seed).isEqualTo(-expected.peek());
                assertThat(queue.intendedNs(0)).as("seed %d", seed).isEqualTo(5 * expected.remove());
                queue.removeFirst(1);
            }
        }
        queue.removeFirst(expected.size());
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void countsTicksBelowAnIdWithoutRemovedOnes() {
        TickQueue queue = new TickQueue();
        for (long id = 10; id < 18; id++) {
            queue.add(id, 0, 0, 0);
        }
        assertThat(List.of(queue.countBelow(10), queue.countBelow(12), queue.countBelow(99)))
                .containsExactly(0, 2, 8);
        queue.removeFirst(8);
        assertThat(queue.countBelow(99)).isZero();
    }
}
