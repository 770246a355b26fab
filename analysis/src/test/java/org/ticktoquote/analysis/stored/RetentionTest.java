package org.ticktoquote.analysis.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.RunDirectory;

/** Explains why the journals of an undamaged run cannot be read. */
final class RetentionTest {
    @TempDir
    private Path folder;

    private RunDirectory run;

    @BeforeEach
    void twoJournals() throws IOException {
        run = new RunDirectory(folder);
        Files.writeString(run.ticks(), "ticks");
        Files.writeString(run.quotes(0), "quotes");
    }

    @Test
    void presentJournalsNeedNoExplanation() {
        assertThat(Retention.whyNoJournals(run)).isEmpty();
    }

    @Test
    void reportsASingleCompressedJournal() throws IOException {
        Path packed = Files.move(run.quotes(0), Path.of(run.quotes(0) + ".gz"));

        assertThat(Retention.whyNoJournals(run))
                .hasValue("its journals are compressed: t2q compress --undo " + folder + " first");

        Files.writeString(run.quotes(0), "as it was");
        assertThat(packed).exists();
        assertThat(Retention.whyNoJournals(run)).as("both are there").isEmpty();
    }

    @Test
    void removesRestoredFilesFromTheNote() throws IOException {
        RunDirectory kept =
                new RunDirectory(SampleRun.at(folder.resolve("kept")).write());
        Files.writeString(kept.tickResults(), "results");
        Files.writeString(kept.tickResultsSoonest(), "results");
        Path note = kept.path().resolve("kept.json");
        Retention.JOURNALS.apply(kept);
        assertThat(note).content().contains("tick-results.bin", "tick-results-soonest.bin");

        Files.writeString(kept.tickResults(), "results");
        Retention.correct(kept);
        assertThat(note).content().doesNotContain("tick-results.bin").contains("tick-results-soonest.bin");

        Files.writeString(kept.tickResultsSoonest(), "results");
        Retention.correct(kept);
        assertThat(note).doesNotExist();
        Retention.correct(kept);
    }

    @Test
    void reportsCompressedJournals() throws IOException {
        JournalFiles.compress(run);

        assertThat(Retention.whyNoJournals(run)).get().asString().contains("compress --undo");

        JournalFiles.restore(run);
        assertThat(Retention.whyNoJournals(run)).isEmpty();
    }

    /** Of the capture and of the null responder. */
    @Test
    void journalsOfRunsInARunAreCompressedAndRemovedToo() throws IOException {
        RunDirectory outer =
                new RunDirectory(SampleRun.at(folder.resolve("outer")).write());
        for (RunDirectory inner : List.of(outer.wire(), outer.harnessShare())) {
            Files.createDirectory(inner.path());
            Files.writeString(inner.ticks(), "ticks");
        }
        List<Path> packed = JournalFiles.compress(outer);
        assertThat(packed)
                .containsExactly(
                        outer.wire().path().resolve("ticks.journal.gz"),
                        outer.harnessShare().path().resolve("ticks.journal.gz"));
        assertThat(outer.wire().ticks()).doesNotExist();
        assertThat(Retention.whyNoJournals(outer)).isPresent();

        JournalFiles.restore(outer);
        Retention.RESULTS.apply(outer);
        assertThat(outer.path().resolve("kept.json"))
                .content()
                .contains("\"wire/ticks.journal\"", "\"harness-share/ticks.journal\"");
        for (RunDirectory inner : List.of(outer.wire(), outer.harnessShare())) {
            assertThat(inner.ticks()).doesNotExist();
            assertThat(Retention.whyNoJournals(inner)).get().asString().startsWith("its journals were not kept");
        }
    }

    @Test
    void keepsTheNullRespondersTickResultsBecauseAnalyzeDoesNotRestoreThem() throws IOException {
        RunDirectory outer =
                new RunDirectory(SampleRun.at(folder.resolve("shared")).write());
        for (RunDirectory inner : List.of(outer.wire(), outer.harnessShare())) {
            Files.createDirectory(inner.path());
            Files.writeString(inner.tickResults(), "results");
        }
        Retention.JOURNALS.apply(outer);
        assertThat(outer.wire().tickResults()).doesNotExist();
        assertThat(outer.harnessShare().tickResults()).exists();
    }

    @Test
    void damagedCompressedJournalIsNamedAndStays() throws IOException {
        Path packed = JournalFiles.compress(run).get(0);
        byte[] whole = Files.readAllBytes(packed);
        byte[] flipped = whole.clone();
        flipped[whole.length - 6] ^= 1;
        for (byte[] damaged : List.of(flipped, Arrays.copyOf(whole, whole.length - 9))) {
            Files.write(packed, damaged);
            assertThatThrownBy(() -> JournalFiles.restore(run))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                    .hasMessageStartingWith(packed + ": is damaged: ");
            assertThat(packed).hasBinaryContent(damaged);
        }
    }
}
