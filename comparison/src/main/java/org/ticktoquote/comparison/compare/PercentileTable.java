package org.ticktoquote.comparison.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.compare.HistogramValues.Row;

/**
 * Reads a percentile table, {@code .hgrm}, as printed by HdrHistogram's {@code outputPercentileDistribution}. Other output
 * can precede and follow it.
 */
public final class PercentileTable {
    private static final Pattern FIELDS = Pattern.compile("[\\s,]+");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,19}(\\.[0-9]{1,20})?");
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,15}");
    private static final int COLUMNS = 3;
    private static final int MAX_ROWS = 1 << 20;
    private static final String A_ROW =
            "value, percentile from 0 to 1 and count, each at least as large as in the previous row";

    private PercentileTable() {}

    /**
     * Reads the values of a file.
     *
     * @param asked unit of the values; null for nanoseconds if the file states them, otherwise milliseconds
     * @throws org.ticktoquote.core.command.ProblemException naming the line, if the file has no complete table
     */
    public static HistogramValues read(Path file, @Nullable ValueUnit asked) {
        try (HistogramLines lines = new HistogramLines(file)) {
            @Nullable String line = lines.next();
            while (line != null && !header(line)) {
                comment(lines, line);
                line = lines.next();
            }
            if (line == null) {
                throw lines.wrong("the file ends without a table", "a line 'Value Percentile TotalCount'");
            }
            List<double[]> rows = rows(lines);
            ValueUnit unit = asked != null ? asked : lines.nanoseconds() ? ValueUnit.NS : ValueUnit.MS;
            List<Row> values = new ArrayList<>();
            for (double[] row : rows) {
                double ns = row[0] * unit.lengthNs();
                if (ns > ValueUnit.MAX_NS) {
                    throw lines.wrong(
                            "the table has a value of " + row[0] + " " + unit,
                            "at most 52 days (set the unit with --unit)");
                }
                values.add(new Row(Math.round(ns), (long) row[2]));
            }
            return new HistogramValues(
                    values, lines.lost(), lines.assumed(asked, unit) + ", rounded to table rows", lines.loop());
        }
    }

    private static boolean header(String line) {
        String plain = line.replace("\"", "").strip().toLowerCase(Locale.ROOT);
        String[] names = FIELDS.split(plain, -1);
        return names.length >= COLUMNS
                && names[0].equals("value")
                && names[1].equals("percentile")
                && names[2].equals("totalcount");
    }

    private static void comment(HistogramLines lines, String line) {
        if (line.startsWith("#")) {
            lines.comment(line);
        } else {
            lines.readLoop(line);
        }
    }

    /**
     * Reads rows up to the last one, then only comments. With few decimals, earlier rows also show percentile 1. The last
     * row has no number in its fourth column, or is followed by a comment or other text.
     */
    private static List<double[]> rows(HistogramLines lines) {
        List<double[]> rows = new ArrayList<>();
        double[] before = new double[COLUMNS];
        boolean ended = false;
        for (@Nullable String line = lines.next(); line != null; line = lines.next()) {
            String plain = line.strip();
            if (line.startsWith("#")) {
                lines.comment(line);
                ended |= before[1] == 1;
            } else if (!ended && !plain.isEmpty()) {
                if (before[1] == 1 && !isRow(plain)) {
                    ended = true;
                    continue;
                }
                before = row(lines, plain, before);
                ended = before[1] == 1 && !hasMore(plain);
                rows.add(before);
                if (rows.size() > MAX_ROWS) {
                    throw lines.wrong("has too many rows", "at most " + MAX_ROWS);
                }
            }
        }
        if (!ended) {
            throw lines.wrong("the table ends without its last row", "a row with percentile 1");
        }
        return before[2] == 0 ? List.of() : rows;
    }

    /** Returns whether the fourth column, 1/(1-percentile), is a number; the percentile 1 is then a rounded value. */
    private static boolean hasMore(String row) {
        String[] fields = FIELDS.split(row, -1);
        return fields.length > COLUMNS && NUMBER.matcher(fields[COLUMNS]).matches();
    }

    private static boolean isRow(String line) {
        String[] fields = FIELDS.split(line, -1);
        return fields.length >= COLUMNS
                && NUMBER.matcher(fields[0]).matches()
                && NUMBER.matcher(fields[1]).matches()
                && COUNT.matcher(fields[2]).matches()
                && Double.parseDouble(fields[1]) <= 1;
    }

    private static double[] row(HistogramLines lines, String line, double[] before) {
        double[] row = new double[COLUMNS];
        boolean sound = isRow(line);
        String[] fields = FIELDS.split(line, -1);
        for (int i = 0; sound && i < COLUMNS; i++) {
            row[i] = Double.parseDouble(fields[i]);
            sound = row[i] >= before[i];
        }
        if (!sound) {
            throw lines.wrong("'" + shown(line) + "' is not a row of the table", A_ROW);
        }
        return row;
    }

    private static String shown(String line) {
        return line.substring(0, Math.min(60, line.length()));
    }
}
