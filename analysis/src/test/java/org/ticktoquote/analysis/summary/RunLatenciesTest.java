package org.ticktoquote.analysis.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.Latency;

class RunLatenciesTest {
    private static final RunLatencies NOTHING = RunLatencies.of(latency -> null);

    @Test
    void absentLatenciesAreOmitted() {
        assertThat(NOTHING.byField()).isEmpty();
        assertThat(NOTHING.has(Latency.RESPONSE)).isFalse();
        assertThatThrownBy(() -> NOTHING.of(Latency.RESPONSE)).hasMessage("responseNs");
    }

    @Test
    void latenciesHaveUniqueStylesTitlesAndFiles() {
        assertThat(Latency.values()).extracting(latency -> latency.style()).doesNotHaveDuplicates();
        assertThat(Latency.values()).extracting(Latency::title).doesNotHaveDuplicates();
        assertThat(Latency.values()).extracting(Latency::file).doesNotHaveDuplicates();
    }
}
