package org.ticktoquote.harness.host.state;

import java.util.List;
import org.ticktoquote.harness.host.source.Reading;

/**
 * Space that memory may be moved to.
 *
 * @param sizeBytes of all swap areas
 * @param usedBytes of them
 */
public record Swap(long sizeBytes, long usedBytes) {
    private static final int SIZE = 2;
    private static final int USED = 3;
    private static final long KIB = 1024;

    /** From the text of {@code /proc/swaps} (proc(5)): a header, then one area a line. */
    public static Swap parse(Reading table) {
        List<String[]> areas = table.or("")
                .lines()
                .skip(1)
                .map(line -> line.trim().split("\\s+", -1))
                .filter(row -> row.length > USED && row[SIZE].matches("[0-9]+") && row[USED].matches("[0-9]+"))
                .toList();
        return new Swap(sum(areas, SIZE), sum(areas, USED));
    }

    private static long sum(List<String[]> areas, int column) {
        return areas.stream().mapToLong(row -> Long.parseLong(row[column])).sum() * KIB;
    }
}
