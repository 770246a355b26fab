package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packets;

/** Cost of reading a datagram of a capture, compared with reading the same bytes without parsing. */
public class CaptureBenchmark extends HotPathBenchmark {
    private static final int DATAGRAMS = 100_000;

    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long readPackets(Pcap pcap) {
        Packets packets = new Packets(packet -> {});
        read(pcap.file, packets::frame);
        long datagrams = packets.counts.udp;
        if (datagrams != DATAGRAMS) {
            throw new IllegalStateException(datagrams + " datagrams");
        }
        return datagrams;
    }

    /** Reads all frames of a capture; returns their number. */
    public static long read(Path file, Consumer<Frame> handler) {
        try (CaptureReader reader = new CaptureReader(List.of(file))) {
            boolean more = true;
            while (more) {
                more = reader.advance(handler);
            }
            return reader.counts.frames;
        }
    }

    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long readFrames(Pcap pcap) {
        return read(pcap.file, frame -> {});
    }

    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long baselineReadsTheSameBytes(Pcap pcap) throws IOException {
        byte[] some = new byte[1 << 16];
        long read = 0;
        try (InputStream in = Files.newInputStream(pcap.file)) {
            for (int got = in.read(some); got >= 0; got = in.read(some)) {
                read += got;
            }
        }
        return read;
    }

    /** Capture of Ethernet frames with IPv4 and UDP, 80 bytes of payload each, 10 us apart. */
    @State(Scope.Thread)
    public static class Pcap {
        private static final int PAYLOAD = 80;
        private static final int UDP = 8 + PAYLOAD;
        private static final int IP = 20 + UDP;
        private static final int FRAME = 14 + IP;
        private static final int FILE_HEADER = 24;
        private static final int FRAME_HEADER = 16;

        Path file = Path.of("");

        /** Writes the file. */
        @Setup
        public void write() throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(FILE_HEADER + DATAGRAMS * (FRAME_HEADER + FRAME))
                    .order(ByteOrder.BIG_ENDIAN);
            bytes.putInt(0xa1b23c4d).putShort((short) 2).putShort((short) 4).putLong(0);
            bytes.putInt(65_535).putInt(1);
            for (int i = 0; i < DATAGRAMS; i++) {
                bytes.putInt(1_399_033_800 + i / 100_000).putInt(i % 100_000 * 10_000);
                bytes.putInt(FRAME).putInt(FRAME);
                frame(bytes, i);
            }
            file = Files.createTempFile("t2q-benchmark", ".pcap");
            Files.write(file, bytes.array());
        }

        private static void frame(ByteBuffer bytes, int number) {
            bytes.putLong(0).putInt(0).putShort((short) 0x0800);
            bytes.put((byte) 0x45).put((byte) 0).putShort((short) IP).putShort((short) number);
            bytes.putShort((short) 0).put((byte) 64).put((byte) 17).putShort((short) 0);
            bytes.putInt(0x0a000001).putInt(0xef010101);
            bytes.putShort((short) 5000)
                    .putShort((short) 5001)
                    .putShort((short) UDP)
                    .putShort((short) 0);
            bytes.putLong(number).put(new byte[PAYLOAD - Long.BYTES]);
        }

        /** Deletes the file. */
        @TearDown
        public void delete() throws IOException {
            Files.delete(file);
        }
    }
}
