package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RejectedPairsTest {
    private final RejectedPairs pairs = new RejectedPairs();

    @Test
    void saysOnceOfAPairThatTheReplayGoesOn() {
        assertThat(pairs.hear("session 0 EUR/USD", "session 0 EUR/USD was rejected: halted"))
                .hasValue("session 0 EUR/USD was rejected: halted; the replay goes on, every tick counts");
        assertThat(pairs.hear("session 0 EUR/USD", "session 0 EUR/USD was rejected: again"))
                .isEmpty();
    }

    @Test
    void saysNoMoreThanAFew() {
        for (int session = 0; session < 4; session++) {
            assertThat(pairs.hear("session " + session, "rejected")).isPresent();
        }
        assertThat(pairs.hear("session 4", "rejected"))
                .hasValue("rejected; the replay goes on, every tick counts; further ones are only counted");
        assertThat(pairs.hear("session 5", "rejected")).isEmpty();
    }
}
