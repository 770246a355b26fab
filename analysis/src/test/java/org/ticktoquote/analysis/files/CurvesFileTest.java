package org.ticktoquote.analysis.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.core.command.ProblemException;

final class CurvesFileTest {
    private static final Curve LATEST = new Curve(
            "responseNs",
            "response \"due\"",
            1_000,
            7,
            List.of(
                    new CurvePoint(0, 100, 40, false),
                    new CurvePoint(3.7649374, 120, 30, false),
                    new CurvePoint(100, 5_000, 0, true)));
    private static final Curve SOONEST =
            new Curve("responseNs", "response", 1_000, 0, List.of(new CurvePoint(100, 4_000, 0, false)));

    private static final UUID RUN = UUID.fromString("11111111-2222-4333-8444-555555555555");

    @TempDir
    Path directory;

    @Test
    void readsWhatWasWritten() throws IOException {
        Path file = directory.resolve("curves.json");
        CurvesFile.write(file, RUN, List.of(LATEST), List.of(SOONEST));
        assertThat(CurvesFile.read(file, RUN)).isEqualTo(new CurvesFile(List.of(LATEST), List.of(SOONEST)));
        CurvesFile.write(file, RUN, List.of(LATEST, SOONEST), List.of());
        assertThat(CurvesFile.read(file, RUN)).isEqualTo(new CurvesFile(List.of(LATEST, SOONEST), List.of()));
    }

    @Test
    void reportsTheLocationOfAnError() throws IOException {
        Path file = directory.resolve("curves.json");
        CurvesFile.write(file, RUN, List.of(LATEST), List.of());
        String text = Files.readString(file);
        assertRefused(
                file,
                text.replace("\"formatVersion\":3", "\"formatVersion\":2"),
                "format version 2, expected 3; recreate it with t2q analyze " + directory);
        assertRefused(
                file,
                text.replace("[100.0,5000,0,1]", "[100.0,5000]"),
                "a point, curves[0].points[2], has 2 fields, expected 4");
        assertRefused(
                file,
                text.replace("[100.0,5000,0,1]", "[100.0,4000,0,1]"),
                "curves.json: was changed after it was written");
        assertRefused(file, text.substring(0, 100), "curves.json: line ");
        assertRefused(file, text.replace(RUN.toString(), "x"), "belongs to run \"x\", expected run " + RUN);
        Files.delete(file);
        assertThatThrownBy(() -> CurvesFile.read(file, RUN)).hasMessageContaining("cannot be read");
    }

    private static void assertRefused(Path file, String text, String message) throws IOException {
        Files.writeString(file, text);
        assertThatThrownBy(() -> CurvesFile.read(file, RUN))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining(message);
    }
}
