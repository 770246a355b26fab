package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.Matching;

/** A run without ids in which one price comes back: from the journals to two attributions in every file. */
final class AttributionFilesTest {
    private static final long MS = 1_000_000;

    @TempDir
    static Path directory;

    @BeforeAll
    static void analyseARunByPrice() {
        RunFixture run = new RunFixture(directory, 1);
        run.matching = Matching.byPrice(Matching.DECLARED);
        run.play("""
                        tick 1 EUR/USD at 10 answered at 13
                        tick 2 EUR/USD at 11
                        tick 3 EUR/USD like 1 at 12
                        tick 4 EUR/USD at 14 answered at 15
                        tick 5 EUR/USD at 20
                        """).analysis().writeFiles();
    }

    private JsonNode summary() throws IOException {
        return JsonMapper.builder()
                .build()
                .readTree(directory.resolve("summary.json").toFile());
    }

    private Histogram histogram(String file) throws IOException {
        try (HistogramLogReader reader =
                new HistogramLogReader(directory.resolve(file).toFile())) {
            return (Histogram) reader.nextIntervalHistogram();
        }
    }

    @Test
    void countsTicksOnWhichBothAttributionsAgreeAsCertain() throws IOException {
        JsonNode model = summary().path("model");
        assertThat(model.path("due").asLong()).isEqualTo(5);
        assertThat(model.path("certain").asLong())
                .as("the first, the fourth, and the fifth, which is lost")
                .isEqualTo(3);
        assertThat(summary().path("snapshotClasses").path("ambiguous").asLong()).isEqualTo(1);
    }

    @Test
    void reportsBothBoundsInTheSummary() throws IOException {
        JsonNode response = summary().path("responseNs");
        assertThat(response.path("p50").path("low").asLong()).isBetween(2 * MS, 2 * MS + 2_000);
        assertThat(response.path("p50").path("high").asLong()).isBetween(3 * MS, 3 * MS + 3_000);
        assertThat(response.path("censored").asLong()).isEqualTo(1);
        assertThat(response.path("max").isNull()).isTrue();
        assertThat(response.path("soonest").path("min").asLong()).isEqualTo(MS);
    }

    @Test
    void writesHistogramsOfEachAttribution() throws IOException {
        assertThat(histogram("response.hlog").getMaxValue()).isBetween(4 * MS, 4 * MS + 4_000);
        assertThat(histogram("response-soonest.hlog").getMaxValue()).isBetween(3 * MS, 3 * MS + 3_000);
        assertThat(histogram("response-soonest.hlog").getTotalCount())
                .isEqualTo(histogram("response.hlog").getTotalCount())
                .isEqualTo(4);
        assertThat(directory.resolve("response-soonest.hgrm"))
                .content()
                .contains("the soonest possible answer", "lost = 1");
        assertThat(directory.resolve("response.hgrm")).content().contains("the latest possible answer");
    }

    @Test
    void recordsTheOutcomeOfEachTickUnderEachAttribution() {
        try (TickResults soonest = TickResults.open(directory.resolve("tick-results-soonest.bin"));
                TickResults latest = TickResults.open(directory.resolve("tick-results.bin"))) {
            assertThat(responses(soonest)).containsExactly(3 * MS, 2 * MS, MS, MS);
            assertThat(responses(latest)).containsExactly(3 * MS, 4 * MS, 3 * MS, MS);
            assertThat(ResultCell.outcome(soonest.cell(3, 0))).isEqualTo(ResultCell.PUBLISHED);
            assertThat(ResultCell.outcome(latest.cell(3, 0))).isEqualTo(ResultCell.SKIPPED);
            assertThat(ResultCell.outcome(latest.cell(5, 0))).isEqualTo(ResultCell.LOST);
        }
    }

    private static long[] responses(TickResults results) {
        return java.util.stream.LongStream.rangeClosed(1, 4)
                .map(tick -> ResultCell.responseNs(results.cell(tick, 0)))
                .toArray();
    }
}
