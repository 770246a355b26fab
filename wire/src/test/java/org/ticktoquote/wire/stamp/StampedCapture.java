package org.ticktoquote.wire.stamp;

import static org.ticktoquote.wire.FrameBytes.join;
import static org.ticktoquote.wire.FrameBytes.withFcs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.ticktoquote.wire.capture.Frame;

/** A capture in memory with the expected result of every frame: frames as a host sent them, and stamps as switches add them. */
final class StampedCapture {
    static final long BEGIN_NS = 1_793_971_800_123_456_789L;
    static final double NOMINAL_NS = 20.0 / 7;

    /**
     * A frame as it was captured.
     *
     * @param truthNs time at the switch, or {@link Frame#NO_TIME} without a usable stamp
     * @param original expected frame, or null for a key frame
     */
    record Captured(byte[] bytes, int wireLength, long captureNs, long truthNs, byte[] original) {}

    /** A frame as read through {@link Stamps}. */
    record Seen(long timeNs, byte[] bytes, int wireLength, int fcsLength, long number) {}

    final Random random;
    final List<Captured> frames = new ArrayList<>();
    int interfaceLink = FrameShape.ETHERNET;
    int interfaces = 1;

    StampedCapture(long seed) {
        random = new Random(seed);
    }

    void add(byte[] bytes, long captureNs, long truthNs, byte[] original) {
        frames.add(new Captured(bytes, bytes.length, captureNs, truthNs, original));
    }

    /** An ordinary frame of IPv4 and UDP, sometimes of IPv6, ARP or with a VLAN tag; padded if it is short. */
    byte[] frame() {
        int kind = random.nextInt(20);
        byte[] payload = bytes(random.nextInt(kind < 3 ? 20 : 400));
        ByteBuffer frame = ByteBuffer.allocate(600);
        frame.put(bytes(12));
        if (kind % 5 == 4) {
            frame.putShort((short) 0x8100).putShort((short) 7);
        }
        if (kind == 10) {
            frame.putShort((short) 0x0806).put(bytes(28));
        } else if (kind == 11) {
            frame.putShort((short) 0x86DD).putInt(0x60000000).putShort((short) payload.length);
            frame.put(bytes(34)).put(payload);
        } else {
            ipv4(frame, 17, payload);
        }
        byte[] cut = Arrays.copyOf(frame.array(), Math.max(60, frame.position()));
        if (random.nextBoolean() && frame.position() < cut.length) {
            System.arraycopy(bytes(cut.length), 0, cut, frame.position(), cut.length - frame.position());
        }
        return cut;
    }

    static void ipv4(ByteBuffer frame, int protocol, byte[] payload) {
        frame.putShort((short) 0x0800).putShort((short) 0x4500).putShort((short) (20 + payload.length));
        frame.putInt(0).put((byte) 64).put((byte) protocol).putShort((short) 0);
        frame.putInt(0).putInt(-1).put(payload);
    }

    byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The frame with its FCS if the capture has it. */
    static byte[] sealed(byte[] frame, int fcsLength) {
        return fcsLength == 0 ? frame : withFcs(frame);
    }

    static byte[] exablaze(byte[] frame, long timeNs) {
        ByteBuffer stamp = ByteBuffer.allocate(12);
        stamp.put((byte) 3).put((byte) 9).putInt((int) (timeNs / 1_000_000_000));
        long fraction = Math.round(timeNs % 1_000_000_000 * 0x1p40 / 1e9);
        stamp.put((byte) (fraction >> 32)).putInt((int) fraction).put((byte) 0);
        return join(withFcs(frame), stamp.array());
    }

    static byte[] vss(byte[] frame, long timeNs, byte[] port) {
        ByteBuffer stamp = ByteBuffer.allocate(8);
        stamp.putInt((int) (timeNs / 1_000_000_000)).putInt((int) (timeNs % 1_000_000_000) | 3 << 30);
        return join(frame, stamp.array(), port);
    }

    static byte[] arista7280(byte[] frame, long timeNs, int version) {
        long time = timeNs + (version >> 8 == 0 ? 37_000_000_000L : 0);
        ByteBuffer header = ByteBuffer.allocate((version & 0xf0) == 0x10 ? 14 : 12);
        header.putShort((short) 0xD28B).putShort((short) 1).putShort((short) version);
        if (header.capacity() == 14) {
            header.putInt((int) (time / 1_000_000_000));
        } else {
            header.putShort((short) (time / 1_000_000_000));
        }
        header.putInt((int) (time % 1_000_000_000));
        return join(Arrays.copyOf(frame, 12), header.array(), Arrays.copyOfRange(frame, 12, frame.length));
    }

    static byte[] ticks(byte[] frame, long ticks, int bits) {
        int raw = bits == 32 ? (int) ticks : (int) (ticks << 1 & 0xffffff00 | ticks & 0x7f);
        return join(frame, ByteBuffer.allocate(4).putInt(raw).array());
    }

    /** A key frame. Without a skew, it is one of an EOS before 4.13. */
    static byte[] keyFrame(long ticks, long utcNs, long numerator, long denominator, int device) {
        ByteBuffer body = ByteBuffer.allocate(numerator == 0 ? 46 : 62);
        body.putLong(ticks).putLong(utcNs).putLong(ticks - 1000);
        if (numerator != 0) {
            body.putLong(numerator).putLong(denominator);
        }
        body.putLong(utcNs)
                .putLong(0)
                .putShort((short) device)
                .putShort((short) 37)
                .put((byte) 1);
        ByteBuffer frame = ByteBuffer.allocate(14 + 20 + body.capacity());
        frame.putLong(-1).putInt(0x731c0001);
        ipv4(frame, 253, body.array());
        return frame.array();
    }

    static byte[] lldp() {
        ByteBuffer frame = ByteBuffer.allocate(60);
        frame.putLong(0x0180c200000e_001cL)
                .putInt(0x73000001)
                .putShort((short) 0x88CC)
                .putLong(0x0207_0400_1c73_0001L);
        return frame.array();
    }

    /** Runs the capture through {@link Stamps}. */
    Run run(Optional<StampFormat> order) {
        List<Seen> seen = new ArrayList<>();
        Stamps stamps = new Stamps(order, frame -> {
            byte[] bytes = new byte[frame.length];
            frame.buffer.getBytes(frame.offset, bytes);
            seen.add(new Seen(frame.timeNs, bytes, frame.wireLength, frame.fcsLength, frame.number));
        });
        Frame frame = new Frame();
        byte[] buffer = new byte[1 << 12];
        for (int i = 0; i < frames.size(); i++) {
            fill(frame, buffer, i);
            stamps.frame(frame);
        }
        stamps.end();
        return new Run(seen, stamps.report());
    }

    void fill(Frame frame, byte[] buffer, int index) {
        Captured captured = frames.get(index);
        frame.offset = index % 8;
        System.arraycopy(captured.bytes(), 0, buffer, frame.offset, captured.bytes().length);
        frame.buffer.wrap(buffer);
        frame.length = captured.bytes().length;
        frame.wireLength = captured.wireLength();
        frame.timeNs = captured.captureNs();
        frame.linkType = interfaceLink;
        frame.fcsLength = Frame.UNKNOWN_FCS_LENGTH;
        frame.interfaceIndex = index % interfaces;
        frame.number = index + 1L;
    }

    /** Delivered frames, and the report. */
    record Run(List<Seen> seen, StampReport report) {}
}
