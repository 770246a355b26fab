package org.ticktoquote.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;

/** Frames of a pcapng file: sections of blocks, each section with interfaces and a byte order of its own. */
final class PcapngFrames implements FrameSource {
    static final int SECTION = 0x0A0D0D0A;

    private static final int BYTE_ORDER_MAGIC = 0x1A2B3C4D;
    private static final int INTERFACE = 1;
    private static final int OLD_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;
    private static final int OPTION_RESOLUTION = 9;
    private static final int OPTION_OFFSET = 14;
    private static final int BLOCK_HEADER = 8;
    private static final int BLOCK_TRAILER = 4;
    private static final int SECTION_HEADER = 16;
    private static final int PACKET_HEADER = 20;
    private static final int MOST_INTERFACES = 1 << 12;
    /** A packet with options; what else is longer is passed over unread. */
    private static final int LONGEST_BLOCK = 2 * CaptureBytes.LONGEST;

    private final CaptureBytes bytes;
    private final List<Interface> interfaces = new ArrayList<>();
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

    private record Interface(int linkType, long snapLength, TimeUnits units) {}

    /** Reads the first block, of which the type was read already. */
    PcapngFrames(CaptureBytes bytes) throws IOException {
        this.bytes = bytes;
        section(bytes.position() - Integer.BYTES, bytes.read(Integer.BYTES, order));
    }

    @Override
    public @Nullable Frame next() throws IOException {
        while (true) {
            long at = bytes.position();
            ByteBuffer header = bytes.readOrEnd(BLOCK_HEADER, order);
            if (!header.hasRemaining()) {
                return null;
            }
            int type = header.getInt(0);
            if (type == SECTION) {
                section(at, header.slice(Integer.BYTES, Integer.BYTES));
                continue;
            }
            Frame frame = block(at, type, length(at, header.getInt(Integer.BYTES)));
            if (frame != null) {
                return frame;
            }
        }
    }

    private void section(long at, ByteBuffer lengthBytes) throws IOException {
        ByteBuffer magic = bytes.read(Integer.BYTES, ByteOrder.BIG_ENDIAN);
        int found = magic.getInt(0);
        if (found != BYTE_ORDER_MAGIC && found != Integer.reverseBytes(BYTE_ORDER_MAGIC)) {
            throw bytes.refused(
                    at + BLOCK_HEADER,
                    Problem.of("byte order")
                            .value(String.format(Locale.ROOT, "%08x", found))
                            .expected("1a2b3c4d, either way round"));
        }
        order = found == BYTE_ORDER_MAGIC ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int length = length(at, lengthBytes.order(order).getInt(0));
        int version = bytes.read(Integer.BYTES, order).getShort(0);
        if (version != 1) {
            throw bytes.refused(at + 12, Problem.of("version").value(version).expected("pcapng 1"));
        }
        skipRest(at, length, SECTION_HEADER);
        interfaces.clear();
    }

    private int length(long at, int length) {
        boolean sound = length >= BLOCK_HEADER + BLOCK_TRAILER && length % Integer.BYTES == 0;
        if (!sound) {
            throw bytes.refused(
                    at + Integer.BYTES,
                    Problem.of("length of a block")
                            .value(Integer.toUnsignedString(length))
                            .expected("a multiple of 4 from 12 to " + Integer.MAX_VALUE));
        }
        return length;
    }

    private @Nullable Frame block(long at, int type, int length) throws IOException {
        boolean known = type == INTERFACE || type == OLD_PACKET || type == SIMPLE_PACKET || type == ENHANCED_PACKET;
        if (!known) {
            skipRest(at, length, BLOCK_HEADER);
            return null;
        }
        if (length > LONGEST_BLOCK) {
            throw bytes.refused(
                    at + Integer.BYTES,
                    Problem.of("length of a packet").value(length).expected("at most " + LONGEST_BLOCK));
        }
        ByteBuffer body = bytes.read(length - BLOCK_HEADER - BLOCK_TRAILER, order);
        trailer(at, length);
        if (type == INTERFACE) {
            describe(at, body);
            return null;
        }
        return type == SIMPLE_PACKET ? simple(at, body) : packet(at, body, type == OLD_PACKET);
    }

    private void skipRest(long at, int length, int read) throws IOException {
        long rest = (long) length - read - BLOCK_TRAILER;
        if (rest < 0) {
            throw bytes.refused(
                    at + Integer.BYTES,
                    Problem.of("length of a block").value(length).expected("at least " + (read + BLOCK_TRAILER)));
        }
        bytes.skip(rest);
        trailer(at, length);
    }

