package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.pricing.truth.Fate;

/** Killed processes: no process remains, measured data is kept, and the run states its validity. */
class EndIT {
    private static final ProofTable TABLE = new ProofTable("ends");

    @TempDir
    private Path folder;

    private Scenario scenario;

    @BeforeEach
    void prepare() throws Exception {
        scenario = Scenario.coldIn(folder)
                .over("T0..T0+50s", "--length", "2min", "--pairs", "3")
                .tcp();
    }

    private void awaitMeasuring() {
        scenario.awaitTicks(1);
    }

    private void row(String injected) throws IOException {
        Summaries summary = scenario.summary();
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
        scenario.with("--window", "T0..T0+6s"); // the replay continues to its end
        T2qProcess process = startAndKill("pricing-app");
        scenario.assertEnded(process, 4);
        Summaries summary = scenario.summary();
        assertThat(summary.rules("FAILED")).contains("application-ended");
        assertThat(summary.outcome("lost")).isPositive();
        assertThat(summary.refusedMax("responseNs")).isTrue();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
        row("application killed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"replay", "clients"})
    @FullProof
    void isVoidWhenAProcessOfTheHarnessIsKilled(String subcommand) throws Exception {
        startAndKill(subcommand).ended(3);
        assertThat(scenario.summary().validity()).isEqualTo("VOID");
        row(subcommand + " killed");
    }

    @Test
    void killedHarnessLeavesNoProcessAndAnAnalysableRun() throws Exception {
        scenario.with("--app", OwnApplicationIT.COMMAND); // it does not know the harness
        T2qProcess process = scenario.start();
        awaitMeasuring();
        process.close();
        Processes.awaitNone(scenario.directory());

        scenario.analysedAgain().ended(3);
        assertThat(scenario.summary().validity()).isEqualTo("VOID");
        row("harness killed with -9, analysed afterwards");
    }

    @Test
    @LongProof
    void secondRunInTheSameDirectoryIsRefusedWithoutDisturbance() throws Exception {
        scenario.with("--window", "T0..T0+12s"); // both run at the same time, however late one of them starts
        T2qProcess first = scenario.start(Files.createDirectory(folder.resolve("first")));
        T2qProcess second = scenario.start(Files.createDirectory(folder.resolve("second")));
        List<Integer> statuses = List.of(first.awaitEnd(), second.awaitEnd());
        T2qProcess refused = statuses.get(0) == 6 ? first : second;
        T2qProcess measured = refused == first ? second : first;

        assertThat(statuses).as(first.texts() + second.texts()).containsOnlyOnce(6);
        assertThat(refused.err()).contains(scenario.directory().toString(), Long.toString(measured.pid()));
        measured.ended(0, 3);
        Summaries summary = scenario.summary();
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
        scenario.awaitTicks(100);
        process.signal("INT");
        Processes.signalIfAlive(process.handle(), "INT"); // a second interrupt has no effect
        process.ended(130);
        Processes.awaitNone(scenario.directory());
        Summaries summary = scenario.summary();
        assertThat(summary.validity()).isEqualTo("VOID");
        assertThat(summary.rules()).contains("run-interrupted").doesNotContain("journals-not-whole", "tick-count");
        assertThat(summary.ticks()).isPositive();
        assertThat(summary.outcome("skipped", "lost"))
                .isEqualTo(Truth.count(Truth.quotes(scenario.directory()), Fate.DROPPED_BY_FAULT));
        assertThat(summary.outcome("excluded")).as("waited for answers").isZero();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
        assertThat(summary.percentileNs("responseNs", "p50")).isPositive();
        assertThat(process.out()).contains("outcomes of");
        row("Ctrl-C");
    }
}
