package org.ticktoquote.wire.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.BitUtil;

/** Reads a pcapng file: sections of blocks. Each section has its own interfaces and byte order. */
final class PcapngBlocks implements CaptureRecords {
    static final int SECTION = 0x0A0D0D0A;
    static final int MIN_SECTION_LENGTH = 28;

    private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
    private static final int INTERFACE = 1;
    private static final int OLD_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int STATISTICS = 5;
    private static final int ENHANCED_PACKET = 6;

    private static final int OPTION_DROPPED_BETWEEN = 4;
    private static final int OPTION_DROPPED_BY_INTERFACE = 5;
    private static final int OPTION_DROPPED_BY_SYSTEM = 7;
    private static final int OPTION_RESOLUTION = 9;
    private static final int OPTION_FCS_LENGTH = 13;
    private static final int OPTION_OFFSET = 14;
    private static final int UNKNOWN_DROPS = 0xFFFF;

    private static final int HEADER = 8;
    private static final int TRAILER = 4;
    private static final int PACKET_HEADER = HEADER + 20;
    private static final int MAX_INTERFACES = 1 << 12;
    /** Maximum length of a packet with its options. Longer blocks of other types are skipped unread. */
    private static final int MAX_BLOCK = 2 * CaptureWindow.MAX_FRAME;

    private final CaptureWindow in;
    private final FrameOrder frames;
    private final List<CaptureInterface> interfaces = new ArrayList<>();
    /** Number of interfaces in earlier sections. */
    private int sectionBegin;

    private int length;
    /** Bytes of a long block that are still to be skipped. */
    private int toSkip;

    /** Creates a reader. The caller must have checked that the first block exists. */
    PcapngBlocks(CaptureWindow in, FrameOrder frames) {
        this.in = in;
        this.frames = frames;
    }

    @Override
    public boolean step() throws IOException {
        if (toSkip > 0) {
            return skip();
        }
        in.recordAt = in.position();
        if (!in.has(HEADER) || in.i32(0) == SECTION && !section()) {
            return false;
        }
        int type = in.i32(0);
        length = in.i32(4);
        if (length < HEADER + TRAILER || length % Integer.BYTES != 0) {
            throw in.refusal(4, "length of a block", in.u32(4), "a multiple of 4 from 12 to " + Integer.MAX_VALUE);
        }
        boolean isRead = type >= INTERFACE && type <= SIMPLE_PACKET || type == STATISTICS || type == ENHANCED_PACKET;
        if (!isRead) {
            toSkip = length;
            return skip();
        }
        if (length > MAX_BLOCK) {
            throw in.refusal(4, "length of a packet", length, "at most " + MAX_BLOCK);
        }
        if (!in.has(length)) {
            return false;
        }
        requireTrailer(length);
        int end = length - TRAILER; // offsets count from the start of the block
        switch (type) {
            case INTERFACE -> describe(end);
            case STATISTICS -> statistics(end);
            case SIMPLE_PACKET -> simple(end);
            default -> packet(end, type == OLD_PACKET);
        }
        in.advance(length);
        return true;
    }

    private boolean skip() throws IOException {
        int part = Math.min(toSkip, CaptureWindow.MAX_FRAME);
        if (!in.has(part)) {
            return false;
        }
        if (part == toSkip) {
            requireTrailer(part);
        }
        in.advance(part);
        toSkip -= part;
        return true;
    }

    /** Checks that the length is repeated at the end of the block. */
    private void requireTrailer(int end) {
        if (in.i32(end - TRAILER) != length) {
            throw in.refusal(end - TRAILER, "length after a block", in.i32(end - TRAILER), length + ", as before it");
        }
    }

    /** Reads the byte order of a section; returns false at the end of the file. */
    private boolean section() throws IOException {
        if (!in.has(MIN_SECTION_LENGTH)) {
            return false;
        }
        in.byteOrder = ByteOrder.BIG_ENDIAN;
        int magic = in.i32(HEADER);
        in.byteOrder = magic == Integer.reverseBytes(BYTE_ORDER_MAGIC) ? ByteOrder.LITTLE_ENDIAN : in.byteOrder;
        if (in.i32(HEADER) != BYTE_ORDER_MAGIC) {
            throw in.refusal(HEADER, "byte order", HexFormat.of().toHexDigits(magic), "1a2b3c4d in either byte order");
        }
        if (in.u16(12) != 1) {
            throw in.refusal(12, "version", in.u16(12), "pcapng 1");
        }
        sectionBegin = interfaces.size();
        return true;
    }

