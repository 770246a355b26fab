package org.ticktoquote.analysis.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.matrix.MatrixFixture.valid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.results.TickResults;

/** A file of another run in a run of a matrix. */
final class ForeignRunTest {
    @TempDir
    private Path directory;

    /** The files of a run are of that run, or it does not count, and the page says which file it was. */
    @ParameterizedTest
    @ValueSource(strings = {"summary.json", "curves.json", "tick-results.bin"})
    void aRunWithAFileOfAnotherRunDoesNotCount(String name) throws IOException {
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
        assertThat(found.runs()).isEmpty();
        assertThat(found.others().get(0).why()).contains(name + ": is ", "of run ", other.toString(), "expected ");
    }
}
