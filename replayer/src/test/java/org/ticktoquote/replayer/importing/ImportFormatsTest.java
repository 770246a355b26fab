package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.core.command.ExitStatus;

/** Tests the detection of text layouts from the first lines of a file. */
class ImportFormatsTest {
    @TempDir
    private Path folder;

    /** A block of {@code formats.txt}. */
    private record Case(String name, List<String> options, List<String> text, String notice, List<String> ticks) {
        static Case of(String block) {
            List<String> lines = block.lines().toList();
            String[] first = lines.get(0).split(" ");
            int noticeAt = lines.indexOf(lines.stream()
                    .filter(line -> line.startsWith("- "))
                    .findFirst()
                    .orElseThrow());
            return new Case(
                    first[0],
                    Arrays.asList(first).subList(1, first.length),
                    lines.subList(1, noticeAt).stream()
                            .map(line -> line.replace("{tab}", "\t"))
                            .toList(),
                    lines.get(noticeAt).substring(2),
                    lines.subList(noticeAt + 1, lines.size()));
        }

        @Override
        public String toString() {
            return name + " " + text.get(0);
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream in = ImportFormatsTest.class.getResourceAsStream("formats.txt")) {
            String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(all.split("\n= ")).skip(1).map(String::strip).map(Case::of).toList().stream();
        }
    }

    private Import imported(Case each, String end) throws IOException {
        TickFiles.text(folder, each.name, String.join(end, each.text));
        List<String> arguments = new ArrayList<>(List.of("./" + each.name));
        arguments.addAll(each.options);
        return Import.of(folder, arguments.toArray(String[]::new));
    }

    private static List<String> ticks(Import result) {
        return result.quotes().stream()
                .map(quote -> quote.replace("@UNNAMED", "").replace(" 1000000x1000000", ""))
                .toList();
    }

    /** The reported options give the same result, except for options that do not affect rows. */
    @ParameterizedTest
    @MethodSource("cases")
    void detectsReportsAndReadsLayoutAndAcceptsTheReportedOptions(Case each) throws IOException {
        Import result = imported(each, "\n");
        assertThat(result.status).as(result.complaints).isZero();
        String notice = result.complaints.lines().findFirst().orElse("");
        assertThat(notice).startsWith(each.name + " is read with ").contains(each.notice);
        assertThat(ticks(result)).isEqualTo(each.ticks);
        assertThat(ticks(imported(each, "\r"))).as("line ends of old Macs").isEqualTo(each.ticks);
        assertThat(ticks(imported(each, "\r\n\r\n"))).as("with blank lines").isEqualTo(each.ticks);

        Case typed = new Case(each.name, options(each, notice), each.text, each.notice, each.ticks);
        Import again = imported(typed, "\n");
        assertThat(again.status).as(again.complaints).isZero();
        assertThat(ticks(again)).isEqualTo(each.ticks);
        assertThat(again.complaints.lines().findFirst()).contains(notice);
    }

    /** Returns the reported options, and those given that are not reported. */
    private static List<String> options(Case each, String notice) {
        List<String> options = new ArrayList<>();
        for (String part : notice.replaceFirst(".* is read with ", "")
                .replaceFirst(" [(].*", "")
                .split(" (?=--)")) {
            String[] option = part.split(" ", 2);
            options.add(option[0]);
            options.add(option[1].replaceAll("^'|'$", ""));
        }
        for (int i = 0; i < each.options.size(); i += 2) {
            if (!options.contains(each.options.get(i))) {
                options.addAll(each.options.subList(i, i + 2));
            }
        }
        return options;
    }

