package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostPulseTest {
    private static Map<String, String> facts() {
        Map<String, String> facts = new HashMap<>(new HostPulse(1, 100).facts(HostPulse.BEFORE));
        facts.putAll(new HostPulse(100, 10_000).facts(HostPulse.AFTER));
        return facts;
    }

    @Test
    void pulseOfARunIsTheMeanLogarithmOfItsDelays() {
        assertThat(facts())
                .containsEntry("pulse.before.timerNs", "1")
                .containsEntry("pulse.after.roundTripNs", "10000");
        assertThat(HostPulse.log(facts()).orElseThrow()).isCloseTo(Math.log(100), within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-5", "many"})
    void isEmptyIfADelayIsMissingOrInvalid(String wrong) {
        Map<String, String> facts = facts();
        facts.put("pulse.after.timerNs", wrong);
        assertThat(HostPulse.log(facts)).isEmpty();
        facts.remove("pulse.after.timerNs");
        assertThat(HostPulse.log(facts)).isEmpty();
    }
}
