package org.ticktoquote.wire.stamp;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.capture.Frame;

/**
 * Trailers, counted from the end of the frame:
 *
 * <pre>
 * MetaWatch, cPacket   own FCS, [extensions], u32 s, u32 ns, u8 flags, u16 device, u8 port, [FCS]
 * Exablaze             own FCS, u8 device, u8 port, u32 s, 40 bits of a second, u8 reserved, [FCS]
 * VSS, APCON           u32 s, 2 bits clock source, 30 bits ns, [u8 or u16 port], [FCS]
 * Arista 7150          u32 of a tick counter, [FCS]; of 31 bits the lowest byte has seven
 * </pre>
 *
 * An extension of MetaWatch is read from its end: its last word holds 24 bits of data, 2 bits with the number of words before
 * it, a bit for the last extension, and 5 bits of a tag; with tag 31 it has one word more and 10 bits of length. Sub-nanoseconds
 * (tag 1) are dropped: a time is the switch's whole nanoseconds. A binary fraction is rounded to the nearest nanosecond.
 */
final class TrailerLayout extends StampLayout {
    private static final int KEPT_FCS = 4;
    private static final int HAS_EXTENSIONS = 0x02;
    private static final int IS_DEGRADED = 0x10;
    private static final int LONG_TAG = 0x1f;
    private static final int LAST = 0x20;

    private final @Nullable TickClock clock;

    private final int portLength;

    /** @param portLength of VSS: 0, 1 or 2 */
    TrailerLayout(StampFormat format, int fcsLength, boolean ordered, int portLength, @Nullable TickClock clock) {
        super(format, fcsLength, ordered);
        this.portLength = portLength;
        this.clock = clock;
    }

    @Override
    boolean locate(Frame frame) {
        int end = frame.length - fcsLength;
        base = switch (format) {
            case METAWATCH -> end < 14 + 12 ? 0 : beforeExtensions(frame, end - 12) - KEPT_FCS;
            case CPACKET, EXABLAZE -> end - 12 - KEPT_FCS;
            case VSS, APCON -> end - 8 - portLength;
            default -> end - 4;
        };
        return base >= 14;
    }

    @Override
    boolean decode(Frame frame) {
        int end = frame.length - fcsLength;
        return switch (format) {
            case METAWATCH, CPACKET -> metaWatch(frame, end);
            case EXABLAZE -> exablaze(frame, end);
            case VSS, APCON -> vss(frame);
            default -> ticks(frame);
        };
    }

    private boolean ticks(Frame frame) {
        int raw = FrameShape.i32(frame, base);
        int stamp = format == StampFormat.ARISTA_7150 ? raw >>> 1 & 0x7fffff80 | raw & 0x7f : raw;
        timeNs = clock == null ? Frame.NO_TIME : clock.timeNs(stamp, frame.timeNs);
        return true;
    }

    private boolean metaWatch(Frame frame, int end) {
        degraded = format == StampFormat.METAWATCH && (flags(frame, end) & IS_DEGRADED) != 0;
        return time(FrameShape.u32(frame, end - 12), FrameShape.u32(frame, end - 8));
    }

    private static int flags(Frame frame, int end) {
        return frame.buffer.getByte(frame.offset + end - 4);
    }

    /** Returns where the extensions begin that end there, if the flags announce any; negative where they do not fit. */
    private static int beforeExtensions(Frame frame, int end) {
        if ((flags(frame, end + 12) & HAS_EXTENSIONS) == 0) {
            return end;
        }
        int at = end;
        while (at >= 14 + 4) {
            int word = FrameShape.i32(frame, at - 4);
            int words = (word & LONG_TAG) == LONG_TAG ? (word >> 6 & 0x3ff) + 1 : word >> 6 & 3;
            at -= 4 + 4 * words;
            if ((word & LAST) != 0) {
                return at;
            }
        }
        return -1;
    }

    private boolean exablaze(Frame frame, int end) {
        long fraction = FrameShape.i64(frame, end - 8) >>> 8 & 0xff_ffff_ffffL;
        long ns = (fraction >> 8) * SECOND_NS + ((fraction & 0xff) * SECOND_NS >> 8) + (1L << 31) >> 32;
        timeNs = FrameShape.u32(frame, end - 10) * SECOND_NS + ns;
        return true;
    }

    private boolean vss(Frame frame) {
        long fraction = FrameShape.u32(frame, base + 4);
        degraded = fraction >> 30 == 0;
        return time(FrameShape.u32(frame, base), fraction & 0x3fff_ffff);
    }

    private boolean time(long seconds, long ns) {
        timeNs = seconds * SECOND_NS + ns;
        return ns < SECOND_NS;
    }

    @Override
    boolean keptFcsIsRight(Frame frame, FrameShape shape) {
        boolean keeps = format == StampFormat.METAWATCH
                || format == StampFormat.CPACKET
                || format == StampFormat.EXABLAZE;
        return keeps && shape.isFcs(frame, base);
    }

    @Override
    @Nullable
    TickClock clock() {
        return clock;
    }

    @Override
    String place() {
        return (portLength == 0 ? "" : "with " + portLength + " bytes of port, ") + super.place();
    }
}
