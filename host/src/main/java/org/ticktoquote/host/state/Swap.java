package org.ticktoquote.host.state;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ticktoquote.host.source.Reading;

/**
 * Swap space.
 *
 * @param sizeBytes total size of all swap areas
 * @param usedBytes used part
 */
public record Swap(long sizeBytes, long usedBytes) {
    private static final Pattern SIZES = Pattern.compile("[0-9]{1,15} [0-9]{1,15}");
    private static final int SIZE = 2;
    private static final int USED = 3;
    private static final long KIB = 1024;

    /**
     * Parses {@code /proc/swaps} (proc(5)): a header, then one area per line.
     *
     * @return empty for any other text
     */
    public static Optional<Swap> parse(Reading table) {
        List<String[]> rows =
                table.or("").lines().map(line -> line.trim().split("\\s+", -1)).toList();
        List<String[]> areas = rows.stream().skip(1).toList();
        boolean whole = !rows.isEmpty()
                && rows.get(0)[0].equals("Filename")
                && areas.stream()
                        .allMatch(row -> row.length > USED
                                && SIZES.matcher(row[SIZE] + " " + row[USED]).matches());
        return whole ? Optional.of(new Swap(sum(areas, SIZE), sum(areas, USED))) : Optional.empty();
    }

    private static long sum(List<String[]> areas, int column) {
        return areas.stream().mapToLong(row -> Long.parseLong(row[column])).sum() * KIB;
    }
}
