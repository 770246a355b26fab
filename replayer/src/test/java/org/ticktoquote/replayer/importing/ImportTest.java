package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.Recording;

class ImportTest {
    @TempDir
    Path folder;

    @Test
    void readsLeanZipWithFactsFromItsName() throws IOException {
        TickFiles.zip(
                folder,
                "oanda_eurusd_20140502_quote.zip",
                "20140502_eurusd_tick_quote.csv",
                "277,1.38694,1.38705",
                "45000000.5,1.38692,1.38706");

        Import result = Import.of(folder, "./oanda_eurusd_20140502_quote.zip");

        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes())
                .containsExactly(
                        "2014-05-02T00:00:00.277Z EUR/USD@OANDA 1.38694/1.38705 1000000x1000000",
                        "2014-05-02T12:30:00.000500Z EUR/USD@OANDA 1.38692/1.38706 1000000x1000000");
        assertThat(result.printed).contains("lean", "EUR/USD", "OANDA", "2 quotes imported", "sha256");
    }

    @Test
    void readsLeanFolderLayout() throws IOException {
        TickFiles.text(folder, "fxcm/tick/usdjpy/20140502_quote.csv", "1,102.5,102.52");

        assertThat(Import.of(folder, "./fxcm/tick/usdjpy/20140502_quote.csv").quotes())
                .containsExactly("2014-05-02T00:00:00.001Z USD/JPY@FXCM 102.5/102.52 1000000x1000000");
    }

    @Test
    void appliesZoneOfOneVenueAndKeepsCrossedTops() throws IOException {
        TickFiles.text(folder, "fxcm_eurusd_20140502_quote.csv", "27000000,1.3870,1.3869", "27000001,1.3870,1.3870");
        TickFiles.text(folder, "oanda_eurusd_20140502_quote.csv", "43200000.5,1.3868,1.3871");

        Import result = Import.of(
                folder, "./fxcm_eurusd_20140502_quote.csv ./oanda_eurusd_20140502_quote.csv --zone FXCM=UTC-05:00");

        assertThat(result.quotes())
                .containsExactly(
                        "2014-05-02T12:00:00.000500Z EUR/USD@OANDA 1.3868/1.3871 1000000x1000000",
                        "2014-05-02T12:30:00Z EUR/USD@FXCM 1.387/1.3869 1000000x1000000",
                        "2014-05-02T12:30:00.001Z EUR/USD@FXCM 1.387/1.387 1000000x1000000");
    }

    @Test
    void readsDukascopyHoursWithMonthsFromZeroAndAClosedHour() throws IOException {
        TickFiles.lzma(
                folder,
                "EURUSD/2014/04/02/12h_ticks.bi5",
                TickFiles.bi5(
                        new TickFiles.Bi5(0, 138705, 138694, 1.12f, 0.75f),
                        new TickFiles.Bi5(1_800_000, 138806, 138792, 1.5f, 2.25f)));
        TickFiles.lzma(
                folder, "USDJPY/2014/04/02/12h_ticks.bi5", TickFiles.bi5(new TickFiles.Bi5(500, 102520, 102500, 3, 0)));
        TickFiles.lzma(
                folder,
                "XAUUSD/2014/04/02/12h_ticks.bi5",
                TickFiles.bi5(new TickFiles.Bi5(500, 1284405, 1284065, 0, 0)));
        Path closed = folder.resolve("EURUSD/2014/04/02/22h_ticks.bi5");
        Files.createFile(closed);

        Import result = Import.of(
                folder,
                "./EURUSD/2014/04/02/12h_ticks.bi5 ./USDJPY/2014/04/02/12h_ticks.bi5 "
                        + "./XAUUSD/2014/04/02/12h_ticks.bi5 ./EURUSD/2014/04/02/22h_ticks.bi5");

        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes())
                .containsExactly(
                        "2014-05-02T12:00:00Z EUR/USD@DUKASCOPY 1.38694/1.38705 750000x1120000",
                        "2014-05-02T12:00:00.500Z USD/JPY@DUKASCOPY 102.5/102.52 0x3000000",
                        "2014-05-02T12:00:00.500Z XAU/USD@DUKASCOPY 1284.065/1284.405 0x0",
                        "2014-05-02T12:30:00Z EUR/USD@DUKASCOPY 1.38792/1.38806 2250000x1500000");
    }

    @Test
    void readsTrueFxWithSeveralInstrumentsInOneFile() throws IOException {
        TickFiles.text(
                folder,
                "truefx.csv",
                "EUR/USD,20140502 12:30:00.123,1.38694,1.38705",
                "GBP/USD,20140502 12:30:00.124,1.68694,1.68705");

        assertThat(Import.of(folder, "./truefx.csv").quotes())
                .containsExactly(
                        "2014-05-02T12:30:00.123Z EUR/USD@TRUEFX 1.38694/1.38705 1000000x1000000",
                        "2014-05-02T12:30:00.124Z GBP/USD@TRUEFX 1.68694/1.68705 1000000x1000000");
    }

    @Test
    void readsDottedDatesWithAHeaderLineAndVolumesInMillions() throws IOException {
        TickFiles.text(
                folder,
                "EURUSD.csv",
                "Time,Bid,Ask,BidVolume,AskVolume\r",
                "2014.05.02 12:30:00.123,1.38694,1.38705,0.75,1.12\r",
                "\r");

        assertThat(Import.of(folder, "./EURUSD.csv").quotes())
                .containsExactly("2014-05-02T12:30:00.123Z EUR/USD@UNNAMED 1.38694/1.38705 750000x1120000");
    }

    @Test
    void readsOtherTextByColumnNames() throws IOException {
        TickFiles.text(
                folder,
                "ticks.txt",
                "# made by hand 1",
                "when;sym;what;buy;sell;size",
                "1399033800123;\"gbp-usd\";x;1.68694;;5",
                "1399033800124;EURUSD;x;1.3869412345;1.38705;2.5");

        Import result = Import.of(
                folder,
                "./ticks.txt --columns time=when,symbol=sym,bid=buy,ask=sell,bid-quantity=size --time-format epoch-ms "
                        + "--delimiter ; --skip-lines 1 --venue HOUSE --quantity-unit 1000");

        assertThat(result.status).as(result.complaints).isEqualTo(5);
        assertThat(result.complaints).contains("ticks.txt:4: bid (place 3): '1.3869412345'", "at most 9 decimals");
        TickFiles.text(
                folder,
                "ticks.txt",
                "# made by hand 1",
                "when;sym;what;buy;sell;size",
                "1399033800123;\"gbp-usd\";x;1.68694;;5",
                "1399033800124;EURUSD;x;1.386941235;1.38705;2.5");
        assertThat(Import.of(
                                folder,
                                "./ticks.txt --columns=time=when,symbol=sym,bid=buy,ask=sell,bid-quantity=size --time-format=epoch-ms "
                                        + "--delimiter=; --skip-lines=1 --venue=HOUSE --quantity-unit=1000")
                        .quotes())
                .containsExactly(
                        "2014-05-02T12:30:00.123Z GBP/USD@HOUSE 1.68694/- 5000x0",
                        "2014-05-02T12:30:00.124Z EUR/USD@HOUSE 1.386941235/1.38705 2500x1000000");
    }

    /** Whole seconds are printed without a fraction. */
    @Test
    void readsOutputOfRecordingShow() throws IOException {
        TickFiles.text(
                folder,
                "shown.csv",
                "tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity",
                "1,2014-05-02T12:28:50Z,EUR/USD,A,1.38694,1.38696,1000000,1000000",
                "2,2014-05-02T12:28:50.100Z,EUR/USD,A,1.38694,,1000000,");
        assertThat(Import.of(
                                folder,
                                "./shown.csv",
                                "--columns=symbol=instrument,time=time,bid=bid,ask=ask,bid-quantity=bidQuantity,"
                                        + "ask-quantity=askQuantity",
                                "--time-format=yyyy-MM-ddTHH:mm:ss.SSSZ",
                                "--venue=A")
                        .quotes())
                .containsExactly(
                        "2014-05-02T12:28:50Z EUR/USD@A 1.38694/1.38696 1000000x1000000",
                        "2014-05-02T12:28:50.100Z EUR/USD@A 1.38694/- 1000000x0");
    }

    @Test
    void readsDateAndTimeInSeparateColumns() throws IOException {
        TickFiles.text(folder, "x.csv", "02/05/2014\t12:30:00\t1.38694\t1.38705");

        assertThat(Import.of(
                                folder,
                                "EURUSD@X=./x.csv --columns=date=0,time=1,bid=2,ask=3 '--time-format=dd/MM/yyyy HH:mm:ss' "
                                        + "--delimiter=tab --zone=America/New_York")
                        .quotes())
                .containsExactly("2014-05-02T16:30:00Z EUR/USD@X 1.38694/1.38705 1000000x1000000");
    }

    @Test
    void mergesByTimeThenByOrderOfArguments() throws IOException {
        TickFiles.text(folder, "a_eurusd_20140502_quote.csv", "5,1.1,1.2", "7,1.3,1.4", "7,1.5,1.6", "9,1.7,1.8");
        TickFiles.text(folder, "b_nzdusd_20140502_quote.csv", "7,2.1,2.2", "8,2.3,2.4");
        TickFiles.text(folder, "c_eurusd_20140502_quote.csv", "5,3.1,3.2", "7,3.3,3.4");

        Import result = Import.of(
                folder,
                "./c_eurusd_20140502_quote.csv ./a_eurusd_20140502_quote.csv @BANK=./b_nzdusd_20140502_quote.csv");

        assertThat(result.quotes())
                .extracting(quote -> quote.substring(20, quote.indexOf('/', 30)))
                .containsExactly(
                        "005Z EUR/USD@C 3.1",
                        "005Z EUR/USD@A 1.1",
                        "007Z EUR/USD@C 3.3",
                        "007Z EUR/USD@A 1.3",
                        "007Z EUR/USD@A 1.5",
                        "007Z NZD/USD@BANK 2.1",
                        "008Z NZD/USD@BANK 2.3",
                        "009Z EUR/USD@A 1.7");
    }

    @Test
    void cutsWindowAndRecordsAnnouncement() throws IOException {
        TickFiles.text(
                folder,
                "a_eurusd_20140502_quote.csv",
                "45000000,1.1,1.2",
                "45000001,1.1,1.2",
                "45010000,1.1,1.2",
                "45010001,1.1,1.2");
        TickFiles.text(folder, "a_nzdusd_20140502_quote.csv", "1,1.1,1.2");

        Import result = Import.of(
                folder,
                "./a_nzdusd_20140502_quote.csv ./a_eurusd_20140502_quote.csv --announcement=12:30 --from=T0+1ms "
                        + "--to=12:30:10.001");

        assertThat(result.quotes())
                .containsExactly(
                        "2014-05-02T12:30:00.001Z EUR/USD@A 1.1/1.2 1000000x1000000",
                        "2014-05-02T12:30:10Z EUR/USD@A 1.1/1.2 1000000x1000000");
        assertThat(result.printed).contains("2 quotes imported, 3 outside the window", "none");
        try (Recording recording = Recording.open(result.out)) {
            assertThat(recording.header().announcementNs()).isEqualTo(1_399_033_800_000_000_000L);
            assertThat(recording.instruments())
                    .as("instruments without quotes are omitted")
                    .extracting(Instrument::symbol)
                    .containsExactly("EUR/USD");
        }
    }

    @Test
    void hasDefaultPipsAndTickSizesAndAcceptsOthers() throws IOException {
        TickFiles.text(folder, "a_eurusd_20140502_quote.csv", "1,1.1,1.2");
        TickFiles.text(folder, "a_usdjpy_20140502_quote.csv", "1,1.1,1.2");
        TickFiles.text(folder, "a_xauusd_20140502_quote.csv", "1,1284.0654,1284.4");

        Import result = Import.of(
                folder,
                "./a_eurusd_20140502_quote.csv ./a_usdjpy_20140502_quote.csv ./a_xauusd_20140502_quote.csv "
                        + "--instrument=XAUUSD:pip=0.1,tick=0.05");

        assertThat(result.quotes()).contains("2014-05-02T00:00:00.001Z XAU/USD@A 1284.0654/1284.4 1000000x1000000");
        try (Recording recording = Recording.open(result.out)) {
            assertThat(recording.instruments())
                    .containsExactly(
                            new Instrument(0, "EUR/USD", 100_000, 10_000),
                            new Instrument(1, "USD/JPY", 10_000_000, 1_000_000),
                            new Instrument(2, "XAU/USD", 100_000_000, 50_000_000));
        }
    }

    @Test
    void sortsRowsLateWithinTheWindow() throws IOException {
        TickFiles.text(
                folder, "a_eurusd_20140502_quote.csv", "10,1.1,2", "30,1.2,2", "20,1.3,2", "20,1.4,2", "40,1.5,2");

        assertThat(Import.of(folder, "./a_eurusd_20140502_quote.csv", "--sort=15ms")
                        .quotes())
                .extracting(quote -> quote.substring(20, 23) + quote.substring(34, 38))
                .containsExactly("010 1.1", "020 1.3", "020 1.4", "030 1.2", "040 1.5");
    }

    @Test
    void importsTheSharedLeanFilesWhenPresent() throws IOException {
        Path data = sharedTicks();
        assumeTrue(data != null, "the shared tick files are not here");

        Import result = Import.of(
                folder,
                data.resolve("oanda_eurusd_20140502_quote.zip").toString(),
                data.resolve("oanda_nzdusd_20140502_quote.zip").toString(),
                data.resolve("oanda_xauusd_20140502_quote.zip").toString(),
                "--from=12:00",
                "--to=13:00",
                "--announcement=12:30");

        assertThat(result.status).as(result.complaints).isZero();
        Map<String, Integer> counts = new HashMap<>();
        try (Recording recording = Recording.open(result.out)) {
            for (long i = 0; i < recording.count(); i++) {
                String symbol = recording
                        .instruments()
                        .get(recording.quote(i).instrumentId())
                        .symbol();
                counts.merge(symbol, 1, Integer::sum);
            }
            assertThat(recording.venues()).containsExactly("OANDA");
        }
        assertThat(counts).isEqualTo(Map.of("EUR/USD", 12_981, "NZD/USD", 6_714, "XAU/USD", 56_765));
        assertThat(result.printed).contains("76,460 quotes imported, 279,561 outside the window, 0 bad rows skipped");
    }

    private static Path sharedTicks() {
        String property = System.getProperty("t2q.sample.data");
        if (property != null) {
            return Path.of(property);
        }
        return Stream.iterate(Path.of("").toAbsolutePath(), at -> at != null, Path::getParent)
                .flatMap(at -> Stream.of(at.resolve("shared/data/ticks"), at.resolveSibling("shared/data/ticks")))
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(null);
    }
}
