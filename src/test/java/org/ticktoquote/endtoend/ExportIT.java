package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports agree with the run's summary when read by another engine; {@link FixVenueIT} covers a run matched by id. */
@LongProof
class ExportIT {
    @TempDir
    private Path folder;

    @FullProof
    @Test
    void runMatchedByPriceHasBothAttributions() throws Exception {
        Scenario scenario = Scenario.hurriedIn(folder)
                .over("T0+1s..T0+4s", "--length", "4min", "--pairs", "4")
                .tcp()
                .with("--match", "price", "--conflation", "50ms");
        Summaries summary = scenario.measured(0);
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
        assertRefused(2, "has neither run.json nor matrix.json", run, "tables");

        Scenario scenario =
                Scenario.coldIn(folder).named(Path.of("cold")).over("T0+1s..T0+2s", "--length", "4min", "--pairs", "4");
        scenario.start().awaitEnd();
        assertRefused(2, "--parquet: '" + folder + "/cold' is not empty", scenario.directory(), "cold");
        Files.delete(scenario.directory().resolve("summary.json"));
        String words = "summary.json: is missing: the run was not analysed, expected t2q analyze";
        assertRefused(5, words, scenario.directory(), "tables");
    }

    private void assertRefused(int status, String words, Path run, String to) throws Exception {
        String tables = folder.resolve(to).toString();
        T2qProcess process = T2qProcess.run(folder, "export", run.toString(), "--parquet", tables)
                .ended(status);
        assertThat(process.err()).contains(words);
        assertThat(folder.resolve("tables")).doesNotExist();
    }
}
