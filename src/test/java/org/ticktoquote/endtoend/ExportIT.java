package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.corpus.Corpus;

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

        Path recorded = Corpus.unpack("by-id", folder.resolve("recorded"));
        assertRefused(
                5, "summary.json: is missing: the run was not analysed, expected t2q analyze", recorded, "tables");
        Corpus.analyse(recorded, folder, 1);
        assertRefused(2, "--parquet: '" + recorded + "' is not empty", recorded, "recorded");
    }

    private void assertRefused(int status, String words, Path run, String to) throws Exception {
        String tables = folder.resolve(to).toString();
        T2qProcess process = T2qProcess.run(folder, "export", run.toString(), "--parquet", tables)
                .ended(status);
        assertThat(process.err()).contains(words);
        assertThat(folder.resolve("tables")).doesNotExist();
    }
}
