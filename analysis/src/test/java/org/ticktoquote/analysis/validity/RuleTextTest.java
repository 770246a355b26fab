package org.ticktoquote.analysis.validity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTextTest {
    @ParameterizedTest
    @CsvSource({
        "replay-lag-max, 63474639, 63.5 ms",
        "clock-bound, 81000, 81.0 us",
        "replay-lag-share, 0.384976, 38.5 % of p99 response",
        "steal, 0.07156, 0.07156 %",
        "lost, 17694, '17,694 ticks x sessions'",
        "lost, 1, 1 tick x session",
        "harness-process-ended, 1, 1 process",
        "udp-receive-errors, 3, 3 datagrams",
        "warm-up-unsteady, 1, yes",
        "warm-up-unsteady, 0, no",
        "gc-pause, NaN, unknown",
        "of-no-profile, 2.5, 2.5"
    })
    void valuesHaveTheUnitOfTheirRule(String rule, double value, String text) {
        assertThat(Limits.text(rule, value)).isEqualTo(text);
    }

    @Test
    void limitsHaveTheUnitOfTheirRuleAndFlagsHaveNone() {
        assertThat(new Reason("replay-lag-share", 0.27, 0.1, "Late.", Verdict.DEGRADED).sentence())
                .isEqualTo("Late. Limit: 10 % of p99 response.");
        assertThat(new Reason("lost", 1, 0, "One is lost.", Verdict.FAILED).sentence())
                .isEqualTo("One is lost. Limit: 0 ticks x sessions.");
        assertThat(new Reason("warm-up-unsteady", 1, 0, "Unsteady.", Verdict.VOID).sentence())
                .isEqualTo("Unsteady.");
    }
}
