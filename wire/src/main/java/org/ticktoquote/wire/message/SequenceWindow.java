package org.ticktoquote.wire.message;

/**
 * The ids of one session of a feed, as they were on the wire: how many are missing, which come again.
 *
 * <p>An id that came behind a higher one is new where it is one of the last {@value #LENGTH} before that. One thread; no
 * allocation.
 */
final class SequenceWindow {
    static final int LENGTH = 1 << 14;

    private final long[] seen = new long[LENGTH / Long.SIZE];
    private boolean begun;
    private long lowest;
    private long highest;
    private long missing;
    private long repeated;
    private long overtaken;

    /** Ids before this one belong to no tick that was to be seen. */
    void begin(long firstId) {
        if (!begun) {
            begun = true;
            lowest = firstId;
            highest = firstId - 1;
        }
    }

    /** Whether the id is new. */
    boolean add(long id) {
        begin(id);
        if (id > highest) {
            expect(id);
            highest = id;
        } else if (highest - id >= LENGTH || isSeen(id)) {
            repeated++;
            return false;
        } else {
            expectFrom(id);
            missing--;
            overtaken++;
        }
        mark(id);
        return true;
    }

    /** An id before the first one that was seen: those between them were sent. */
    private void expectFrom(long id) {
        if (id < lowest) {
            missing += lowest - id;
            lowest = id;
        }
    }

    /** The next id is this one: those before it were sent. */
    void expect(long nextId) {
        if (begun && nextId - 1 > highest) {
            missing += nextId - 1 - highest;
            for (long back = Math.min(LENGTH, nextId - highest - 1); back >= 0; back--) {
                seen[slot(nextId - back)] &= ~(1L << (nextId - back));
            }
            highest = nextId - 1;
        } else if (begun && nextId > highest) {
            seen[slot(nextId)] &= ~(1L << nextId);
        }
    }

    private static int slot(long id) {
        return (int) (id & LENGTH - 1) / Long.SIZE;
    }

    private boolean isSeen(long id) {
        return (seen[slot(id)] & 1L << id) != 0;
    }

    private void mark(long id) {
        seen[slot(id)] |= 1L << id;
    }

    /** The last one that was sent, as far as is known; 0 where none was. */
    long highest() {
        return highest;
    }

    /** Ids that never came. */
    long missing() {
        return missing;
    }

    /** Ticks that had come before. */
    long repeated() {
        return repeated;
    }

    /** Ticks that came behind later ones. */
    long overtaken() {
        return overtaken;
    }
}
