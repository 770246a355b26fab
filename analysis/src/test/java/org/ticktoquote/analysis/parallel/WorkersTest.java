package org.ticktoquote.analysis.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkersTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void runsEachPartOnceAndPreservesOrder(int threads) {
        Workers workers = new Workers(threads);

        assertThat(workers.map(5, i -> "part " + i)).containsExactly("part 0", "part 1", "part 2", "part 3", "part 4");
        assertThat(workers.map(0, i -> i)).isEmpty();
        assertThat(workers.over(1, 8, (from, to) -> List.of(from, to)).stream()
                        .mapToLong(piece -> piece.get(1) - piece.get(0))
                        .sum())
                .isEqualTo(7);
    }

    @Test
    void splitsARangeIntoContiguousPieces() {
        assertThat(new Workers(3).over(1, 8, (from, to) -> from + ".." + to)).containsExactly("1..3", "3..5", "5..8");
        assertThat(new Workers(3).over(1, 1, (from, to) -> from + ".." + to)).containsExactly("1..1");
    }

    @Test
    void runsPartsConcurrently() {
        CountDownLatch both = new CountDownLatch(2);
        Set<Boolean> bothRan = ConcurrentHashMap.newKeySet();
        new Workers(2).each(2, i -> {
            both.countDown();
            bothRan.add(awaited(both));
        });

        assertThat(bothRan).containsExactly(true);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void combinesTwoResults(int threads) {
        Workers workers = new Workers(threads);

        assertThat(workers.<String, Integer, String>both(
                        () -> "two", () -> 2, (word, number) -> word + " is " + number))
                .isEqualTo("two is 2");
        assertThatThrownBy(() -> workers.both(() -> "two", () -> Integer.parseInt("zwei"), (word, number) -> word))
                .isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void throwsTheFirstFailureAfterAllPartsAreDone(int threads) {
        Set<Integer> done = ConcurrentHashMap.newKeySet();

        assertThatThrownBy(() -> new Workers(threads).each(6, i -> {
                    done.add(i);
                    if (i >= 3) {
                        throw new IllegalStateException("part " + i);
                    }
                }))
                .hasMessage("part 3");
        assertThat(done).hasSize(6);
    }
}
