package org.ticktoquote.wire.capture;

import java.io.IOException;
import java.nio.ByteOrder;

/** Reads a pcap file: a header of {@value #FILE_HEADER} bytes and records of one link type. */
final class PcapRecords implements CaptureRecords {
    static final int FILE_HEADER = 24;

    private static final int MICROSECONDS = 0xA1B2C3D4;
    private static final int NANOSECONDS = 0xA1B23C4D;
    /** Format of some old Linux kernels: records have eight more bytes with interface data. */
    private static final int MODIFIED = 0xA1B2CD34;

    /** Mask of the link type. The bits above hold the length of a frame check sequence and flags. */
    private static final int LINK_TYPE = 0xFFFF;

    private static final int FCS_LENGTH_KNOWN = 0x0400_0000;

    private final CaptureWindow in;
    private final FrameOrder frames;
    private final CaptureInterface origin;
    private final int header;

    /** Reads the header of the file, which must be complete. */
    PcapRecords(CaptureWindow in, FrameOrder frames) {
        this.in = in;
        this.frames = frames;
        in.byteOrder = isMagic(in.i32(0)) ? in.byteOrder : ByteOrder.LITTLE_ENDIAN;
        if (in.u16(4) != 2) {
            throw in.refusal(4, "version", in.u16(4), "pcap 2.4");
        }
        int link = in.i32(20);
        int fcsLength = (link & FCS_LENGTH_KNOWN) == 0 ? Frame.UNKNOWN_FCS_LENGTH : Short.BYTES * (link >>> 28);
        int resolution = in.i32(0) == NANOSECONDS ? CaptureInterface.NANOSECONDS : CaptureInterface.MICROSECONDS;
        header = in.i32(0) == MODIFIED ? 24 : 16;
        origin = new CaptureInterface(0, link & LINK_TYPE, fcsLength, in.u32(16), resolution, 0);
        in.advance(FILE_HEADER);
    }

    /** Returns whether this is the magic number of pcap, read in the byte order of the file. */
    static boolean isMagic(int magic) {
        return magic == MICROSECONDS || magic == NANOSECONDS || magic == MODIFIED;
    }

    @Override
    public boolean step() throws IOException {
        in.recordAt = in.position();
        if (!in.has(header)) {
            return false;
        }
        int length = in.i32(8);
        if (length < 0 || length > CaptureWindow.MAX_FRAME) {
            throw in.refusal(0, "length of a frame", in.u32(8), "0.." + CaptureWindow.MAX_FRAME);
        }
        if (length == 0 && in.i32(12) == 0) {
            throw in.refusal(0, "length of a frame on the wire", 0, "1 or more"); // such as zeros after the last record
        }
        if (!in.has(header + length)) {
            return false;
        }
        long fraction = in.u32(4);
        frames.counts.badFractions += origin.isBad(fraction) ? 1 : 0;
        frames.add(origin, origin.ns(in.u32(0), fraction), in.position(), header, length, in.u32(12));
        in.advance(header + length);
        return true;
    }
}
