package org.ticktoquote.harness.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GateExecutionTest {
    /** A run takes 1 min, a pair 2 min, and looks are at 3, 5, 7 and 10 runs a side. Arguments: needed runs, minutes left. */
    @ParameterizedTest
    @CsvSource({
        "4, 20, false", "5, 4, false", "5, 3.9, false", "7, 8, false", "7, 7.9, true",
        "10, 14, false", "10, 13.9, true", "11, 100, true", "877889043, 6, true", "877889043, 5.9, false"
    })
    void goesOnWithPairsIfTheyFitAndRunsWouldNotDecideInTime(long needed, double minutes, boolean pairs) {
        assertThat(GateExecution.pairsAreBetter(
                        List.of(3, 5, 7, 10), needed, 1_000, 2_000, Math.round(1_000 * minutes)))
                .isEqualTo(pairs);
    }

    @ParameterizedTest
    @CsvSource({"2, true", "3, true"})
    void goesOnWithPairsIfTheFirstLookIsTheLast(long needed, boolean pairs) {
        assertThat(GateExecution.pairsAreBetter(List.of(2), needed, 1_000, 2_000, 9_000))
                .isEqualTo(pairs);
    }

    /** The first look is at 3 runs a side. Without a settled run, a host refused all runs of the side. */
    @ParameterizedTest
    @CsvSource({"0, 0, false", "2, 0, false", "3, 0, true", "3, 1, false", "10, 1, false"})
    void endsIfNoRunOfASideMeasuresAnything(int settled, int measured, boolean hopeless) {
        assertThat(GateExecution.measuresNothing(settled, 3, measured)).isEqualTo(hopeless);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, false", "1, 0, true", "1, 1, true"})
    void judgesSoloRunsEarlyOnlyIfTheCandidateHasNoMoreOfThem(int before, int now, boolean early) {
        assertThat(GateExecution.isEarlyLook(before, now)).isEqualTo(early);
    }
}
