package org.ticktoquote.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** Headers of frames and packets for tests, written according to their specifications. */
public final class FrameBytes {
    private FrameBytes() {}

    public static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    public static byte[] etherType(int type) {
        return bytes(type >> 8, type);
    }

    /** An Ethernet frame from and to 00:00:00:00:00:00. */
    public static byte[] ethernet(int type, byte[] body) {
        return join(new byte[12], etherType(type), body);
    }

    /** The frame check sequence of a frame. */
    public static byte[] fcs(byte[] frame) {
        CRC32 crc = new CRC32();
        crc.update(frame);
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) crc.getValue())
                .array();
    }

    /** The frame followed by its frame check sequence. */
    public static byte[] withFcs(byte[] frame) {
        return join(frame, fcs(frame));
    }

    /** The frame followed by its frame check sequence and the stamp of a MetaWatch. */
    public static byte[] metaWatch(byte[] frame, long timeNs, int flags, byte... extensions) {
        ByteBuffer stamp = ByteBuffer.allocate(12);
        stamp.putInt((int) (timeNs / 1_000_000_000)).putInt((int) (timeNs % 1_000_000_000));
        stamp.put((byte) flags).putShort((short) 0x1234).put((byte) 7);
        return join(withFcs(frame), extensions, stamp.array());
    }

    /** An IPv4 packet with its checksum. */
    public static byte[] ipv4(
            byte[] from,
            byte[] to,
            int identification,
            int flagsAndOffset,
            int hops,
            int protocol,
            byte[] options,
            byte[] body) {
        int header = 20 + options.length;
        ByteBuffer packet = ByteBuffer.allocate(header + body.length)
                .put((byte) (0x40 | header / 4))
                .put((byte) 0)
                .putShort((short) (header + body.length))
                .putShort((short) identification)
                .putShort((short) flagsAndOffset)
                .put((byte) hops)
                .put((byte) protocol)
                .putShort((short) 0)
                .put(from)
                .put(to)
                .put(options)
                .put(body);
        byte[] head = new byte[header];
        packet.get(0, head);
        return packet.putShort(10, (short) internetChecksum(head)).array();
    }

    /** An IPv4 packet from 10.0.0.1 to 10.0.0.2. */
    public static byte[] ipv4(int protocol, byte[] body) {
        return ipv4(bytes(10, 0, 0, 1), bytes(10, 0, 0, 2), 0, 0x4000, 64, protocol, new byte[0], body);
    }

    /** An IPv6 packet. */
    public static byte[] ipv6(byte[] from, byte[] to, int nextHeader, int hops, byte[] body) {
        return ByteBuffer.allocate(40 + body.length)
                .putInt(0x60000000)
                .putShort((short) body.length)
                .put((byte) nextHeader)
                .put((byte) hops)
                .put(from)
                .put(to)
                .put(body)
                .array();
    }

    /** An IPv6 packet from ::1 to ff02::9. */
    public static byte[] ipv6(int nextHeader, byte[] body) {
        byte[] from = new byte[16];
        from[15] = 1;
        byte[] to = new byte[16];
        to[0] = (byte) 0xFF;
        to[1] = 2;
        to[15] = 9;
        return ipv6(from, to, nextHeader, 1, body);
    }

    /** GRE payload of an IP packet, without key, checksum and sequence number. */
    public static byte[] gre(int etherType, byte[] body) {
        return join(bytes(0, 0), etherType(etherType), body);
    }

    /** Checksum of RFC 1071. */
    public static int internetChecksum(byte[] bytes) {
        long sum = 0;
        for (int i = 0; i < bytes.length; i++) {
            sum += (long) (bytes[i] & 0xFF) << (i % 2 == 0 ? 8 : 0);
        }
        while (sum > 0xFFFF) {
            sum = (sum & 0xFFFF) + (sum >> 16);
        }
        return (int) ~sum & 0xFFFF;
    }
}
