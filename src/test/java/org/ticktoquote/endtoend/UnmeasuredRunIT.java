package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunDirectory;

/** A run that ends before measurement leaves no process, no file and no directory. A measured one keeps its report. */
@LongProof
class UnmeasuredRunIT {
    @TempDir
    private Path folder;

    private Path recording;
    private Scenario scenario;

    @BeforeEach
    void prepare() throws Exception {
        recording = Scenario.recording(folder, "--length", "1min", "--pairs", "2");
        scenario = Scenario.hurriedIn(folder).over(recording, "T0..T0+5s").named(Path.of("results", "run"));
    }

    private void assertNothingLeft() {
        Processes.awaitNone(scenario.directory());
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void leavesNothingIfTheRecordingIsDamaged() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(recording.toFile(), "rw")) {
            file.seek(file.length() - 25);
            file.write(4);
        }
        assertThat(scenario.run(5).err()).contains("not a sound recording", "nothing was measured");
        assertNothingLeft();
    }

    @Test
    void keepsItsReportWithoutJournalsIfOnlyResultsAreKeptAndTheCaptureCannotBeRead() throws Exception {
        T2qProcess process = Scenario.coldIn(folder)
                .over(recording, "T0..T0+1s")
                .with("--pcap", "nosuch.pcap", "--keep", "results")
                .run(2);
        assertThat(process.err())
                .contains("nosuch.pcap: no such file; the report is without it", "t2q wire CAPTURE --join ");
        assertThat(process.out()).contains("last client");
        assertThat(folder.resolve("run"))
                .isDirectoryContaining("glob:**/report.html")
                .isDirectoryNotContaining("regex:.*/(?!hiccups-)[^/]*\\.journal.*");
    }

    @Test
    void leavesNothingIfInterruptedDuringTheWarmUp() throws Exception {
        T2qProcess process =
                scenario.with("--warm-up", "1m", "--warm-up-limit", "2m").start();
        RunDirectory run = scenario.files();
        process.awaitOrEnd(() -> Files.exists(run.warmUp()) && Files.exists(run.manifest()));
        process.signal("TERM");
        assertThat(process.ended(143).err()).contains("interrupted; nothing was measured");
        assertNothingLeft();
    }
}
