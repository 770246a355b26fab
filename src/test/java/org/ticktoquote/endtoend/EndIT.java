package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.pricing.truth.Fate;

/** Killed processes: no process remains, measured data is kept, and the run states its validity. */
class EndIT {
    private static final ProofTable TABLE = new ProofTable("ends");

    @TempDir
    private static Path shared;

    private static Path recording;

    @TempDir
    private Path folder;

    private Scenario scenario;

    @BeforeAll
    static void record() throws Exception {
        recording = Scenario.recording(shared, "--length", "2min", "--pairs", "3");
    }

    @AfterAll
    static void print() throws IOException {
        TABLE.print();
    }

    @BeforeEach
    void prepare() {
        scenario = Scenario.coldIn(folder)
                .with("--recording", recording.toString(), "--window", "T0..T0+50s", "--feed", "tcp://127.0.0.1:0");
    }

    private void awaitMeasuring() {
        scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(200));
    }

    private void row(String injected) throws IOException {
        Summaries summary = Summaries.of(scenario.directory());
        TABLE.row(
                injected,
                summary.ticks() + " ticks kept, lost " + summary.outcome("lost") + "; nothing left behind",
                summary);
    }

    private T2qProcess startAndKill(String subcommand) throws IOException, InterruptedException {
        T2qProcess process = scenario.start();
        ProcessHandle victim = Processes.of(scenario.directory(), subcommand);
        awaitMeasuring();
        Processes.signal(victim, "KILL");
        process.awaitEnd();
        Processes.awaitNone(scenario.directory());
        return process;
    }

    @Test
    @LongProof
    void isFailedWhenTheApplicationIsKilled() throws Exception {
        scenario.with("--window", "T0..T0+20s"); // the replay continues to its end
        T2qProcess process = startAndKill("pricing-app");
        scenario.assertEnded(process, 4);
        Summaries summary = Summaries.of(scenario.directory());
        assertThat(summary.rules("FAILED")).contains("application-ended");
        assertThat(summary.outcome("lost")).isPositive();
        assertThat(summary.refusedMax("responseNs")).isTrue();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
        row("application killed");
    }

    @Test
    @FullProof
    void isVoidWhenTheReplayerIsKilled() throws Exception {
        T2qProcess process = startAndKill("replay");
        assertThat(process.awaitEnd()).as(process.texts()).isEqualTo(3);
        assertThat(Summaries.of(scenario.directory()).validity()).isEqualTo("VOID");
        row("replayer killed");
    }

    @Test
    @FullProof
    void isVoidWhenTheClientsAreKilled() throws Exception {
        T2qProcess process = startAndKill("clients");
        assertThat(process.awaitEnd()).as(process.texts()).isEqualTo(3);
        assertThat(Summaries.of(scenario.directory()).validity()).isEqualTo("VOID");
        row("clients killed");
    }

    @Test
    void killedHarnessLeavesNoProcessAndAnAnalysableRun() throws Exception {
        scenario.with("--app", OwnApplicationIT.COMMAND); // it does not know the harness
        T2qProcess process = scenario.start();
        awaitMeasuring();
        process.close();
        Processes.awaitNone(scenario.directory());

        T2qProcess analysis =
                T2qProcess.run(folder, "analyze", scenario.directory().toString());
        assertThat(analysis.awaitEnd()).as(analysis.texts()).isEqualTo(3);
        assertThat(Summaries.of(scenario.directory()).validity()).isEqualTo("VOID");
        row("harness killed with -9, analysed afterwards");
    }

    @Test
    @LongProof
    void secondRunInTheSameDirectoryIsRefusedWithoutDisturbance() throws Exception {
        scenario.with("--window", "T0..T0+3s");
        T2qProcess first = scenario.start(Files.createDirectory(folder.resolve("first")));
        T2qProcess second = scenario.start(Files.createDirectory(folder.resolve("second")));
        List<Integer> statuses = List.of(first.awaitEnd(), second.awaitEnd());
        T2qProcess refused = statuses.get(0) == 6 ? first : second;
        T2qProcess measured = refused == first ? second : first;

        assertThat(statuses).as(first.texts() + second.texts()).containsOnlyOnce(6);
        assertThat(refused.err()).contains(scenario.directory().toString(), Long.toString(measured.pid()));
        assertThat(measured.awaitEnd()).as(measured.texts()).isIn(0, 3);
        Summaries summary = Summaries.of(scenario.directory());
        assertThat(summary.rules())
                .doesNotContain("foreign-files", "journals-not-whole", "run-incomplete", "run-interrupted");
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
    }

    /** Only quotes dropped by the application are missing, none because of the harness. */
    @Test
    void keepsMeasuredDataWhenInterrupted() throws Exception {
        assumeFalse(
                Processes.ignoresInterrupts(),
                "SKIPPED: these tests were started with SIGINT ignored, as a shell's background job, and so is the run");
        scenario.with("--app-args", "--fault drop:share=0.2,seed=1");
        T2qProcess process = scenario.start();
        awaitMeasuring();
        ProcessHandle harness = ProcessHandle.of(process.pid()).orElseThrow();
        Processes.signal(harness, "INT");
        Processes.signal(harness, "INT"); // a second interrupt has no effect
        assertThat(process.awaitEnd()).as(process.texts()).isEqualTo(130);
        Processes.awaitNone(scenario.directory());
        Summaries summary = Summaries.of(scenario.directory());
        assertThat(summary.validity()).isEqualTo("VOID");
        assertThat(summary.rules()).contains("run-interrupted").doesNotContain("journals-not-whole", "tick-count");
        assertThat(summary.ticks()).isPositive();
        assertThat(summary.outcome("skipped") + summary.outcome("lost"))
                .isEqualTo(Truth.count(Truth.quotes(scenario.directory()), Fate.DROPPED_BY_FAULT));
        assertThat(summary.outcome("excluded")).as("waited for answers").isZero();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
        assertThat(summary.percentileNs("responseNs", "p50")).isPositive();
        assertThat(process.out()).contains("outcomes of");
        row("Ctrl-C");
    }
}
