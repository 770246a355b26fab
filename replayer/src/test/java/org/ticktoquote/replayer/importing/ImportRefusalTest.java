package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.replayer.importing.TickFiles.Bi5;

class ImportRefusalTest {
    private static final String LEAN = "a_eurusd_20140502_quote.csv";
    private static final String ZIP = "a_eurusd_20140502_quote.zip";
    private static final String HOUR = "EURUSD/2014/04/02/%dh_ticks.bi5";

    @TempDir
    Path folder;

    private Import refused(String... arguments) {
        Import result = Import.of(folder, arguments);
        assertThat(result.status).isEqualTo(ExitStatus.BAD_INPUT.code());
        return result;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x,1.1,1.2|time (place 0): 'x' is not a plain decimal number, expected milliseconds since midnight",
                "86400000,1.1,1.2|time (place 0): '86400000' is not within a day",
                "-1,1.1,1.2|time (place 0): '-1' is not within a day",
                "5,1.1e300,1.2|bid (place 1): '1.1e300' is not a plain decimal number, expected a price such as 1.38694",
                "5,NaN,1.2|bid (place 1): 'NaN' is not a plain decimal number",
                "5,1.1,0|ask (place 2): '0' is not above 0",
                "5,1.1,-1.2|ask (place 2): '-1.2' is not above 0",
                "5,1.1,99999999999|ask (place 2): '99999999999' is not below 9.2e9",
                "5,1.12345678901,1.2|bid (place 1): '1.12345678901' is not below 9.2e9 with at most 9 decimals",
                "5,,|row: '5,,' has neither bid nor ask",
                "5,1.1|row: '5,1.1' has 2 fields, expected 3",
                "5,1.1,1.2,9|row: '5,1.1,1.2,9' has 4 fields, expected 3",
                "3,1.1,1.2|time: '2014-05-02T00:00:00.003Z' is 1.00 ms before row 1, expected rows in time order"
            })
    void reportsFileRowColumnValueAndExpectation(String row, String complaint) throws IOException {
        TickFiles.text(folder, LEAN, "4,1.1,1.2", row, "6,1.1,1.2");

        Import result = refused("./" + LEAN);

        assertThat(result.complaints)
                .contains(LEAN + ":2: " + complaint)
                .contains("out.t2q: is not written: bad rows: 1, listed above");
        assertThat(result.left()).containsExactly(LEAN);
    }

    /** Arguments: file, its lines, options, and complaints after the name of the file. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EURUSD.csv|2014.05.02 12:30:00.000,1,2,1,1;2014.05.02 12:30:61.000,1,2,1,1||2: time (place 0):"
                        + " '2014.05.02 12:30:61.000' is not a date and time of the calendar, expected yyyy.MM.dd HH:mm:ss.SSS",
                "EURUSD.csv|2014.05.02 12:30:00.000,1,2,1,1;2014.02.30 12:30:01.000,1,2,1,1||2: time (place 0):"
                        + " '2014.02.30 12:30:01.000' is not a date and time of the calendar",
                "EURUSD.csv|2014.05.02 12:30:00.000,1,2,1,1;2014-05-02 12:30:01.000,1,2,1,1||2: time (place 0):"
                        + " '2014-05-02 12:30:01.000', expected yyyy.MM.dd HH:mm:ss.SSS",
                "EURUSD.csv|2014.05.02 12:30:00.000,1,2,1,1;2014.05.02 12:30:01.000x,1,2,1,1||2: time (place 0):"
                        + " '2014.05.02 12:30:01.000x', expected yyyy.MM.dd HH:mm:ss.SSS",
                "EURUSD.csv|2014.05.02 12:30:00.000,1,2,1,1;2014.05.02 12:30:01.000,1,2,-1,1||2: bid-quantity (place 3):"
                        + " '-1' is negative",
                "EURUSD.csv|2014.03.09 02:30:00.000,1,2,1,1;2014.11.02 01:30:00.000,1,2,1,1|--zone=America/New_York|"
                        + "1: time (place 0): '2014.03.09 02:30:00.000' does not exist in America/New_York;"
                        + "2: time (place 0): '2014.11.02 01:30:00.000' exists twice in America/New_York",
                "a.csv|1399033800000,GB<P>,1.1,1.2;1399033800000,XAUUSD.r,1.1,1.2|--columns=time=0,symbol=1,bid=2,ask=3"
                        + " --time-format=epoch-ms|1: symbol (place 1): 'GB<P>' is not a symbol, expected 1 to 16 letters",
                "EURUSD_20140502.csv|Date,Bid,Ask;20140502,1.1,1.2||2: time (place 0): '20140502'",
                "EURUSD_20140502.csv|date,time,bid,ask;2014-05-01,45000277,1.1,1.2|--time-format=ms-of-day"
                        + "|2: time (place 1): '2014-05-01 45000277' is not a plain decimal number",
                "a.csv|time,bid,ask;1399033800,1.1,1.2;1399033801,1,38694,1,38705|--symbol=EURUSD"
                        + "|3: row: '1399033801,1,38694,1,38705' has 5 fields, expected 3"
            })
    void reportsInvalidRows(String file, String lines, @Nullable String options, String complaints) throws IOException {
        TickFiles.text(folder, file, lines.split(";"));
        String complained = refused("./" + file + (options == null ? "" : " " + options)).complaints;
        for (String complaint : complaints.split(";")) {
            assertThat(complained).contains(file + ":" + complaint);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "out.t2q, out.t2q: is also given as --out",
        "link.csv, link.csv: is also given as --out",
        "link/out.t2q, link/out.t2q: is also given as --out",
        "out.t2q.rows, 'out.t2q.rows: has the name of a temporary file of --out out.t2q, expected another --out'",
        "out.t2q.part, out.t2q.part: has the name of a temporary file of --out out.t2q"
    })
    void refusesToReplaceAnInput(String input, String complaint) throws IOException {
        String content = "EUR/USD,20140502 12:30:00.123,1.1,1.2";
        for (String name : new String[] {"out.t2q", "out.t2q.rows", "out.t2q.part"}) {
            TickFiles.text(folder, name, content);
        }
        Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("out.t2q"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("."));
        Import result = Import.of(folder, "./" + input, "--format=truefx");
        assertThat(result.status).isEqualTo(ExitStatus.USAGE.code());
        assertThat(result.complaints).contains(complaint);
        assertThat(folder.resolve(input)).hasContent(content);
    }

    @ParameterizedTest
    @CsvSource({"-240, false", "-05:90, false", "-04:00, true", "-4, true", "-0400, true", "400, false", "4, true"})
    void refusesOffsetsThatAreNoHoursAndMinutes(String offset, boolean taken) throws IOException {
        TickFiles.text(
                folder, "a.csv", "time,utc_offset,symbol,bid,ask", "2014-05-02 08:30:00," + offset + ",EURUSD,1.1,1.2");
        assertThat(Import.of(folder, "./a.csv").status == 0).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "time,bid,ask|2014-05-02 08:30:00,\"61,234\",\"61,239\"|the commas in its prices can be decimal marks",
                "time,MDPriceLevel,bid,ask|2014-05-02 08:30:00,2,1.1,1.3|has several levels of depth, by the column 'MDPriceLevel'"
            })
    void refusesPricesOfTwoMeanings(String header, String row, String complaint) throws IOException {
        TickFiles.text(folder, "EURUSD.csv", header, row.replace(",2,", ",1,"), row);
        assertThat(Import.of(folder, "./EURUSD.csv").complaints).contains("EURUSD.csv: " + complaint);
        TickFiles.text(folder, "EURUSD.csv", header, row);
        assertThat(Import.of(folder, "./EURUSD.csv", "--decimal-mark=point").status)
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"depth, 2500000, 3000000, 1", "position, 1, 2, 0", "level, '', 1, 1", "level, 1, 1, 1", "level, 1, 2, 0"
    })
    void acceptsOtherNumbersThanLevels(String name, String one, String other, int sameTime) throws IOException {
        TickFiles.text(
                folder,
                "EURUSD.csv",
                "time,bid,ask," + name,
                "2014-05-02 08:30:00,1.1,1.2," + one,
                "2014-05-02 08:30:0" + (1 - sameTime) + ",1.1,1.2," + other);
        assertThat(Import.of(folder, "./EURUSD.csv").complaints).doesNotContain("levels");
    }

    @ParameterizedTest
    @CsvSource({"'101.695,5'", "101.101.1", "'101.69,'"})
    void oneOddPriceDoesNotDecideTheDecimalMark(String odd) throws IOException {
        TickFiles.text(
                folder,
                "USDJPY.csv",
                "time;bid;ask",
                "2014-05-02 08:30:00;101.694;101.695",
                "2014-05-02 08:30:01;" + odd + ";101.695",
                "2014-05-02 08:30:02;101.694;101.695");
        assertThat(refused("./USDJPY.csv").complaints).contains("USDJPY.csv:3: bid (place 1): '" + odd + "'");
    }

    @Test
    void listsFirstTwentyBadRowsAndCountsOthers() throws IOException {
        String[] rows = IntStream.range(0, 15).mapToObj(i -> i + ",bad,1.2").toArray(String[]::new);
        TickFiles.text(folder, LEAN, rows);
        TickFiles.text(folder, "a_nzdusd_20140502_quote.csv", rows);

        Import result = Import.of(folder, "./" + LEAN, "./a_nzdusd_20140502_quote.csv", "--bad-rows=./bad.csv");

        assertThat(result.complaints.lines().filter(line -> line.matches(".*csv:[0-9]+: .*")))
                .hasSize(20);
        assertThat(result.complaints).contains("... and 10 more bad rows", "bad rows: 30, listed above");
        assertThat(Files.readAllLines(folder.resolve("bad.csv")))
                .hasSize(31)
                .last()
                .asString()
                .endsWith(
                        ",15,\"bid (place 1)\",\"bad\",\"is not a plain decimal number, expected a price such as 1.38694\"");
    }

    @Test
    void skipsAndCountsBadRowsOnRequest() throws IOException {
        TickFiles.text(folder, LEAN, "4,1.1,1.2", "5,bad,1.2", "3,1.1,1.2", "6,1.3,1.4");

        Import result = Import.of(folder, "./" + LEAN, "--skip-bad");

        assertThat(result.status).isZero();
        assertThat(result.quotes()).hasSize(2);
        assertThat(result.printed).contains("2 quotes imported, 0 outside the window, 2 bad rows skipped");
        assertThat(result.complaints).contains(":2: bid (place 1): 'bad'", ":3: time: ");
    }

    @Test
    void refusesDamagedZipEvenIfBadRowsAreSkipped() throws IOException {
        Path file = folder.resolve(ZIP);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.setLevel(0);
            zip.putNextEntry(new ZipEntry("20140502_eurusd_tick_quote.csv"));
            zip.write("4,1.1,1.2\n5,1.1,1.2\n".getBytes(StandardCharsets.US_ASCII));
        }
        byte[] stored = Files.readAllBytes(file);
        int price = new String(stored, StandardCharsets.ISO_8859_1).indexOf("1.1,1.2");
        stored[price + 2] = '3';
        Files.write(file, stored);

        Import result = refused("./" + ZIP, "--skip-bad");

        assertThat(result.complaints).contains(ZIP + ": is not a zip that can be imported: checksum or length");
        assertThat(result.left()).containsExactly(ZIP);
    }

    @Test
    void refusesTruncatedZip() throws IOException {
        Path file = TickFiles.zip(folder, ZIP, "x.csv", "4,1.1,1.2");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 30));

        assertThat(refused("./" + ZIP).complaints).contains(ZIP + ": is not a zip that can be imported");
    }

    @ParameterizedTest
    @CsvSource({
        "../evil.exe, holds ../evil.exe, expected exactly one .csv or .txt",
        "x/, holds x/, expected exactly one .csv or .txt",
        "'a.csv,b.csv', 'holds 2 tables: a.csv, b.csv', expected one",
        "'a.csv,b.csv,c.csv', 'holds 3 tables: a.csv, b.csv, ...', expected one",
        "'a.txt,b.txt', 'holds 2 tables: a.txt, b.txt', expected one"
    })
    void refusesZipUnlessItHoldsOneTable(String entries, String holds, String expected) throws IOException {
        TickFiles.zip(folder, ZIP, entries.split(","), entries.endsWith("/") ? "" : "4,1.1,1.2");

        assertThat(refused("./" + ZIP).complaints).contains(ZIP + ": " + holds + ", " + expected);
    }

    @Test
    void refusesZipWithEndlessLine() throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(folder.resolve(ZIP)))) {
            zip.putNextEntry(new ZipEntry("x.csv"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 4; i++) {
                zip.write(zeros);
            }
        }

        assertThat(refused("./" + ZIP).complaints)
                .contains(":1: row: '\\u0000\\u0000")
                .contains("is longer than 4096 bytes");
    }

    @Test
    void refusesDamagedBi5Streams() throws IOException {
        byte[] records = TickFiles.bi5(new Bi5(0, 138705, 138694, 1, 1), new Bi5(1, 138705, 138694, 1, 1));
        Path cut = TickFiles.lzma(folder, HOUR.formatted(12), records);
        byte[] whole = Files.readAllBytes(cut);
        Files.write(cut, Arrays.copyOf(whole, whole.length - 8));
        TickFiles.lzma(folder, HOUR.formatted(13), Arrays.copyOf(records, 30));
        TickFiles.text(folder, HOUR.formatted(14), "<html>not found</html>");
        byte[] header = Files.readAllBytes(TickFiles.lzma(folder, HOUR.formatted(15), records));
        header[4] = 0x7F;
        Files.write(folder.resolve(HOUR.formatted(15)), header);
        header[0] = (byte) 0xFF;
        Files.write(folder.resolve(HOUR.formatted(16)), header);

        Import result = refused(IntStream.rangeClosed(12, 16)
                .mapToObj(hour -> "./" + HOUR.formatted(hour))
                .toArray(String[]::new));

        assertThat(result.complaints)
                .contains("12h_ticks.bi5: is damaged: ends too early")
                .contains("13h_ticks.bi5: is damaged: ends too early: ends inside record 2")
                .contains("14h_ticks.bi5: needs more memory than a .bi5 file: another format, or damaged")
                .contains("15h_ticks.bi5: needs more memory")
                .contains("16h_ticks.bi5: is damaged: not a sound LZMA stream")
                .contains("damaged or unreadable files: 5, listed above");
        assertThat(result.left()).containsExactly("EURUSD");
    }

    @Test
    void reportsBadRecordsOfBi5() throws IOException {
        Bi5 late = new Bi5(3_600_000, 138705, 138694, 1, 1);
        TickFiles.lzma(
                folder,
                HOUR.formatted(12),
                late,
                new Bi5(5, 0, 138694, 1, 1),
                new Bi5(5, 138705, 138694, Float.NaN, 1));

        assertThat(refused("./" + HOUR.formatted(12)).complaints)
                .contains("12h_ticks.bi5:1: time: '3600000' is not within the hour")
                .contains("12h_ticks.bi5:2: ask: '0' is not above 0, expected a price in units of 0.00001")
                .contains("12h_ticks.bi5:3: ask volume: 'NaN' is not a volume");
    }

    @Test
    void reportsProblemsOfAllFilesAtOnce() throws IOException {
        TickFiles.text(folder, "quotes.csv", "1.1 1.2");
        TickFiles.text(folder, "5.csv", "2014.05.02 12:30:00.000,1.1,1.2,1,1");
        TickFiles.text(folder, "b_eurusd_quote.csv", "5,1.1,1.2");
        Files.createDirectory(folder.resolve("d"));

        Import result = Import.of(
                folder, "./missing.csv", "./d", "./quotes.csv", "./5.csv", "./b_eurusd_quote.csv", "EUR USD X=./5.csv");

        assertThat(result.status).isEqualTo(ExitStatus.USAGE.code());
        assertThat(result.complaints)
                .contains("missing.csv: no such file")
                .contains("d' is a folder; name the files in it")
                .contains(
                        "quotes.csv: of no known format (first line '1.1 1.2'), expected a header line that names time, bid and ask")
                .contains("5.csv: its name does not give the instrument; give it as in EUR/USD=")
                .contains("b_eurusd_quote.csv: its name does not give the date; give it with --date")
                .contains("'EUR USD X' is not a symbol")
                .contains("6 of 6 files cannot be imported");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--zone=Mars|--zone: 'Mars' is not a time zone",
                "--columns=bid=1|time and at least one of bid and ask are needed",
                "--columns=time=0,price=1|'price=1' is not a column",
                "--columns=time=0,bid=Bid,ask=2|--columns: 'Bid' is not in the header line, expected one of 4,1.1,1.2",
                "--format=excel|expected lean, bi5, truefx, histdata, dotted, dukascopy, mt5, fix or csv",
                "--instrument=EUR/USD|expected SYMBOL:pip=SIZE[,tick=SIZE]",
                "--instrument=GBP/USD:pip=0.1|--instrument: 'GBP/USD' is not imported, expected one of EUR/USD",
                "--decimals=GBP/USD=3|--decimals: 'GBP/USD' is in no .bi5 file",
                "--decimals=3|--decimals: none of these files is bi5, expected one, or no --decimals",
                "--time-format=epoch-s|--time-format: none of these files is dukascopy or mt5 or csv"
                        + ", expected --columns with it, or no --time-format",
                "--delimiter=;|--delimiter: none of these files is dukascopy or mt5 or csv",
                "--decimal-mark=comma|--decimal-mark: none of these files is dukascopy or mt5 or csv",
                "--quantity-unit=1000|--quantity-unit: none of these files is dotted or dukascopy or mt5 or csv",
                "--zone=FXCM=UTC-05:00|--zone: 'FXCM' is not a venue of these files, expected one of",
                "--from=noon|'noon' is not a time",
                "--from=13:00|no quotes between --from and --to",
                "--delimiter=ab|--delimiter: 'ab', expected one character",
                "--decimal-mark=.|--decimal-mark: '.', expected point or comma",
                "--quantity=0|--quantity: '0', expected 1 or more",
                "--decimals=12|--decimals: '12', expected 0 to 9, or SYMBOL=0 to 9",
                "--symbol=GB<P>|--symbol: 'GB<P>' is not a symbol, expected 1 to 16 letters, digits and / . _ -, as in EUR/USD",
                "--symbol=-EUR|'-EUR' is not a symbol",
                "--instrument=GB<P>:pip=0.1|--instrument: 'GB<P>' is not a symbol",
                "--instrument=EUR/USD:pip=0.000000001|expected a tick of 0.000000001 or more",
                "--instrument=EUR/USD:pip=0.1,tick=1|expected a tick",
                "--quantity-unit=1e1000000000|--quantity-unit: expected a number from 0.000001 to 1000000000000",
                "--quantity-unit=1e-1000000000|--quantity-unit: expected",
                "--venue=A B|--venue: 'A B' is not a venue",
                "--date=2014-13-45|'2014-13-45' is not a date, expected yyyy-MM-dd",
                "--bad-rows=./a_eurusd_20140502_quote.csv|is also given as a file or as --out",
                "--bad-rows=./out.t2q|is also given as a file or as --out",
                "--bad-rows=./a/b/c.csv|a/b/c.csv: no such folder: ",
                "--bad-rows=./a_eurusd_20140502_quote.csv/bad.csv|is a file, expected a folder",
                "--columns=time=0,bid=1,ask=2 --time-format=dd MMM yy hh:mm"
                        + "|'dd MMM yy hh:mm' is not a time format, expected yyyy, MM, dd, HH and optionally mm"
            })
    void refusesInvalidOptions(String option, String complaint) throws IOException {
        TickFiles.text(folder, LEAN, "4,1.1,1.2");

        Import result = Import.of(folder, ("./" + LEAN + " " + option).split(" (?=--)"));

        assertThat(result.status).isIn(ExitStatus.USAGE.code(), ExitStatus.BAD_INPUT.code());
        assertThat(result.complaints).contains(complaint);
        assertThat(result.left()).containsExactly(LEAN);
    }

    @Test
    void doesNotOverwriteInputWithListOfBadRows() throws IOException {
        Path file = TickFiles.text(folder, LEAN, "4,1.1,1.2");
        Files.createSymbolicLink(folder.resolve("link.csv"), file);

        Import result = Import.of(folder, "./" + LEAN, "--bad-rows=./link.csv");

        assertThat(result.status).isEqualTo(ExitStatus.USAGE.code());
        assertThat(file).hasContent("4,1.1,1.2\n");
    }

    @Test
    void keepsOlderRecordingOnRefusal() throws IOException {
        TickFiles.text(folder, LEAN, "4,bad,1.2");
        Files.writeString(folder.resolve("out.t2q"), "older");

        assertThat(refused("./" + LEAN).out).hasContent("older");
    }

    @Test
    void refusesOneSymbolForSeveralInstruments() throws IOException {
        TickFiles.text(folder, "truefx.csv", """
                EUR/USD,20140502 12:30:00.123,1.38694,1.38705
                GBP/USD,20140502 12:30:00.124,1.68694,1.68705
                EUR/USD,20140502 12:30:00.125,1.38694,1.38705
                GBP/USD,20140502 12:30:00.126,1.68694,1.68705""");

        assertThat(Import.of(folder, "EUR/USD=./truefx.csv").complaints)
                .contains(":2: symbol (place 0): 'GBP/USD' is not EUR/USD, the symbol of the rows before")
                .contains(":4: symbol (place 0): 'GBP/USD' is not EUR/USD")
                .doesNotContain(":3:");
    }

    @Test
    void refusesMoreVenuesThanARecordingHas() throws IOException {
        TickFiles.text(folder, LEAN, "4,1.1,1.2");
        String[] files = IntStream.rangeClosed(1, 257)
                .mapToObj(venue -> "@V" + venue + "=./" + LEAN)
                .toArray(String[]::new);

        assertThat(refused(files).complaints)
                .contains(
                        "venue: 'V257' is one too many, expected at most 256 venues; --venue NAME merges FIX sessions");
    }
}
