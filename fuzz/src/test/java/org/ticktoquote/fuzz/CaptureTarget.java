package org.ticktoquote.fuzz;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.ticktoquote.wire.Capture;
import org.ticktoquote.wire.CaptureCounts;
import org.ticktoquote.wire.Datagram;

/** A file of a capture; packed with gzip it must be the same, and every frame must be accounted for. */
final class CaptureTarget implements FuzzTarget {
    private static final int TIME_S = 1_793_971_800;

    private record Read(List<String> datagrams, CaptureCounts counts) {}

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        Read plain = read(Files.write(folder.resolve("fuzz.pcap"), input));
        Path packed = folder.resolve("fuzz.pcap.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(input);
        }
        if (!read(packed).equals(plain)) {
            throw new AssertionError("packed with gzip it is another capture");
        }
        CaptureCounts counts = plain.counts();
        long others = counts.fragments() + counts.malformed() + counts.otherProtocols() + counts.otherLinks();
        if (counts.frames() != counts.datagrams() + counts.cutDatagrams() + others
                || plain.datagrams().size() != counts.datagrams() + counts.cutDatagrams() - counts.duplicates()) {
            throw new AssertionError("not every frame is accounted for: " + counts);
        }
    }

    private static Read read(Path file) {
        List<String> datagrams = new ArrayList<>();
        try (Capture capture = Capture.open(file)) {
            long beforeNs = Long.MIN_VALUE;
            for (Datagram next = capture.next(); next != null; next = capture.next()) {
                if (next.timed() && !next.late()) {
                    if (next.timeNs() < beforeNs) {
                        throw new AssertionError("out of order: " + next);
                    }
                    beforeNs = next.timeNs();
                }
                datagrams.add(next.timeNs() + " " + next.from() + " " + next.to() + " "
                        + next.payload().limit());
            }
            return new Read(datagrams, capture.counts());
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "pcap", pcap(ByteOrder.LITTLE_ENDIAN),
                "pcap-big-endian", pcap(ByteOrder.BIG_ENDIAN),
                "pcapng", pcapng());
    }

    private static byte[] frame(int vlan, String text) {
        byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer frame = ByteBuffer.allocate(18 + 20 + 8 + payload.length).position(12);
        frame.putShort((short) 0x8100).putShort((short) vlan).putShort((short) 0x0800);
        frame.putShort((short) 0x4500).putShort((short) (28 + payload.length)).putInt(0x00074000);
        frame.putInt(0x01110000).putInt(0x0A000001).putInt(0xEF010101);
        frame.putShort((short) 4001).putShort((short) 5001).putInt(8 + payload.length << 16);
        return frame.put(payload).array();
    }

    private static byte[] pcap(ByteOrder order) {
        ByteBuffer file = ByteBuffer.allocate(1 << 10).order(order);
        file.putInt(0xA1B23C4D)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65_535)
                .putInt(1);
        for (int i = 0; i < 3; i++) {
            byte[] frame = frame(i, "tick " + i);
            file.putInt(TIME_S)
                    .putInt(3 - i)
                    .putInt(frame.length)
                    .putInt(frame.length)
                    .put(frame);
        }
        return taken(file);
    }

    private static byte[] pcapng() {
        ByteBuffer file = ByteBuffer.allocate(1 << 10).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0x0A0D0D0A)
                .putInt(28)
                .putInt(0x1A2B3C4D)
                .putInt(1)
                .putLong(-1)
                .putInt(28);
        file.putInt(1)
                .putInt(28)
                .putInt(1)
                .putInt(0)
                .putInt(0x00010009)
                .putInt(9)
                .putInt(28);
        for (int i = 0; i < 2; i++) {
            byte[] frame = frame(i, "tick no " + i);
            int length = 32 + (frame.length + 3) / 4 * 4;
            long timeNs = TIME_S * 1_000_000_000L + i;
            int end = file.position() + length;
            file.putInt(6)
                    .putInt(length)
                    .putInt(0)
                    .putInt((int) (timeNs >>> 32))
                    .putInt((int) timeNs);
            file.putInt(frame.length).putInt(frame.length).put(frame);
            file.position(end - 4).putInt(length);
        }
        file.putInt(3).putInt(28).putInt(12).put(new byte[12]).putInt(28);
        return taken(file);
    }

    private static byte[] taken(ByteBuffer file) {
        byte[] bytes = new byte[file.position()];
        file.get(0, bytes);
        return bytes;
    }
}
