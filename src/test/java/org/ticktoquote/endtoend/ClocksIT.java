package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code t2q clocks} of the shipped jar, with whatever Javas are installed. */
@LongProof
class ClocksIT {
    @TempDir
    private Path folder;

    private JsonNode measured(String further) throws Exception {
        String line = "clocks --blocks 50 --warm-up 10ms --longest-sleep 100us --json " + further;
        return new JsonMapper().readTree(T2qProcess.start(folder, line).ended(0).out());
    }

    private static JsonNode row(JsonNode rows, String clock) {
        for (JsonNode row : rows) {
            if (row.path("clock").asText().equals(clock)) {
                return row;
            }
        }
        throw new AssertionError("no row of " + clock + " in " + rows);
    }

    @Test
    void measuresWithInstalledJavas() throws Exception {
        JsonNode report = measured("--html page.html");
        JsonNode nanoTime = row(report.at("/clocks/cost"), "System.nanoTime");
        assertThat(nanoTime.at("/figures/perCallNs/count").asInt()).isEqualTo(40);
        assertThat(nanoTime.at("/figures/perCallNs/p50").asDouble()).isBetween(1.0, 5_000.0);
        assertThat(row(report.at("/clocks/ordering"), "System.nanoTime")
                        .at("/figures/violations")
                        .asLong())
                .isZero();
        assertThat(report.at("/processes/figures/violations").asInt(-1)).isZero();
        assertThat(report.at("/interpretation/clock").asText()).isEqualTo("System.nanoTime");
        assertThat(report.at("/interpretation/trustedNs").asDouble()).isPositive();
        assertThat(report.at("/published/cost")).hasSize(6);
        boolean read = !report.at("/nativeJava").asText().startsWith("none");
        JsonNode monotonic = row(report.at("/clocks/cost"), "clock_gettime(CLOCK_MONOTONIC)");
        assertThat(monotonic.path("figures").isNull()).isEqualTo(!read);
        assertThat(Files.readString(folder.resolve("page.html"))).contains("<h1>t2q clocks</h1>", "Intel Nehalem");
    }

    @Test
    void reportsWhatThisJavaCannotMeasure() throws Exception {
        JsonNode report = measured("--this-java");
        int java = Runtime.version().feature();
        JsonNode monotonic = row(report.at("/clocks/cost"), "clock_gettime(CLOCK_MONOTONIC)");
        assertThat(monotonic.path("java").asInt()).isEqualTo(java);
        assertThat(monotonic.path("missing").asText())
                .isEqualTo(java < 22 ? "needs Java 22 or newer, this is Java " + java : "");
    }

    @Test
    void refusesImpossibleOptions() throws Exception {
        T2qProcess process = T2qProcess.run(folder, "clocks", "--blocks", "5", "--drop", "5", "--drift", "1ms");
        assertThat(process.ended(2).err()).contains("--drop: '5'", "--drift: '1.00 ms'");
    }
}
