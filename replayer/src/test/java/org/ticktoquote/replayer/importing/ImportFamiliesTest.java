package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the zone, decimals and sides of file families. */
class ImportFamiliesTest {
    private static final TickFiles.Bi5 TICK = new TickFiles.Bi5(250, 138_705, 138_694, 1, 1);

    @TempDir
    private Path folder;

    @Test
    void readsHistDataInEasternStandardTimeAllYearUnlessAZoneIsGiven() throws IOException {
        String name = "DAT_ASCII_EURUSD_T_201405.csv";
        String[] rows = {"20140502 073000277,1.386940,1.387050,0", "20140502 073000780,1.386920,1.387060,0"};
        TickFiles.text(folder, name, rows);
        Import result = Import.of(folder, "./" + name);
        assertThat(result.status).as(result.complaints).isZero();
        assertThat(result.quotes())
                .containsExactly(
                        "2014-05-02T12:30:00.277Z EUR/USD@HISTDATA 1.38694/1.38705 1000000x1000000",
                        "2014-05-02T12:30:00.780Z EUR/USD@HISTDATA 1.38692/1.38706 1000000x1000000");
        assertThat(result.printed).contains("histdata");
        assertThat(result.complaints).contains("note: HistData writes Eastern standard time", "read as UTC-05:00");

        Import zoned = Import.of(folder, "./" + name, "--zone", "HISTDATA=UTC");
        assertThat(zoned.quotes())
                .first()
                .isEqualTo("2014-05-02T07:30:00.277Z EUR/USD@HISTDATA 1.38694/1.38705 1000000x1000000");
        assertThat(zoned.complaints).doesNotContain("HistData writes").contains("--format histdata --zone UTC (");
    }

    @Test
    void notesKnownZonesAndMonthsInNames() throws IOException {
        TickFiles.text(folder, "fxcm_eurusd_20140502_quote.csv", "27000000,1.3870,1.3869");
        Import result = Import.of(folder, "./fxcm_eurusd_20140502_quote.csv");
        assertThat(result.status).isZero();
        assertThat(result.complaints)
                .contains("note: files of FXCM are known to be in UTC-05:00", "--zone FXCM=UTC-05:00");
        assertThat(Import.of(folder, "./fxcm_eurusd_20140502_quote.csv", "--zone", "UTC").complaints)
                .doesNotContain("are known");

        TickFiles.lzma(folder, "EURUSD_20140402_12h_ticks.bi5", TICK);
        result = Import.of(folder, "./EURUSD_20140402_12h_ticks.bi5");
        assertThat(result.quotes()).singleElement().asString().startsWith("2014-04-02T12:");
        assertThat(result.complaints).contains("note: months in the names of .bi5 files are read from 01;");
    }

    @ParameterizedTest
    @CsvSource({
        "EURUSD, EUR/USD, 1.38694, ''",
        "USDHUF, USD/HUF, 138.694, ''",
        "XAUUSD, XAU/USD, 138.694, ''",
        "USDCZK, USD/CZK, 1.38694, the decimals of USD/CZK in .bi5 files are not known",
        "BTCUSD, BTC/USD, 1.38694, the decimals of BTC/USD in .bi5 files are not known"
    })
    void derivesDecimalsOfDukascopyFromThePair(String file, String symbol, String bid, String note) throws IOException {
        String name = file + "/2014/04/02/12h_ticks.bi5";
        TickFiles.lzma(folder, name, TICK);
        Import result = Import.of(folder, "./" + name);
        assertThat(result.quotes()).singleElement().asString().contains(" " + symbol + "@DUKASCOPY " + bid + "/");
        assertThat(result.complaints).contains(note);
    }

    @Test
    void acceptsDecimalsOfOneInstrumentAndOfAll() throws IOException {
        for (String pair : new String[] {"EURUSD", "XAUUSD", "USDCZK"}) {
            TickFiles.lzma(folder, pair + "/2014/04/02/12h_ticks.bi5", TICK);
        }
        Import result = Import.of(
                folder,
                "./EURUSD/2014/04/02/12h_ticks.bi5 ./XAUUSD/2014/04/02/12h_ticks.bi5 "
                        + "./USDCZK/2014/04/02/12h_ticks.bi5 --decimals 4 --decimals XAUUSD=2");
        assertThat(result.quotes().toString())
                .contains("EUR/USD@DUKASCOPY 13.8694/", "XAU/USD@DUKASCOPY 1386.94/", "USD/CZK@DUKASCOPY 13.8694/");
        assertThat(result.complaints).isEmpty();
    }

    @Test
    void suggestsOptionIfAnnouncementIsMissing() throws IOException {
        TickFiles.text(folder, "oanda_eurusd_20140502_quote.csv", "277,1.38694,1.38705");
        assertThat(Import.of(folder, "./oanda_eurusd_20140502_quote.csv", "--from", "T0-10s").complaints)
                .contains("has no announcement T0", "--announcement");
    }
}
