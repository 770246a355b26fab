package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Refusals.assertRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

final class AnalysisFilesTest {
    @TempDir
    static Path directory;

    @BeforeAll
    static void analyseARun() {
        new RunFixture(directory, 2).play("""
                        tick 1 EUR/USD at 10 answered at 11, 12
                        tick 2 EUR/USD at 20 answered at 21
                        tick 3 USD/JPY same at 30
                        """).analysis().writeFiles();
    }

    private Map<String, byte[]> files() throws IOException {
        return files(directory);
    }

    static Map<String, byte[]> files(Path directory) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> list = Files.list(directory)) {
            for (Path file : list.toList()) {
                files.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    @Test
    void writesTheSameBytesAgain() throws IOException {
        Map<String, byte[]> first = files();
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            Analysis.of(directory).writeFiles();
        } finally {
            Locale.setDefault(before);
        }
        Map<String, byte[]> second = files();

        assertThat(second.keySet()).isEqualTo(first.keySet());
        first.forEach((name, bytes) -> assertThat(second.get(name)).as(name).isEqualTo(bytes));
        assertThat(first.keySet()).noneMatch(name -> name.endsWith(".part"));
    }

    @Test
    void writesHistogramsThatOtherToolsRead() throws IOException {
        String hgrm = Files.readString(directory.resolve("response.hgrm"));
        assertThat(hgrm)
                .contains("Value     Percentile TotalCount")
                .contains("#[measured = 3, lost = 3, negative recorded as 0 = 0]")
                .contains("#[refused: p90 p99 p99_9 p99_99 max mean");
        try (HistogramLogReader reader =
                new HistogramLogReader(directory.resolve("response.hlog").toFile())) {
            Histogram interval = (Histogram) reader.nextIntervalHistogram();
            assertThat(interval.getTotalCount()).isEqualTo(3);
            assertThat(interval.getMaxValue()).isBetween(2_000_000L, 2_002_000L);
            assertThat(reader.getStartTimeSec()).isEqualTo(1_795_183_920.0);
        }
        assertThat(Files.readString(directory.resolve("response.hlog"))).contains("lost = 3");
        assertThat(Files.readString(directory.resolve("replay-lag.hgrm"))).contains("refused: none");
        assertThat(files().keySet())
                .contains("service.hlog", "quote-age.hgrm", "first-client.hlog", "median-client.hlog")
                .contains("last-client.hgrm", "fan-out-skew.hgrm", "tick-results.bin")
                .doesNotContain("response-published.hlog");
    }

    @Test
    void recordsTheOutcomeOfEveryTick() {
        try (TickResults results = TickResults.open(directory.resolve("tick-results.bin"))) {
            assertThat(results.ticks()).isEqualTo(3);
            assertThat(results.sessions()).isEqualTo(2);
            assertThat(results.intendedNs(2)).isEqualTo(20_000_000);
            assertThat(results.sentNs(2)).isEqualTo(20_000_000);
            assertThat(List.of(results.instrumentId(3), results.venueId(3), results.dueTiers(2)))
                    .containsExactly(1, 0, 3L);
            assertThat(ResultCell.outcome(results.cell(1, 1))).isEqualTo(ResultCell.PUBLISHED);
            assertThat(ResultCell.responseNs(results.cell(1, 1))).isEqualTo(2_000_000);
            assertThat(ResultCell.outcome(results.cell(2, 1))).isEqualTo(ResultCell.LOST);
            assertThat(results.firstClientNs(1)).isEqualTo(1_000_000);
            assertThat(results.medianClientNs(1)).isEqualTo(1_000_000);
            assertThat(results.lastClientNs(1)).isEqualTo(2_000_000);
            assertThat(results.quoteAgeNs(1)).isEqualTo(2_000_000);
            assertThat(results.lastClientNs(2)).isEqualTo(TickResults.LOST);
            assertThat(results.lostSessions(2)).isEqualTo(1);
        }
    }

    @Test
    void refusesDamagedOrMissingTickResults(@TempDir Path elsewhere) throws IOException {
        Path file = Files.copy(directory.resolve("tick-results.bin"), elsewhere.resolve("tick-results.bin"));
        Files.write(file, new byte[] {0}, StandardOpenOption.APPEND);
        assertRefused(() -> TickResults.open(file));
        assertRefused(() -> TickResults.open(elsewhere.resolve("none")));
    }
}
