package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.importing.SourceColumns.Column;
import org.ticktoquote.replayer.importing.Zones.WallClock;

/**
 * How the rows of a text file are read.
 *
 * @param skippedLines lines before the first row, header included
 * @param fields how many fields every row has; 0 when it may have more than the columns need
 * @param header the fields of the header line, if there is one
 * @param mark between the whole and the fraction of a number
 * @param date of times that have none
 * @param quantityUnit units of the base currency in one unit of a quantity column
 */
record TextLayout(
        Format format,
        char delimiter,
        long skippedLines,
        int fields,
        List<String> header,
        SourceColumns.Places places,
        String timeFormat,
        ZoneId zone,
        char mark,
        @Nullable LocalDate date,
        BigDecimal quantityUnit) {
    /** Whether rows without a price are other events than quotes, and no fault. */
    boolean mixed() {
        return format.isNamed();
    }

    /** Reads the times of rows, for one thread; refuses a format that is none. */
    TimeText time() {
        WallClock clock = new WallClock(zone);
        if (timeFormat.equals(TimeText.MS_OF_DAY) && date != null) {
            return TimeText.msOfDay(date, clock);
        }
        return TimeText.sinceEpoch(timeFormat).orElseGet(() -> new TimePattern(timeFormat, clock, date));
    }

    /** The options that say the same, as somebody would type them. */
    String options() {
        String columns = Arrays.stream(Column.values())
                .filter(places::has)
                .map(column -> column.text() + '=' + name(places.of(column)))
                .collect(Collectors.joining(","));
        boolean zoneless = timeFormat.endsWith("X") || timeFormat.startsWith("epoch");
        String begin = "--format " + format.text()
                + (zoneless ? "" : " --zone " + (zone.equals(ZoneOffset.UTC) ? "UTC" : zone));
        long before = header.isEmpty() ? skippedLines : skippedLines - 1;
        return format.isNamed()
                ? begin + " --columns " + quoted(columns) + " --time-format " + quoted(timeFormat) + " --delimiter "
                        + (delimiter == '\t' ? "tab" : quoted(String.valueOf(delimiter))) + " --decimal-mark "
                        + (mark == Decimal.COMMA ? "comma" : "point") + (before > 0 ? " --skip-lines " + before : "")
                        + notRead()
                : begin + " (" + columns + ", times " + timeFormat + ")";
    }

    /** The columns that a header line names besides: a venue among them would be missed. */
    private String notRead() {
        String others = IntStream.range(0, header.size())
                .filter(place -> Arrays.stream(Column.values()).noneMatch(column -> places.of(column) == place))
                .mapToObj(header::get)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : " (not read: " + Shown.text(others, 200) + ")";
    }

    /** Of a column: in the header line where that is no riddle, else its place. */
    private String name(int place) {
        return Optional.of(place)
                .filter(at -> at < header.size())
                .map(header::get)
                .filter(name -> name.matches("[^,='\"]*\\D[^,='\"]*") && header.indexOf(name) == place)
                .map(name -> Shown.text(name, 60))
                .orElse(Integer.toString(place));
    }

    private static String quoted(String text) {
        return text.matches("[\\w./:=,+-]+") ? text : "'" + text + "'";
    }
}
