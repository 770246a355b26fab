package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.journal.JournalOrigin;

/** Runs of a matrix with files of another run. */
final class ForeignRunTest {
    @TempDir
    private Path directory;

    private static final UUID OTHER = UUID.fromString("99999999-aaaa-4bbb-8ccc-dddddddddddd");

    private MatrixFixture fixture() {
        return new MatrixFixture(directory).with("PV-001", 1_000);
    }

    private Path file(String name) {
        return directory.resolve("PV-001/run-1").resolve(name);
    }

    /** Returns why the only run of a case does not count. */
    private static String why(CaseComparison found) {
        assertThat(found.attempts().runs()).isEmpty();
        return found.attempts().others().get(0).why();
    }

    /** A run with a file of another run does not count, and the page names the file. */
    @ParameterizedTest
    @ValueSource(strings = {"summary.json", "curves.json", "tick-results.bin"})
    void runWithAFileOfAnotherRunDoesNotCount(String name) throws IOException {
        MatrixFixture fixture = fixture();
        Path file = file(name);
        if (name.endsWith(".bin")) {
            try (TickResults results = TickResults.create(file, 1, OTHER)) {
                results.complete();
            }
        } else {
            String own = "00000000-0000-0000-0000-000000000000";
            Files.writeString(file, Files.readString(file).replace(own, OTHER.toString()));
        }
        assertThat(why(fixture.first())).contains(name + ": ", "run ", OTHER.toString(), "expected ");
    }

    /** matrix.json states the run id of each attempt. */
    @Test
    void swappedRunDirectoryDoesNotCount() throws IOException {
        MatrixFixture fixture = new MatrixFixture(directory);
        fixture.write("PV-001/run-1", valid(1_000), Map.of(), "java -jar app.jar");
        fixture.with("PV-001", List.of(attempt(JournalOrigin.NO_RUN)));
        fixture.with("PV-002", List.of(attempt(OTHER)));
        List<CaseComparison> found = fixture.compare().cases();
        assertThat(found.get(0).attempts().runs()).hasSize(1);
        assertThat(why(found.get(1)))
                .isEqualTo("PV-001/run-1: belongs to run 00000000-0000-0000-0000-000000000000, expected run"
                        + " 99999999-aaaa-4bbb-8ccc-dddddddddddd (matrix.json)");
    }

    private static Attempt attempt(UUID run) {
        return new Attempt(1, 1, "PV-001/run-1", run, AttemptState.COMPLETE, Verdict.VALID, "", List.of());
    }

    /** A figure or verdict edited by hand. */
    @ParameterizedTest
    @CsvSource({
        "summary.json,'VALID','DEGRADED'",
        "summary.json,'\"high\" : 1000','\"high\" : 1007'",
        "summary.json,'\"published\" : 2000','\"published\" : 1999'",
        "curves.json,'[50.0,1000','[50.0,900'"
    })
    void runWithAChangedFileDoesNotCount(String name, String from, String to) throws IOException {
        MatrixFixture fixture = fixture();
        Path file = file(name);
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replaceFirst(Pattern.quote(from), to));
        assertThat(why(fixture.first()))
                .startsWith(file + ": was changed after it was written, or is damaged")
                .endsWith("; recreate it with t2q analyze " + file.getParent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"curves.json", "statistics.json"})
    void runWithAMissingFileDoesNotCount(String name) throws IOException {
        MatrixFixture fixture = fixture();
        Path file = file(name);
        Files.delete(file);
        assertThat(why(fixture.first()))
                .isEqualTo(file + ": is missing; recreate it with t2q analyze " + file.getParent());
    }
}
