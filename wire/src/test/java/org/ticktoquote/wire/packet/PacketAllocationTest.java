package org.ticktoquote.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.FrameBytes;
import org.ticktoquote.wire.WirePacket;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;

final class PacketAllocationTest {
    private static final int ROUNDS = 8_000;
    private static final int FRAMES = 6 * ROUNDS;
    private static final long NOW = 1_793_971_800_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path directory;

    private long bytes;

    private void take(Packet packet) {
        bytes += packet.length;
    }

    /** Every 100 us: a segment, a datagram in VXLAN, another out of order, its copy, and two fragments. */
    private Path capture() {
        CaptureFiles file = CaptureFiles.pcapng();
        WirePacket segment = WirePacket.tcp("10.0.0.1:4001", "10.0.0.2:5001").payload("8=FIX.4.4");
        WirePacket datagram = WirePacket.udp("10.0.0.1:4001", "239.1.1.1:5001").payload("price");
        WirePacket large = WirePacket.udp("10.0.0.3:4001", "10.0.0.2:5001").payload("0123456789ABCDEF");
        WirePacket mirror = WirePacket.udp("10.9.0.1:1", "10.9.0.2:4789");
        for (int i = 1; i <= ROUNDS; i++) {
            long timeNs = NOW + i * 100_000L;
            byte[] inner = datagram.identification(i).ethernet();
            file.frame(timeNs + 1, segment.sequence(9L * i).identification(i).ethernet());
            file.frame(
                    timeNs + 3,
                    mirror.payload(FrameBytes.join(FrameBytes.bytes(8, 0, 0, 0, 0, 0, 7, 0), inner))
                            .ethernet());
            file.frame(timeNs + 2, datagram.again().identification(i + 7).ethernet());
            file.frame(timeNs + 4, inner);
            file.frames(timeNs + 5, large.identification(i).ethernetFragments(16));
        }
        return file.write(directory.resolve("capture.pcapng"));
    }

    @Test
    void readingAFrameAllocatesNothing() {
        Path file = capture();
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            Packets packets = new Packets(this::take);
            Consumer<Frame> frames = packets::frame;
            long allocated;
            try (CaptureReader reader = new CaptureReader(List.of(file))) {
                int warm = 2_000; // with more fragmented packets than are reassembled at a time
                while (warm > 0 && reader.advance(frames)) {
                    warm--;
                }
                long before = THREADS.getCurrentThreadAllocatedBytes();
                while (reader.advance(frames)) {
                    // to the end
                }
                allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            }
            fewest = Math.min(fewest, allocated);
            assertThat(packets.counts.frames).isEqualTo(FRAMES);
            assertThat(packets.counts.duplicates).isPositive();
        }
        assertThat(bytes).isPositive();
        assertThat(fewest).as("bytes for %d frames", FRAMES).isLessThan(FRAMES / 10);
    }
}
