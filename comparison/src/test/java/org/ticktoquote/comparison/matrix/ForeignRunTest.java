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

    /** A run with a file of another run does not count, and the page names the file. */
    @ParameterizedTest
    @ValueSource(strings = {"summary.json", "curves.json", "tick-results.bin"})
    void runWithAFileOfAnotherRunDoesNotCount(String name) throws IOException {
        MatrixFixture fixture = new MatrixFixture(directory).with("PV-001", "hotspot", "unmanaged", valid(1_000));
        Path file = directory.resolve("PV-001/run-1").resolve(name);
        UUID other = UUID.fromString("99999999-aaaa-4bbb-8ccc-dddddddddddd");
        if (name.endsWith(".bin")) {
            try (TickResults results = TickResults.create(file, 1, other)) {
                results.complete();
            }
        } else {
            Files.writeString(
                    file, Files.readString(file).replace("00000000-0000-0000-0000-000000000000", other.toString()));
        }

        CaseComparison found = fixture.compare().cases().get(0);
        assertThat(found.attempts().runs()).isEmpty();
        assertThat(found.attempts().others().get(0).why()).contains(name + ": ", "run ", other.toString(), "expected ");
    }

    /** matrix.json states the run id of each attempt. */
    @Test
    void swappedRunDirectoryDoesNotCount() throws IOException {
        MatrixFixture fixture = new MatrixFixture(directory);
        fixture.write("PV-001/run-1", valid(1_000), Map.of(), "java -jar app.jar");
        Attempt own = attempt(JournalOrigin.NO_RUN);
        Attempt exchanged = attempt(UUID.fromString("99999999-aaaa-4bbb-8ccc-dddddddddddd"));
        fixture.with("PV-001", "hotspot", "unmanaged", "", List.of(own));
        fixture.with("PV-002", "hotspot", "auto", "", List.of(exchanged));

        List<CaseComparison> found = fixture.compare().cases();
        assertThat(found.get(0).attempts().runs()).hasSize(1);
        assertThat(found.get(1).attempts().runs()).isEmpty();
        assertThat(found.get(1).attempts().others().get(0).why())
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
        MatrixFixture fixture = new MatrixFixture(directory).with("PV-001", "hotspot", "unmanaged", valid(1_000));
        Path file = directory.resolve("PV-001/run-1").resolve(name);
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replaceFirst(Pattern.quote(from), to));

        CaseComparison found = fixture.compare().cases().get(0);
        assertThat(found.attempts().runs()).isEmpty();
        assertThat(found.attempts().others().get(0).why())
                .startsWith(file + ": was changed after it was written, or is damaged")
                .endsWith("; recreate it with t2q analyze " + file.getParent());
    }

    @ParameterizedTest
    @CsvSource({"curves.json", "statistics.json"})
    void runWithAMissingFileDoesNotCount(String name) throws IOException {
        MatrixFixture fixture = new MatrixFixture(directory).with("PV-001", "hotspot", "unmanaged", valid(1_000));
        Path file = directory.resolve("PV-001/run-1").resolve(name);
        Files.delete(file);

        CaseComparison found = fixture.compare().cases().get(0);
        assertThat(found.attempts().runs()).isEmpty();
        assertThat(found.attempts().others().get(0).why())
                .isEqualTo(file + ": is missing; recreate it with t2q analyze " + file.getParent());
    }
}
