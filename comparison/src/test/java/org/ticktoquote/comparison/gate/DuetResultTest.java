package org.ticktoquote.comparison.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Effect of pairing on a statistic. */
final class DuetResultTest {
    /** All pairs are slower by different amounts: no other choice of signs has as large a mean. */
    private static DuetResult allSlower(int pairs) {
        List<Double> slower =
                IntStream.rangeClosed(1, pairs).mapToObj(i -> 0.1 * i).toList();
        return DuetResult.of(Collections.nCopies(pairs, 0.0), slower);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 10, 16})
    void signFlipProbabilityIsExact(int pairs) {
        assertThat(allSlower(pairs).signFlip()).isEqualTo(StrictMath.pow(2, -pairs));
    }

    /** A policy can look at 100 pairs, which have 2^100 sign flips. */
    @ParameterizedTest
    @ValueSource(ints = {2, 6, 17, 31, 32, 64, 100})
    void signFlipTestNeedsSevenToSixteenPairs(int pairs) {
        assertThat(allSlower(pairs).signFlip()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void gainOfIdenticalPairsIsCapped(int pairs) {
        List<Double> shared =
                IntStream.range(0, pairs).mapToObj(i -> (double) i).toList();
        DuetResult result = DuetResult.of(shared, shared);
        assertThat(result.gain()).isEqualTo(1000);
        assertThat(result.solo()).isFalse();
    }
}
