package org.ticktoquote.wire.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.wire.packet.Packet;

/** {@link Streams} uses bounded memory and allocates nothing per packet. */
final class StreamBoundsTest {
    private static final int PACKETS = 20_000;
    private static final int LENGTH = 1000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Packet packet = new Packet();
    private final Map<StreamEnd, Integer> ends = new EnumMap<>(StreamEnd.class);
    private long bytes;
    private long missing;

    private StreamReader reader(StreamDirection flow) {
        return new StreamReader() {
            @Override
            public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
                bytes += length;
            }

            @Override
            public void hole(long length, long timeNs) {
                missing += length;
            }

            @Override
            public void end(StreamEnd how, long timeNs) {
                ends.merge(how, 1, Integer::sum);
            }
        };
    }

    private Streams streams(int directionBytes, long totalBytes, int connections) {
        packet.buffer.wrap(new byte[1 << 16]);
        packet.protocol = Packet.TCP;
        packet.version = 4;
        packet.flags = Packet.ACK;
        packet.window = 1;
        packet.from.port = 1;
        return new Streams(
                this::reader,
                new StreamLimits(
                        10_000_000, 3_000_000_000L, 16 << 20, directionBytes, totalBytes, 1 << 20, connections));
    }

    private void send(Streams streams, int port, long position, int length, int wireLength) {
        packet.to.port = port;
        packet.sequence = (int) position;
        packet.length = length;
        packet.wireLength = wireLength;
        packet.timeNs += 1000;
        packet.number++;
        streams.packet(packet);
    }

    @Test
    void limitsPendingBytesPerDirection() {
        Streams streams = streams(1 << 20, 64 << 20, 100);
        send(streams, 2, 0, LENGTH, LENGTH);
        for (int i = 1; i < PACKETS; i++) {
            send(streams, 2, i * (LENGTH + 500L), LENGTH, LENGTH);
            assertThat(streams.waiting * Segment.MAX_BYTES).isLessThanOrEqualTo((1 << 20) + Segment.MAX_BYTES);
        }
        streams.finish();
        assertThat(bytes).isEqualTo((long) PACKETS * LENGTH);
        assertThat(missing).isEqualTo((PACKETS - 1) * 500L);
        assertThat(streams.waiting).isZero();
    }

    @Test
    void limitsPendingBytesOfAllDirections() {
        Streams streams = streams(1 << 20, 2 << 20, 1000);
        for (int round = 0; round < 20; round++) {
            for (int port = 0; port < 1000; port++) {
                send(streams, port, round * (LENGTH + 500L), LENGTH, LENGTH);
            }
            assertThat(streams.waiting * Segment.MAX_BYTES).isLessThanOrEqualTo((2 << 20) + Segment.MAX_BYTES);
        }
        streams.finish();
        assertThat(bytes).isEqualTo(20_000L * LENGTH);
        assertThat(missing).isEqualTo(19_000L * 500);
    }

    @Test
    void forgetsEndedConnectionsAndThenTheLongestSilent() {
        Streams streams = streams(1 << 20, 2 << 20, 1000);
        packet.flags = Packet.ACK | Packet.FIN;
        for (int i = 0; i < 500; i++) {
            packet.to.low = i;
            send(streams, 7, 0, 10, 10); // one half ends: the other can go on
        }
        packet.flags = Packet.ACK;
        for (int i = 0; i < 100_000; i++) {
            packet.to.low = i;
            send(streams, i & 0xff, 0, 10, 10);
            if (i % 100 == 0) {
                packet.to.low = 99_999_999;
                send(streams, 7, i / 100 * 10L, 10, 10);
            }
        }
        StreamCounts counts = streams.counts;
        assertThat(counts.forgotten).isEqualTo(counts.connections - 1000);
        streams.finish();
        assertThat(counts.connections)
                .isEqualTo(ends.values().stream().mapToInt(n -> n).sum());
        assertThat(ends.get(StreamEnd.CUT_OFF)).isEqualTo(1000);
        assertThat(bytes).isEqualTo(counts.bytes).isGreaterThanOrEqualTo(1_000_000);
        assertThat(missing).isZero();
    }

    @Test
    void forgetsAnEndedConnectionButNotItsSuccessorOnTheSamePorts() {
        Streams streams = streams(1 << 20, 2 << 20, 3);
        StreamCounts counts = streams.counts;
        send(streams, 1, 0, 10, 10);
        send(streams, 2, 0, 10, 10);
        send(streams, 3, 0, 10, 10);
        packet.flags = Packet.RST;
        send(streams, 3, 10, 0, 0);
        packet.flags = Packet.ACK;
        send(streams, 4, 0, 10, 10);
        assertThat(counts.forgotten).isZero();
        packet.flags = Packet.RST;
        send(streams, 4, 10, 0, 0);
        packet.flags = Packet.SYN;
        send(streams, 4, 5000, 0, 0);
        packet.flags = Packet.ACK;
        send(streams, 5, 0, 10, 10);
        assertThat(counts.forgotten).isEqualTo(1);
        send(streams, 4, 5001, 10, 10);
        send(streams, 2, 10, 10, 10);
        assertThat(counts.connections).isEqualTo(6);
        assertThat(ends).isEqualTo(Map.of(StreamEnd.RESET, 2, StreamEnd.FORGOTTEN, 1));
    }

    /** Streams remember 1 MiB and 1,024 segments per direction here. */
    @ParameterizedTest
    @CsvSource({"1000, 1000, 1000", "1100, 100, 0", "300, 4000, 0"})
    void countsRetransmittedBytesWithoutComparingForgottenOnes(int segments, int length, int differing) {
        Streams streams = streams(1 << 20, 64 << 20, 100);
        send(streams, 2, 0, 500, 500);
        for (int i = 0; i < segments - 1; i++) {
            send(streams, 2, 500L + i * length, length, length);
        }
        packet.buffer.setMemory(0, 4096, (byte) 1);
        send(streams, 2, 500, length, length);
        assertThat(streams.counts.retransmittedBytes).isEqualTo(length);
        assertThat(streams.counts.conflictingBytes).isEqualTo(differing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"in order", "swapped", "repeated", "cut", "lost"})
    void readingAPacketAllocatesNothing(String disorder) {
        Streams streams = streams(64 << 10, 2 << 20, 100);
        long fewest = Long.MAX_VALUE;
        long position = 0;
        for (int round = 0; round < 3; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < PACKETS; i += 2) {
                position = pair(streams, disorder, i / 2 % 25, position);
            }
            fewest = Math.min(fewest, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(bytes).isGreaterThan(PACKETS * 500L);
        assertThat(fewest).as("bytes for %d packets %s", PACKETS, disorder).isLessThan(PACKETS / 10);
    }

    /** Sends two segments. All 25 connections have the same positions. */
    private long pair(Streams streams, String disorder, int port, long position) {
        boolean swapped = disorder.equals("swapped");
        boolean cut = disorder.equals("cut");
        if (!disorder.equals("lost")) {
            send(streams, port, swapped ? position + LENGTH : position, cut ? LENGTH / 2 : LENGTH, LENGTH);
        }
        if (disorder.equals("repeated")) {
            send(streams, port, position, LENGTH, LENGTH);
        }
        send(streams, port, swapped ? position : position + LENGTH, LENGTH, LENGTH);
        return port == 24 ? position + 2 * LENGTH : position;
    }
}
