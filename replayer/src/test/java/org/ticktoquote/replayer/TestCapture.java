package org.ticktoquote.replayer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds a pcap file of frames over Ethernet and IPv4. */
public final class TestCapture {
    private static final long SECOND_NS = 1_000_000_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int identification;
    private long stampedAfterNs = Long.MIN_VALUE;

    /** Creates an empty capture with nanosecond times. */
    public TestCapture() {
        add(ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0xA1B23C4D)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65_535)
                .putInt(1));
    }

    private void add(ByteBuffer part) {
        bytes.writeBytes(part.array());
    }

    /** Adds a datagram to 239.1.1.LAST:PORT. The time is relative to {@link TestRecording#BEGIN_NS}. */
    public TestCapture datagram(long timeNs, int last, int port, byte[] payload) {
        return datagram(timeNs, last, port, payload, payload.length);
    }

    /** Adds a datagram of which only the first bytes are captured. */
    public TestCapture datagram(long timeNs, int last, int port, byte[] payload, int captured) {
        byte[] frame = frame(last, port, payload);
        return frame(timeNs, frame, frame.length - payload.length + captured);
    }

    /** Adds a segment of a TCP connection between 10.0.0.1 and 10.0.0.2. */
    public TestCapture segment(long timeNs, int from, int to, int sequence, int flags, byte[] payload) {
        boolean forward = from > to;
        int receiver = forward ? 0x0A000002 : 0x0A000001;
        byte[] frame = packet(0x4006, forward ? 0x0A000001 : 0x0A000002, receiver, 20 + payload.length)
                .putShort((short) from)
                .putShort((short) to)
                .putInt(sequence)
                .putInt(0)
                .putShort((short) (0x5000 | flags))
                .putShort((short) 65_535)
                .putInt(0)
                .put(payload)
                .array();
        return frame(timeNs, frame, frame.length);
    }

    /** Adds a datagram in VXLAN, as a remote mirror sends it. */
    public TestCapture vxlan(long timeNs, int last, int port, byte[] payload) {
        byte[] inner = frame(last, port, payload);
        byte[] wrapped = ByteBuffer.allocate(8 + inner.length)
                .putInt(0x08000000)
                .putInt(7 << 8)
                .put(inner)
                .array();
        return datagram(timeNs, 99, 4789, wrapped);
    }

    /** Adds an encrypted frame. */
    public TestCapture macsec(long timeNs) {
        byte[] frame = new byte[60];
        ByteBuffer.wrap(frame).putShort(12, (short) 0x88E5);
        return frame(timeNs, frame, frame.length);
    }

    /** Returns a frame with its Ethernet and IPv4 headers and room for the rest. */
    private ByteBuffer packet(int lifeAndProtocol, int from, int to, int length) {
        return ByteBuffer.allocate(14 + 20 + length)
                .position(12)
                .putInt(0x08004500)
                .putShort((short) (20 + length))
                .putShort((short) ++identification)
                .putShort((short) 0)
                .putShort((short) lifeAndProtocol)
                .putShort((short) 0)
                .putInt(from)
                .putInt(to);
    }

    private byte[] frame(int last, int port, byte[] payload) {
        return packet(0x0111, 0x0A000001, 0xEF010100 + last, 8 + payload.length)
                .putShort((short) 4001)
                .putShort((short) port)
                .putInt(8 + payload.length << 16)
                .put(payload)
                .array();
    }

    /** Gives later frames stamps of a VSS Monitoring switch with the given delay after capture. */
    public TestCapture stamped(long afterNs) {
        stampedAfterNs = afterNs;
        return this;
    }

    private static byte[] withStamp(byte[] frame, long ns) {
        return ByteBuffer.allocate(frame.length + 8)
                .put(frame)
                .putInt((int) (ns / SECOND_NS))
                .putInt((int) (ns % SECOND_NS))
                .array();
    }

    private TestCapture frame(long timeNs, byte[] content, int captured) {
        long atNs = TestRecording.BEGIN_NS + timeNs;
        boolean plain = stampedAfterNs == Long.MIN_VALUE;
        byte[] frame = plain ? content : withStamp(content, atNs + stampedAfterNs);
        return add(atNs, frame, plain ? captured : frame.length);
    }

    private TestCapture add(long atNs, byte[] frame, int captured) {
        add(ByteBuffer.allocate(16 + captured)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) (atNs / SECOND_NS))
                .putInt((int) (atNs % SECOND_NS))
                .putInt(captured)
                .putInt(frame.length)
                .put(frame, 0, captured));
        return this;
    }

    public Path in(Path folder, String name) throws IOException {
        return Files.write(folder.resolve(name), bytes.toByteArray());
    }
}
