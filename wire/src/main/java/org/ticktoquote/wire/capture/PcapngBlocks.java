package org.ticktoquote.wire.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/** Reads a pcapng file: sections of blocks, each section with interfaces and a byte order of its own. */
final class PcapngBlocks implements FrameSource {
    static final int SECTION = 0x0A0D0D0A;
    static final int SHORTEST_SECTION = 28;

    private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
    private static final int INTERFACE = 1;
    private static final int OLD_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int STATISTICS = 5;
    private static final int ENHANCED_PACKET = 6;

    private static final int OPTION_END = 0;
    private static final int OPTION_DROPPED_BETWEEN = 4;
    private static final int OPTION_DROPPED_BY_INTERFACE = 5;
    private static final int OPTION_DROPPED_BY_SYSTEM = 7;
    private static final int OPTION_RESOLUTION = 9;
    private static final int OPTION_FCS_LENGTH = 13;
    private static final int OPTION_OFFSET = 14;
    private static final int UNKNOWN_DROPS = 0xFFFF;

    private static final int HEADER = 8;
    private static final int TRAILER = 4;
    private static final int PACKET_HEADER = 20;
    private static final int MOST_INTERFACES = 1 << 12;
    /** A packet with options; what else is longer is passed over unread. */
    private static final int LONGEST_BLOCK = 2 * CaptureWindow.LONGEST_FRAME;

    private final CaptureWindow window;
    private final FrameOrder frames;
    private final List<CaptureInterface> interfaces;
    private final int firstInterface;
    /** The first one of the section. */
    private int sectionBegin;

    private ByteOrder byteOrder = ByteOrder.LITTLE_ENDIAN;

    /** Of a block that is passed over in parts; -1: none. */
    private long skippedAt = -1;

    private int skippedLength;
    private int toSkip;

    /** The first block must be there. */
    PcapngBlocks(CaptureWindow window, FrameOrder frames, List<CaptureInterface> interfaces) {
        this.window = window;
        this.frames = frames;
        this.interfaces = interfaces;
        this.firstInterface = interfaces.size();
        this.sectionBegin = firstInterface;
    }

    @Override
    public long recordAt() {
        return skippedAt < 0 ? window.fileOffset() : skippedAt;
    }

    @Override
    public boolean step() throws IOException {
        if (skippedAt >= 0) {
            return skip();
        }
        if (!window.has(HEADER)) {
            return false;
        }
        int type = window.getInt(0, byteOrder);
        if (type == SECTION) {
            return section();
        }
        int length = length(window.getInt(4, byteOrder));
        return switch (type) {
            case INTERFACE, OLD_PACKET, SIMPLE_PACKET, ENHANCED_PACKET, STATISTICS -> block(type, length);
            default -> beginSkip(length);
        };
    }

    private boolean beginSkip(int length) throws IOException {
        skippedAt = window.fileOffset();
        skippedLength = length;
        toSkip = length;
        return skip();
    }

    private boolean skip() throws IOException {
        if (toSkip > TRAILER) {
            int part = Math.min(toSkip - TRAILER, CaptureWindow.LONGEST_FRAME);
            if (!window.has(part)) {
                return false;
            }
            window.advance(part);
            toSkip -= part;
            return true;
        }
        if (!window.has(TRAILER)) {
            return false;
        }
        requireTrailer(skippedAt, 0, skippedLength);
        window.advance(TRAILER);
        skippedAt = -1;
        return true;
    }

    private boolean section() throws IOException {
        if (!window.has(SHORTEST_SECTION)) {
            return false;
        }
        int magic = window.getInt(HEADER, ByteOrder.BIG_ENDIAN);
        if (magic != BYTE_ORDER_MAGIC && magic != Integer.reverseBytes(BYTE_ORDER_MAGIC)) {
            throw refused(
                    HEADER,
                    Problem.of("byte order")
                            .value(String.format(Locale.ROOT, "%08x", magic))
                            .expected("1a2b3c4d, either way round"));
        }
        byteOrder = magic == BYTE_ORDER_MAGIC ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int length = length(window.getInt(4, byteOrder));
        int version = window.getShort(12, byteOrder);
        if (version != 1) {
            throw refused(12, Problem.of("version").value(version).expected("pcapng 1"));
        }
        sectionBegin = interfaces.size();
        return beginSkip(length);
    }

