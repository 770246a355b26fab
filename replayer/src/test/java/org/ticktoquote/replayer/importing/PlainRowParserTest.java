package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A line that is read from its bytes says what it says when it is read in full; the first line of a file always is. */
class PlainRowParserTest {
    private static final String[] SYMBOLS = {"EUR/USD", "EUR/USD", "EUR/USD", "USD/JPY", " EUR/USD", "eur/usd", "", "€"
    };
    private static final String[] TIMES = {
        "20140502 12:30:00.123",
        "20140502 12:30:00.123",
        "20140502 12:30:01",
        "20140502 12:30:02.123456789",
        "20140503 00:00:00.000",
        " 20140502 12:30:03.5 ",
        "20140502 24:00:00.000",
        "20140502 12:60:00.000",
        "20140230 12:00:00.000",
        "20140502 12:30:00.",
        "20140502T12:30:00.1",
        "20140502 12:30:00.1234567891",
        "20140330 02:30:00.000",
        "2014050 12:30:00.1",
        "20140502 12:30:00.123Z",
        "20140502 9:30:00.123Z",
        "20140502 12:30:00+01:00",
        "20140502 12:30:00.5GMT+0100",
        "20140502 12:30:00.5EDT",
        "20140502 12:30:00.5Europe/Berlin",
        "20140502 12:30:00.5XYZ",
        ""
    };
    private static final String[] NUMBERS = {
        "1.38694",
        "1.38694",
        "0.000000001",
        "9223372036.8",
        "1.0000000001",
        "1",
        "1.",
        ".5",
        "0",
        "-1",
        "1e3",
        "",
        " 1.5",
        "1 5",
        "\"1.5\"",
        "999999999999999999",
        "1.2.3",
        "1.5\t",
        "1,5",
        "1'284.065",
        "1.58078700000000003",
        "1e-05",
        "1E+999",
        "１"
    };

    private static TextLayout layout(String zone, String unit) {
        return layout(zone, unit, ',', '.', "yyyyMMdd HH:mm:ss.SSS");
    }

    private static TextLayout layout(String zone, String unit, char delimiter, char mark, String timeFormat) {
        return new TextLayout(
                new FieldSplitter(delimiter),
                0,
                5,
                SourceColumns.parse("symbol=0,time=1,bid=2,ask=3,bid-quantity=4")
                        .resolve(List.of()),
                new TimePattern(timeFormat, new WallClock(ZoneId.of(zone))),
                mark,
                new BigDecimal(unit),
                false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UTC|1|,|.|yyyyMMdd HH:mm:ss.SSS",
                "UTC-05:00|1000000|,|.|yyyyMMdd HH:mm:ss.SSS",
                "Europe/Berlin|0.5|,|.|yyyyMMdd HH:mm:ss.SSS",
                "UTC|1|;|,|yyyyMMdd HH:mm:ss,SSS",
                "Europe/Berlin|1|;|.|yyyyMMdd H:mm:ss.SSSX"
            })
    void everyLineSaysTheSameAsWhenItIsReadInFull(
            String zone, String unit, char delimiter, char mark, String timeFormat) throws Exception {
        Random random = new Random(7);
        String usual = timeFormat.endsWith("X") ? TIMES[0] + "Z" : TIMES[0];
        List<String> lines = new ArrayList<>(List.of("EUR/USD,20140502 12:30:00.000Z,1.1,1.2,1"));
        for (int i = 0; i < 20_000; i++) {
            lines.add(line(random, usual));
        }
        lines.replaceAll(line -> line.replace(',', delimiter).replace('.', mark));
        TextLayout layout = layout(zone, unit, delimiter, mark, timeFormat);
        List<String> found = rows(String.join("\n", lines), layout);
        List<String> expected = new ArrayList<>();
        for (String line : lines) {
            expected.addAll(rows(line, layout(zone, unit, delimiter, mark, timeFormat)));
        }
        assertThat(found).isEqualTo(expected);
        assertThat(found).filteredOn(row -> row.startsWith("Row")).hasSizeGreaterThan(1_000);
    }

    /** Mostly one thing is odd. */
    private static String line(Random random, String usualTime) {
        int odd = random.nextInt(8);
        String line = String.join(
                ",",
                odd == 0 ? any(random, SYMBOLS) : "EUR/USD",
                odd == 1 ? any(random, TIMES) : usualTime,
                odd == 2 ? any(random, NUMBERS) : NUMBERS[0],
                odd == 3 ? any(random, NUMBERS) : NUMBERS[0],
                odd == 4 ? any(random, NUMBERS) : "3.7");
        return odd == 5 ? line + "\r" : odd == 6 && random.nextInt(9) == 0 ? "," + line : line;
    }

