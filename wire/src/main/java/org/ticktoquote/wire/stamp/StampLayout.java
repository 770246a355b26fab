package org.ticktoquote.wire.stamp;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.wire.capture.Frame;

/**
 * Layout of a stamp within a frame. This class reads trailers, counted from the end of the frame.
 *
 * <pre>
 * MetaWatch, cPacket   own FCS, [extensions], u32 s, u32 ns, u8 flags, u16 device, u8 port, [FCS]
 * Exablaze             own FCS, u8 device, u8 port, u32 s, 40 bits of a second, u8 reserved, [FCS]
 * VSS, APCON           u32 s, 2 bits clock source, 30 bits ns, [u8 or u16 port], [FCS]
 * Arista 7150          u32 of a tick counter, [FCS]; with 31 bits, the top bit of the lowest byte is unused
 * </pre>
 *
 * <p>A MetaWatch extension is read from its end. Its last word holds 24 bits of data, 2 bits with the number of words before
 * it, a bit for the last extension, and a 5-bit tag. With tag 31 it has one word more and 10 bits of length. Sub-nanoseconds
 * (tag 1) are dropped, so times are whole nanoseconds. A binary fraction is rounded to the nearest nanosecond.
 *
 * <p>Reads a stamp in place, into its fields. No allocation.
 */
class StampLayout {
    static final long SECOND_NS = 1_000_000_000;
    private static final int KEPT_FCS = 4;
    private static final int HAS_EXTENSIONS = 0x02;
    private static final int IS_DEGRADED = 0x10;
    private static final int LONG_TAG = 0x1f;
    private static final int LAST = 0x20;

    final StampFormat format;

    /** Converts tick counts to times; null if stamps are times. */
    final @Nullable TickClock clock;

    /** Time of the last frame, or {@link Frame#NO_TIME} if the time of its stamp is unknown. */
    long timeNs;

    /** Length of the frame in bytes without the stamp. */
    int base;

    /** True if headers or CRC prove that the last stamp begins at {@link #base}. */
    boolean exact;

    /** True if the switch reports that its clock was not synchronised. */
    boolean degraded;

    /** The switch's clock minus the capture's, from the frames used for detection. */
    long offsetNs;

    private final int fcsLength;
    private final int portLength;

    /**
     * True if the user requested the format. Any padding before the stamp is then accepted, but frames of minimum length
     * have no stamp.
     */
    private final boolean ordered;

    /**
     * @param fcsLength length of the frame check sequence after the stamp: 0 or 4
     * @param portLength length of the port of VSS: 0, 1 or 2
     */
    StampLayout(StampFormat format, int fcsLength, int portLength, boolean ordered, @Nullable TickClock clock) {
        this.format = format;
        this.fcsLength = fcsLength;
        this.portLength = portLength;
        this.ordered = ordered;
        this.clock = clock;
    }

    /** Reads the stamp of a frame. Returns false if it has no stamp of this layout or if headers and CRC contradict it. */
    boolean read(Frame frame, FrameShape shape) {
        int end = frame.length - fcsLength;
        base = switch (format) {
            case METAWATCH -> end < 14 + 12 ? 0 : beforeExtensions(frame, end - 12) - KEPT_FCS;
            case CPACKET, EXABLAZE -> end - 12 - KEPT_FCS;
            case VSS, APCON -> end - 8 - portLength;
            default -> end - 4;
        };
        exact = base == shape.datagramEnd;
        return base >= 14
                && (exact || shape.canBePadded(base, ordered))
                && !(ordered && end == FrameShape.MIN_LENGTH)
                && crcAllows(frame, shape)
                && decode(frame, end);
    }

    /**
     * Returns the start of the extensions that end at {@code end}, if the flags announce any; negative if they do not fit.
     */
    private static int beforeExtensions(Frame frame, int end) {
        if ((frame.u8(end + 8) & HAS_EXTENSIONS) == 0) {
            return end;
        }
        int at = end;
        while (at >= 14 + 4) {
            int word = frame.i32(at - 4);
            int words = (word & LONG_TAG) == LONG_TAG ? (word >> 6 & 0x3ff) + 1 : word >> 6 & 3;
            at -= 4 + 4 * words;
            if ((word & LAST) != 0) {
                return at;
            }
        }
        return -1;
    }

    /**
     * Returns false if the frame ends in a valid FCS, but this layout has a stamp there. Checked if headers do not prove the
     * stamp, and for tick counters, because any four bytes can be one.
     */
    private boolean crcAllows(Frame frame, FrameShape shape) {
        boolean decides = !exact || format.hasKeyFrames() && fcsLength == 0;
        if (decides && shape.endsInFcs(frame)) {
            exact = fcsLength > 0;
            return exact;
        }
        return true;
    }

    private boolean decode(Frame frame, int end) {
        return switch (format) {
            case METAWATCH -> seconds(frame, end - 12, 0xffff_ffffL, (frame.u8(end - 4) & IS_DEGRADED) != 0);
            case CPACKET -> seconds(frame, end - 12, 0xffff_ffffL, false);
            case EXABLAZE -> exablaze(frame, end);
            case VSS, APCON -> seconds(frame, base, 0x3fff_ffff, frame.u8(base + 4) >> 6 == 0);
            default -> ticks(frame);
        };
    }

    /** Reads seconds, and nanoseconds in some bits of the next word. */
    private boolean seconds(Frame frame, int at, long nsBits, boolean unsynchronised) {
        long ns = frame.i32(at + 4) & nsBits;
        timeNs = Integer.toUnsignedLong(frame.i32(at)) * SECOND_NS + ns;
        degraded = unsynchronised;
        return ns < SECOND_NS;
    }

    private boolean exablaze(Frame frame, int end) {
        long fraction = frame.i64(end - 8) >>> 8 & 0xff_ffff_ffffL;
        long ns = (fraction >> 8) * SECOND_NS + ((fraction & 0xff) * SECOND_NS >> 8) + (1L << 31) >> 32;
        timeNs = Integer.toUnsignedLong(frame.i32(end - 10)) * SECOND_NS + ns;
        return true;
    }

    private boolean ticks(Frame frame) {
        int raw = frame.i32(base);
        int stamp = format == StampFormat.ARISTA_7150 ? raw >>> 1 & 0x7fffff80 | raw & 0x7f : raw;
        timeNs = clock == null ? Frame.NO_TIME : clock.timeNs(stamp, frame.timeNs);
        return true;
    }

    /** Returns whether stamps far from the capture's clock are rejected. */
    final boolean isDoubted() {
        return !ordered && !format.hasKeyFrames() && format != StampFormat.ARISTA_7280;
    }

    /** Describes the place of the stamp. */
    String place() {
        String port = portLength == 0 ? "" : "with " + portLength + " bytes of port, ";
        return port + (fcsLength == 0 ? "at the end of the frame" : "before the FCS");
    }

    /** Removes the stamp and everything after it from the frame that was read. */
    void strip(Frame frame) {
        frame.wireLength -= frame.length - base;
        frame.length = base;
        frame.fcsLength = 0;
    }
}
