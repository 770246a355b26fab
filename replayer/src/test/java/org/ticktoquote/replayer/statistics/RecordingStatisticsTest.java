package org.ticktoquote.replayer.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.TestPayloads;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingWriter;

class RecordingStatisticsTest {
    private static final long T0 = TimeUnit.HOURS.toNanos(400_000);
    private static final long PIP = 100_000;
    private static final List<Instrument> PAIRS =
            List.of(new Instrument(0, "EUR/USD", PIP, PIP / 10), new Instrument(1, "NZD/USD", PIP, PIP / 10));

    @TempDir
    private Path folder;

    private RecordingWriter writer;
    private long announcementNs = T0;

    private Path file() {
        return folder.resolve("test.t2q");
    }

    @BeforeEach
    void begin() {
        writer = RecordingWriter.create(file(), PAIRS, List.of("A", "B"), announcementNs);
    }

    private void beginAgain() {
        writer.discard();
        writer.close();
        begin();
    }

    private void tick(double second, int instrument, int venue, double bidPips, double askPips) {
        long timeNs = T0 + Math.round(second * 1e9);
        writer.append(new RecordedQuote(timeNs, instrument, venue, price(bidPips), price(askPips), 1, 1));
    }

    private static long price(double pips) {
        return Double.isNaN(pips) ? Price.NONE : Math.round(pips * PIP);
    }

    private RecordingStatistics statistics(RecordingWindow window) {
        writer.close();
        try (Recording recording = Recording.open(file())) {
            return RecordingStatistics.of(recording, window, index -> {});
        }
    }

    private RecordingStatistics statistics() {
        return statistics(RecordingWindow.ALL);
    }

    @Test
    void computesRatesAndSpreadsBeforeAndAfterTheNews() {
        for (int i = 0; i < 3_000; i++) {
            tick(-1_800 + i / 2.0, 0, 0, 1_000, 1_001 + i % 3);
        }
        for (int i = 0; i < 100; i++) {
            tick(i / 10.0, 0, 0, 1_000, 1_015);
        }
        tick(60, 1, 0, 1_000, 1_001);
        StreamFigures figures = statistics().instruments().get(0);
        assertThat(figures.ticks()).isEqualTo(3_100);
        assertThat(figures.rates()).isEqualTo(new StreamFigures.QuietAndNews(2.0, 10.0));
        assertThat(figures.spreads()).isEqualTo(new StreamFigures.QuietAndNews(2.0, 15.0));
        assertThat(figures.dispersion().quiet()).isZero();
        assertThat(figures.dispersion().news()).isCloseTo((10 * 100 / 60.0 - 100 / 36.0) / (100 / 60.0), within(1e-9));
        assertThat(figures.peaks().peakPerSecond()).isEqualTo(10);
        assertThat(figures.repeatedShare()).isCloseTo(1 - 4 / 3_100.0, within(1e-9));
    }

    @Test
    void countsTotalAndInstruments() {
        tick(1, 0, 0, 10, 11);
        tick(1.001, 1, 0, 10, 11);
        tick(1.002, 0, 0, 10, 11);
        RecordingStatistics statistics = statistics();
        assertThat(statistics.all().ticks()).isEqualTo(3);
        assertThat(statistics.all().peaks().peakPer10Ms()).isEqualTo(3);
        assertThat(statistics.all().repeatedShare()).isCloseTo(1 / 3.0, within(1e-9));
        assertThat(statistics.instruments())
                .extracting(each -> each.peaks().peakPer10Ms())
                .containsExactly(2L, 1L);
    }

    @Test
    void appliesOneSidedTicksToTheTop() {
        tick(1, 0, 0, 10, 11);
        tick(2, 0, 0, 11, Double.NaN);
        tick(3, 0, 0, 12, Double.NaN);
        tick(4, 0, 0, Double.NaN, 12);
        tick(5, 0, 1, Double.NaN, 9);
        StreamFigures figures = statistics().instruments().get(0);
        assertThat(figures.tops()).isEqualTo(new StreamFigures.Tops(4, 2, 1));
    }

    @Test
    void coversOnlyTheWindow() {
        for (int second = 0; second < 100; second++) {
            tick(second, 0, 0, 10, 11);
        }
        RecordingStatistics statistics =
                statistics(new RecordingWindow(T0 + TimeUnit.SECONDS.toNanos(20), T0 + TimeUnit.SECONDS.toNanos(30)));
        assertThat(statistics.all().ticks()).isEqualTo(10);
        assertThat(statistics.all().rates().news()).isNull();
    }

