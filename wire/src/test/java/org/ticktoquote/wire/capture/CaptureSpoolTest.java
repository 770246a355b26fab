package org.ticktoquote.wire.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    /** A pipe that is not read holds 64 KiB. */
    @Test
    @Timeout(300)
    void copiesPipesAtOnce() throws Exception {
        Path one = fifo("one");
        Path other = fifo("other");
        Path copies = Files.createDirectory(folder.resolve("run"));
        FutureTask<Void> writing = new FutureTask<>(() -> {
            try (OutputStream open = Files.newOutputStream(one)) {
                Files.write(other, new byte[1 << 20]);
                open.write(1);
            }
            return null;
        });
        Thread writer = new Thread(writing);
        writer.setDaemon(true);
        writer.start();

        try (CaptureSpool spool = new CaptureSpool(copies, Progress.onStandardError())) {
            spool.add(List.of(one, other), () -> false);
            writing.get();
            assertThat(copies.resolve("one")).hasSize(1);
            assertThat(copies.resolve("other")).hasSize(1 << 20);
            assertThat(spool.files).containsExactly(copies.resolve("one"), copies.resolve("other"));
        }
    }

    private Path fifo(String name) throws IOException, InterruptedException {
        Path fifo = folder.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        return fifo;
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
