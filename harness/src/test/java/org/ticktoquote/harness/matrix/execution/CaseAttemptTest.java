package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;

class CaseAttemptTest {
    private static boolean notRepeated(Verdict run, Verdict reason, String rule) {
        return CaseAttempt.notRepeated(run, List.of(reason(Verdict.VOID, "steal"), reason(reason, rule)));
    }

    private static Reason reason(Verdict verdict, String rule) {
        return new Reason(rule, 1, 0, "why", verdict);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "drain-too-short",
                "foreign-files",
                "model-refused",
                "negative-values",
                "too-little-evidence",
                "book-overflows"
            })
    void doesNotRepeatVoidRunsThatARepeatCannotChange(String rule) {
        assertThat(notRepeated(Verdict.VOID, Verdict.VOID, rule)).isTrue();
        assertThat(notRepeated(Verdict.FAILED, Verdict.VOID, rule)).isFalse();
    }

    @Test
    void doesNotRepeatAVoidRunWhoseApplicationFloodedClientsOrVenues() {
        assertThat(notRepeated(Verdict.VOID, Verdict.FAILED, "message-flood")).isTrue();
        assertThat(notRepeated(Verdict.VOID, Verdict.FAILED, "feed-flood")).isTrue();
    }

    @Test
    void doesNotRepeatAVoidRunWhoseApplicationUsedTheProcessors() {
        assertThat(notRepeated(Verdict.VOID, Verdict.DEGRADED, "application-had-processors"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"replayer-stall", "clients-stall", "harness-starved", "journals-not-whole"})
    void repeatsRunsDisturbedByHarnessOrHost(String rule) {
        assertThat(notRepeated(Verdict.VOID, Verdict.VOID, rule)).isFalse();
    }

    @Test
    void repeatsARunThatIsVoidForAnotherReason() {
        assertThat(notRepeated(Verdict.VOID, Verdict.DEGRADED, "too-little-evidence"))
                .isFalse();
    }
}
