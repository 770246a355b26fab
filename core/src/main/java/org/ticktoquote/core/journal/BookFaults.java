package org.ticktoquote.core.journal;

/**
 * Conflicts between an incremental refresh (35=X) and the book of a pair, packed into one number of a
 * {@link SnapshotRecord}.
 *
 * <p>Packs three 16-bit counts, each capped at 65535, and a flag. Entries added again are at bit 0, unknown entries at bit
 * 16, entries beyond the depth at bit 32, a crossed top at bit 48. Stateless. Does not allocate.
 */
public final class BookFaults {
    private static final int MAX_COUNT = 0xffff;
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
        return Math.min(count, MAX_COUNT);
    }

    /** Returns the number of new entries (279=0) that were in the book already. */
    public static int repeated(long faults) {
        return (int) faults & MAX_COUNT;
    }

    /** Returns the number of changes and deletes of entries that were not in the book. */
    public static int unknown(long faults) {
        return (int) (faults >>> UNKNOWN_SHIFT) & MAX_COUNT;
    }

    /** Returns the number of entries dropped because the book was full. */
    public static int beyond(long faults) {
        return (int) (faults >>> BEYOND_SHIFT) & MAX_COUNT;
    }

    /** Returns whether the best bid was above the best ask afterwards. */
    public static boolean crossed(long faults) {
        return (faults >>> CROSSED_SHIFT & 1) != 0;
    }
}
