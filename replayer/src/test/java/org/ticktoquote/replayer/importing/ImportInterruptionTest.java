package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ImportInterruptionTest {
    @TempDir
    Path folder;

    /** Runs the command in a separate process. */
    static final class Main {
        public static void main(String[] arguments) {
            System.exit(new CommandLine(new ImportCommand()).execute(arguments));
        }
    }

    /** Returns the names of files of the recording. */
    private List<String> left() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            return left.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains("out"))
                    .toList();
        }
    }

    @Test
    void removesFilesIfTerminatedDuringReadingOfFix() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "-",
                        "--out",
                        folder.resolve("out.t2q").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        OutputStream input = process.getOutputStream();
        try {
            byte[] line = "8=FIX.4.4|9=5|35=0|10=163|\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
            input.write(line);
            input.flush();
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !left().isEmpty() || !process.isAlive());
            ProcessHandle.of(process.pid())
                    .orElseThrow()
                    .destroy(); // a process closes its streams, its handle does not
            writeUntilClosed(input, line);

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("log")))
                    .isEqualTo(143);
            assertThat(left()).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void writeUntilClosed(OutputStream input, byte[] line) {
        try {
            while (true) {
                input.write(line);
                input.flush();
            }
        } catch (IOException closed) {
            // the process has ended
        }
    }
}
