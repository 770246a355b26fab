package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TimeLeftTest {
    @Test
    void estimatesFromTheMeanOfFinishedRunsInTheMostReadableUnit() {
        TimeLeft left = new TimeLeft();
        assertThat(left.text(6)).isEmpty();
        left.took(10_000_000_000L, true);
        left.took(20_000_000_000L, true);
        assertThat(left.text(4)).isEqualTo(", about 60 s left");

        assertThat(TimeLeft.describe(89e9)).isEqualTo("89 s");
        assertThat(TimeLeft.describe(600e9)).isEqualTo("10 min");
        assertThat(TimeLeft.describe(9000e9)).isEqualTo("2.5 h");
    }

    /** An application that ends at its start must not let the next run begin too late. */
    @Test
    void expectsTheEstimateUntilARunHasMeasured() {
        TimeLeft left = new TimeLeft();
        assertThat(left.expectedNs(() -> 60)).isEqualTo(60);
        left.took(2, false);
        assertThat(left.expectedNs(() -> 60)).isEqualTo(60);
        left.took(50, true);
        assertThat(left.expectedNs(() -> 60)).isEqualTo(50);
        left.took(70, false);
        assertThat(left.expectedNs(() -> 60)).isEqualTo(70);
    }
}
