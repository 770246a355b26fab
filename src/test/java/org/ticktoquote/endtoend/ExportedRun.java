package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;

/** Compares a run with the tables of its export as read by another engine. */
final class ExportedRun {
    /** As in docs/export.md: lost ticks rank above every measured value. */
    private static final String PERCENTILE = "SELECT quantile_disc(greatest(coalesce(%s, 9223372036854775807), 0), %s)"
            + " FROM outcomes WHERE attribution = '%s' AND (response_ns IS NOT NULL OR outcome = 'lost')";

    private static final Map<String, String> PERCENTILES =
            Map.of("p50", "0.5", "p90", "0.9", "p99", "0.99", "p99_9", "0.999", "p99_99", "0.9999");

    private ExportedRun() {}

    /** Exports a run into a sibling directory. */
    static Path of(Path run) throws Exception {
        Path folder = run.resolveSibling("");
        Path tables = run.resolveSibling("tables");
        T2qProcess process = T2qProcess.run(folder, "export", run.toString(), "--parquet", tables.toString());
        assertThat(process.ended(0).out()).contains("bytes per row", "runs:    1");
        return tables;
    }

    /** Checks outcomes and percentiles of a run named "run", matched by id with some missing answers, against its summary. */
    static void assertAgrees(Path run) throws Exception {
        Summaries summary = Summaries.of(run);
        Path exported = of(run);
        try (ParquetTables tables = ParquetTables.of(exported)) {
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
                            + exported.resolve("outcomes/test_case=single/run=run/part-00000.parquet")
                            + "') WHERE path_in_schema = 'response_ns'"))
                    .as("differences of integers")
                    .anyMatch(encodings -> encodings.contains("DELTA"));
        }
    }

    static void assertOutcomes(ParquetTables tables, JsonNode expected, String attribution) throws Exception {
        for (Map.Entry<String, JsonNode> each : expected.properties()) {
            assertThat(tables.number("SELECT count(*) FROM outcomes WHERE attribution = '" + attribution
                            + "' AND replace(outcome, 'published not due', 'published') = '" + each.getKey() + "'"))
                    .as("%s %s", attribution, each.getKey())
                    .isEqualTo(each.getValue().asLong());
        }
    }

    static void assertPercentiles(
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

    /** Returns the highest equivalent value of the histogram, as in docs/formats.md. */
    private static long bucketEnd(long value) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - 11);
        return ((value >> shift) + 1 << shift) - 1;
    }
}
