package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.analysis.Reasons.assertVerdict;
import static org.ticktoquote.analysis.Reasons.rules;
import static org.ticktoquote.analysis.RunValues.assertHas;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunManifest;

/** Analysis of killed runs, as far as their files are readable. */
final class DamagedRunTest {
    @TempDir
    Path directory;

    private RunFixture run;

    @BeforeEach
    void playARun() {
        run = new RunFixture(directory, 2).play("""
                        tick 1 EUR/USD at 10 answered at 11, 12
                        tick 2 EUR/USD at 20 answered at 21, 22
                        """);
    }

    private void assertRefused(String message) {
        assertThatThrownBy(run::analysisOfWhatIsThere)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(message);
    }

    private static String text(Summary summary) {
        return summary.findings().reasons().get(0).text();
    }

    @Test
    void readsUnclosedJournals() {
        Summary summary = run.summaryOfWhatIsThere();
        run.close();

        assertHas(summary, "published 4, verdict VOID, rules journals-not-whole");
        assertThat(text(summary)).contains("ticks.journal: was not closed").contains("quotes-01.journal");
    }

    @Test
    void ticksOfAMissingSessionAreLostWithoutBlamingTheApplication() throws IOException {
        run.close();
        Files.delete(run.directory.quotes(1));
        Summary summary = run.summaryOfWhatIsThere();

        assertHas(summary, "lost 2, at most skipped/lost, rules journals-not-whole");
        assertThat(text(summary)).isEqualTo("quotes-01.journal: is missing.");
    }

    @Test
    void reportsDamagedJournalHeader() throws IOException {
        run.close();
        try (FileChannel file = FileChannel.open(run.directory.quotes(0), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[8]), 0);
        }
        Summary summary = run.summaryOfWhatIsThere();

