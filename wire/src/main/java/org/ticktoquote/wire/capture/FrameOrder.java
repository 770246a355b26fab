package org.ticktoquote.wire.capture;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sorts frames by time without copying them. A capture of several CPUs can be some milliseconds out of order.
 *
 * <p>A frame waits until a frame arrives whose time is {@value #LENGTH_NS} ns later, or until {@value #MAX} frames or
 * {@value #MAX_BYTES} bytes wait. Equal times keep the order of the file, and a frame without a time stays after its
 * predecessor. A frame whose time is further back than this window is not sorted: it follows the frames before it and counts
 * as late. Sorted input costs one comparison per frame. No allocation.
 */
final class FrameOrder {
    static final long LENGTH_NS = 1_000_000_000;
    static final int MAX = 1 << 16;
    static final int MAX_BYTES = 4 << 20;

    private static final int MASK = MAX - 1;
    private static final long FIRST = Long.MIN_VALUE;

    final CaptureCounts counts;

    /** Ring of frames by arrival. */
    private final Frame[] arrivals = new Frame[MAX];

    private long arrived;
    /** Index of the first arrival that still waits, or of the next arrival. */
    private long oldest;

    /** Ring of the waiting frames by time, from head to before tail. */
    private final Frame[] sorted = new Frame[MAX];

    private long head;
    private long tail;
    /** Frames before this index are handed on without waiting any longer. */
    private long flushedTo;

    private long newestNs = FIRST;
    private long latestNs = FIRST;

    /** True if the only waiting frame is far ahead of all previous frames. */
    private boolean isAhead;

    private boolean isStray;

    FrameOrder(CaptureCounts counts) {
        this.counts = counts;
        UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        Arrays.setAll(arrivals, i -> new Frame(buffer));
    }

    /**
     * Adds the next frame of the file.
     *
     * @param at position of its record in the file
     * @param header length of the record's header in bytes
     * @param wireLength length on the wire as the file declares it
     */
    void add(CaptureInterface origin, long timeNs, long at, int header, int length, long wireLength) {
        Frame frame = arrivals[(int) arrived++ & MASK];
        frame.offset = 0;
        frame.length = length;
        frame.wireLength = Math.max(length, (int) Math.min(wireLength, CaptureWindow.MAX_FRAME));
        frame.timeNs = timeNs;
        frame.linkType = origin.linkType;
        frame.fcsLength = origin.fcsLength;
        frame.interfaceIndex = origin.index;
        frame.number = arrived;
        frame.at = at;
        frame.start = at + header;
        frame.isWaiting = true;
        counts.frames++;
        counts.cutFrames += frame.wireLength > length ? 1 : 0;
        frame.key = timeNs == Frame.NO_TIME ? newestNs : timeNs;
        if (timeNs == Frame.NO_TIME) {
            counts.untimed++;
        } else if (timeNs >= newestNs) {
            isAhead = newestNs != FIRST && timeNs - newestNs > LENGTH_NS;
        } else if (newestNs - timeNs > LENGTH_NS) {
            flush();
            isStray = isAhead && timeNs >= latestNs;
            isAhead = false;
        } else {
            isAhead = false;
            insert(frame);
            return;
        }
        newestNs = frame.key;
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

    /** Returns whether no later arrival can precede the next frame. */
    boolean isNextCertain(long position) {
        if (head == tail || head < flushedTo) {
            return head < tail;
        }
        long first = sorted[(int) head & MASK].key;
        return first == FIRST
                || newestNs - first > LENGTH_NS
                || arrived - oldest >= MAX
                || position - arrivals[(int) oldest & MASK].start > MAX_BYTES;
    }

    /** Releases all waiting frames. */
    void flush() {
        flushedTo = tail;
    }

    /** Position of the first byte that a waiting frame needs; the given position if no frame waits. */
    long needed(long position) {
        return oldest == arrived ? position : arrivals[(int) oldest & MASK].start;
    }

    /** Returns the next frame; one must be waiting. The caller has to set its bytes ({@link CaptureWindow#show}). */
    Frame next() {
        Frame frame = sorted[(int) head++ & MASK];
        frame.isWaiting = false;
        while (oldest < arrived && !arrivals[(int) oldest & MASK].isWaiting) {
            oldest++;
        }
        if (frame.timeNs != Frame.NO_TIME) {
            if (isStray) {
                frame.timeNs = Frame.NO_TIME;
                counts.ahead++;
            } else if (frame.timeNs < latestNs) {
                counts.late++;
            } else {
                latestNs = frame.timeNs;
            }
            isStray = false;
        }
        return frame;
    }
}
