package org.ticktoquote.replayer.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingTime;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.SampleTicks;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingWriter;

class ReferenceFiguresTest {
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long DAY = RecordingTime.nanoseconds(Instant.parse("2014-05-02T00:00:00Z"));
    private static final long FROM = DAY + 12 * 3_600 * NS_PER_S;
    private static final long TO = FROM + 3_600 * NS_PER_S;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"EUR/USD, 100000", "NZD/USD, 100000", "XAU/USD, 10000000"})
    void matchSharedLeanFilesIfPresent(String symbol, long pip) throws IOException {
        StreamFigures published = ReferenceFigures.of(symbol).orElseThrow();
        StreamFigures found = figures(symbol, pip);
        assertThat(found)
                .usingRecursiveComparison()
                .withComparatorForType((a, b) -> Math.abs(a - b) < 0.0006 ? 0 : 1, Double.class)
                .isEqualTo(published);
        assertThat(found.repeatedShare()).isCloseTo(published.repeatedShare(), within(0.0006));
    }

    private StreamFigures figures(String symbol, long pip) throws IOException {
        Path source = SampleTicks.folder()
                .resolve("oanda_" + symbol.replace("/", "").toLowerCase(java.util.Locale.ROOT) + "_20140502_quote.zip");
        Path file = folder.resolve("real.t2q");
        try (RecordingWriter writer = RecordingWriter.create(
                        file,
                        List.of(new Instrument(0, symbol, pip, pip / 10)),
                        List.of("OANDA"),
                        FROM + 1_800 * NS_PER_S);
                ZipInputStream zip = new ZipInputStream(Files.newInputStream(source))) {
            zip.getNextEntry();
            BufferedReader lines = new BufferedReader(new InputStreamReader(zip, StandardCharsets.US_ASCII));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                RecordedQuote quote = quote(line.split(",", -1));
                if (quote.venueTimeNs() >= FROM && quote.venueTimeNs() < TO) {
                    writer.append(quote);
                }
            }
        }
        try (Recording recording = Recording.open(file)) {
            return RecordingStatistics.of(recording, RecordingWindow.ALL, index -> {})
                    .instruments()
                    .get(0);
        }
    }

    private static RecordedQuote quote(String[] cells) {
        long sinceMidnightNs = new BigDecimal(cells[0]).movePointRight(6).longValueExact();
        return new RecordedQuote(DAY + sinceMidnightNs, 0, 0, Price.parse(cells[1]), Price.parse(cells[2]), 0, 0);
    }
}
