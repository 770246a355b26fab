package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.validity.Verdict.DEGRADED;
import static org.ticktoquote.analysis.validity.Verdict.VALID;
import static org.ticktoquote.analysis.validity.Verdict.VOID;
import static org.ticktoquote.comparison.matrix.AttemptState.COMPLETE;
import static org.ticktoquote.comparison.matrix.AttemptState.INTERRUPTED;
import static org.ticktoquote.comparison.matrix.AttemptState.UNMEASURED;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.validity.Verdict;

final class RunLogTest {
    private static final RunSlot FIRST = new RunSlot("A", 1);
    private static final RunSlot SECOND = new RunSlot("B", 1);

    @TempDir
    private Path folder;

    private Path file;
    private RunLog runLog;

    @BeforeEach
    void begin() {
        file = folder.resolve(MatrixRecord.FILE);
        List<CaseRecord> cases = Stream.of("A", "B")
                .map(name -> new CaseRecord(name, "", Map.of(), Map.of(), List.of(), List.of(), "", List.of()))
                .toList();
        Annualisation calendar = Annualisation.ofOneRegime(AnnualBase.CALENDAR, "", null);
        runLog = new RunLog(file, MatrixFixture.record(calendar, null, List.of(), cases));
    }

    /** Attempts both slots concurrently. */
    private void attemptBoth(Verdict one, AttemptState other, @Nullable Verdict otherVerdict) {
        Attempt first = runLog.begin(FIRST);
        Attempt second = runLog.begin(SECOND);
        runLog.end(first, null, new AttemptEnd(COMPLETE, one, ""), List.of());
        runLog.end(second, null, new AttemptEnd(other, otherVerdict, ""), List.of());
    }

    private boolean settledTogether() {
        return runLog.settledTogether(List.of(FIRST, SECOND), 1);
    }

    @Test
    void parallelRunsAreRepeatedUntilBothCount() {
        attemptBoth(VALID, COMPLETE, VOID);
        assertThat(runLog.settled(FIRST, 1)).isTrue();
        assertThat(settledTogether()).isFalse();
        attemptBoth(VALID, COMPLETE, VALID);
        assertThat(settledTogether()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"FAILED, COMPLETE, VOID, true", "VALID, INTERRUPTED, , false"})
    void parallelRunsAreNotRepeatedIfOneFailed(
            Verdict one, AttemptState other, @Nullable Verdict otherVerdict, boolean settled) {
        attemptBoth(one, other, otherVerdict);
        assertThat(settledTogether()).isEqualTo(settled);
    }

    private void attempt(AttemptState state, @Nullable Verdict validity) {
        attempt(state, validity, "why", List.of());
    }

    private void attempt(AttemptState state, @Nullable Verdict validity, String reason, List<String> objections) {
        runLog.end(runLog.begin(FIRST), null, new AttemptEnd(state, validity, reason), objections);
    }

    private boolean settled() {
        return runLog.settled(FIRST, 2);
    }

    /** Includes failed runs and runs whose application ends before the first tick. */
    @ParameterizedTest
    @CsvSource({"COMPLETE, DEGRADED", "COMPLETE, FAILED", "UNMEASURED, FAILED"})
    void slotWithAResultIsSettled(AttemptState state, Verdict verdict) {
        assertThat(settled()).isFalse();
        attempt(state, verdict);
        assertThat(settled()).isTrue();
        assertThat(runLog.settled(new RunSlot("A", 2), 2)).isFalse();
    }

    @Test
    void voidRunThatARepeatCannotChangeIsNotRepeated() {
        attempt(COMPLETE, VOID, AttemptEnd.NOT_REPEATED + "why", List.of());
        assertThat(settled()).isTrue();
    }

    @Test
    void voidRunIsRepeatedUpToTheLimitAndEveryAttemptIsKept() {
        attempt(COMPLETE, VOID);
        assertThat(runLog.settled(FIRST, 2)).isFalse();
        attempt(UNMEASURED, VOID);
        assertThat(runLog.settled(FIRST, 2)).isFalse();
        attempt(COMPLETE, VOID);
        assertThat(runLog.settled(FIRST, 2)).isTrue();
        assertThat(runLog.attempts("A"))
                .extracting(Attempt::directory)
                .containsExactly("A/run-1", "A/run-1-attempt-2", "A/run-1-attempt-3");
    }

    @Test
    void interruptedRunsDoNotUseUpAttempts() {
        for (int i = 0; i < 5; i++) {
            attempt(INTERRUPTED, DEGRADED);
        }
        assertThat(runLog.settled(FIRST, 0)).isFalse();
    }

    @Test
    void runWithObjectionsIsRepeated() {
        attempt(COMPLETE, VALID, "", List.of("another input"));
        assertThat(settled()).isFalse();
        attempt(COMPLETE, VALID);
        assertThat(settled()).isTrue();
        assertThat(runLog.attempts("A").map(Attempt::objections)).containsExactly(List.of("another input"), List.of());
    }

    @Test
    void resultSettlesItsSlotDespiteLaterAttempts() {
        attempt(COMPLETE, VALID);
        attempt(COMPLETE, VOID);
        assertThat(runLog.settled(FIRST, 2)).isTrue();
    }

    @Test
    void runOfAKilledHarnessIsInterrupted() {
        runLog.begin(FIRST);
        RunLog later = new RunLog(file, MatrixRecord.read(file));
        later.closeOpenAttempts();
        assertThat(MatrixRecord.read(file).cases().get(0).attempts())
                .singleElement()
                .satisfies(attempt -> {
                    assertThat(attempt.state()).isEqualTo(INTERRUPTED);
                    assertThat(attempt.reason()).contains("killed");
                });
        assertThat(later.begin(FIRST).directory()).isEqualTo("A/run-1-attempt-2");
    }

    @Test
    void everyChangeIsWrittenImmediately() {
        Attempt begun = runLog.begin(FIRST);
        assertThat(MatrixRecord.read(file)).isEqualTo(runLog.matrix());
        UUID run = UUID.randomUUID();
        runLog.end(begun, run, new AttemptEnd(COMPLETE, VALID, ""), List.of());
        MatrixRecord ended = MatrixRecord.read(file);
        assertThat(ended).isEqualTo(runLog.matrix());
        assertThat(ended.cases().get(0).attempts().get(0).run()).isEqualTo(run);
        runLog.reference(5);
        assertThat(MatrixRecord.read(file).referenceNs()).isEqualTo(5);
    }
}
