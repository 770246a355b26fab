package org.ticktoquote.wire.capture;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts frames in the order of their times without copying them: several CPUs leave frames in a capture up to some
 * milliseconds out of order.
 *
 * <p>Frames wait until one arrives whose time is {@value #LENGTH_NS} ns later, or until {@value #MOST} frames or {@value
 * #MOST_BYTES} bytes wait. Equal times keep the order of the file; a frame without a time stays behind the one before it.
 * A time that lies further back than the window is not sorted: such a frame follows those before it, and is counted as late.
 * Sorted input costs one comparison a frame. No allocation.
 */
final class FrameOrder {
    static final long LENGTH_NS = 1_000_000_000;
    static final int MOST = 1 << 16;
    static final int MOST_BYTES = 4 << 20;

    private static final int MASK = MOST - 1;
    private static final int HANDED_ON = -1;
    private static final long FIRST = Long.MIN_VALUE;

    /** By arrival. */
    private final long[] keys = new long[MOST];

    private final long[] times = new long[MOST];
    private final long[] starts = new long[MOST];
    private final long[] places = new long[MOST];
    private final int[] lengths = new int[MOST];
    private final int[] wireLengths = new int[MOST];
    private final @Nullable CaptureInterface[] origins = new CaptureInterface[MOST];

    private long arrived;
    /** The first arrival that still waits, or the next one. */
    private long oldest;

    /** Slots of arrivals in the order of their times, from head to before tail. */
    private final int[] sorted = new int[MOST];

    private long head;
    private long tail;

    private long newestNs = FIRST;
    private long latestNs = FIRST;
    /** Frames from the head on that are handed on before anything else. */
    private long settled;

    /** Whether the only frame that waits is far ahead of all before it. */
    private boolean ahead;

    private boolean stray;

    private long bytes;
    private long cutFrames;
    private long reordered;
    private long late;
    private long untimed;
    private long badFractions;

    /**
     * Adds the next frame of the file. None may be {@link #ready}.
     *
     * @param start position of its first byte in the {@link CaptureWindow}
     * @param place byte of its file at which its record begins
     */
    void add(long timeNs, long start, int length, int wireLength, CaptureInterface origin, long place) {
        int slot = (int) arrived & MASK;
        times[slot] = timeNs;
        starts[slot] = start;
        places[slot] = place;
        lengths[slot] = length;
        wireLengths[slot] = Math.max(length, wireLength);
        origins[slot] = origin;
        arrived++;
        bytes += length;
        cutFrames += wireLength > length ? 1 : 0;
        if (timeNs == Frame.NO_TIME) {
            untimed++;
            keys[slot] = newestNs;
            append(slot);
        } else {
            keys[slot] = timeNs;
            sort(slot, timeNs);
        }
    }

    private void sort(int slot, long timeNs) {
        if (timeNs >= newestNs) {
            ahead = newestNs != FIRST && timeNs - newestNs > LENGTH_NS;
            newestNs = timeNs;
            append(slot);
        } else if (newestNs - timeNs > LENGTH_NS) {
            settled = tail - head;
            stray = ahead && timeNs >= latestNs;
            ahead = false;
            newestNs = timeNs;
            append(slot);
        } else {
            ahead = false;
            insert(slot, timeNs);
        }
    }

    private void append(int slot) {
        sorted[(int) tail & MASK] = slot;
        tail++;
    }

    private void insert(int slot, long timeNs) {
        long at = tail;
        while (at > head && keys[sorted[(int) (at - 1) & MASK]] > timeNs) {
            sorted[(int) at & MASK] = sorted[(int) (at - 1) & MASK];
            at--;
        }
        sorted[(int) at & MASK] = slot;
        tail++;
        reordered += timeNs >= latestNs ? 1 : 0;
    }

    /** A length on the wire as files have it, without a sign; a frame cannot be longer than the longest. */
    static int length(int written) {
        return written < 0 ? CaptureWindow.LONGEST_FRAME : Math.min(written, CaptureWindow.LONGEST_FRAME);
    }

    /** A time could not be read; the frame is added without one. */
    void countBadFraction() {
        badFractions++;
    }

    /** Whether a frame is next whatever comes. */
    boolean ready(long position) {
        if (head == tail) {
            return false;
        }
        if (settled > 0) {
            return true;
        }
        long first = keys[sorted[(int) head & MASK]];
        return first == FIRST
                || newestNs - first > LENGTH_NS
                || arrived - oldest >= MOST
                || position - starts[(int) oldest & MASK] > MOST_BYTES;
    }

    /** Nothing waits any longer. */
    void settle() {
        settled = tail - head;
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** The time of the frame that arrived last, or {@link Frame#NO_TIME}. */
    long lastTimeNs() {
        return arrived == 0 ? Frame.NO_TIME : times[(int) (arrived - 1) & MASK];
    }

    /** Position of the first byte that a waiting frame needs, at most the given one. */
    long needed(long position) {
        return oldest == arrived ? position : starts[(int) oldest & MASK];
    }

    /** Hands on the next frame; one must wait. */
    void take(Frame frame, CaptureWindow window) {
        int slot = sorted[(int) head & MASK];
        head++;
        settled -= settled > 0 ? 1 : 0;
        long timeNs = times[slot];
        judge(timeNs);
        CaptureInterface origin = Objects.requireNonNull(origins[slot]);
        window.wrap(frame.buffer, starts[slot], lengths[slot]);
        frame.offset = 0;
        frame.length = lengths[slot];
        frame.wireLength = wireLengths[slot];
        frame.timeNs = timeNs;
        frame.linkType = origin.linkType();
        frame.fcsLength = origin.fcsLength();
        frame.interfaceIndex = origin.index();
        frame.number = number(slot);
        frame.at = places[slot];
        lengths[slot] = HANDED_ON;
        while (oldest < arrived && lengths[(int) oldest & MASK] == HANDED_ON) {
            oldest++;
        }
    }

    private long number(int slot) {
        return oldest + ((slot - oldest) & MASK) + 1;
    }

    private void judge(long timeNs) {
        if (timeNs == Frame.NO_TIME) {
            return;
        }
        if (stray) {
            stray = false;
            late++;
        } else if (timeNs < latestNs) {
            late++;
        } else {
            latestNs = timeNs;
        }
    }

    long frames() {
        return arrived;
    }

    long bytes() {
        return bytes;
    }

    long cutFrames() {
        return cutFrames;
    }

    long reordered() {
        return reordered;
    }

    long late() {
        return late;
    }

    long untimed() {
        return untimed;
    }

    long badFractions() {
        return badFractions;
    }
}