    @Test
    void omitsPeriodsNotCoveredByTheRecordingOrWithoutAnnouncement() {
        tick(-10, 0, 0, 10, 11);
        tick(70, 0, 0, 10, 11);
        StreamFigures figures = statistics().all();
        assertThat(figures.rates()).isEqualTo(new StreamFigures.QuietAndNews(null, 0.0));
        assertThat(figures.dispersion()).isEqualTo(new StreamFigures.QuietAndNews(null, null));

        announcementNs = 0;
        beginAgain();
        tick(-1_800, 0, 0, 10, 11);
        tick(1_800, 0, 0, 10, 11);
        assertThat(statistics().all().rates().quiet()).isNull();
    }

    @Test
    void tableIncludesReferenceFigures() {
        tick(-1_800, 0, 0, 10, 11);
        tick(1_800, 1, 0, 10, Double.NaN);
        String table = statistics().table();
        assertThat(table)
                .containsPattern("EUR/USD +1 +0\\.00 +0\\.0 +1 +1 +1 ")
                .containsPattern(
                        "reference +12,981 +0\\.86 +110\\.6 +8 +35 +188 +3\\.8 +35\\.0 +1\\.1 +15\\.0 +67\\.9 %")
                .containsPattern("all +2 ")
                .contains("50.0 %");
        assertThat(table.replaceAll("\\s+", " ")).contains("reference: " + ReferenceFigures.SOURCE);
    }

    @Test
    void omitsPriceFiguresOfUnpricedTicks() {
        RecordingStatistics statistics;
        try (Recording payloads = TestPayloads.of(
                folder, TestPayloads.declaration(""), 5, 1, i -> i * 1_000_000L, i -> new byte[] {(byte) i}, i -> 1)) {
            statistics = RecordingStatistics.of(payloads, RecordingWindow.ALL, index -> {});
        }
        assertThat(statistics.all().ticks()).isEqualTo(5);
        assertThat(statistics.all().repeatedShare()).isNull();
        assertThat(statistics.all().tops()).isNull();
        assertThat(statistics.table()).containsPattern("all +5 .* - +- +- +-\\n");
    }

    @Test
    void figuresOfAVenueEqualThoseRecordedAlone() {
        List<StreamFigures> alone = List.of(ofTwoVenues(0, "A"), ofTwoVenues(1, "B"));
        begin();
        for (int i = 0; i < 40; i++) {
            tickOfTwoVenues(i, -1);
        }
        RecordingStatistics both = statistics();
        assertThat(both.venues()).containsExactlyElementsOf(alone);
        assertThat(both.instruments().get(0).ticks()).isEqualTo(40);
        assertThat(both.table().lines())
                .filteredOn(line -> line.startsWith("  @"))
                .hasSize(2)
                .allMatch(line -> line.matches("  @[AB] +20 .*"));
    }

    private StreamFigures ofTwoVenues(int venue, String name) {
        beginAgain();
        for (int i = 0; i < 40; i++) {
            tickOfTwoVenues(i, venue);
        }
        StreamFigures figures = statistics().instruments().get(0);
        return new StreamFigures(
                "EUR/USD@" + name,
                figures.ticks(),
                figures.rates(),
                figures.peaks(),
                figures.dispersion(),
                figures.spreads(),
                figures.repeatedShare(),
                figures.tops());
    }

    /** Alternates venues, A calm and B sometimes crossed. The first and last tick are of another pair. */
    private void tickOfTwoVenues(int i, int venue) {
        if (i == 0) {
            tick(-1801, 1, 0, 7000, 7001);
        }
        if (venue < 0 || i % 2 == venue) {
            tick(i * 0.004, 0, i % 2, 13_000 + i % 3, 13_001 + i % 3 - i % 2 * 2);
        }
        if (i == 39) {
            tick(61, 1, 0, 7000, 7001);
        }
    }

    @Test
    void listsNoVenuesIfEachPairHasOne() {
        tick(1, 0, 0, 13_000, 13_001);
        tick(2, 1, 1, 7_000, 7_001);
        assertThat(statistics().venues()).isEmpty();
    }
}