    private int length(int length) {
        boolean sound = length >= HEADER + TRAILER && length % Integer.BYTES == 0;
        if (!sound) {
            throw refused(
                    Integer.BYTES,
                    Problem.of("length of a block")
                            .value(Integer.toUnsignedString(length))
                            .expected("a multiple of 4 from 12 to " + Integer.MAX_VALUE));
        }
        return length;
    }

    private boolean block(int type, int length) throws IOException {
        if (length > LONGEST_BLOCK) {
            throw refused(
                    Integer.BYTES,
                    Problem.of("length of a packet").value(length).expected("at most " + LONGEST_BLOCK));
        }
        if (!window.has(length)) {
            return false;
        }
        requireTrailer(window.fileOffset(), length - TRAILER, length);
        int end = length - TRAILER;
        switch (type) {
            case INTERFACE -> describe(end);
            case STATISTICS -> statistics(end);
            case SIMPLE_PACKET -> simple(end);
            default -> packet(end, type == OLD_PACKET);
        }
        window.advance(length);
        return true;
    }

    private void requireTrailer(long at, int offset, int length) {
        int again = window.getInt(offset, byteOrder);
        if (again != length) {
            throw window.refused(
                    at + length - TRAILER,
                    Problem.of("length behind a block")
                            .value(again)
                            .expected(String.format(Locale.ROOT, "%d, as before it", length)));
        }
    }

    /** Places count from the begin of the block on; its body ends before the end. */
    private void describe(int end) {
        require(end, 8);
        if (interfaces.size() - firstInterface >= MOST_INTERFACES) {
            throw refused(0, Problem.ofFault("too many interfaces").expected("at most " + MOST_INTERFACES));
        }
        long unitsPerSecond = TimeUnits.MICROSECONDS.unitsPerSecond();
        long offsetS = 0;
        int fcsLength = Frame.UNSAID;
        for (int at = option(HEADER + 8, end); at >= 0; at = option(next(at), end)) {
            int code = window.getShort(at, byteOrder);
            int length = window.getShort(at + 2, byteOrder);
            int value = at + Integer.BYTES;
            if (code == OPTION_RESOLUTION && length == 1) {
                unitsPerSecond = units(value);
            } else if (code == OPTION_OFFSET && length == Long.BYTES) {
                offsetS = window.getLong(value, byteOrder);
            } else if (code == OPTION_FCS_LENGTH && length == 1) {
                fcsLength = fcsBytes(window.getByte(value));
            }
        }
        interfaces.add(new CaptureInterface(
                interfaces.size() - firstInterface,
                window.getShort(HEADER, byteOrder),
                fcsLength,
                Integer.toUnsignedLong(window.getInt(HEADER + 4, byteOrder)),
                new TimeUnits(unitsPerSecond, offsetS)));
    }

    /** The place of an option; -1 where there are no more. */
    private int option(int at, int end) {
        if (at + Integer.BYTES > end || window.getShort(at, byteOrder) == OPTION_END) {
            return -1;
        }
        int length = window.getShort(at + 2, byteOrder);
        if (at + Integer.BYTES + length > end) {
            throw refused(at, Problem.of("length of an option").value(length).expected("within its block"));
        }
        return at;
    }

    private int next(int at) {
        return at + Integer.BYTES + padded(window.getShort(at + 2, byteOrder));
    }

    private static int padded(int length) {
        return (length + 3) / 4 * 4;
    }

    /** The specification counts bits; files with bytes are about. */
    private static int fcsBytes(int length) {
        return length > Byte.SIZE ? length / Byte.SIZE : length;
    }

