package org.ticktoquote.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ticktoquote.benchmarks.compare.Comparison.CostRatio;

class CostRatioTest {
    /** By hand: logarithms 0.18232, 0.09531, 0.13976; mean 0.13913, s 0.04351, t 4.3027. */
    @Test
    void intervalFollowsFromStudentsTOfTheLogarithms() {
        CostRatio ratio = CostRatio.of(List.of(1.0, 2.0, 4.0), List.of(1.2, 2.2, 4.6));
        assertThat(ratio.mean()).isCloseTo(1.14928, within(1e-4));
        assertThat(ratio.low()).isCloseTo(1.0315, within(1e-3));
        assertThat(ratio.high()).isCloseTo(1.2805, within(1e-3));
        assertThat(ratio.verdict()).isEqualTo("COSTS MORE");
        assertThat(CostRatio.of(List.of(1.2, 2.2, 4.6), List.of(1.0, 2.0, 4.0)).verdict())
                .isEqualTo("costs less");
    }

    @Test
    void smallOrInsignificantChangeHasNotMoved() {
        assertThat(CostRatio.of(List.of(1.0, 2.0, 4.0), List.of(1.01, 1.99, 4.02))
                        .verdict())
                .isEqualTo("not moved");
        assertThat(CostRatio.of(List.of(1.0, 1.0, 1.0), List.of(1.005, 1.005, 1.005))
                        .verdict())
                .isEqualTo("not moved");
    }

    @Test
    void wideIntervalIsUndecided() {
        assertThat(CostRatio.of(List.of(1.0, 2.0, 4.0), List.of(0.8, 2.2, 4.6)).verdict())
                .isEqualTo("undecided");
        assertThat(CostRatio.of(List.of(1.0), List.of(3.0)).verdict()).isEqualTo("undecided");
    }

    @Test
    void namesWrongArguments() {
        assertThat(Comparison.wrong(List.of("2", "import", "run"))).isEmpty();
        assertThat(Comparison.wrong(List.of("import")))
                .isEqualTo("ROUNDS: 'import' is not a number of rounds; expected 2 or more, such as 7");
        assertThat(Comparison.wrong(List.of("1"))).startsWith("ROUNDS: '1' is not a number of rounds");
        assertThat(Comparison.wrong(List.of("2", "imports")))
                .startsWith("WORK: 'imports' is not a work; expected one of start, generate, import, analyze-id,");
    }

    @Test
    void excludesTimesOfTheShell() {
        assertThat(Comparison.childSeconds("status 0\n0m0.5s 0m0.5s\n1m2.250s 0m1.500000s\n"))
                .isEqualTo(63.75);
    }
}
