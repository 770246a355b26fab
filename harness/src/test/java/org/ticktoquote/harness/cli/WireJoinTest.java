package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.stored.JournalFiles;
import org.ticktoquote.analysis.stored.Retention;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.run.SampleManifest;
import org.ticktoquote.host.command.T2qLine;

/** Adds captures to runs whose results cannot be derived again. */
final class WireJoinTest {
    private static final String FIGURES = "figures of the run";

    @TempDir
    private Path folder;

    private RunDirectory run;

    @BeforeEach
    void runWithJournals() throws IOException {
        run = new RunDirectory(Files.createDirectory(folder.resolve("run")));
        SampleManifest.of(RunManifest.COMPLETE, "", 1, Map.of()).write(run.manifest());
        Files.writeString(run.ticks(), "ticks");
        Files.writeString(run.summary(), FIGURES);
    }

    @Test
    void refusesARunWithoutJournals() throws IOException {
        Retention.RESULTS.apply(run);
        assertRefused("its journals were not kept (--keep results)");
    }

    @Test
    void refusesARunWithCompressedJournals() throws IOException {
        JournalFiles.compress(run);
        assertRefused("its journals are compressed: t2q compress --undo " + run.path() + " first");
    }

    private void assertRefused(String reason) throws IOException {
        Path capture = Files.writeString(folder.resolve("any.pcap"), "never read");
        T2qLine line = new T2qLine();
        assertThat(line.run("wire", capture.toString(), "--join", run.path().toString()))
                .isEqualTo(5);
        assertThat(line.err()).contains(run.path() + ": " + reason);
        assertThat(run.summary()).hasContent(FIGURES);
        assertThat(run.wire().path()).doesNotExist();
    }
}
