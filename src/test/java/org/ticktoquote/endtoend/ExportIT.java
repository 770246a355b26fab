package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another engine finds in an export what the run's own summary says. */
class ExportIT {
    /** As docs/export.md has it: what is lost ranks above every measured value. */
    private static final String PERCENTILE = "SELECT quantile_disc(greatest(coalesce(%s, 9223372036854775807), 0), %s)"
            + " FROM outcomes WHERE attribution = '%s' AND (response_ns IS NOT NULL OR outcome = 'lost')";

    private static final Map<String, String> PERCENTILES =
            Map.of("p50", "0.5", "p90", "0.9", "p99", "0.99", "p99_9", "0.999", "p99_99", "0.9999");

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

    private Path exported(Scenario scenario) throws Exception {
        Path tables = folder.resolve("tables");
        T2qProcess process =
                T2qProcess.run(folder, "export", scenario.directory().toString(), "--parquet", tables.toString());
        assertThat(process.awaitEnd()).as("export%s", process.texts()).isZero();
        assertThat(process.out()).contains("bytes a row", "runs:    1");
        return tables;
    }

    @Test
    void aRunByIdHasTheOutcomesAndPercentilesOfItsSummary() throws Exception {
        Scenario scenario = scenario().with("--app-args", "--fault drop:share=0.01,seed=1");
        scenario.run(4);
        Summaries summary = Summaries.of(scenario.directory());
        try (ParquetTables tables = ParquetTables.of(exported(scenario))) {
            assertThat(summary.outcome("skipped") + summary.outcome("lost")).isPositive();
            assertOutcomes(tables, summary.json().path("tickOutcomes"), "latest");
            assertPercentiles(tables, summary.json().path("responseNs"), "response_ns", "latest", "high");
            assertPercentiles(tables, summary.json().path("serviceNs"), "service_ns", "latest", "high");
            assertThat(tables.number("SELECT count(*) FROM ticks"))
                    .isEqualTo(summary.json().path("ticks").asLong());
            assertThat(tables.number("SELECT count(*) FROM outcomes o JOIN ticks t USING (test_case, run, tick_id)"
                            + " JOIN snapshots s USING (test_case, run, session, tick_id)"
                            + " WHERE outcome LIKE 'published%' AND received_ns - intended_ns = response_ns"))
                    .as("each published tick has its snapshot")
                    .isEqualTo(summary.outcome("published"));
            assertThat(tables.texts("SELECT test_case || ' ' || run || ' ' || validity || ' ' || matched_by || ' '"
                            + " || (manifest::JSON ->> 'runId') || ' ' || (summary::JSON ->> 'validity') FROM runs"))
                    .containsExactly("single run " + summary.validity() + " id run " + summary.validity());
            assertThat(tables.texts("SELECT DISTINCT encodings FROM parquet_metadata('"
                            + folder.resolve("tables/outcomes/test_case=single/run=run/part-00000.parquet")
                            + "') WHERE path_in_schema = 'response_ns'"))
                    .as("differences of integers")
                    .anyMatch(encodings -> encodings.contains("DELTA"));
        }
    }

    @FullProof
    @Test
    void aRunByPriceHasBothAttributions() throws Exception {
        Scenario scenario = scenario().with("--match", "price", "--conflation", "50ms");
        scenario.run(0);
        Summaries summary = Summaries.of(scenario.directory());
        try (ParquetTables tables = ParquetTables.of(exported(scenario))) {
            assertOutcomes(tables, summary.json().path("tickOutcomes"), "latest");
            assertOutcomes(tables, summary.json().path("tickOutcomesSoonest"), "soonest");
            assertPercentiles(tables, summary.json().path("responseNs"), "response_ns", "latest", "high");
            assertPercentiles(tables, summary.json().path("responseNs"), "response_ns", "soonest", "low");
        }
    }

    @LongProof
    @Test
    void whatWasNotAnalysedAndWhatIsNotEmptyIsRefusedAndNothingWritten() throws Exception {
        Path run = Files.createDirectory(folder.resolve("run"));
        T2qProcess nothing = T2qProcess.run(folder, "export", run.toString(), "--parquet", folder + "/tables");
        assertThat(nothing.awaitEnd()).isEqualTo(2);
        assertThat(nothing.err()).contains("holds neither run.json nor matrix.json");
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

    private static void assertOutcomes(ParquetTables tables, JsonNode expected, String attribution) throws Exception {
        for (Map.Entry<String, JsonNode> each : expected.properties()) {
            assertThat(tables.number("SELECT count(*) FROM outcomes WHERE attribution = '" + attribution
                            + "' AND replace(outcome, 'published not due', 'published') = '" + each.getKey() + "'"))
                    .as("%s %s", attribution, each.getKey())
                    .isEqualTo(each.getValue().asLong());
        }
    }

    private static void assertPercentiles(
            ParquetTables tables, JsonNode latency, String column, String attribution, String bound) throws Exception {
        for (Map.Entry<String, String> each : PERCENTILES.entrySet()) {
            JsonNode figure = latency.path(each.getKey()).path(bound);
            long exact = tables.number(String.format(PERCENTILE, column, each.getValue(), attribution));
            long expected = figure.isNull() ? Long.MAX_VALUE : figure.asLong();
            JsonNode max = (bound.equals("low") ? latency.path("soonest") : latency).path("max");
            long highest = max.isNull() ? Long.MAX_VALUE : max.asLong();
            assertThat(expected)
                    .as("%s %s %s of exactly %d", attribution, column, each.getKey(), exact)
                    .isEqualTo(exact == Long.MAX_VALUE ? exact : Math.min(bucketEnd(exact), highest));
        }
    }

    /** The histogram's highest value that counts as the same, as docs/formats.md has it. */
    private static long bucketEnd(long value) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - 11);
        return ((value >> shift) + 1 << shift) - 1;
    }
}