    /** Arguments: text of the file, expected complaint. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time,bid,ask;02/05/2014 12:30:00,1.1,1.2|its time '02/05/2014 12:30:00' is 2014-05-02 or 2014-02-05; no row"
                        + " of the file decides, expected --time-format 'd/M/yyyy H:mm:ss.SSS' or --time-format"
                        + " 'M/d/yyyy H:mm:ss.SSS'",
                "time,bid,ask;02-05-14 12:30:00,1.1,1.2|its time '02-05-14 12:30:00' is 2014-05-02 or 2014-02-05 or 2002-05-14;",
                "time,bid,ask;2014050212,1.1,1.2|its time '2014050212' is 2033-10-27 or 2014-05-02; no row of the file"
                        + " decides, expected --time-format 'epoch-s' or --time-format 'yyyyMMddHH'",
                "time,bid,ask;2014050212300012,1.1,1.2|its time '2014050212300012' is 2033-10-27 or 2014-05-02; no row",
                "time,tenor,bid,ask;2014-05-02 12:30:00,SP,1.1,1.2;2014-05-02 12:30:01,1W,1.1,1.2|has several tenors or"
                        + " tiers, by the column 'tenor'",
                "time,tenor,bid,ask;2014-05-02 12:30:00,,1.1,1.2;2014-05-02 12:30:01,1W,1.1,1.2|has several tenors or",
                "ts_event,rtype,publisher_id,bid_px_00,ask_px_00;1399033800277123456,1,1,1386940000,1387050000|its prices"
                        + " are whole numbers of 1e-9, as Databento writes them",
                "Local time,bid,ask;2014-05-02 12:30:00,1.1,1.2|its times are in a local time, by the column 'Local time',"
                        + " expected --zone",
                "Time (New York),bid,ask;2014-05-02 12:30:00,1.1,1.2|its times are in a local time, by the column",
                "093000,1.1,1.2;093001,1.1,1.2|of no known format (first line '093000,1.1,1.2')",
                "123000,1.1,1.2;123001,1.1,1.2|of no known format (first line '123000,1.1,1.2')",
                "41761.520833,1.1,1.2|of no known format (first line '41761.520833,1.1,1.2')",
                "time,bid,ask;12:30:00,1.1,1.2|its name does not give the date; give it with --date",
                "time,bid,ask;2014-05-02 12:30:00,1,38694,1,38705|its header line names 3 columns, its first row has 5",
                "time,open,close;2014-05-02 12:30:00,1.1,1.2|of no known format (first line 'time,open,close')",
                "time,bid,ask;635346162000000000,1.1,1.2|its time '635346162000000000' is not s, ms, us or ns since 1970",
                "time,bid,ask;760000000000000000,1.1,1.2|its time '760000000000000000' is not s, ms, us or ns since 1970"
            })
    void refusesAmbiguousFiles(String text, String complaint) throws IOException {
        TickFiles.text(folder, "ticks.csv", text.split(";"));
        Import result = Import.of(folder, "./ticks.csv", "--symbol", "EURUSD");
        assertThat(result.status).isIn(ExitStatus.USAGE.code(), ExitStatus.BAD_INPUT.code());
        assertThat(result.complaints).contains("ticks.csv: " + complaint);
        assertThat(result.left()).containsExactly("ticks.csv");
    }

    /** As microseconds since 1970 it would be in 2035. */
    @Test
    void dateThatStartsWithTheDayIsNoPaddedTimeSince1970() throws IOException {
        TickFiles.text(folder, "ticks.csv", "time,bid,ask", "02052014123000277,1.1,1.2");
        assertThat(Import.of(folder, "./ticks.csv", "--symbol", "EURUSD").complaints)
                .contains("time (place 0): '02052014123000277' is not a date and time of the calendar");
    }

    @Test
    void readsWholeFileToDistinguishDayFromMonth() throws IOException {
        List<String> rows = new ArrayList<>(List.of("time,bid,ask"));
        for (int i = 0; i < 500; i++) {
            rows.add("02/05/2014 12:30:00,1.1,1.2");
        }
        rows.add("02/13/2014 12:30:00,1.1,1.2");
        TickFiles.text(folder, "ticks.csv", rows.toArray(String[]::new));
        assertThat(Import.of(folder, "./ticks.csv", "--symbol=EURUSD", "--skip-bad")
                        .quotes())
                .hasSize(501)
                .first()
                .asString()
                .startsWith("2014-02-05T12:30:00Z");
    }

    @Test
    void notesTimesBefore2000AndOfMetaTradersServer() throws IOException {
        TickFiles.text(folder, "EURUSD.csv", "time,bid,ask", "452352600277123,1.1,1.2");
        String note = "note: times of EURUSD.csv are read as since 1970 and are before 2000;";
        assertThat(Import.of(folder, "./EURUSD.csv").complaints).contains(note);
        assertThat(Import.of(folder, "./EURUSD.csv", "--time-format=epoch-us").complaints)
                .doesNotContain(note);
        TickFiles.text(folder, "EURUSD.csv", "time_msc,bid,ask", "1399033800277,1.1,1.2");
        assertThat(Import.of(folder, "./EURUSD.csv").complaints)
                .contains("note: MetaTrader 5 writes the time of the broker's server")
                .doesNotContain(note);
    }

    @Test
    void countsRowsWithoutQuotesAndGroupsEqualLayouts() throws IOException {
        String[] rows = {"time,type,price,bid,ask", "1399033800,Q,,1.1,1.2", "1399033801,T,1.15,,"};
        TickFiles.text(folder, "EURUSD.csv", rows);
        TickFiles.text(folder, "GBPUSD.csv", rows);
        Import result = Import.of(folder, "./EURUSD.csv", "./GBPUSD.csv");
        assertThat(result.printed)
                .contains(
                        "2 quotes imported, 0 outside the window, 0 bad rows skipped, 2 rows without a price passed over");
        assertThat(result.complaints)
                .isEqualTo("EURUSD.csv and 1 more are read with --format csv --columns time=time,bid=bid,ask=ask"
                        + " --time-format epoch-s --delimiter , --decimal-mark point (not read: type, price)\n"
                        + "note: 4 sides have no quantity in the files and get 1,000,000 of the base currency;"
                        + " --quantity N sets another\n");
    }

