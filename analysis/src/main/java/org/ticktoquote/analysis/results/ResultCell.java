package org.ticktoquote.analysis.results;

/**
 * Outcome of one tick at one session, as a long. Bits 0..3: outcome. Bit 4: set if the outcome is certain. Bits 5..63: signed
 * response in nanoseconds (2^58 ns is 9 years).
 *
 * <p>An outcome is certain under two conditions. Every allowed attribution of snapshots to ticks gives the same answer time,
 * or no answer. No snapshot of the session and pair contradicts the rules of attribution. If the bit is not set, the cell is
 * a diagnostic: one possibility of several. The bit is never set for an excluded tick.
 */
public final class ResultCell {
    /** The session does not subscribe to the pair. Before matching is complete, also an undecided outcome. */
    public static final int NOT_PLANNED = 0;

    public static final int PUBLISHED = 2;
    public static final int CONFLATED = 3;
    public static final int SKIPPED = 4;
    public static final int UNCHANGED = 5;
    public static final int LOST = 6;
    public static final int EXCLUDED = 7;
    /** Published although the model calls for no quote. Counts as published but not as due. */
    public static final int PUBLISHED_NOT_DUE = 8;

    private static final int OUTCOME = (1 << 4) - 1;
    private static final long CERTAIN = 1 << 4;
    private static final int BITS = 5;

    private ResultCell() {}

    /** Returns the cell of an outcome without a response. */
    public static long of(int outcome) {
        return outcome;
    }

    /** Returns the cell of an outcome with its response. */
    public static long of(int outcome, long responseNs) {
        return responseNs << BITS | outcome;
    }

    /**
     * Returns the {@link #UNCHANGED} cell of a tick that returned to the price last sent to its session but can have
     * been conflated.
     *
     * @param waitedNs response if the tick was conflated with a newer one
     */
    public static long unchangedOrConflated(long waitedNs) {
        return of(UNCHANGED, Math.max(1, waitedNs));
    }

    /** Returns whether a cell is {@link #unchangedOrConflated}. */
    public static boolean perhapsConflated(long cell) {
        return outcome(cell) == UNCHANGED && responseNs(cell) != 0;
    }

    /**
     * Returns the {@link #UNCHANGED} cell of a tick that the replayer did not send. The tick counts as unchanged even
     * if a snapshot names it.
     */
    public static long omitted() {
        return certain(of(UNCHANGED));
    }

    /** Returns whether a cell is {@link #omitted()}. Valid only during matching, before other cells are certain. */
    public static boolean isOmitted(long cell) {
        return outcome(cell) == UNCHANGED && isCertain(cell);
    }

    /** Returns whether a cell is {@link #UNCHANGED} unless a snapshot names the tick. Valid only during matching. */
    public static boolean isTentativelyUnchanged(long cell) {
        return outcome(cell) == UNCHANGED && !isCertain(cell);
    }

    /** Returns the outcome, one of the constants. */
    public static int outcome(long cell) {
        return (int) cell & OUTCOME;
    }

    /** Returns the cell marked as certain. */
    public static long certain(long cell) {
        return cell | CERTAIN;
    }

    /** Returns whether the outcome is certain. */
    public static boolean isCertain(long cell) {
        return (cell & CERTAIN) != 0;
    }

    /** Returns the response if {@link #answered}, the possible wait if {@link #perhapsConflated}, else undefined. */
    public static long responseNs(long cell) {
        return cell >> BITS;
    }

    /** Returns whether a snapshot no older than the tick arrived, so that there is a response. */
    public static boolean answered(long cell) {
        int outcome = outcome(cell);
        return outcome >= PUBLISHED && outcome <= SKIPPED || outcome == PUBLISHED_NOT_DUE;
    }

    /** Returns whether a snapshot that reflects the tick itself arrived. */
    public static boolean published(long cell) {
        int outcome = outcome(cell);
        return outcome == PUBLISHED || outcome == PUBLISHED_NOT_DUE;
    }

    /** Returns whether the tick is due for the session and not excluded, and counts for first, median and last client. */
    public static boolean due(long cell) {
        int outcome = outcome(cell);
        return outcome >= PUBLISHED && outcome <= SKIPPED || outcome == LOST;
    }
}
