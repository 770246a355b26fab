package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports agree with the run's summary when read by another engine; {@link FixVenueIT} covers a run matched by id. */
@LongProof
class ExportIT {
    @TempDir
    private static Path shared;

    private static Path recording;

    @TempDir
    private Path folder;

    @BeforeAll
    static void record() throws Exception {
        recording = Scenario.recording(shared, "--length", "4min", "--pairs", "4");
    }

    private Scenario scenario() {
        return Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+4s", "--feed", "tcp://127.0.0.1:0");
    }

    @FullProof
    @Test
    void runMatchedByPriceHasBothAttributions() throws Exception {
        Scenario scenario = scenario().with("--match", "price", "--conflation", "50ms");
        scenario.run(0);
        Summaries summary = Summaries.of(scenario.directory());
        try (ParquetTables tables = ParquetTables.of(ExportedRun.of(scenario.directory()))) {
            ExportedRun.assertOutcomes(tables, summary.json().path("tickOutcomes"), "latest");
            ExportedRun.assertOutcomes(tables, summary.json().path("tickOutcomesSoonest"), "soonest");
            ExportedRun.assertPercentiles(tables, summary.json().path("responseNs"), "response_ns", "latest", "high");
            ExportedRun.assertPercentiles(tables, summary.json().path("responseNs"), "response_ns", "soonest", "low");
        }
    }

    @Test
    void refusesUnanalysedRunAndNonEmptyTargetWithoutWriting() throws Exception {
        Path run = Files.createDirectory(folder.resolve("run"));
        T2qProcess nothing = T2qProcess.run(folder, "export", run.toString(), "--parquet", folder + "/tables");
        assertThat(nothing.awaitEnd()).isEqualTo(2);
        assertThat(nothing.err()).contains("has neither run.json nor matrix.json");
        assertThat(folder.resolve("tables")).doesNotExist();

        Scenario scenario = Scenario.coldIn(folder)
                .named(Path.of("cold"))
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+2s");
        scenario.start().awaitEnd();
        T2qProcess taken = T2qProcess.run(
                folder, "export", scenario.directory().toString(), "--parquet", run.getParent() + "/cold");
        assertThat(taken.awaitEnd()).isEqualTo(2);
        assertThat(taken.err()).contains("--parquet: '" + folder + "/cold' is not empty");
        Files.delete(scenario.directory().resolve("summary.json"));
        T2qProcess raw =
                T2qProcess.run(folder, "export", scenario.directory().toString(), "--parquet", folder + "/tables");
        assertThat(raw.awaitEnd()).isEqualTo(5);
        assertThat(raw.err()).contains("summary.json: is missing: the run was not analysed, expected t2q analyze");
        assertThat(folder.resolve("tables")).doesNotExist();
    }
}
