package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    @CsvSource(delimiter = '|', textBlock = """
            VOID   | VOID     | drain-too-short foreign-files model-refused negative-values too-little-evidence book-overflows | true
            FAILED | VOID     | drain-too-short foreign-files model-refused negative-values too-little-evidence book-overflows | false
            VOID   | FAILED   | message-flood feed-flood | true
            VOID   | DEGRADED | application-had-processors | true
            VOID   | DEGRADED | too-little-evidence | false
            VOID   | VOID     | replayer-stall clients-stall harness-starved journals-not-whole | false
            VOID   | VOID     | replay-lag-share clock-bound-share warm-up-unsteady | false
            """)
    void doesNotRepeatVoidRunsThatARepeatCannotChange(Verdict run, Verdict reason, String rules, boolean kept) {
        assertThat(rules.split(" "))
                .allSatisfy(rule ->
                        assertThat(notRepeated(run, reason, rule)).as(rule).isEqualTo(kept));
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay-lag-share", "clock-bound-share", "warm-up-unsteady"})
    void doesNotRepeatRunsThatOnlyTheirResponseMakesVoid(String rule) {
        List<Reason> reasons = List.of(reason(Verdict.VOID, rule), reason(Verdict.DEGRADED, "steal"));
        assertThat(CaseAttempt.notRepeated(Verdict.VOID, reasons)).isTrue();
    }
}
