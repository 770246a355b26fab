package org.ticktoquote.fuzz;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.packet.Packets;

/** Capture files. The same file compressed with gzip must give the same packets, and every frame must be accounted for. */
final class CaptureTarget implements FuzzTarget {
    private static final int TIME_S = 1_793_971_800;

    private record Read(List<String> packets, CaptureCounts frames, PacketCounts counts, String refusal) {}

    @Override
    public void read(byte[] input, Path folder) throws IOException {
        Read plain = read(Files.write(folder.resolve("fuzz.pcap"), input));
        Path packed = folder.resolve("packed").resolve("fuzz.pcap");
        Files.createDirectories(packed.getParent());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(input);
        }
        if (!read(packed).packets.equals(plain.packets)) {
            throw new AssertionError("packed with gzip it is another capture");
        }
        PacketCounts counts = plain.counts;
        long others = counts.fragments
                + counts.malformed
                + counts.headless
                + counts.otherProtocols
                + counts.otherLinks
                + counts.duplicates;
        if (counts.frames != counts.udp + counts.tcp + others
                || counts.frames != plain.frames().frames
                || plain.packets().size() != counts.udp + counts.tcp) {
            throw new AssertionError(
                    "not every frame is accounted for: " + counts.frames + " of " + plain.frames().frames + ", "
                            + counts.udp + " UDP, " + counts.tcp + " TCP, " + others + " others");
        }
        if (!plain.refusal.isEmpty()) {
            throw new ProblemException(ExitStatus.BAD_INPUT, Problem.ofFault(plain.refusal));
        }
    }

    /** Reads a capture up to its end or the first damage. */
    private static Read read(Path file) {
        List<String> found = new ArrayList<>();
        Packets packets = new Packets(packet -> found.add(packet.number + " " + packet.timeNs + " "
                + packet.from.socket() + " " + packet.to.socket() + " " + packet.protocol + " "
                + packet.length + " " + packet.wireLength + " " + sum(packet)));
        try (CaptureReader reader = new CaptureReader(List.of(file))) {
            InOrder order = new InOrder(reader, packets::frame);
            String refusal = "";
            try {
                while (reader.advance(order)) {
                    // reads to the end
                }
            } catch (ProblemException damage) {
                refusal = damage.problems().get(0).text();
            }
            return new Read(found, reader.counts, packets.counts, refusal);
        }
    }

    /** Returns a checksum, so that every byte of the packet is read. */
    private static int sum(Packet packet) {
        int sum = 0;
        for (int i = 0; i < packet.length; i++) {
            sum = 31 * sum + packet.buffer.getByte(packet.offset + i);
        }
        return sum;
    }

    /** Checks that frames out of time order are counted as late. */
    private static final class InOrder implements Consumer<Frame> {
        private final CaptureReader reader;
        private final Consumer<Frame> next;
        private long latestNs = Long.MIN_VALUE;
        private long late;

        InOrder(CaptureReader reader, Consumer<Frame> next) {
            this.reader = reader;
            this.next = next;
        }

        @Override
        public void accept(Frame frame) {
            boolean isLate = reader.counts.late > late;
            late = reader.counts.late;
            if (frame.timeNs < latestNs && !isLate && frame.timeNs != Frame.NO_TIME) {
                throw new AssertionError("out of order: frame " + frame.number);
            }
            latestNs = isLate ? latestNs : Math.max(latestNs, frame.timeNs);
            next.accept(frame);
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "pcap", pcap(ByteOrder.LITTLE_ENDIAN),
                "pcap-big-endian", pcap(ByteOrder.BIG_ENDIAN),
                "pcapng", pcapng(),
                "tunnels", tunnels());
    }

    /** A segment in VLAN and VXLAN, IPv6 fragments in GRE. */
    private static byte[] tunnels() {
        byte[] inner = frame(7, "tick 0");
        ByteBuffer file = ByteBuffer.allocate(1 << 10).order(ByteOrder.LITTLE_ENDIAN);
        header(file, 0xA1B2C3D4, 101);
        ByteBuffer vxlan = ByteBuffer.allocate(16 + inner.length);
        record(
                file,
                ip(
                        17,
                        ints(vxlan, 0x0FA112B5, 16 + inner.length << 16, 0x08000000, 0x700)
                                .put(inner)));
        for (int part = 0; part < 2; part++) {
            ByteBuffer gre = ByteBuffer.allocate(4 + 40 + 8 + 16);
            ints(gre, 0x000086DD, 0x60000000, 24 << 16 | 44 << 8 | 64);
            gre.putLong(1).putLong(2).putLong(3).putLong(4);
            ints(gre, 0x06000000 | (part == 0 ? 1 : 16), 99);
            gre.putLong(part == 0 ? 0x0FA11389_00000007L : 0x50101000_00000000L);
            gre.putLong(part == 0 ? 0x00000008_50101000L : 0x6162636465666768L);
            record(file, ip(47, gre));
        }
        return taken(file);
    }

    private static ByteBuffer ints(ByteBuffer out, int... values) {
        for (int value : values) {
            out.putInt(value);
        }
        return out;
    }

    /** Writes the header of a pcap file. */
    private static void header(ByteBuffer file, int magic, int linkType) {
        file.putInt(magic).putShort((short) 2).putShort((short) 4);
        ints(file, 0, 0, 65_535, linkType);
    }

    private static byte[] ip(int protocol, ByteBuffer body) {
        ByteBuffer packet = ByteBuffer.allocate(20 + body.capacity());
        packet.putShort((short) 0x4500).putShort((short) packet.capacity()).putInt(0x00090000);
        packet.putInt(0x40000000 | protocol << 16).putInt(0x0A000001).putInt(0x0A000002);
        return packet.put(body.array()).array();
    }

    private static void record(ByteBuffer file, byte[] frame) {
        ints(file, TIME_S, 1, frame.length, frame.length).put(frame);
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
        header(file, 0xA1B23C4D, 1);
        for (int i = 0; i < 3; i++) {
            byte[] frame = frame(i, "tick " + i);
            ints(file, TIME_S, 3 - i, frame.length, frame.length).put(frame);
        }
        return taken(file);
    }

    private static byte[] pcapng() {
        ByteBuffer file = ByteBuffer.allocate(1 << 10).order(ByteOrder.LITTLE_ENDIAN);
        ints(file, 0x0A0D0D0A, 28, 0x1A2B3C4D, 1, -1, -1, 28);
        ints(file, 1, 28, 1, 0, 0x00010009, 9, 28);
        for (int i = 0; i < 2; i++) {
            byte[] frame = frame(i, "tick no " + i);
            int length = 32 + (frame.length + 3) / 4 * 4;
            long timeNs = TIME_S * 1_000_000_000L + i;
            int end = file.position() + length;
            ints(file, 6, length, 0, (int) (timeNs >>> 32), (int) timeNs, frame.length, frame.length);
            file.put(frame).position(end - 4).putInt(length);
        }
        ints(file, 3, 28, 12).put(new byte[12]).putInt(28);
        return taken(file);
    }

    static byte[] taken(ByteBuffer file) {
        return Arrays.copyOf(file.array(), file.position());
    }
}
