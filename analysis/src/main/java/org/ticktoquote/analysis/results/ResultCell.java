package org.ticktoquote.analysis.results;

/**
 * Outcome of one tick at one session, as a long: the outcome in the low 4 bits, above them a bit that is set if it is
 * certain, above that the signed response in nanoseconds (2^58 ns is 9 years).
 *
 * <p>An outcome is certain if the time of the answer, or its absence, is the same under every attribution of snapshots to
 * ticks that the rules allow, and nothing contradicts those rules at the session and pair. If the bit is not set, the
 * cell is a diagnostic: one possibility of several. The bit is never set for an excluded tick.
 */
public final class ResultCell {
    /** The session does not subscribe to the pair; nothing is decided yet before the matching is finished. */
    public static final int NOT_PLANNED = 0;

    public static final int PUBLISHED = 2;
    public static final int CONFLATED = 3;
    public static final int SKIPPED = 4;
    public static final int UNCHANGED = 5;
    public static final int LOST = 6;
    public static final int EXCLUDED = 7;
    /** Published although the model calls for no quote: counts as published, is not due. */
    public static final int PUBLISHED_NOT_DUE = 8;

    private static final int OUTCOME = (1 << 4) - 1;
    private static final long CERTAIN = 1 << 4;
    private static final int BITS = 5;

    private ResultCell() {}

    /** An outcome that has no response. */
    public static long of(int outcome) {
        return outcome;
    }

    /** An outcome with its response. */
    public static long of(int outcome, long responseNs) {
        return responseNs << BITS | outcome;
    }

    /**
     * {@link #UNCHANGED} of a tick after which the price was again the one that the session had, unless it was conflated
     * with a newer tick that calls for another price: then it waited so long.
     */
    public static long unchangedOrConflated(long waitedNs) {
        return of(UNCHANGED, Math.max(1, waitedNs));
    }

    /** Whether it is {@link #unchangedOrConflated}. */
    public static boolean perhapsConflated(long cell) {
        return outcome(cell) == UNCHANGED && responseNs(cell) != 0;
    }

    /** {@link #UNCHANGED} of a tick that did not leave, whichever snapshot names it. */
    public static long leftOut() {
        return certain(of(UNCHANGED));
    }

    /** While snapshots are matched, before anything else is certain: whether it is {@link #leftOut()}. */
    public static boolean leftOut(long cell) {
        return outcome(cell) == UNCHANGED && isCertain(cell);
    }

    /** While snapshots are matched: whether it is {@link #UNCHANGED} unless a snapshot names the tick. */
    public static boolean perhapsPublished(long cell) {
        return outcome(cell) == UNCHANGED && !isCertain(cell);
    }

    /** One of the constants. */
    public static int outcome(long cell) {
        return (int) cell & OUTCOME;
    }

    /** The same, known for certain. */
    public static long certain(long cell) {
        return cell | CERTAIN;
    }

    /** Whether it is known for certain. */
    public static boolean isCertain(long cell) {
        return (cell & CERTAIN) != 0;
    }

    /** Meaningful where {@link #answered}, and where {@link #perhapsConflated}: the response if it was. */
    public static long responseNs(long cell) {
        return cell >> BITS;
    }

    /** Whether a snapshot at least as new as the tick arrived: there is a response. */
    public static boolean answered(long cell) {
        int outcome = outcome(cell);
        return outcome >= PUBLISHED && outcome <= SKIPPED || outcome == PUBLISHED_NOT_DUE;
    }

    /** Whether a snapshot that reflects the tick itself arrived. */
    public static boolean published(long cell) {
        int outcome = outcome(cell);
        return outcome == PUBLISHED || outcome == PUBLISHED_NOT_DUE;
    }

    /** Whether the tick is due for the session and was not excluded: first, median and last client count it. */
    public static boolean due(long cell) {
        int outcome = outcome(cell);
        return outcome >= PUBLISHED && outcome <= SKIPPED || outcome == LOST;
    }
}
