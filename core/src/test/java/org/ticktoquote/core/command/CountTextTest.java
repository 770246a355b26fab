package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountTextTest {
    @Test
    void usesTheSingularForOneOnly() {
        assertThat(CountText.of(1, "tick")).isEqualTo("1 tick");
        assertThat(CountText.of(0, "tick")).isEqualTo("0 ticks");
        assertThat(CountText.of(18_982, "tick")).isEqualTo("18,982 ticks");
        assertThat(CountText.of(1, "tick is", "ticks are")).isEqualTo("1 tick is");
        assertThat(CountText.of(2, "tick is", "ticks are")).isEqualTo("2 ticks are");
    }
}
