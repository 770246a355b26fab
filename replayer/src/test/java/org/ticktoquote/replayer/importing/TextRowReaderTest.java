package org.ticktoquote.replayer.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads rows with unusual symbols, times and numbers. */
class TextRowReaderTest {
    private static final String[] SYMBOLS = {"EUR/USD", "EUR/USD", "EUR/USD", "USD/JPY", " EUR/USD", "eur/usd", "", "€"
    };
    private static final String[] TIMES = {
        "20140502 12:30:00.123", "20140502 12:30:00.123", "20140502 12:30:01",
        "20140502 12:30:02.123456789", "20140503 00:00:00.000", " 20140502 12:30:03.5 ",
        "20140502 24:00:00.000", "20140502 12:60:00.000", "20140230 12:00:00.000",
        "20140502 12:30:00.", "20140502T12:30:00.1", "20140502 12:30:00.1234567891",
        "20140330 02:30:00.000", "2014050 12:30:00.1", "20140502 12:30:00.123Z",
        "20140502 9:30:00.123Z", "20140502 12:30:00+01:00", "20140502 12:30:00.5GMT+0100",
        "20140502 12:30:00.5EDT", "20140502 12:30:00.5Europe/Berlin", "20140502 12:30:00.5XYZ",
        ""
    };
    private static final String[] NUMBERS = {
        "1.38694", "1.38694", "0.000000001", "9223372036.8", "1.0000000001", "1", "1.", ".5", "0", "-1",
        "1e3", "", " 1.5", "1 5", "\"1.5\"", "999999999999999999", "1.2.3", "1.5\t", "1,5", "1'284.065",
        "1.58078700000000003", "1e-05", "1E+999", "１"
    };

    private static TextLayout layout(String zone, String unit, char delimiter, char mark, String timeFormat) {
        return new TextLayout(
                Format.LEAN,
                delimiter,
                0,
                5,
                List.of(),
                SourceColumns.parse("symbol=0,time=1,bid=2,ask=3,bid-quantity=4")
                        .resolve(List.of()),
                timeFormat,
                ZoneId.of(zone),
                mark,
                null,
                new BigDecimal(unit));
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
    void resultOfALineDoesNotDependOnEarlierLines(
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
        Map<String, List<String>> alone = new HashMap<>();
        for (String line : new HashSet<>(lines)) {
            alone.put(line, rows(line, layout(zone, unit, delimiter, mark, timeFormat)));
        }
        List<String> expected =
                lines.stream().flatMap(line -> alone.get(line).stream()).toList();
        assertThat(found).isEqualTo(expected);
        assertThat(found).filteredOn(row -> row.startsWith("Row")).hasSizeGreaterThan(1_000);
    }

    /** Returns a line with at most one unusual field. */
    private static String line(Random random, String usualTime) {
        int variant = random.nextInt(8);
        String line = String.join(
                ",",
                variant == 0 ? any(random, SYMBOLS) : "EUR/USD",
                variant == 1 ? any(random, TIMES) : usualTime,
                variant == 2 ? any(random, NUMBERS) : NUMBERS[0],
                variant == 3 ? any(random, NUMBERS) : NUMBERS[0],
                variant == 4 ? any(random, NUMBERS) : "3.7");
        return variant == 5 ? line + "\r" : variant == 6 && random.nextInt(9) == 0 ? "," + line : line;
    }

    private static String any(Random random, String[] some) {
        return some[random.nextInt(some.length)];
    }

    /** Returns rows without their numbers, or their error messages. */
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
}
