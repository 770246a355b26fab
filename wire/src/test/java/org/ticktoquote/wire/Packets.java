package org.ticktoquote.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Packets made by hand, after their specifications. */
final class Packets {
    static final int TO_PORT = 5001;

    private static final int FROM_PORT = 4001;

    private Packets() {}

    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    static byte[] udp(String payload) {
        return udp(TO_PORT, payload.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] udp(int toPort, byte[] payload) {
        return ByteBuffer.allocate(8 + payload.length)
                .putShort((short) FROM_PORT)
                .putShort((short) toPort)
                .putShort((short) (8 + payload.length))
                .putShort((short) 0xBEEF)
                .put(payload)
                .array();
    }

    static byte[] ipv4(int identification, int flagsAndOffset, int protocol, byte[] options, byte[] body) {
        int header = 20 + options.length;
        return ByteBuffer.allocate(header + body.length)
                .put((byte) (0x40 | header / 4))
                .put((byte) 0)
                .putShort((short) (header + body.length))
                .putShort((short) identification)
                .putShort((short) flagsAndOffset)
                .put((byte) 1)
                .put((byte) protocol)
                .putShort((short) 0)
                .put(bytes(10, 0, 0, 1))
                .put(bytes(239, 1, 1, 1))
                .put(options)
                .put(body)
                .array();
    }

    /** A datagram to 239.1.1.1:5001. */
    static byte[] ipv4(int identification, String payload) {
        return ipv4(identification, 0x4000, 17, new byte[0], udp(payload));
    }

    static byte[] ipv6(int nextHeader, byte[] body) {
        byte[] from = new byte[16];
        from[15] = 1;
        byte[] to = new byte[16];
        to[0] = (byte) 0xFF;
        to[1] = 2;
        to[15] = 9;
        return ByteBuffer.allocate(40 + body.length)
                .putInt(0x60000000)
                .putShort((short) body.length)
                .put((byte) nextHeader)
                .put((byte) 1)
                .put(from)
                .put(to)
                .put(body)
                .array();
    }

    static byte[] ethernet(int type, byte[] body) {
        return join(new byte[12], bytes(type >> 8, type), body);
    }

    static byte[] ethernet(String payload) {
        return ethernet(0x0800, ipv4(0, payload));
    }
}
