package org.ticktoquote.wire.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.Progress;

final class CaptureSpoolTest {
    @TempDir
    private Path folder;

    /** Ends the JVM before the copy is closed, as Ctrl-C does if measuring takes too long. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] arguments) {
            CaptureSpool spool = new CaptureSpool(Path.of(arguments[0]), Progress.onStandardError());
            spool.add(List.of(Path.of("-")), () -> false);
            System.exit(0);
        }
    }

    @Test
    void copiesOutliveAJvmThatEndsEarly() throws Exception {
        Path capture = Files.writeString(folder.resolve("capture"), "new");
        Path copies = Files.createDirectory(folder.resolve("run"));
        Path earlier = Files.writeString(copies.resolve("standard-input"), "earlier");
        Process killed = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Killed.class.getName(),
                        copies.toString())
                .redirectInput(capture.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();

        assertThat(killed.waitFor()).as(Files.readString(folder.resolve("log"))).isZero();
        assertThat(copies.resolve("standard-input-1")).hasContent("new");
        assertThat(earlier).hasContent("earlier");
    }
}
