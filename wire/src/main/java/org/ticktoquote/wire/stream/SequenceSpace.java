package org.ticktoquote.wire.stream;

/**
 * Positions of one direction of a connection, and what its receiver acknowledged.
 *
 * <p>A position is a sequence number carried on beyond 32 bits; its lower half is the number in the header. A number is taken
 * for the position that is nearest to the last one.
 */
class SequenceSpace {
    /** A reset farther away than this is none of this connection. */
    private static final long RESET_WINDOW = 1 << 20;
    /** So many segments in a row outside of the window, each adjoining the one before, are the stream. */
    private static final int CONVINCING = 3;

    private final int window;

    boolean begun;
    long begin;
    /** Bytes before it are delivered or declared missing. */
    long next;
    /** Behind the last byte seen or missed. */
    long high;

    long acknowledged;
    /** What was acknowledged beyond {@link #next} at {@link #certainNs}. */
    long certain;

    long certainNs;

    private boolean hasAcknowledgement;
    private long acknowledgedNs;
    private int outsideRun;
    private int outsideNext;
    private boolean hasOutsideAcknowledgement;
    private int outsideAcknowledged;

    SequenceSpace(int window) {
        this.window = window;
    }

    final void forget() {
        begun = false;
        hasAcknowledgement = false;
        outsideRun = 0;
        hasOutsideAcknowledgement = false;
    }

    static long first(int sequence) {
        return (1L << 32) + Integer.toUnsignedLong(sequence);
    }

    final void begin(long at) {
        begun = true;
        begin = at;
        next = at;
        high = at;
        certain = at;
        long told = at + ((int) acknowledged - (int) at);
        acknowledged = hasAcknowledgement && Math.abs(told - at) <= window ? told : at;
    }

    /** Bytes that were acknowledged some time ago were sent before: their time is not known. */
    final long firstKnown(long at, long beforeNs) {
        long told = at + ((int) acknowledged - (int) at);
        boolean old = hasAcknowledgement && told > at && told - at <= window && acknowledgedNs <= beforeNs;
        return old ? told : at;
    }

    final long top() {
        return Math.max(high, acknowledged);
    }

    final long position(int sequence) {
        long top = top();
        return top + (sequence - (int) top);
    }

    final boolean isOutside(long to) {
        return to < next - window || to > top() + window;
    }

    /** Whether the other side acknowledged, before the begin, another number than this. */
    final boolean acknowledgesOther(int number) {
        return hasAcknowledgement && (int) acknowledged != number;
    }

    /** The other side says what it has; returns false where it cannot. */
    final boolean acknowledge(int number, long nowNs) {
        if (!begun) {
            if (!hasAcknowledgement || (int) acknowledged != number) {
                hasAcknowledgement = true;
                acknowledged = first(number);
                acknowledgedNs = nowNs;
            }
            return true;
        }
        long position = position(number);
        if (isOutside(position)) {
            hasOutsideAcknowledgement = true;
            outsideAcknowledged = number;
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

    final void inside() {
        outsideRun = 0;
    }

    /** Whether a segment outside of the window is the stream, which went on elsewhere. */
    final boolean isConvincing(int sequence, int length) {
        if (length == 0) {
            return false;
        }
        outsideRun = outsideRun > 0 && sequence == outsideNext ? outsideRun + 1 : 1;
        outsideNext = sequence + length;
        return outsideRun >= CONVINCING
                || hasOutsideAcknowledgement && Math.abs((long) (outsideNext - outsideAcknowledged)) <= window;
    }

    /** Whether a reset from this side can be meant for this connection. */
    final boolean acceptsReset(int sequence) {
        if (begun) {
            long position = position(sequence);
            return position >= next - RESET_WINDOW && position <= top() + RESET_WINDOW;
        }
        return !hasAcknowledgement || Math.abs((long) (sequence - (int) acknowledged)) <= RESET_WINDOW;
    }
}