    private long units(int at) {
        int resolution = window.getByte(at);
        if (TimeUnits.exponent(resolution).isEmpty()) {
            throw refused(
                    at,
                    Problem.of("if_tsresol")
                            .value(String.format(Locale.ROOT, "%02x", resolution))
                            .expected("up to 12 (10^-18 s) or be (2^-62 s)"));
        }
        return TimeUnits.unitsPerSecond(resolution);
    }

    private void statistics(int end) {
        require(end, 12);
        CaptureInterface from = from(window.getInt(HEADER, byteOrder));
        long dropped = 0;
        for (int at = option(HEADER + 12, end); at >= 0; at = option(next(at), end)) {
            int code = window.getShort(at, byteOrder);
            boolean drops = code == OPTION_DROPPED_BY_INTERFACE || code == OPTION_DROPPED_BY_SYSTEM;
            if (drops && window.getShort(at + 2, byteOrder) == Long.BYTES) {
                dropped += Math.max(0, window.getLong(at + Integer.BYTES, byteOrder));
            }
        }
        from.dropped(dropped);
    }

    /** Without a time, of the first interface. */
    private void simple(int end) {
        require(end, Integer.BYTES);
        CaptureInterface from = from(0);
        int wireLength = FrameOrder.length(window.getInt(HEADER, byteOrder));
        int data = HEADER + Integer.BYTES;
        long most = from.snapLength() == 0 ? wireLength : Math.min(wireLength, from.snapLength());
        add(Frame.NO_TIME, data, (int) Math.min(most, end - data), wireLength, from);
    }

    private void packet(int end, boolean old) {
        require(end, PACKET_HEADER);
        CaptureInterface from = from(old ? window.getShort(HEADER, byteOrder) : window.getInt(HEADER, byteOrder));
        long units = (long) window.getInt(12, byteOrder) << Integer.SIZE
                | Integer.toUnsignedLong(window.getInt(16, byteOrder));
        long captured = Integer.toUnsignedLong(window.getInt(20, byteOrder));
        int data = HEADER + PACKET_HEADER;
        if (captured > end - data || captured > CaptureWindow.LONGEST_FRAME) {
            throw refused(
                    20,
                    Problem.of("length of a frame")
                            .value(captured)
                            .expected("0.." + Math.min(end - data, CaptureWindow.LONGEST_FRAME)));
        }
        if (old) {
            int drops = window.getShort(HEADER + 2, byteOrder);
            from.droppedBetween(drops == UNKNOWN_DROPS ? 0 : drops);
        } else {
            countDrops(from, data + padded((int) captured), end);
        }
        int wireLength = FrameOrder.length(window.getInt(24, byteOrder));
        add(from.units().ns(units), data, (int) captured, wireLength, from);
    }

    private void countDrops(CaptureInterface from, int options, int end) {
        for (int at = option(options, end); at >= 0; at = option(next(at), end)) {
            boolean drops = window.getShort(at, byteOrder) == OPTION_DROPPED_BETWEEN;
            if (drops && window.getShort(at + 2, byteOrder) == Long.BYTES) {
                from.droppedBetween(Math.max(0, window.getLong(at + Integer.BYTES, byteOrder)));
            }
        }
    }

    private void add(long timeNs, int data, int captured, int wireLength, CaptureInterface from) {
        frames.add(timeNs, window.position() + data, captured, wireLength, from, window.fileOffset());
    }

    private void require(int end, int bodyLength) {
        if (end - HEADER < bodyLength) {
            throw refused(
                    Integer.BYTES,
                    Problem.of("length of a block")
                            .value(end + TRAILER)
                            .expected("at least " + (bodyLength + HEADER + TRAILER)));
        }
    }

    private CaptureInterface from(int number) {
        int described = interfaces.size() - sectionBegin;
        if (number < 0 || number >= described) {
            throw refused(
                    HEADER,
                    Problem.of("interface")
                            .value(Integer.toUnsignedString(number))
                            .expected("below " + described + ", which were described before"));
        }
        return interfaces.get(sectionBegin + number);
    }

    private Refusal refused(int offset, Problem finding) {
        return window.refused(window.fileOffset() + offset, finding);
    }
}
