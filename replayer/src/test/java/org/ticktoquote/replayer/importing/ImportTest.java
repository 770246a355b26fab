package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.SampleTicks;
import org.ticktoquote.replayer.importing.TickFiles.Bi5;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.statistics.RecordingStatistics;
import org.ticktoquote.replayer.statistics.ReferenceFigures;
import org.ticktoquote.replayer.statistics.StreamFigures;

class ImportTest {
    @TempDir
    Path folder;

    /** Arguments: file, its lines, arguments of the import, quotes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fxcm/tick/usdjpy/20140502_quote.csv|1,102.5,102.52|./fxcm/tick/usdjpy/20140502_quote.csv"
                        + "|2014-05-02T00:00:00.001Z USD/JPY@FXCM 102.5/102.52 1000000x1000000",
                "truefx.csv|EUR/USD,20140502 12:30:00.123,1.38694,1.38705;GBP/USD,20140502 12:30:00.124,1.68694,1.68705"
                        + "|./truefx.csv|2014-05-02T12:30:00.123Z EUR/USD@TRUEFX 1.38694/1.38705 1000000x1000000;"
                        + "2014-05-02T12:30:00.124Z GBP/USD@TRUEFX 1.68694/1.68705 1000000x1000000",
                "EURUSD.csv|Gmt time,Ask,Bid,AskVolume,BidVolume;2014.05.02 12:30:00.000,1.38705,1.38694,0.75,1.5"
                        + "|./EURUSD.csv|2014-05-02T12:30:00Z EUR/USD@UNNAMED 1.38694/1.38705 1500000x750000",
                "x.csv|02/05/2014\t12:30:00\t1.38694\t1.38705|EURUSD@X=./x.csv --columns=date=0,time=1,bid=2,ask=3"
                        + " '--time-format=dd/MM/yyyy HH:mm:ss' --delimiter=tab --zone=America/New_York"
                        + "|2014-05-02T16:30:00Z EUR/USD@X 1.38694/1.38705 1000000x1000000",
            })
    void readsLayoutsOfText(String file, String lines, String arguments, String quotes) throws IOException {
        TickFiles.text(folder, file, lines.split(";"));
        assertThat(Import.of(folder, arguments).quotes()).containsExactly(quotes.split(";"));
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
        String hour = "/2014/04/02/12h_ticks.bi5";
        TickFiles.lzma(
                folder,
                "EURUSD" + hour,
                new Bi5(0, 138705, 138694, 1.12f, 0.75f),
                new Bi5(1_800_000, 138806, 138792, 1.5f, 2.25f));
        TickFiles.lzma(folder, "USDJPY" + hour, new Bi5(500, 102520, 102500, 3, 0));
        TickFiles.lzma(folder, "XAUUSD" + hour, new Bi5(500, 1284405, 1284065, 0, 0));
        Files.createFile(folder.resolve("EURUSD/2014/04/02/22h_ticks.bi5"));

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
    void readsOtherTextByColumnNames() throws IOException {
        String text = """
                # made by hand 1
                when;sym;what;buy;sell;size
                1399033800123;"gbp-usd";x;1.68694;;5
                1399033800124;EURUSD;x;1.3869412345;1.38705;2.5""";
        String arguments = "./ticks.txt --columns time=when,symbol=sym,bid=buy,ask=sell,bid-quantity=size"
                + " --time-format epoch-ms --delimiter ; --skip-lines 1 --venue HOUSE --quantity-unit 1000";
        TickFiles.text(folder, "ticks.txt", text);
        Import result = Import.of(folder, arguments);
        assertThat(result.status).as(result.complaints).isEqualTo(5);
        assertThat(result.complaints).contains("ticks.txt:4: bid (place 3): '1.3869412345'", "at most 9 decimals");
        TickFiles.text(folder, "ticks.txt", text.replace("412345", "41235"));
        assertThat(Import.of(folder, arguments).quotes())
                .containsExactly(
                        "2014-05-02T12:30:00.123Z GBP/USD@HOUSE 1.68694/- 5000x0",
                        "2014-05-02T12:30:00.124Z EUR/USD@HOUSE 1.386941235/1.38705 2500x1000000");
    }

    /** Whole seconds are printed without a fraction. */
    @Test
    void readsOutputOfRecordingShow() throws IOException {
        TickFiles.text(folder, "shown.csv", """
                tickId,time,instrument,venue,bid,ask,bidQuantity,askQuantity
                1,2014-05-02T12:28:50Z,EUR/USD,A,1.38694,1.38696,1000000,1000000
                2,2014-05-02T12:28:50.100Z,EUR/USD,A,1.38694,,1000000,""");
        String columns =
                "symbol=instrument,time=time,bid=bid,ask=ask,bid-quantity=bidQuantity,ask-quantity=askQuantity";
        String options = " --time-format=yyyy-MM-ddTHH:mm:ss.SSSZ --venue=A";
        assertThat(Import.of(folder, "./shown.csv --columns=" + columns + options)
                        .quotes())
                .containsExactly(
                        "2014-05-02T12:28:50Z EUR/USD@A 1.38694/1.38696 1000000x1000000",
                        "2014-05-02T12:28:50.100Z EUR/USD@A 1.38694/- 1000000x0");
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
        String[] rows = {"45000000,1.1,1.2", "45000001,1.1,1.2", "45010000,1.1,1.2", "45010001,1.1,1.2"};
        TickFiles.text(folder, "a_eurusd_20140502_quote.csv", rows);
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
        TickFiles.text(folder, "b.csv", "2014.05.02 12:30:00.000,101.1,101.2,1,1");
        TickFiles.text(folder, "c.csv", "2014.05.02 12:30:00.000,1284.1,1284.2,1,1");

        Import result = Import.of(
                folder,
                "./a_eurusd_20140502_quote.csv ./a_usdjpy_20140502_quote.csv ./a_xauusd_20140502_quote.csv "
                        + "USDJPY.FXCM=./b.csv XAUUSD.A=./c.csv DOGE/JPY=./b.csv "
                        + "--instrument=XAUUSD:pip=0.1,tick=0.05");

        assertThat(result.quotes()).contains("2014-05-02T00:00:00.001Z XAU/USD@A 1284.0654/1284.4 1000000x1000000");
        try (Recording recording = Recording.open(result.out)) {
            assertThat(recording.instruments())
                    .containsExactly(
                            new Instrument(0, "EUR/USD", 100_000, 10_000),
                            new Instrument(1, "USD/JPY", 10_000_000, 1_000_000),
                            new Instrument(2, "XAU/USD", 100_000_000, 50_000_000),
                            new Instrument(3, "USDJPY.FXCM", 10_000_000, 1_000_000),
                            new Instrument(4, "XAUUSD.A", 10_000_000, 1_000_000),
                            new Instrument(5, "DOGE/JPY", 10_000_000, 1_000_000));
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
    void importsTheSharedLeanFilesWithTheirPublishedFiguresWhenPresent() throws IOException {
        Path data = SampleTicks.folder();
        Import result = Import.of(
                folder,
                data.resolve("oanda_eurusd_20140502_quote.zip").toString(),
                data.resolve("oanda_nzdusd_20140502_quote.zip").toString(),
                data.resolve("oanda_xauusd_20140502_quote.zip").toString(),
                "--from=12:00",
                "--to=13:00",
                "--announcement=12:30");

        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.printed).contains("76,460 quotes imported, 279,561 outside the window, 0 bad rows skipped");
        try (Recording recording = Recording.open(result.out)) {
            recording.verify();
            assertThat(recording.venues()).containsExactly("OANDA");
            List<StreamFigures> found = RecordingStatistics.of(recording, RecordingWindow.ALL, index -> {})
                    .instruments();
            assertThat(found)
                    .extracting(StreamFigures::stream, StreamFigures::ticks)
                    .containsExactlyInAnyOrder(
                            tuple("EUR/USD", 12_981L), tuple("NZD/USD", 6_714L), tuple("XAU/USD", 56_765L));
            assertThat(found)
                    .allSatisfy(figures -> assertThat(figures)
                            .usingRecursiveComparison()
                            .withComparatorForType((a, b) -> Math.abs(a - b) < 0.0006 ? 0 : 1, Double.class)
                            .isEqualTo(ReferenceFigures.of(figures.stream()).orElseThrow()));
        }
    }
}
