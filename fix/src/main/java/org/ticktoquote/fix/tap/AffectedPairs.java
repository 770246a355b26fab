package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;

/** Pairs affected by one message, in order of first appearance, each with the newest tick id given for it. */
final class AffectedPairs {
    private final EchoedId echo;
    private final int[] pairs;
    private final boolean[] touched;
    private final boolean[] onlyDeleted;
    private final long[] tickIds;
    private final long[] removedIds;
    private int count;

    AffectedPairs(int highestInstrument, EchoedId echo) {
        this.echo = echo;
        this.pairs = new int[highestInstrument + 1];
        this.touched = new boolean[highestInstrument + 1];
        this.onlyDeleted = new boolean[highestInstrument + 1];
        this.tickIds = new long[highestInstrument + 1];
        this.removedIds = new long[highestInstrument + 1];
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            touched[pairs[i]] = false;
        }
        count = 0;
    }

    /** Adds a pair. Returns whether it is new. {@link SnapshotRecord#NO_ID} names no tick and is older than any id. */
    boolean add(int instrument, long tickId) {
        boolean first = touch(instrument);
        onlyDeleted[instrument] = false;
        tickIds[instrument] = echo.newer(tickIds[instrument], tickId);
        return first;
    }

    private boolean touch(int instrument) {
        if (touched[instrument]) {
            return false;
        }
        touched[instrument] = true;
        onlyDeleted[instrument] = true;
        tickIds[instrument] = SnapshotRecord.NO_ID;
        removedIds[instrument] = SnapshotRecord.NO_ID;
        pairs[count++] = instrument;
        return true;
    }

    /** Adds a pair for an entry removed from the book. Its tick counts only if the rest of the message names none. */
    void addRemoved(int instrument, long tickId) {
        touch(instrument);
        removedIds[instrument] = echo.newer(removedIds[instrument], tickId);
    }

    int count() {
        return count;
    }

    int pair(int place) {
        return pairs[place];
    }

    /** Returns the tick id of the pair's entries, else of the message, else of the removed entries. */
    long tickId(int place, Entry message) {
        int pair = pairs[place];
        if (tickIds[pair] != SnapshotRecord.NO_ID) {
            return tickIds[pair];
        }
        return message.tickId == SnapshotRecord.NO_ID ? removedIds[pair] : message.tickId;
    }

    /** Returns whether the message only deletes entries of the pair and has no id before them. */
    boolean onlyDeleted(int place, Entry message) {
        return onlyDeleted[pairs[place]] && message.tickId == SnapshotRecord.NO_ID;
    }
}
