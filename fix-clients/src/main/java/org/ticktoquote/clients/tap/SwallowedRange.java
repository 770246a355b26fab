package org.ticktoquote.clients.tap;

/**
 * The numbers of messages that QuickFIX/J has not seen and must still learn: one contiguous range.
 *
 * <p>One thread; no allocation.
 */
final class SwallowedRange {
    private long first;
    private long next;
    private boolean possDup;

    boolean isEmpty() {
        return next == first;
    }

    /** Whether the number continues the range; an empty range is continued by any. */
    boolean continuedBy(long sequence, boolean repeated) {
        return isEmpty() || (sequence == next && repeated == possDup);
    }

    void add(long sequence, boolean repeated) {
        if (isEmpty()) {
            first = sequence;
            possDup = repeated;
        }
        next = sequence + 1;
    }

    long first() {
        return first;
    }

    /** The number behind the last. */
    long next() {
        return next;
    }

    boolean possDup() {
        return possDup;
    }

    void clear() {
        next = first;
        possDup = false;
    }
}
