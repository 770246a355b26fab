package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A reader of run directories in another language, written only from {@code docs/formats.md}: it checks every checksum
 * and version, recomputes outcomes and percentiles by id, and checks that each JSON member is documented.
 *
 * @param status of the process: 0, or 5 if it refuses a file
 */
record FormatReader(int status, String text) {
    private static final Path FORMATS = T2qProcess.root().resolve("src/test/resources/formats");

    /** Reads a run or a matrix; skips the test without Python. */
    static FormatReader read(Path directory) throws IOException, InterruptedException {
        assumeTrue(present(), "python3 is not installed: the run is not checked against docs/formats.md");
        Path page = T2qProcess.root().resolve("docs/formats.md");
        Process process = new ProcessBuilder(
                        "python3",
                        "-B",
                        FORMATS.resolve("check_run.py").toString(),
                        directory.toString(),
                        page.toString())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(T2qProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return new FormatReader(process.exitValue(), text);
    }

    private static boolean present() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve("python3")));
    }

    /** Asserts that all files are as documented and that recomputed results agree with the analysis. */
    static void assertAgrees(Path directory) throws IOException, InterruptedException {
        FormatReader read = read(directory);
        System.out.println(read.text);
        assertThat(read.status).as(read.text).isZero();
        assertThat(read.text).contains(List.of(" 0 differences"));
    }

    /** Asserts that a file is refused with a message. */
    static void assertRefuses(Path directory, String expected) throws IOException, InterruptedException {
        FormatReader read = read(directory);
        assertThat(read.status).as(read.text).isEqualTo(5);
        assertThat(read.text).contains(expected);
    }
}
