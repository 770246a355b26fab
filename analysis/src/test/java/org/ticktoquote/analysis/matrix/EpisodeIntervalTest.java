package org.ticktoquote.analysis.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EpisodeIntervalTest {
    /** Exact limits as printed in tables of the Poisson distribution. */
    @ParameterizedTest
    @CsvSource({
        "1, 0.0253, 5.572",
        "5, 1.623, 11.668",
        "10, 4.795, 18.390",
        "20, 12.217, 30.888",
        "100, 81.364, 121.627"
    })
    void agreesWithPublishedTables(long episodes, double low, double high) {
        EpisodeInterval interval = EpisodeInterval.of(episodes);
        assertThat(interval.low() * episodes).isCloseTo(low, within(0.001));
        assertThat(interval.high() * episodes).isCloseTo(high, within(0.001));
    }

    @Test
    void saysNothingOfNoEpisodes() {
        assertThatThrownBy(() -> EpisodeInterval.of(0)).hasMessageContaining("expected at least one");
    }
}
