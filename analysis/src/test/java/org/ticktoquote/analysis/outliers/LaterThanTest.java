package org.ticktoquote.analysis.outliers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LaterThanTest {
    @ParameterizedTest
    @CsvSource({"p99, 0.01, 0", "p99.9, 0.001, 0", "5ms, 0, 5000000", "250us, 0, 250000"})
    void acceptsAPercentileOrATime(String text, double share, long timeNs) {
        assertThat(LaterThan.parse("--later-than", text)).isEqualTo(new LaterThan(share, timeNs));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "p98", "5", "0ms", "-1ms", "P99", "5 parsecs"})
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> LaterThan.parse("--later-than", text))
                .hasMessage("--later-than: '" + text + "', expected p99, p99.9 or a time such as 5ms");
    }
}