    private static String any(Random random, String[] some) {
        return some[random.nextInt(some.length)];
    }

    /** Without their numbers; what is wrong with a row in its place. */
    private static List<String> rows(String text, TextLayout layout) throws IOException {
        List<String> rows = new ArrayList<>();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (TextRowReader reader =
                new TextRowReader(new NumberedLines(new ByteArrayInputStream(bytes)), layout, null)) {
            while (true) {
                try {
                    Row row = reader.next();
                    if (row == null) {
                        return rows;
                    }
                    rows.add(row.toString().replaceFirst("number=\\d+", ""));
                } catch (BadValue bad) {
                    rows.add(bad.getMessage());
                }
            }
        }
    }

    /** Otherwise the comparison above would hold whatever is read from bytes. */
    @Test
    void aPlainLineTakesNoCloserLookOnceItsDayAndSymbolAreKnown() throws Exception {
        TextLayout layout = layout("UTC", "1");
        PlainRowParser parser = new PlainRowParser(layout, false);
        byte[] line = "EUR/USD,20140502 12:30:00.123,1.38694,1.38701,5".getBytes(StandardCharsets.US_ASCII);
        assertThat(parser.row(2, line, 0, line.length)).isNull();
        parser.remember("EUR/USD", "EUR/USD");
        assertThat(parser.row(2, line, 0, line.length)).isNull();
        long midnightNs = layout.time().epochNs("20140502 00:00:00.000");
        assertThat(parser.row(2, line, 0, line.length))
                .isEqualTo(new Row(
                        2, "EUR/USD", midnightNs + 45_000_123_000_000L, 1_386_940_000L, 1_387_010_000L, 5, Row.UNSAID));
    }

    @Test
    void rowsOfSeveralPairsInTurnTakeNoCloserLookOnceAllAreKnown() throws Exception {
        PlainRowParser parser = parserOfTheDay(false);
        parser.remember("EUR/USD", "EUR/USD");
        parser.remember("usdjpy", "USD/JPY");
        assertThat(List.of(symbol(parser, "EUR/USD"), symbol(parser, "usdjpy"), symbol(parser, "EUR/USD")))
                .containsExactly("EUR/USD", "USD/JPY", "EUR/USD");
        assertThat(symbol(parser, "USD/JPY")).isEmpty();
    }

    /** Another one there is a bad row, and so is what follows it: the closer look says so. */
    @Test
    void ofAFileThatStandsForOneInstrumentOnlyTheLastTextIsKnown() throws Exception {
        PlainRowParser parser = parserOfTheDay(true);
        parser.remember("EUR/USD", "XAU/USD");
        assertThat(symbol(parser, "EUR/USD")).isEqualTo("XAU/USD");
        parser.remember("EURUSD", "XAU/USD");
        assertThat(symbol(parser, "EUR/USD")).isEmpty();
        assertThat(symbol(parser, "EURUSD")).isEqualTo("XAU/USD");
    }

    @Test
    void moreSymbolsThanAreRememberedTakeTheCloserLook() throws Exception {
        PlainRowParser parser = parserOfTheDay(false);
        for (int i = 0; i < 2_000; i++) {
            parser.remember("S" + i, "S" + i);
        }
        assertThat(symbol(parser, "S0")).isEqualTo("S0");
        assertThat(symbol(parser, "S511")).isEqualTo("S511");
        assertThat(symbol(parser, "S512")).isEmpty();
    }

    private static PlainRowParser parserOfTheDay(boolean single) throws Exception {
        TextLayout layout = layout("UTC", "1");
        assertThat(layout.time().epochNs("20140502 00:00:00.000")).isPositive();
        return new PlainRowParser(layout, single);
    }

    /** The instrument of a row with that text, empty where it takes a closer look. */
    private static String symbol(PlainRowParser parser, String text) {
        byte[] line = (text + ",20140502 12:30:00.123,1.38694,1.38701,5").getBytes(StandardCharsets.US_ASCII);
        Row row = parser.row(2, line, 0, line.length);
        return row == null ? "" : row.symbol();
    }
}
