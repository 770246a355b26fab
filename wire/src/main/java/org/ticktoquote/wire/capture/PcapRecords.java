package org.ticktoquote.wire.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.List;
import org.ticktoquote.core.command.Problem;

/** Reads a pcap file: a header of {@value #FILE_HEADER} bytes, then records of one link type. */
final class PcapRecords implements FrameSource {
    static final int FILE_HEADER = 24;

    private static final int MICROSECONDS = 0xA1B2C3D4;
    private static final int NANOSECONDS = 0xA1B23C4D;
    /** Of some old kernels: eight more bytes a record, about the interface. */
    private static final int MODIFIED = 0xA1B2CD34;

    private static final int RECORD_HEADER = 16;
    private static final int MODIFIED_HEADER = 24;
    private static final int VERSION = 2;

    /** The link type itself; above it are the length of a frame check sequence and flags. */
    private static final int LINK_TYPE = 0xFFFF;

    private static final int FCS_LENGTH_KNOWN = 0x0400_0000;
    private static final int FCS_LENGTH_SHIFT = 28;

    private final CaptureWindow window;
    private final FrameOrder frames;
    private final ByteOrder byteOrder;
    private final CaptureInterface origin;
    private final int headerLength;

    /** Reads the header, which must be there. */
    PcapRecords(CaptureWindow window, FrameOrder frames, List<CaptureInterface> interfaces) {
        this.window = window;
        this.frames = frames;
        this.byteOrder =
                isPcap(window.getInt(0, ByteOrder.BIG_ENDIAN)) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int magic = window.getInt(0, byteOrder);
        int version = window.getShort(4, byteOrder);
        if (version != VERSION) {
            throw window.refused(4, Problem.of("version").value(version).expected("pcap " + VERSION + ".4"));
        }
        int link = window.getInt(20, byteOrder);
        int fcsLength = (link & FCS_LENGTH_KNOWN) == 0 ? Frame.UNSAID : Short.BYTES * (link >>> FCS_LENGTH_SHIFT);
        this.headerLength = magic == MODIFIED ? MODIFIED_HEADER : RECORD_HEADER;
        this.origin = new CaptureInterface(
                0,
                link & LINK_TYPE,
                fcsLength,
                Integer.toUnsignedLong(window.getInt(16, byteOrder)),
                magic == NANOSECONDS ? TimeUnits.NANOSECONDS : TimeUnits.MICROSECONDS);
        interfaces.add(origin);
        window.advance(FILE_HEADER);
    }

    static boolean begins(int magic) {
        return isPcap(magic) || isPcap(Integer.reverseBytes(magic));
    }

    private static boolean isPcap(int magic) {
        return magic == MICROSECONDS || magic == NANOSECONDS || magic == MODIFIED;
    }

    @Override
    public boolean step() throws IOException {
        if (!window.has(headerLength)) {
            return false;
        }
        int captured = window.getInt(8, byteOrder);
        if (captured < 0 || captured > CaptureWindow.LONGEST_FRAME) {
            throw window.refused(
                    window.fileOffset(),
                    Problem.of("length of a frame")
                            .value(Integer.toUnsignedString(captured))
                            .expected("0.." + CaptureWindow.LONGEST_FRAME));
        }
        if (!window.has(headerLength + captured)) {
            return false;
        }
        long seconds = Integer.toUnsignedLong(window.getInt(0, byteOrder));
        long fraction = Integer.toUnsignedLong(window.getInt(4, byteOrder));
        int wireLength = FrameOrder.length(window.getInt(12, byteOrder));
        frames.add(
                time(seconds, fraction),
                window.position() + headerLength,
                captured,
                wireLength,
                origin,
                window.fileOffset());
        window.advance(headerLength + captured);
        return true;
    }

    private long time(long seconds, long fraction) {
        if (fraction >= origin.units().unitsPerSecond()) {
            frames.countBadFraction();
            return Frame.NO_TIME;
        }
        return origin.units().fractionNs(seconds, fraction);
    }

    @Override
    public long recordAt() {
        return window.fileOffset();
    }
}