    private void require(int end, int header) {
        if (end < header) {
            throw in.refusal(4, "length of a block", length, "at least " + (header + TRAILER));
        }
    }

    private void describe(int end) {
        require(end, 16);
        if (interfaces.size() >= MAX_INTERFACES) {
            throw in.refusal(0, "number of interfaces", MAX_INTERFACES + 1, "at most " + MAX_INTERFACES);
        }
        int resolutionAt = option(OPTION_RESOLUTION, 1, 16, end);
        int offsetAt = option(OPTION_OFFSET, Long.BYTES, 16, end);
        int fcsAt = option(OPTION_FCS_LENGTH, 1, 16, end);
        int resolution = resolutionAt < 0 ? CaptureInterface.MICROSECONDS : in.u8(resolutionAt);
        if (!CaptureInterface.isResolution(resolution)) {
            String expected = "up to 12 (10^-18 s) or be (2^-62 s)";
            throw in.refusal(resolutionAt, "if_tsresol", HexFormat.of().toHexDigits((byte) resolution), expected);
        }
        long offsetS = offsetAt < 0 ? 0 : in.i64(offsetAt);
        int fcs = fcsAt < 0 ? Frame.UNKNOWN_FCS_LENGTH : in.u8(fcsAt);
        // the specification counts bits, but some files count bytes
        int fcsLength = fcs > Byte.SIZE ? fcs / Byte.SIZE : fcs;
        interfaces.add(
                new CaptureInterface(interfaces.size(), in.u16(HEADER), fcsLength, in.u32(12), resolution, offsetS));
    }

    /** Returns the offset of the value of an option of this size, or -1. */
    private int option(int code, int size, int from, int end) {
        int place = from;
        while (place + 4 <= end && in.u16(place) != 0) {
            int valueLength = in.u16(place + 2);
            if (place + 4 + valueLength > end) {
                throw in.refusal(place, "length of an option", valueLength, "within its block");
            }
            if (in.u16(place) == code && valueLength == size) {
                return place + 4;
            }
            place += 4 + BitUtil.align(valueLength, 4);
        }
        return -1;
    }

    private long drops(int code, int from, int end) {
        int place = option(code, Long.BYTES, from, end);
        return place < 0 ? 0 : Math.max(0, in.i64(place));
    }

    private void statistics(int end) {
        require(end, 20);
        long dropped = drops(OPTION_DROPPED_BY_INTERFACE, 20, end) + drops(OPTION_DROPPED_BY_SYSTEM, 20, end);
        frames.counts.drops += origin(in.i32(HEADER)).drops(dropped, 0);
    }

    /** Reads a simple packet, which has no time and is from the first interface. */
    private void simple(int end) {
        require(end, 12);
        CaptureInterface origin = origin(0);
        long wireLength = in.u32(HEADER);
        int captured = (int) Math.min(Math.min(wireLength, origin.snapLength), end - 12);
        frames.add(origin, Frame.NO_TIME, in.recordAt, 12, captured, wireLength);
    }

    private void packet(int end, boolean isOld) {
        require(end, PACKET_HEADER);
        CaptureInterface origin = origin(isOld ? in.u16(HEADER) : in.i32(HEADER));
        long units = in.u32(12) << Integer.SIZE | in.u32(16);
        long captured = in.u32(20);
        int most = Math.min(end - PACKET_HEADER, CaptureWindow.MAX_FRAME);
        if (captured > most) {
            throw in.refusal(20, "length of a frame", captured, "0.." + most);
        }
        int options = PACKET_HEADER + BitUtil.align((int) captured, 4);
        long drops = isOld ? in.u16(HEADER + 2) : drops(OPTION_DROPPED_BETWEEN, options, end);
        frames.counts.drops += origin.drops(0, isOld && drops == UNKNOWN_DROPS ? 0 : drops);
        frames.add(origin, origin.ns(units), in.recordAt, PACKET_HEADER, (int) captured, in.u32(24));
    }

    private CaptureInterface origin(int number) {
        int described = interfaces.size() - sectionBegin;
        if (number < 0 || number >= described) {
            String expected = "below " + described + ", which were described before";
            throw in.refusal(HEADER, "interface", Integer.toUnsignedString(number), expected);
        }
        return interfaces.get(sectionBegin + number);
    }
}
