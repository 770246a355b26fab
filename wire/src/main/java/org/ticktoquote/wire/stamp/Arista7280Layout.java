package org.ticktoquote.wire.stamp;

import org.ticktoquote.wire.capture.Frame;

/**
 * Stamp of an Arista 7280: a header after the source address with EtherType 0xD28B, u16 subtype 1, u8 time scale (0 TAI, 1
 * UTC), 4 bits format (1: u32 s, u32 ns; 2: u16 s modulo 65,536, u32 ns) and 4 bits hardware.
 *
 * <p>48-bit times are completed by the capture's own time, which can be wrong by up to 9 hours. TAI has been 37 s ahead
 * of UTC since 2017-01-01. For 64-bit times the hardware takes the lower 34 bits when the frame enters and the other
 * bits when it
 * leaves. A stamp shortly before a multiple of 4 s can therefore be 4 s late, which is corrected if the capture's clock
 * shows it.
 */
final class Arista7280Layout extends StampLayout {
    private static final int ETHER_TYPE_AND_SUBTYPE = 0xD28B_0001;
    private static final int ADDRESSES = 12;
    static final int TAI_AHEAD_S = 37;
    private static final long ROLLOVER_NS = 4 * SECOND_NS;

    private int headerLength;
    private long roughNs = Frame.NO_TIME;
    private long regularOffsetNs = Frame.NO_TIME;

    Arista7280Layout(boolean ordered) {
        super(StampFormat.ARISTA_7280, 0, 0, ordered, null);
    }

    @Override
    boolean read(Frame frame, FrameShape shape) {
        if (frame.length < ADDRESSES + 14 || frame.i32(ADDRESSES) != ETHER_TYPE_AND_SUBTYPE) {
            return false;
        }
        int version = frame.u16(ADDRESSES + 4);
        int ahead = version >> 8 == 0 ? TAI_AHEAD_S : 0;
        int bits = version >> 4 & 0xf;
        headerLength = bits == 1 ? 14 : 12;
        base = frame.length - headerLength;
        exact = true;
        long ns = Integer.toUnsignedLong(frame.i32(ADDRESSES + headerLength - 4));
        if (version >> 8 > 1 || bits < 1 || bits > 2 || base < 14 || ns >= SECOND_NS) {
            return false;
        }
        timeNs = bits == 1 ? seconds64(frame, ahead, ns) : seconds48(frame, ahead, ns);
        return true;
    }

    private long seconds64(Frame frame, int ahead, long ns) {
        long seconds = Integer.toUnsignedLong(frame.i32(ADDRESSES + 6));
        long time = (seconds - ahead) * SECOND_NS + ns;
        boolean isRegular = (seconds & 3) != 3;
        regularOffsetNs = isRegular && frame.timeNs != Frame.NO_TIME ? time - frame.timeNs : regularOffsetNs;
        if (isRegular || frame.timeNs == Frame.NO_TIME || regularOffsetNs == Frame.NO_TIME) {
            return time;
        }
        long expected = frame.timeNs + regularOffsetNs;
        boolean isLate = Math.abs(time - ROLLOVER_NS - expected) < Math.abs(time - expected);
        return isLate ? time - ROLLOVER_NS : time;
    }

    private long seconds48(Frame frame, int ahead, long ns) {
        roughNs = frame.timeNs == Frame.NO_TIME ? roughNs : frame.timeNs;
        if (roughNs == Frame.NO_TIME) {
            return Frame.NO_TIME;
        }
        long rough = Math.floorDiv(roughNs, SECOND_NS) + ahead;
        long seconds = rough + (short) (frame.u16(ADDRESSES + 6) - rough);
        return (seconds - ahead) * SECOND_NS + ns;
    }

    @Override
    String place() {
        return "after the source address";
    }

    /** Removes the stamp: moves the addresses to just before the next EtherType. */
    @Override
    void strip(Frame frame) {
        long high = frame.buffer.getLong(frame.offset);
        int low = frame.buffer.getInt(frame.offset + 8);
        frame.offset += headerLength;
        frame.length -= headerLength;
        frame.wireLength -= headerLength;
        frame.buffer.putLong(frame.offset, high);
        frame.buffer.putInt(frame.offset + 8, low);
    }
}
