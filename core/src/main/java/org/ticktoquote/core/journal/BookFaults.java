package org.ticktoquote.core.journal;

/**
 * What of an incremental refresh did not fit the book of a pair, as one number of a {@link SnapshotRecord}.
 *
 * <p>Three counts of 16 bits, of which the largest stands for all that are larger, and a bit: entries that were there
 * already, from bit 0; entries that were not there, from bit 16; entries beyond the depth, from bit 32; a crossed top, bit 48.
 * Stateless; no allocation.
 */
public final class BookFaults {
    private static final int MOST = 0xffff;
    private static final int UNKNOWN_SHIFT = 16;
    private static final int BEYOND_SHIFT = 32;
    private static final int CROSSED_SHIFT = 48;

    private BookFaults() {}

    public static long of(int repeated, int unknown, int beyond, boolean crossed) {
        return count(repeated)
                | count(unknown) << UNKNOWN_SHIFT
                | count(beyond) << BEYOND_SHIFT
                | (crossed ? 1L << CROSSED_SHIFT : 0);
    }

    private static long count(int count) {
        return Math.min(count, MOST);
    }

    /** New entries (279=0) that were in the book already. */
    public static int repeated(long faults) {
        return (int) faults & MOST;
    }

    /** Changes and deletes of entries that were not in the book. */
    public static int unknown(long faults) {
        return (int) (faults >>> UNKNOWN_SHIFT) & MOST;
    }

    /** Entries that were left out since the book was full. */
    public static int beyond(long faults) {
        return (int) (faults >>> BEYOND_SHIFT) & MOST;
    }

    /** Whether the best bid was above the best ask afterwards. */
    public static boolean crossed(long faults) {
        return (faults >>> CROSSED_SHIFT & 1) != 0;
    }
}