    @Test
    void countsNullsAndRoundedQuantities() throws IOException {
        String[] rows = {
            "time,ask,bid,ask_volume,bid_volume",
            "1399033800,1.2,1.1,1.0,0.75",
            "1399033801,NULL,1.1,\\N,1.5",
            "1399033802,1.2,null,2,NULL",
            "1399033803,1.2,NA,2,NA"
        };
        TickFiles.text(folder, "EURUSD.csv", rows);
        Import result = Import.of(folder, "./EURUSD.csv");
        assertThat(ticks(result))
                .containsExactly(
                        "2014-05-02T12:30:00Z EUR/USD 1.1/1.2 1x1",
                        "2014-05-02T12:30:01Z EUR/USD 1.1/- 2x0",
                        "2014-05-02T12:30:02Z EUR/USD -/1.2 0x2",
                        "2014-05-02T12:30:03Z EUR/USD -/1.2 0x2");
        assertThat(result.complaints)
                .contains("note: 6 prices or quantities in the files are NULL, \\N or NA, read as empty\n")
                .contains("note: 2 quantities in the files have a fraction and are rounded to units of the base"
                        + " currency; --quantity-unit 1000000 reads millions\n");
        assertThat(Import.of(folder, "./EURUSD.csv", "--quantity-unit=1000000").complaints)
                .doesNotContain("fraction");
    }

    @Test
    void notesQuantitiesThatCanBeMillions() throws IOException {
        TickFiles.text(folder, "EURUSD.csv", "time,bid,ask,bidsize", "1399033800,1.1,1.2,0", "1399033801,1.1,1.2,5");
        String note = "EURUSD.csv are below 1,000 of the base currency; --quantity-unit 1000000 reads millions\n";
        assertThat(Import.of(folder, "./EURUSD.csv").complaints).contains(note);
        assertThat(Import.of(folder, "./EURUSD.csv", "--quantity-unit=1000000").complaints)
                .doesNotContain(note);
        assertThat(Import.of(folder, "./EURUSD.csv", "--quantity-unit=1").complaints)
                .doesNotContain(note);
        assertThat(Import.of(folder, "XAUUSD=./EURUSD.csv", "--zone=UTC").complaints)
                .doesNotContain(note);
        TickFiles.text(folder, "EURUSD.csv", "time,bid,ask,bidsize", "1399033800,1.1,1.2,1000", "1399033801,1.1,1.2,5");
        assertThat(Import.of(folder, "./EURUSD.csv").complaints).doesNotContain("below 1,000");
    }

    @Test
    void notesQuantitiesInMillions() throws IOException {
        TickFiles.text(folder, "EURUSD.csv", "2014.05.02 12:30:00.123,1.38694,1.38705,1.5,0.75");
        String note = "note: quantities of dotted files are read in millions; --quantity-unit 1 reads units\n";
        assertThat(Import.of(folder, "./EURUSD.csv").complaints).contains(note);
        assertThat(Import.of(folder, "./EURUSD.csv", "--quantity-unit=1000000").complaints)
                .doesNotContain("note: quantities");
    }

    /** Uses locales with other digits and separators. */
    @ParameterizedTest
    @CsvSource({"ar-EG-u-nu-arab", "fa-IR", "hi-IN-u-nu-deva", "th-TH-u-nu-thai", "de-DE"})
    void outputDoesNotDependOnTheLocale(String language) throws IOException {
        StringBuilder rows = new StringBuilder("Gmt time,Ask,Bid,AskVolume,BidVolume");
        for (int i = 0; i < 1_500; i++) {
            rows.append("\n01.02.2012 00:00:%02d.%03d,1.30808,1.30802,0,%d".formatted(i / 1000, i % 1000, i / 1_000));
        }
        rows.append("\n01.02.2012 00:00:00.000,1.1,x,1,1");
        TickFiles.text(folder, "EURUSD.csv", rows.toString());
        Import expected = Import.of(folder, "./EURUSD.csv", "--skip-bad");
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag(language));
            Import result = Import.of(folder, "./EURUSD.csv", "--skip-bad");
            assertThat(result.printed).isEqualTo(expected.printed).contains("1,500 quotes imported");
            assertThat(result.complaints)
                    .isEqualTo(expected.complaints)
                    .contains("note: 2,500 sides keep the quantity 0");
        } finally {
            Locale.setDefault(before);
        }
    }
}
