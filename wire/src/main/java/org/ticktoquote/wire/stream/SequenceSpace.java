package org.ticktoquote.wire.stream;

/**
 * Positions of one direction of a connection, and what its receiver acknowledged.
 *
 * <p>A position is a sequence number carried on beyond 32 bits; its lower half is the number in the header. A number is taken
 * for the position that is nearest to the last one.
 */
class SequenceSpace {
    /** No position. */
    static final long NONE = Long.MAX_VALUE;
    /** A reset farther away than this is none of this connection. */
    private static final long RESET_WINDOW = 1 << 20;

    /** The last reset of this side came from beyond everything sent: it counts unless its sender goes on (RFC 5961). */
    boolean resetAhead;

    /** So many segments in a row outside of the window, each adjoining the one before, are the stream. */
    private static final int CONVINCING = 3;

    private final int window;

    boolean begun;
    long begin;
    /** Bytes before it are delivered or declared missing. */
    long next;
    /** Behind the last byte seen or missed. */
    long high;

    /** By the receiver; before the begin what it said first, or {@link #NONE}. */
    long acknowledged = NONE;
    /** What was acknowledged beyond {@link #next} at {@link #certainNs}. */
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

    /** Begins elsewhere. */
    final void jump(int sequence) {
        acknowledged = NONE;
        outsideAcknowledged = NONE;
        begin(first(sequence));
    }

    /** Bytes that were acknowledged some time ago were sent before: their time is not known. */
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

    /** Whether the other side acknowledged, before the begin, another number than this. */
    final boolean acknowledgesOther(int number) {
        return acknowledged != NONE && (int) acknowledged != number;
    }

    /** The other side says what it has; returns false where it cannot. */
    final boolean acknowledge(int number, long nowNs) {
        if (!begun) {
            if (acknowledged == NONE || (int) acknowledged != number) {
                acknowledged = first(number);
                acknowledgedNs = nowNs;
            }
            return true;
        }
        long position = position(number);
        if (isOutside(position)) {
            outsideAcknowledged = position;
            return false;
        }
        acknowledged = Math.max(acknowledged, position);
        expect(nowNs);
        return true;
    }

    /** Bytes acknowledged before they are seen: begins to wait for them. */
    final void expect(long nowNs) {
        if (certain <= next && acknowledged > next) {
            certain = acknowledged;
            certainNs = nowNs;
        }
    }

    /** Whether a segment outside of the window is the stream, which went on elsewhere. */
    final boolean isConvincing(int sequence, int length) {
        outsideRun = outsideRun > 0 && sequence == outsideNext ? outsideRun + 1 : 1;
        outsideNext = sequence + length;
        boolean isAcknowledged = outsideAcknowledged != NONE && isNear(outsideNext - (int) outsideAcknowledged, 0);
        return outsideRun >= CONVINCING || isAcknowledged;
    }

    /** Whether a reset from this side can be meant for this connection. */
    final boolean acceptsReset(int sequence) {
        if (begun) {
            long position = position(sequence);
            resetAhead = position > top() + 1;
            return position >= next - RESET_WINDOW && position <= top() + RESET_WINDOW;
        }
        return acknowledged == NONE || Math.abs((long) (sequence - (int) acknowledged)) <= RESET_WINDOW;
    }
}
