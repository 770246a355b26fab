package org.ticktoquote.wire.stamp;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.capture.Frame;

/** One way in which a stamp lies in a frame. Reads it in place, into its fields; no allocation. */
abstract class StampLayout {
    static final long SECOND_NS = 1_000_000_000;

    final StampFormat format;

    /** Bytes of the frame check sequence after the stamp: 0 or 4. */
    final int fcsLength;

    /** The time of the frame read last, or {@link Frame#NO_TIME} where it has a stamp whose time cannot be told. */
    long timeNs;

    /** Bytes of the frame that are not the stamp's, from its begin. */
    int base;

    /** Whether the frame's headers or CRC prove that the stamp which was read begins there. */
    boolean exact;

    /** The switch's clock minus the capture's, of a frame that decided. */
    long offsetNs;

    /** Taken as the user ordered it: bytes between datagram and stamp do not matter, but the shortest frame has none. */
    private final boolean ordered;

    /** The switch reports that its clock was not synchronised. */
    boolean degraded;

    StampLayout(StampFormat format, int fcsLength, boolean ordered) {
        this.format = format;
        this.fcsLength = fcsLength;
        this.ordered = ordered;
    }

    /** Reads the stamp of a frame; false: it has none of this layout, or headers and CRC do not allow it. */
    final boolean read(Frame frame, FrameShape shape) {
        if (!locate(frame)) {
            return false;
        }
        exact = format == StampFormat.ARISTA_7280 || base == shape.datagramEnd;
        boolean isShortest = ordered && frame.length - fcsLength == FrameShape.MIN_LENGTH;
        return !isShortest
                && (exact || shape.canBePadded(base, ordered))
                && crcAllows(frame, shape)
                && decode(frame);
    }

    /** An FCS tells a stamp from other bytes where headers do not. Any four bytes could be a tick counter: these need both. */
    private boolean crcAllows(Frame frame, FrameShape shape) {
        boolean decides = !exact || format.hasKeyFrames() && fcsLength == 0;
        if (decides && shape.endsInFcs(frame)) {
            exact = fcsLength > 0;
            return exact;
        }
        return true;
    }

    /** Finds where the stamp begins: {@link #base}. */
    abstract boolean locate(Frame frame);

    /** Reads the time: {@link #timeNs}. */
    abstract boolean decode(Frame frame);

    /** Returns whether the frame's own FCS, which the switch kept before the stamp, is right. */
    boolean keptFcsIsRight(Frame frame, FrameShape shape) {
        return false;
    }

    /** Returns what makes times of tick counts; nothing where the stamp is a time. */
    @Nullable
    TickClock clock() {
        return null;
    }

    /** Whether a stamp far from the capture's clock is none. */
    final boolean isDoubted() {
        return !ordered && !format.isDistinct();
    }

    /** Describes where the stamp lies. */
    String place() {
        return fcsLength == 0 ? "at the end of the frame" : "before the FCS";
    }

    /** Takes the stamp and all after it off the frame that was read. */
    void strip(Frame frame) {
        frame.wireLength -= frame.length - base;
        frame.length = base;
        frame.fcsLength = 0;
    }
}
