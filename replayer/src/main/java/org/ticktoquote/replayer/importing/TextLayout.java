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
 * Layout of the rows in a text file.
 *
 * @param skippedLines lines before the first row, including the header
 * @param fields number of fields in every row; 0 if rows can have more fields than the columns need
 * @param header fields of the header line; empty if there is none
 * @param mark decimal mark
 * @param date date of the times of day that have none
 * @param quantityUnit size of one unit of a quantity column, in units of the base currency
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
    /** Returns true if rows without a price are other events and not faults. */
    boolean mixed() {
        return format.isNamed();
    }

    boolean hasQuantities() {
        return places.has(Column.BID_QUANTITY) || places.has(Column.ASK_QUANTITY);
    }

    /** Returns a parser of the rows' times, for one thread. Refuses an invalid format. */
    TimeText time() {
        WallClock clock = new WallClock(zone);
        if (timeFormat.equals(TimeText.MS_OF_DAY) && date != null) {
            return TimeText.msOfDay(date, clock);
        }
        return TimeText.sinceEpoch(timeFormat)
                .map(epoch -> isServerTime() ? TimeText.shownBy(clock, epoch) : epoch)
                .orElseGet(() -> new TimePattern(timeFormat, clock, date));
    }

    /** Returns true for {@code time_msc} of MetaTrader's Python files, ms since the broker's server showed 1970-01-01. */
    boolean isServerTime() {
        int place = places.of(Column.TIME);
        return place >= 0
                && place < header.size()
                && header.get(place).equalsIgnoreCase("time_msc")
                && timeFormat.startsWith("epoch");
    }

    /** Returns the equivalent options, as a user would type them. */
    String options() {
        String columns = Arrays.stream(Column.values())
                .filter(places::has)
                .map(column -> column.text() + '=' + name(places.of(column)))
                .collect(Collectors.joining(","));
        String begin = "--format " + format.text()
                + (TextDetection.zoned(timeFormat) && !isServerTime()
                        ? ""
                        : " --zone " + (zone.equals(ZoneOffset.UTC) ? "UTC" : zone));
        long before = header.isEmpty() ? skippedLines : skippedLines - 1;
        return format.isNamed()
                ? begin + " --columns " + quoted(columns) + " --time-format " + quoted(timeFormat) + " --delimiter "
                        + (delimiter == '\t' ? "tab" : quoted(String.valueOf(delimiter))) + " --decimal-mark "
                        + (mark == Decimal.COMMA ? "comma" : "point") + (before > 0 ? " --skip-lines " + before : "")
                        + notRead()
                : begin + " (" + columns + ", times " + timeFormat + ")";
    }

    /** Lists the named columns that are not read, because a venue could be among them. */
    private String notRead() {
        String others = IntStream.range(0, header.size())
                .filter(place -> Arrays.stream(Column.values()).noneMatch(column -> places.of(column) == place))
                .mapToObj(header::get)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : " (not read: " + Printable.text(others, 200) + ")";
    }

    /** Returns the column's name in the header line if it is unambiguous, otherwise its index. */
    private String name(int place) {
        return Optional.of(place)
                .filter(at -> at < header.size())
                .map(header::get)
                .filter(name -> name.matches("[^,='\"]*\\D[^,='\"]*") && header.indexOf(name) == place)
                .map(name -> Printable.text(name, 60))
                .orElse(Integer.toString(place));
    }

    private static String quoted(String text) {
        return text.matches("[\\w./:=,+-]+") ? text : "'" + text + "'";
    }
}
