package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;

final class MatrixRecordTest {
    @TempDir
    Path directory;

    private Path written() {
        MatrixFixture fixture =
                new MatrixFixture(directory).annual(AnnualBase.FX_WEEK, 12.0).reference(5_000_000);
        Attempt killed = new Attempt(2, 1, "PV-001/run-2", null, AttemptState.RUNNING, null, "", List.of());
        Attempt other = new Attempt(
                3,
                1,
                "PV-001/run-3",
                null,
                AttemptState.COMPLETE,
                Verdict.FAILED,
                "lost",
                List.of("another recording"));
        fixture.with("PV-001", "hotspot", "unmanaged", "", List.of(killed, other));
        fixture.notRun("PV-003", "zing", "unmanaged", "no Zing JVM; give --jvm zing=PATH");
        return fixture.write().resolve(MatrixRecord.FILE);
    }

    @Test
    void survivesARoundTrip() throws IOException {
        Path file = written();
        MatrixRecord read = MatrixRecord.read(file);
        byte[] before = Files.readAllBytes(file);
        read.write(file);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(read.annual()).isEqualTo(Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "NFP hours", 12.0));
        assertThat(read.referenceNs()).isEqualTo(5_000_000);
        List<Attempt> attempts = read.cases().get(0).attempts();
        assertThat(attempts.get(0).state()).isEqualTo(AttemptState.RUNNING);
        assertThat(attempts.get(0).validity()).isNull();
        assertThat(attempts.get(1).objections()).containsExactly("another recording");
        assertThat(Files.readString(file)).contains("\"base\" : \"fx-week\"", "\"state\" : \"running\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            fx-week                | leap-year             | annual.base: expected one of
            "baseline" : "PV-001"  | "baseline" : "PV-9"   | baseline 'PV-9' is not a case
            "name" : "PV-003"      | "name" : "PV-001"     | two cases are named 'PV-001'
            "formatVersion" : 7    | "formatVersion" : 4   | format version 4, expected 7
            "seed" : 42            | "seed" : 43           | was changed after it was written
            "validity" : "FAILED"  | "validity" : "VALID"  | was changed after it was written
            "seed" : 42            | "sead" : 42           | the member 'seed' is missing
            "regime" : "NFP hours" | "regime" : null       | annual.regime
            """)
    void refusesAWrongMemberByName(String from, String to, String message) throws IOException {
        Path file = written();
        assertRefused(file, Files.readString(file).replace(from, to), message);
    }

    @Test
    void refusesOtherFilesByName() throws IOException {
        Path file = written();
        String text = Files.readString(file);
        assertRefused(
                file,
                text.replace("\"formatVersion\" : 7", "\"formatVersion\" : 1").replace("\"beside\" : { },", ""),
                "format version 1, expected 7 (another version of t2q wrote it)");
        assertRefused(file, text.substring(0, text.length() / 2), MatrixRecord.FILE + ":");
        assertRefused(file, "null", "expected a matrix");
        Files.delete(file);
        assertThatThrownBy(() -> MatrixRecord.read(file)).hasMessageContaining("cannot be read");
    }

    private static void assertRefused(Path file, String text, String message) throws IOException {
        Files.writeString(file, text);
        assertThatThrownBy(() -> MatrixRecord.read(file))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageContaining(message);
    }
}
