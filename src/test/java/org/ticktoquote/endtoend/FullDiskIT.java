package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A separate disk that is full from the start or fills up: the run reports it. Needs root. */
@FullProof
class FullDiskIT {
    private static final ProofTable TABLE = new ProofTable("full-disk");

    @TempDir
    private Path folder;

    private Path disk;

    private Scenario onDisk(String size) throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        String output = Ended.failure("mount", "-t", "tmpfs", "-o", "size=" + size, "t2q-full-disk", disk.toString());
        assumeTrue(output.isEmpty(), "SKIPPED: no file system can be mounted here: " + output);
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "6");
        return Scenario.coldIn(disk).over(recording, "T0..T0+6s");
    }

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            Ended.failure("umount", disk.toString());
        }
    }

    @Test
    void refusesADiskThatIsTooSmallFromTheStart() throws Exception {
        Scenario scenario = onDisk("2m");
        T2qProcess process = scenario.start(folder).ended(6);
        assertThat(process.err()).contains("no space left on device").doesNotContain("SIGBUS");
        TABLE.row("2 MB for a run", lastLine(process), "status 6");
    }

    @Test
    void reportsADiskThatFillsDuringMeasurement() throws Exception {
        Scenario scenario = onDisk("400m");
        T2qProcess process = scenario.start(folder);
        scenario.awaitMeasured(TimeUnit.SECONDS.toNanos(1));
        long filled = keepFull(disk.resolve("filler"), process);
        int status = process.ended(3, 6).awaitEnd();
        assertThat(process.texts()).doesNotContain("SIGBUS");
        assertThat(process.err() + process.out()).contains("no space left on device");
        Processes.awaitNone(scenario.directory());
        Files.delete(disk.resolve("filler"));
        T2qProcess.run(folder, "analyze", scenario.directory().toString()).ended(0, 3);
        TABLE.row(
                (filled >> 20) + " MB that fill the disk after a second of measuring",
                lastLine(process),
                "status " + status + "; analysed with room: "
                        + scenario.summary().validity());
    }

    /** Also fills space freed by the run, like a growing log of another process. */
    private static long keepFull(Path file, T2qProcess process) throws IOException {
        await().atMost(T2qProcess.PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> {
                    fill(file);
                    return !process.alive();
                });
        return Files.size(file);
    }

    private static void fill(Path file) throws IOException {
        byte[] block = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            // the disk is full
        }
    }

    private static String lastLine(T2qProcess process) {
        return process.err().lines().reduce((first, second) -> second).orElse("");
    }
}
