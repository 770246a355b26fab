package org.ticktoquote.analysis.matching;

/**
 * By when the application had taken a tick, as one session can tell: the first moment at which it had a price, of whatever
 * pair, that is as new as the tick.
 *
 * <p>Remembers so many steps; what is older is given later than it was, never earlier. Remembers nothing where nobody asks. No
 * allocation. Not thread-safe.
 */
final class TakenTicks {
    private static final int STEPS = 1 << 10;
    private static final int MASK = STEPS - 1;

    private final long uncertaintyNs;
    private final boolean asked;
    private final long[] ids;
    private final long[] byNs;
    private long first;
    private long end;

    /**
     * Of a session whose clock is so close to that of the sent times.
     *
     * @param asked whether anybody wants to know when a tick was taken
     */
    TakenTicks(long uncertaintyNs, boolean asked) {
        this.uncertaintyNs = uncertaintyNs;
        this.asked = asked;
        this.ids = new long[asked ? STEPS : 0];
        this.byNs = new long[asked ? STEPS : 0];
    }

    /** The session received a price that reflects the tick. */
    void shown(long id, long receivedNs) {
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

    /** By when the tick was taken; the end of time when nothing tells. */
    long takenNs(long id) {
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
