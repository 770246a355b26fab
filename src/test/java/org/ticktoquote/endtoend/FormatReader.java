package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A reader of run directories in another language, written only from {@code docs/formats.md}: it checks every checksum
 * and version, recomputes outcomes and percentiles by id, and checks that each JSON member is documented.
 */
final class FormatReader {
    private static final int REFUSED = 5;

    private FormatReader() {}

    /** Reads a run or a matrix; skips the test without Python. */
    private static Ended read(Path directory) throws IOException, InterruptedException {
        assumeTrue(
                Processes.program("python3") != null,
                "python3 is not installed: the run is not checked against docs/formats.md");
        Path reader = T2qProcess.root().resolve("src/test/resources/formats/check_run.py");
        Path page = T2qProcess.root().resolve("docs/formats.md");
        return Ended.of("python3", "-B", reader.toString(), directory.toString(), page.toString());
    }

    /** Asserts that all files are as documented and that recomputed results agree with the analysis. */
    static void assertAgrees(Path directory) throws IOException, InterruptedException {
        Ended read = read(directory);
        System.out.println(read.text());
        assertThat(read.text(0)).contains(" 0 differences");
    }

    /** Asserts that a file is refused with a message. */
    static void assertRefuses(Path directory, String expected) throws IOException, InterruptedException {
        assertThat(read(directory).text(REFUSED)).contains(expected);
    }
}
