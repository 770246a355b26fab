package org.ticktoquote.wire.capture;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Puts frames in the order of their times without copying them: several CPUs leave frames in a capture up to some
 * milliseconds out of order.
 *
 * <p>Frames wait until one arrives whose time is {@value #LENGTH_NS} ns later, or until {@value #MAX} frames or {@value
 * #MAX_BYTES} bytes wait. Equal times keep the order of the file; a frame without a time stays behind the one before it.
 * A time that lies further back than the window is not sorted: such a frame follows those before it, and is counted as late.
 * Sorted input costs one comparison a frame. No allocation.
 */
final class FrameOrder {
    static final long LENGTH_NS = 1_000_000_000;
    static final int MAX = 1 << 16;
    static final int MAX_BYTES = 4 << 20;

    private static final int MASK = MAX - 1;
    private static final long FIRST = Long.MIN_VALUE;

    private final CaptureCounts counts;

    /** By arrival. */
    private final Frame[] arrivals = new Frame[MAX];

    private long arrived;
    /** The first arrival that still waits, or the next one. */
    private long oldest;

    /** Those that wait, in the order of their times, from head to before tail. */
    private final Frame[] sorted = new Frame[MAX];

    private long head;
    private long tail;
    /** Frames before it are handed on before anything else. */
    private long settled;

    private long newestNs = FIRST;
    private long latestNs = FIRST;

    /** Whether the only frame that waits is far ahead of all before it. */
    private boolean ahead;

    private boolean stray;

    FrameOrder(CaptureCounts counts) {
        this.counts = counts;
        UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        Arrays.setAll(arrivals, i -> new Frame(buffer));
    }

    /**
     * Adds the next frame of the file.
     *
     * @param at byte of its file at which its record begins
     * @param header bytes of the record before the frame
     * @param wireLength as the file has it
     */
    void add(CaptureInterface origin, long timeNs, long at, int header, int length, long wireLength) {
        Frame frame = arrivals[(int) arrived++ & MASK];
        frame.offset = 0;
        frame.length = length;
        frame.wireLength = Math.max(length, (int) Math.min(wireLength, CaptureWindow.LONGEST_FRAME));
        frame.timeNs = timeNs;
        frame.linkType = origin.linkType;
        frame.fcsLength = origin.fcsLength;
        frame.interfaceIndex = origin.index;
        frame.number = arrived;
        frame.at = at;
        frame.start = at + header;
        frame.isWaiting = true;
        counts.frames++;
        counts.bytes += length;
        counts.cutFrames += frame.wireLength > length ? 1 : 0;
        sort(frame);
    }

    private void sort(Frame frame) {
        long timeNs = frame.timeNs;
        frame.key = timeNs;
        if (timeNs == Frame.NO_TIME) {
            counts.untimed++;
            frame.key = newestNs;
            append(frame);
        } else if (timeNs >= newestNs) {
            ahead = newestNs != FIRST && timeNs - newestNs > LENGTH_NS;
            newestNs = timeNs;
            append(frame);
        } else if (newestNs - timeNs > LENGTH_NS) {
            settle();
            stray = ahead && timeNs >= latestNs;
            ahead = false;
            newestNs = timeNs;
            append(frame);
        } else {
            ahead = false;
            insert(frame);
        }
    }

    private void append(Frame frame) {
        sorted[(int) tail++ & MASK] = frame;
    }

    private void insert(Frame frame) {
        long at = tail++;
        for (; at > head && sorted[(int) (at - 1) & MASK].key > frame.key; at--) {
            sorted[(int) at & MASK] = sorted[(int) (at - 1) & MASK];
        }
        sorted[(int) at & MASK] = frame;
        counts.reordered += frame.key >= latestNs ? 1 : 0;
    }

    /** Returns whether a frame is next whatever comes. */
    boolean ready(long position) {
        if (head == tail || head < settled) {
            return head < tail;
        }
        long first = sorted[(int) head & MASK].key;
        return first == FIRST
                || newestNs - first > LENGTH_NS
                || arrived - oldest >= MAX
                || position - arrivals[(int) oldest & MASK].start > MAX_BYTES;
    }

    /** Lets nothing wait any longer. */
    void settle() {
        settled = tail;
    }

    /** Position of the first byte that a waiting frame needs, at most the given one. */
    long needed(long position) {
        return oldest == arrived ? position : arrivals[(int) oldest & MASK].start;
    }

    /** Returns the next frame; one must wait. Its bytes are yet to be shown. */
    Frame next() {
        Frame frame = sorted[(int) head++ & MASK];
        frame.isWaiting = false;
        while (oldest < arrived && !arrivals[(int) oldest & MASK].isWaiting) {
            oldest++;
        }
        if (frame.timeNs == Frame.NO_TIME) {
            return frame;
        }
        if (stray) {
            frame.timeNs = Frame.NO_TIME;
            counts.late++;
        } else if (frame.timeNs < latestNs) {
            counts.late++;
        } else {
            latestNs = frame.timeNs;
        }
        stray = false;
        return frame;
    }
}
