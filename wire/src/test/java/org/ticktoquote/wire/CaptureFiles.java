package org.ticktoquote.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;

/**
 * Capture files for tests, written according to their specifications in either byte order: {@code
 * CaptureFiles.pcap().frame(timeNs, frame).write(folder.resolve("x.pcap"))}.
 */
public final class CaptureFiles {
    public static final int MICROSECONDS = 0xA1B2C3D4;
    public static final int NANOSECONDS = 0xA1B23C4D;
    public static final int MODIFIED = 0xA1B2CD34;
    public static final int ETHERNET = 1;

    private static final long S = 1_000_000_000;

    private final ByteOrder order;
    /** Nanoseconds per unit of a pcap; 0 for a pcapng. */
    private final long unitNs;

    private final boolean modified;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Puts fields into a buffer of the file's byte order. */
    public interface Fields {
        ByteBuffer put(ByteBuffer to);
    }

    private CaptureFiles(ByteOrder order, long unitNs, boolean modified) {
        this.order = order;
        this.unitNs = unitNs;
        this.modified = modified;
    }

    /** Ethernet frames with nanoseconds, little-endian. */
    public static CaptureFiles pcap() {
        return pcap(ByteOrder.LITTLE_ENDIAN, NANOSECONDS, ETHERNET);
    }

    public static CaptureFiles pcap(ByteOrder order, int magic, int linkType) {
        return new CaptureFiles(order, magic == NANOSECONDS ? 1 : 1_000, magic == MODIFIED)
                .add(
                        24,
                        to -> to.putInt(magic)
                                .putShort((short) 2)
                                .putShort((short) 4)
                                .putLong(0)
                                .putInt(65_535)
                                .putInt(linkType));
    }

    /** A section without interfaces. */
    public static CaptureFiles pcapng(ByteOrder order) {
        return new CaptureFiles(order, 0, false).section();
    }

    /** A section with one interface: Ethernet frames with nanoseconds, little-endian. */
    public static CaptureFiles pcapng() {
        return pcapng(ByteOrder.LITTLE_ENDIAN).describe(ETHERNET, 9, 0);
    }

    private CaptureFiles section() {
        return block(
                0x0A0D0D0A,
                16,
                to -> to.putInt(0x1A2B3C4D)
                        .putShort((short) 1)
                        .putShort((short) 0)
                        .putLong(-1));
    }

    private CaptureFiles add(int length, Fields fields) {
        ByteBuffer to = ByteBuffer.allocate(length).order(order);
        fields.put(to);
        bytes.writeBytes(to.array());
        return this;
    }

    /** A block of pcapng. */
    public CaptureFiles block(int type, int bodyLength, Fields body) {
        int padded = (bodyLength + 3) / 4 * 4;
        int length = 12 + padded;
        return add(length, to -> {
            to.putInt(type).putInt(length);
            body.put(to);
            return to.putInt(length - 4, length);
        });
    }

    /** A whole frame; in a pcapng of interface 0, which must count nanoseconds. */
    public CaptureFiles frame(long timeNs, byte[] frame) {
        return frame(timeNs, frame, frame.length);
    }

    /** A frame whose first bytes only are in the capture. */
    public CaptureFiles frame(long timeNs, byte[] frame, int captured) {
        return unitNs == 0
                ? enhanced(0, timeNs, frame, captured, new byte[0])
                : packet(Math.floorDiv(timeNs, S), Math.floorMod(timeNs, S) / unitNs, frame, captured);
    }

    /** Frames of one time. */
    public CaptureFiles frames(long timeNs, List<byte[]> frames) {
        frames.forEach(each -> frame(timeNs, each));
        return this;
    }

    /** A record of pcap, the time as it is written there. */
    public CaptureFiles packet(long seconds, long fraction, byte[] frame, int captured) {
        int header = modified ? 24 : 16;
        return add(
                header + captured,
                to -> to.putInt((int) seconds)
                        .putInt((int) fraction)
                        .putInt(captured)
                        .putInt(frame.length)
                        .position(header)
                        .put(frame, 0, captured));
    }

    /** An interface with microseconds. */
    public CaptureFiles describe(int linkType) {
        return describe(linkType, new byte[0]);
    }

    /** An interface: {@code if_tsresol} and {@code if_tsoffset}. */
    public CaptureFiles describe(int linkType, int resolution, long offsetS) {
        ByteBuffer offset = ByteBuffer.allocate(8).order(order).putLong(offsetS);
        return describe(
                linkType,
                FrameBytes.join(
                        option(9, new byte[] {(byte) resolution}), option(14, offset.array()), option(0, new byte[0])));
    }

    /** An interface with {@link #option options}. */
    public CaptureFiles describe(int linkType, byte[] options) {
        return block(
                1,
                8 + options.length,
                to -> to.putShort((short) linkType)
                        .putShort((short) 0)
                        .putInt(0)
                        .put(options));
    }

    /** An option of a block. */
    public byte[] option(int code, byte[] value) {
        return ByteBuffer.allocate(4 + (value.length + 3) / 4 * 4)
                .order(order)
                .putShort((short) code)
                .putShort((short) value.length)
                .put(value)
                .array();
    }

    /** A whole frame of an interface, the time in its units. */
    public CaptureFiles enhanced(int from, long units, byte[] frame) {
        return enhanced(from, units, frame, frame.length, new byte[0]);
    }

    /** A frame of an interface, with {@link #option options}. */
    public CaptureFiles enhanced(int from, long units, byte[] frame, int captured, byte[] options) {
        int padded = (captured + 3) / 4 * 4;
        return block(
                6,
                20 + padded + options.length,
                to -> to.putInt(from)
                        .putInt((int) (units >>> 32))
                        .putInt((int) units)
                        .putInt(captured)
                        .putInt(frame.length)
                        .put(frame, 0, captured)
                        .position(28 + padded)
                        .put(options));
    }

    /** The obsolete packet block that preceded {@link #enhanced}. */
    public CaptureFiles old(int from, int drops, long units, byte[] frame) {
        return block(
                2,
                20 + frame.length,
                to -> to.putShort((short) from)
                        .putShort((short) drops)
                        .putInt((int) (units >>> 32))
                        .putInt((int) units)
                        .putInt(frame.length)
                        .putInt(frame.length)
                        .put(frame));
    }

    /** A frame of interface 0 without a time. */
    public CaptureFiles simple(byte[] frame) {
        return block(3, 4 + frame.length, to -> to.putInt(frame.length).put(frame));
    }

    /** Interface statistics: {@code isb_ifdrop}. */
    public CaptureFiles statistics(int from, long drops) {
        byte[] value = ByteBuffer.allocate(8).order(order).putLong(drops).array();
        return block(5, 24, to -> to.putInt(from).putLong(0).put(option(5, value)));
    }

    /** Appends another file, as a further section of a pcapng. */
    public CaptureFiles then(CaptureFiles others) {
        bytes.writeBytes(others.toBytes());
        return this;
    }

    public byte[] toBytes() {
        return bytes.toByteArray();
    }

    /** Writes the file and returns it. */
    public Path write(Path file) {
        try {
            return Files.write(file, toBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads all of a capture; returns its counts. */
    public static CaptureCounts read(List<Path> files, Consumer<Frame> handler) {
        try (CaptureReader reader = new CaptureReader(files)) {
            boolean more = true;
            while (more) {
                more = reader.advance(handler);
            }
            return reader.counts;
        }
    }
}
