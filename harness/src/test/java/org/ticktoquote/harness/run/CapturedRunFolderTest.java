package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

class CapturedRunFolderTest {
    @TempDir
    private Path folder;

    /** An earlier join was killed, and this one is refused. */
    @Test
    void keepsTheLastCompleteRun() throws Exception {
        RunDirectory run = new RunDirectory(folder);
        Path replaced = Files.createDirectory(folder.resolve("wire-replaced"));
        Files.writeString(replaced.resolve("run.json"), "complete");
        Files.createDirectory(run.wire().path());
        Files.writeString(run.wire().ticks(), "incomplete");
        Path capture = Files.writeString(folder.resolve("a.pcap"), "no capture");
        CapturedRun captured = new CapturedRun(
                run,
                SampleManifest.of(RunManifest.COMPLETE, "", 9, Map.of()),
                Optional.empty(),
                Progress.onStandardError());

        assertThatThrownBy(() -> captured.make(List.of(capture), Optional.empty(), () -> false))
                .isInstanceOf(ProblemException.class);

        assertThat(run.wire().manifest()).hasContent("complete");
        assertThat(run.wire().ticks()).doesNotExist();
        assertThat(replaced).doesNotExist();
    }
}
