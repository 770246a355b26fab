package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;

/** The pairs that one message is about, each once, in the order in which they came, and the newest tick that each names. */
final class TouchedPairs {
    private final int[] pairs;
    private final boolean[] touched;
    private final long[] tickIds;
    private final long[] leavingIds;
    private int count;

    TouchedPairs(int highestInstrument) {
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

    /** Whether the pair is touched for the first time; {@link SnapshotRecord#NO_ID} names no tick and is below any that does. */
    boolean touch(int instrument, long tickId) {
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

    /** By something that leaves the book: what it names counts where nothing else of the message names a tick. */
    void touchLeaving(int instrument, long tickId) {
        touch(instrument, SnapshotRecord.NO_ID);
        leavingIds[instrument] = Math.max(leavingIds[instrument], tickId);
    }

    int count() {
        return count;
    }

    int pair(int place) {
        return pairs[place];
    }

    /** What the pair itself names, else what the message does, else what leaves. */
    long tickId(int place, Entry message) {
        int pair = pairs[place];
        if (tickIds[pair] != SnapshotRecord.NO_ID) {
            return tickIds[pair];
        }
        return message.tickId == SnapshotRecord.NO_ID ? leavingIds[pair] : message.tickId;
    }
}
