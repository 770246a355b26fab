package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.run.Run;
import org.ticktoquote.harness.run.SampleManifest;

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

    /** Clients that accept connections start before the application. Without processes the recording was not opened. */
    @ParameterizedTest
    @CsvSource({"'', false", "replayer fix-clients, false", "replayer pricing-app, true"})
    void runHasBegunWithItsApplication(String roles, boolean begun) {
        List<ProcessEnd> processes = Stream.of(roles.split(" "))
                .map(role -> new ProcessEnd(role, List.of(), 1, ProcessEnd.NORMAL, 6, "", 1))
                .toList();
        RunManifest sample = SampleManifest.of(RunManifest.FAILED, "ab", 5, Map.of());
        RunManifest written = new RunManifest(
                RunManifest.FORMAT_VERSION,
                sample.about(),
                sample.recording(),
                sample.replay(),
                sample.sessions(),
                sample.declared(),
                sample.warmUp(),
                new RunManifest.Observed(processes, Map.of(), Map.of()),
                sample.time());
        Optional<RunManifest> manifest = roles.isEmpty() ? Optional.empty() : Optional.of(written);
        assertThat(CaseAttempt.begun(new Run.Outcome(manifest, "port in use", ExitStatus.ENVIRONMENT, true)))
                .isEqualTo(begun);
    }
}