        assertThat(text(summary)).isEqualTo("quotes-00.journal: magic: '........', expected 'T2QJRNL1'.");
        assertThat(summary.findings().validity()).isEqualTo(Verdict.VOID);
    }

    @Test
    void readsTruncatedJournal() throws IOException {
        run.close();
        try (FileChannel file = FileChannel.open(run.directory.ticks(), StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 8);
        }
        Summary summary = run.summaryOfWhatIsThere();

        assertThat(summary.measured().ticks()).isEqualTo(1);
        assertHas(summary, "published 2, rules journals-not-whole");
        assertThat(summary.latencies().byField().values()).allMatch(LatencyFigures::diagnostic);
        assertThat(text(summary)).contains("was truncated: 1 committed records");
    }

    @Test
    void flippedBitVoidsTheRunAndEndsReadingAtItsRecord() throws IOException {
        run.close();
        long receivedOfTheSecond = 4096 + SnapshotRecord.LENGTH + 8;
        try (FileChannel file = FileChannel.open(run.directory.quotes(1), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {1}), receivedOfTheSecond + 7);
        }
        Summary summary = run.summaryOfWhatIsThere();

        assertVerdict(summary, Verdict.VOID, "journals-not-whole");
        assertThat(text(summary)).startsWith("quotes-01.journal: byte 4176: record 2: checksum: '");
        assertThat(summary.counts().tickOutcomes().published())
                .as("both ticks of session 0 and one of session 1")
                .isEqualTo(3);
    }

    @Test
    void reportsNoFiguresIfAllJournalsAreMissing() throws IOException {
        run.close();
        run.writeManifest();
        for (Path file : List.of(
                run.directory.ticks(), run.directory.warmUp(), run.directory.quotes(0), run.directory.quotes(1))) {
            Files.delete(file);
        }
        Analysis analysis = run.analysisOfWhatIsThere();
        analysis.writeFiles();

        Summary summary = analysis.result().summary();
        assertThat(summary.latencies().of(Latency.RESPONSE).measured()).isZero();
        assertThat(rules(summary)).containsExactly("journals-not-whole");
        assertThat(run.directory.summary()).exists();
    }

    @Test
    void stopsAtATickOutOfSequence() {
        run.play("tick 9 EUR/USD at 30");
        Summary summary = run.summary();

        assertThat(summary.measured().ticks()).isEqualTo(2);
        assertThat(text(summary)).contains("ticks.journal: has tick 9, expected 3");
    }

    @Test
    void refusesSubscriptionsToAnInstrumentThatDoesNotExist() {
        run.close();
        run.instruments = 1;
        run.writeManifest();
        assertRefused("sessions[0].instruments[1] is 1, expected 0");

        run.subscribed = List.of(0);
        run.writeManifest();
        assertThat(run.analysisOfWhatIsThere().result().summary().findings().validity())
                .isEqualTo(Verdict.VALID);
    }

    @Test
    void stopsAtATickThatContradictsTheManifest() {
        run.instruments = 1;
        run.subscribed = List.of(0);
        run.play("warm-up 1 USD/JPY at 1\ntick 3 USD/JPY at 30\ntick 4 EUR/USD at 40");
        Summary summary = run.summary();

        assertThat(summary.measured().ticks()).isEqualTo(2);
        assertThat(text(summary)).contains("warmup.journal: has a tick of instrument 1 at venue 0");
        assertThat(text(summary)).contains("ticks.journal: has a tick of instrument 1 at venue 0");
    }

    @Test
    void refusesAnUnknownProfile() {
        run.close();
        run.profile = "home";
        run.writeManifest();
        assertThatThrownBy(run::analysisOfWhatIsThere)
                .isInstanceOf(ProblemException.class)
                .hasMessage(directory.resolve("run.json") + ": profile is 'home', expected one of dev, lab");
    }

    @Test
    void analysesARunWithoutAStartTime() {
        run.startedAt = "yesterday";
        Analysis analysis = run.analysis();
        analysis.writeFiles();
        assertThat(directory.resolve("response.hlog")).content().contains("[StartTime: 0.000");
    }

    @Test
    void refusesAManifestThatContradictsItself() {
        run.close();
        run.conflation = new Conflation("sometimes", 0);
        run.writeManifest();
        assertRefused("conflation.policy is 'sometimes'");
    }

    @Test
    void refusesADirectoryWithoutAManifest() {
        run.close();
        assertRefused("run.json");
    }

    @Test
    void blamesTheApplicationForErrorsCausedByItsExit() {
        run.state = RunManifest.FAILED;
        run.finished = false;
        run.sendErrors = 3;
        run.missingTicks = 5;
        run.processes.set(2, RunFixture.ended("pricing-app", ProcessEnd.KILLED, 25));
        run.processes.set(0, RunFixture.ended("replayer", ProcessEnd.FAILED, 26));
        run.play("tick 3 EUR/USD at 30");
        Summary summary = run.summary();

        assertVerdict(summary, Verdict.FAILED, "application-ended", "lost");
        assertThat(text(summary)).isEqualTo("the application ended killed with status 137.");
    }

    @Test
    void isVoidIfTheReplayerWasKilled() {
        run.state = RunManifest.FAILED;
        run.finished = false;
        run.processes.set(0, RunFixture.ended("replayer", ProcessEnd.KILLED, 25));
        run.play("tick 3 EUR/USD at 30");
        Summary summary = run.summary();

        assertVerdict(summary, Verdict.VOID, "run-incomplete", "harness-process-ended");
        assertThat(text(summary)).isEqualTo("The run failed after the last tick was sent.");
    }

    @Test
    void figuresOfAnAbortedRunAreDiagnosticAndLostTicksAnUpperBound() {
        run.close();
        run.state = RunManifest.PLANNED;
        run.finished = false;
        run.missingTicks = 7;
        run.processes.replaceAll(process -> RunFixture.ended(process.role(), ProcessEnd.RUNNING, 0));
        Summary summary = run.summaryOfWhatIsThere();

        assertThat(rules(summary)).containsExactly("run-incomplete");
        assertThat(text(summary))
                .isEqualTo("The harness was killed, or its host stopped, while ticks were measured (2 of 9 are in the"
                        + " journal).");
        assertHas(summary, "published 4, at most skipped/lost");
        assertThat(summary.latencies().byField().values()).allMatch(LatencyFigures::diagnostic);
        assertThat(summary.latencies().of(Latency.RESPONSE).p50().supported()).isFalse();
    }
}
