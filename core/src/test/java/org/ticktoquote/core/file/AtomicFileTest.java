package org.ticktoquote.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is complete or absent. No temporary file remains unless its writer is killed with SIGKILL. */
final class AtomicFileTest {
    private static final int TERMINATED = 143;
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder;

    /** A process that is terminated while it writes a file. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            AtomicFile.write(Path.of(arguments[0]), out -> {
                out.write(1);
                out.flush();
                System.out.print('.');
                System.out.flush();
                while (true) {
                    LockSupport.park();
                }
            });
        }
    }

    @Test
    void terminatedWriterLeavesNoTemporaryFile() throws Exception {
        Path file = folder.resolve("results");
        Files.writeString(file, "before");
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        file.toString())
                .start();
        assertThat(writer.getInputStream().read()).isEqualTo('.');
        assertThat(names()).as("while it writes").hasSize(2);

        writer.destroy();

        assertThat(writer.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(writer.exitValue()).isEqualTo(TERMINATED);
        assertThat(names()).containsExactly("results");
        assertThat(file).hasContent("before");
    }

    @Test
    void failedWriteLeavesTheFileUnchanged() throws IOException {
        Path file = folder.resolve("results");
        Files.writeString(file, "before");

        assertThat(catchThrowable(() -> AtomicFile.write(file, out -> {
                    out.write(1);
                    throw new IOException("full");
                })))
                .hasMessage("full");

        assertThat(names()).containsExactly("results");
        assertThat(file).hasContent("before");
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }
}