    private void trailer(long at, int length) throws IOException {
        int again = bytes.read(Integer.BYTES, order).getInt(0);
        if (again != length) {
            throw bytes.refused(
                    at + length - BLOCK_TRAILER,
                    Problem.of("length behind a block")
                            .value(again)
                            .expected(String.format(Locale.ROOT, "%d, as before it", length)));
        }
    }

    private void describe(long at, ByteBuffer body) {
        require(at, body, 8);
        if (interfaces.size() == MOST_INTERFACES) {
            throw bytes.refused(at, Problem.ofFault("too many interfaces").expected("at most " + MOST_INTERFACES));
        }
        long unitsPerSecond = TimeUnits.MICROSECONDS.unitsPerSecond();
        long offsetS = 0;
        int option = 8;
        while (option + Integer.BYTES <= body.limit()) {
            int code = Short.toUnsignedInt(body.getShort(option));
            int length = Short.toUnsignedInt(body.getShort(option + 2));
            int value = option + Integer.BYTES;
            if (code == 0) {
                break;
            }
            if (value + length > body.limit()) {
                throw bytes.refused(
                        at + BLOCK_HEADER + option,
                        Problem.of("length of an option").value(length).expected("within its block"));
            }
            if (code == OPTION_RESOLUTION && length == 1) {
                unitsPerSecond = units(at + BLOCK_HEADER + value, Byte.toUnsignedInt(body.get(value)));
            } else if (code == OPTION_OFFSET && length == Long.BYTES) {
                offsetS = body.getLong(value);
            }
            option = value + (length + 3) / 4 * 4;
        }
        interfaces.add(new Interface(
                Short.toUnsignedInt(body.getShort(0)),
                Integer.toUnsignedLong(body.getInt(4)),
                new TimeUnits(unitsPerSecond, offsetS)));
    }

    private long units(long at, int resolution) {
        if (TimeUnits.exponent(resolution).isEmpty()) {
            throw bytes.refused(
                    at,
                    Problem.of("if_tsresol")
                            .value(String.format(Locale.ROOT, "%02x", resolution))
                            .expected("up to 12 (10^-18 s) or be (2^-62 s)"));
        }
        return TimeUnits.unitsPerSecond(resolution);
    }

    /** Without a time, of the first interface. */
    private Frame simple(long at, ByteBuffer body) {
        require(at, body, Integer.BYTES);
        Interface from = from(at, 0);
        long length = Integer.toUnsignedLong(body.getInt(0));
        long most = from.snapLength() == 0 ? length : Math.min(length, from.snapLength());
        int captured = (int) Math.min(most, body.limit() - Integer.BYTES);
        return new Frame(at, Frame.NO_TIME, from.linkType(), data(body, Integer.BYTES, captured), length);
    }

    private Frame packet(long at, ByteBuffer body, boolean old) {
        require(at, body, PACKET_HEADER);
        Interface from = from(at, old ? Short.toUnsignedInt(body.getShort(0)) : body.getInt(0));
        long units = (long) body.getInt(4) << Integer.SIZE | Integer.toUnsignedLong(body.getInt(8));
        long captured = Integer.toUnsignedLong(body.getInt(12));
        if (captured > body.limit() - PACKET_HEADER || captured > CaptureBytes.LONGEST) {
            throw bytes.refused(
                    at + 20,
                    Problem.of("length of a frame")
                            .value(captured)
                            .expected("0.." + Math.min(body.limit() - PACKET_HEADER, CaptureBytes.LONGEST)));
        }
        return new Frame(
                at,
                from.units().ns(units),
                from.linkType(),
                data(body, PACKET_HEADER, (int) captured),
                Integer.toUnsignedLong(body.getInt(16)));
    }

    private static ByteBuffer data(ByteBuffer body, int from, int length) {
        return body.slice(from, length);
    }

    private void require(long at, ByteBuffer body, int length) {
        if (body.limit() < length) {
            throw bytes.refused(
                    at + Integer.BYTES,
                    Problem.of("length of a block")
                            .value(body.limit() + BLOCK_HEADER + BLOCK_TRAILER)
                            .expected("at least " + (length + BLOCK_HEADER + BLOCK_TRAILER)));
        }
    }

    private Interface from(long at, int number) {
        if (number < 0 || number >= interfaces.size()) {
            throw bytes.refused(
                    at + BLOCK_HEADER,
                    Problem.of("interface")
                            .value(Integer.toUnsignedString(number))
                            .expected("below " + interfaces.size() + ", which were described before"));
        }
        return interfaces.get(number);
    }
}
