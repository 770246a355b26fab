package org.ticktoquote.wire.stream;

/**
 * Positions of one direction of a connection, and the acknowledgements of its receiver.
 *
 * <p>A position is a sequence number extended beyond 32 bits; its lower half is the number in the header. A number is mapped to
 * the position nearest to the last one.
 */
class SequenceSpace {
    static final long NONE = Long.MAX_VALUE;
    /** A reset further away does not belong to this connection. */
    private static final long RESET_WINDOW = 1 << 20;

    /**
     * True if the last reset of this side was beyond everything sent. It then counts unless its sender continues (RFC 5961).
     */
    boolean resetAhead;

    /** Number of adjacent segments outside of the window that are accepted as the stream. */
    private static final int CONVINCING = 3;

    private final int window;

    boolean begun;
    long begin;
    /** Bytes before this position were delivered or declared missing. */
    long next;
    /** End of the last byte seen or missed. */
    long high;

    /** Position acknowledged by the receiver. Before the start: its first acknowledgement, or {@link #NONE}. */
    long acknowledged = NONE;
    /** If beyond {@link #next}: position acknowledged by {@link #certainNs}, with bytes before it not yet captured. */
    long certain;

    long certainNs;

    private long acknowledgedNs;
    /** Segments outside of the window since the last one inside. */
    int outsideRun;

    private int outsideNext;
    private long outsideAcknowledged = NONE;

    SequenceSpace(int window) {
        this.window = window;
    }

    static long first(int sequence) {
        return (1L << 32) + Integer.toUnsignedLong(sequence);
    }

    private static long nearest(long position, int sequence) {
        return position + (sequence - (int) position);
    }

    final boolean isNear(long one, long other) {
        return Math.abs(one - other) <= window;
    }

    final void begin(long at) {
        begun = true;
        begin = at;
        next = at;
        high = at;
        certain = at;
        long told = nearest(at, (int) acknowledged);
        acknowledged = acknowledged != NONE && isNear(told, at) ? told : at;
    }

    /** Restarts at another sequence number. */
    final void jump(int sequence) {
        acknowledged = NONE;
        outsideAcknowledged = NONE;
        begin(first(sequence));
    }

    /**
     * Returns the first position whose time is known. Bytes that were acknowledged some time ago were sent earlier, at an
     * unknown time.
     */
    final long firstKnown(long at, long beforeNs) {
        long told = nearest(at, (int) acknowledged);
        return acknowledged != NONE && told > at && isNear(told, at) && acknowledgedNs <= beforeNs ? told : at;
    }

    private long top() {
        return Math.max(high, acknowledged);
    }

    final long position(int sequence) {
        return nearest(top(), sequence);
    }

    final boolean isOutside(long to) {
        return to < next - window || to > top() + window;
    }

    /** Returns whether the other side acknowledged a different number before the start. */
    final boolean acknowledgesOther(int number) {
        return acknowledged != NONE && (int) acknowledged != number;
    }

    /** Handles an acknowledgement of the other side. Ignores one that is outside of the window. */
    final void acknowledge(int number, long nowNs) {
        if (!begun) {
            if (acknowledged == NONE || (int) acknowledged != number) {
                acknowledged = first(number);
                acknowledgedNs = nowNs;
            }
        } else if (isOutside(position(number))) {
            outsideAcknowledged = position(number);
        } else {
            acknowledged = Math.max(acknowledged, position(number));
            expect(nowNs);
        }
    }

    /** Starts waiting for bytes that were acknowledged before they were captured. */
    final void expect(long nowNs) {
        if (certain <= next && acknowledged > next) {
            certain = acknowledged;
            certainNs = nowNs;
        }
    }

    /** Returns whether a segment outside of the window is the stream, continued at another position. */
    final boolean isContinuation(int sequence, int length) {
        outsideRun = outsideRun > 0 && sequence == outsideNext ? outsideRun + 1 : 1;
        outsideNext = sequence + length;
        boolean isAcknowledged = outsideAcknowledged != NONE && isNear(outsideNext - (int) outsideAcknowledged, 0);
        return outsideRun >= CONVINCING || isAcknowledged;
    }

    /** Returns whether a reset from this side can belong to this connection. */
    final boolean acceptsReset(int sequence) {
        if (begun) {
            long position = position(sequence);
            resetAhead = position > top() + 1;
            return position >= next - RESET_WINDOW && position <= top() + RESET_WINDOW;
        }
        return acknowledged == NONE || Math.abs((long) (sequence - (int) acknowledged)) <= RESET_WINDOW;
    }
}
