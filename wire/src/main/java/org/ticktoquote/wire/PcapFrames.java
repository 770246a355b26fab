package org.ticktoquote.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;

/** Frames of a pcap file: a header of 24 bytes, then records of one link type. */
final class PcapFrames implements FrameSource {
    static final int MICROSECONDS = 0xA1B2C3D4;
    static final int NANOSECONDS = 0xA1B23C4D;

    private static final int REST_OF_HEADER = 20;
    private static final int RECORD_HEADER = 16;
    private static final int VERSION = 2;
    /** Above it stand the length of a frame check sequence and flags. */
    private static final int LINK_TYPE_MASK = 0xFFFF;

    private final CaptureBytes bytes;
    private final ByteOrder order;
    private final TimeUnits units;
    private final int linkType;

    /** Reads the rest of the header. */
    PcapFrames(CaptureBytes bytes, ByteOrder order, TimeUnits units) throws IOException {
        this.bytes = bytes;
        this.order = order;
        this.units = units;
        long at = bytes.position();
        ByteBuffer header = bytes.read(REST_OF_HEADER, order);
        int version = header.getShort(0);
        if (version != VERSION) {
            throw bytes.refused(at, Problem.of("version").value(version).expected("pcap " + VERSION + ".4"));
        }
        this.linkType = header.getInt(16) & LINK_TYPE_MASK;
    }

    @Override
    public @Nullable Frame next() throws IOException {
        long at = bytes.position();
        ByteBuffer header = bytes.readOrEnd(RECORD_HEADER, order);
        if (!header.hasRemaining()) {
            return null;
        }
        long captured = Integer.toUnsignedLong(header.getInt(8));
        if (captured > CaptureBytes.LONGEST) {
            throw bytes.refused(
                    at, Problem.of("length of a frame").value(captured).expected("0.." + CaptureBytes.LONGEST));
        }
        long timeNs =
                units.fractionNs(Integer.toUnsignedLong(header.getInt(0)), Integer.toUnsignedLong(header.getInt(4)));
        ByteBuffer data = bytes.read((int) captured, ByteOrder.BIG_ENDIAN);
        return new Frame(at, timeNs, linkType, data, Integer.toUnsignedLong(header.getInt(12)));
    }
}
