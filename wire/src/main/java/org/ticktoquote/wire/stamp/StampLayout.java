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

    /** How well the frame's headers and CRC fit the stamp that was read. */
    FrameShape.Fit fit = FrameShape.Fit.UNKNOWN;

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
        fit = format == StampFormat.ARISTA_7280 ? FrameShape.Fit.EXACT : judge(frame, shape);
        return fit != FrameShape.Fit.CONTRADICTED && decode(frame);
    }

    /** Finds where the stamp begins: {@link #base}. */
    abstract boolean locate(Frame frame);

    /** Reads the time: {@link #timeNs}. */
    abstract boolean decode(Frame frame);

    /** Returns whether the frame's own FCS, which the switch kept before the stamp, is right. */
    boolean keptFcsIsRight(Frame frame, FrameShape shape) {
        return false;
    }

    /** Tells whether headers and CRC of the frame allow the stamp. Any four bytes could be a tick counter: these need both. */
    private FrameShape.Fit judge(Frame frame, FrameShape shape) {
        if (ordered && frame.length - fcsLength == FrameShape.MIN_LENGTH) {
            return FrameShape.Fit.CONTRADICTED;
        }
        FrameShape.Fit found = shape.fit(base, ordered);
        boolean undecided = found == FrameShape.Fit.UNKNOWN
                || format.hasKeyFrames() && found == FrameShape.Fit.EXACT && fcsLength == 0;
        if (undecided && shape.endsInFcs(frame)) {
            return fcsLength == 0 ? FrameShape.Fit.CONTRADICTED : FrameShape.Fit.EXACT;
        }
        return found;
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

    /** Whether the same switch stamps in the same way. */
    final boolean isLike(StampLayout other) {
        TickClock own = clock();
        TickClock others = other.clock();
        boolean sameClock = own == null || others == null || own.isLike(others);
        return format == other.format && place().equals(other.place()) && sameClock;
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
