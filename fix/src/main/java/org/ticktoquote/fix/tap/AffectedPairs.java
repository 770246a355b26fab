package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;

/** Pairs that one message concerns, each once in order of arrival, with the newest tick that each names. */
final class AffectedPairs {
    private final int[] pairs;
    private final boolean[] touched;
    private final long[] tickIds;
    private final long[] leavingIds;
    private int count;

    AffectedPairs(int highestInstrument) {
        this.pairs = new int[highestInstrument + 1];
        this.touched = new boolean[highestInstrument + 1];
        this.tickIds = new long[highestInstrument + 1];
        this.leavingIds = new long[highestInstrument + 1];
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            touched[pairs[i]] = false;
        }
        count = 0;
    }

    /** Adds a pair. Returns whether it is new. {@link SnapshotRecord#NO_ID} names no tick and is below any id. */
    boolean add(int instrument, long tickId) {
        if (touched[instrument]) {
            tickIds[instrument] = Math.max(tickIds[instrument], tickId);
            return false;
        }
        touched[instrument] = true;
        tickIds[instrument] = tickId;
        leavingIds[instrument] = SnapshotRecord.NO_ID;
        pairs[count++] = instrument;
        return true;
    }

    /** Adds a pair for an entry that leaves the book. Its tick counts only if the rest of the message names none. */
    void addLeaving(int instrument, long tickId) {
        add(instrument, SnapshotRecord.NO_ID);
        leavingIds[instrument] = Math.max(leavingIds[instrument], tickId);
    }

    int count() {
        return count;
    }

    int pair(int place) {
        return pairs[place];
    }

    /** Returns the tick named by the pair, else by the message, else by the entries that leave. */
    long tickId(int place, Entry message) {
        int pair = pairs[place];
        if (tickIds[pair] != SnapshotRecord.NO_ID) {
            return tickIds[pair];
        }
        return message.tickId == SnapshotRecord.NO_ID ? leavingIds[pair] : message.tickId;
    }
}
