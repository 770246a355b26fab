package org.ticktoquote.analysis.matching;

/**
 * Tracks the latest time at which the application can have taken each tick, as seen by one session. It is the time at which
 * the session first received a price, of any pair, that reflects this or a later tick.
 *
 * <p>Keeps the newest {@value #STEPS} of these times. For older ticks it uses the oldest time kept, which is too late
 * but never too early. Keeps no times if {@code asked} is false. Does not allocate. Not thread-safe.
 */
final class ConsumedTicks {
    private static final int STEPS = 1 << 10;
    private static final int MASK = STEPS - 1;

    private final long uncertaintyNs;
    private final boolean asked;
    private final long[] ids;
    private final long[] byNs;
    private long first;
    private long end;

    /**
     * @param uncertaintyNs largest error between the session's clock and the clock of the sent times
     * @param asked whether {@link #consumedByNs} is needed
     */
    ConsumedTicks(long uncertaintyNs, boolean asked) {
        this.uncertaintyNs = uncertaintyNs;
        this.asked = asked;
        this.ids = new long[asked ? STEPS : 0];
        this.byNs = new long[asked ? STEPS : 0];
    }

    /** Records that the session received a price that reflects the tick. */
    void onPrice(long id, long receivedNs) {
        if (!asked) {
            return;
        }
        while (end > first && ids[at(end - 1)] <= id && byNs[at(end - 1)] >= receivedNs) {
            end--;
        }
        if (end == first || ids[at(end - 1)] < id) {
            ids[at(end)] = id;
            byNs[at(end)] = receivedNs;
            end++;
            first = Math.max(first, end - STEPS);
        }
    }

    /** Returns the latest time at which the tick can have been taken; {@link Long#MAX_VALUE} if unknown. */
    long consumedByNs(long id) {
        long low = first;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (ids[at(middle)] < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == end ? Long.MAX_VALUE : byNs[at(low)] + uncertaintyNs;
    }

    private static int at(long step) {
        return (int) (step & MASK);
    }
}
