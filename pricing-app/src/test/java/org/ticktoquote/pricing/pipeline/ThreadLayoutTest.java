package org.ticktoquote.pricing.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.Problem;

class ThreadLayoutTest {
    @ParameterizedTest
    @CsvSource({
        "3, receiver decoder-send gateway",
        "4, receiver decoder-grid pace-send gateway",
        "12, receiver decoder sequencer book best sane skew tier grid pace send gateway"
    })
    void threadsAreNamedAfterTheirFirstAndLastComponent(int threads, String names) {
        assertThat(ThreadLayout.of(threads, 1).threadNames())
                .containsExactly(("pricing-" + names.replace(" ", " pricing-")).split(" "));
    }

    @Test
    void furtherThreadsAddLanesToShardedComponents() {
        assertThat(ThreadLayout.of(64, 1).threadNames())
                .contains("pricing-book-00", "pricing-book-07", "pricing-send-06", "pricing-decoder")
                .doesNotContain("pricing-book-08");

        assertThat(ThreadLayout.of(6, 3).groupOf(Component.PUBLISHER).lanes()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "3,1", "4,1", "5,1", "5,2", "6,1", "7,1", "8,4", "9,1", "10,1", "11,1", "12,1", "13,1", "13,2", "64,1", "200,1",
        "200,8", "256,1"
    })
    void hasRequestedNumberOfThreadsWithDistinctNames(int threads, int publishers) {
        List<String> names = ThreadLayout.of(threads, publishers).threadNames();
        assertThat(names).hasSize(threads).allMatch(name -> name.startsWith("pricing-"));
        assertThat(Set.copyOf(names)).hasSize(threads);
    }

    @Test
    void refusesInvalidCounts() {
        assertThat(ThreadLayout.errors(2, 1))
                .extracting(Problem::text)
                .containsExactly("--threads: '2', expected 3..256");
        assertThat(ThreadLayout.errors(4, 2))
                .extracting(Problem::text)
                .containsExactly("--publishers: '2', expected --threads 5 or more, not 4");
        assertThat(ThreadLayout.errors(1000, 0)).hasSize(2);
    }
}
