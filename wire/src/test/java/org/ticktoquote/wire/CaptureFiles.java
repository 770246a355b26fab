package org.ticktoquote.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Files of captures made by hand, after their specifications, in either byte order. */
final class CaptureFiles {
    private final ByteOrder order;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private CaptureFiles(ByteOrder order) {
        this.order = order;
    }

    static CaptureFiles pcap(ByteOrder order, int magic, int linkType) {
        return new CaptureFiles(order)
                .add(
                        24,
                        to -> to.putInt(magic)
                                .putShort((short) 2)
                                .putShort((short) 4)
                                .putLong(0)
                                .putInt(65_535)
                                .putInt(linkType));
    }

    static CaptureFiles pcapng(ByteOrder order) {
        return new CaptureFiles(order).section();
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

    interface Fields {
        ByteBuffer put(ByteBuffer to);
    }

    private CaptureFiles add(int length, Fields fields) {
        ByteBuffer to = ByteBuffer.allocate(length).order(order);
        fields.put(to);
        bytes.writeBytes(to.array());
        return this;
    }

    CaptureFiles block(int type, int bodyLength, Fields body) {
        int padded = (bodyLength + 3) / 4 * 4;
        int length = 12 + padded;
        return add(length, to -> {
            to.putInt(type).putInt(length);
            body.put(to);
            return to.putInt(length - 4, length);
        });
    }

    /** A record of pcap. */
    CaptureFiles packet(long seconds, long fraction, byte[] data) {
        return cut(seconds, fraction, data, data.length);
    }

    CaptureFiles cut(long seconds, long fraction, byte[] data, int captured) {
        return add(
                16 + captured,
                to -> to.putInt((int) seconds)
                        .putInt((int) fraction)
                        .putInt(captured)
                        .putInt(data.length)
                        .put(data, 0, captured));
    }

    CaptureFiles describe(int linkType) {
        return block(
                1, 8, to -> to.putShort((short) linkType).putShort((short) 0).putInt(0));
    }

    CaptureFiles describe(int linkType, int resolution, long offsetS) {
        return block(
                1,
                32,
                to -> to.putShort((short) linkType)
                        .putShort((short) 0)
                        .putInt(0)
                        .putShort((short) 9)
                        .putShort((short) 1)
                        .put((byte) resolution)
                        .put(new byte[3])
                        .putShort((short) 14)
                        .putShort((short) 8)
                        .putLong(offsetS)
                        .putInt(0));
    }

    CaptureFiles enhanced(int from, long units, byte[] data) {
        return block(
                6,
                20 + data.length,
                to -> to.putInt(from)
                        .putInt((int) (units >>> 32))
                        .putInt((int) units)
                        .putInt(data.length)
                        .putInt(data.length)
                        .put(data));
    }

    CaptureFiles simple(byte[] data) {
        return block(3, 4 + data.length, to -> to.putInt(data.length).put(data));
    }

    CaptureFiles then(CaptureFiles others) {
        bytes.writeBytes(others.toBytes());
        return this;
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
