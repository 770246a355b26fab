package org.ticktoquote.benchmarks;

import org.agrona.DirectBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamLimits;
import org.ticktoquote.wire.stream.StreamReader;
import org.ticktoquote.wire.stream.Streams;

/** Cost of reassembling a TCP segment of 1,460 bytes, in 25 streams, with an acknowledgement for every second segment. */
public class StreamsBenchmark extends HotPathBenchmark {
    private static final int SEGMENTS = 10_000;
    private static final int STREAMS = 25;
    private static final int LENGTH = 1460;

    /** Segments in order, or one in 100 after its successor. */
    @Param({"in order", "1 % disorder"})
    public String order = "";

    @Benchmark
    @OperationsPerInvocation(SEGMENTS)
    public long segment(Capture capture) {
        return capture.replay(order.equals("in order") ? 0 : 100, true);
    }

    @Benchmark
    @OperationsPerInvocation(SEGMENTS)
    public long baselineReadsNoStreams(Capture capture) {
        return capture.replay(order.equals("in order") ? 0 : 100, false);
    }

    /** Payloads of 14.6 MB, replayed repeatedly with consecutive sequence numbers. */
    @State(Scope.Thread)
    public static class Capture implements StreamReader {
        private final byte[] payloads = new byte[SEGMENTS * LENGTH];
        private final int[] positions = new int[STREAMS];
        private final Packet packet = new Packet();
        private Streams streams = new Streams(flow -> this, StreamLimits.DEFAULT);
        private long total;

        /** Fills the payloads. */
        @Setup
        public void fill() {
            streams = new Streams(flow -> this, StreamLimits.DEFAULT);
            for (int i = 0; i < payloads.length; i++) {
                payloads[i] = (byte) (i * 31 >> 3);
            }
            packet.buffer.wrap(payloads);
            packet.protocol = Packet.TCP;
            packet.version = 4;
            packet.window = 1000;
            packet.flags = Packet.ACK;
            packet.timeNs = 1;
        }

        long replay(int disorder, boolean toStreams) {
            for (int i = 0; i < SEGMENTS; i++) {
                int stream = i % STREAMS;
                int round = i / STREAMS;
                boolean first = disorder > 0 && (round + 4 * stream) % disorder == 0;
                boolean second = disorder > 0 && (round + 4 * stream) % disorder == 1 && round > 0;
                int moved = first && round + 1 < SEGMENTS / STREAMS ? LENGTH : second ? -LENGTH : 0;
                send(stream, i, positions[stream] + moved, toStreams);
                positions[stream] += LENGTH;
                if ((round & 1) == 1) {
                    acknowledge(stream, positions[stream] - 4 * LENGTH, toStreams);
                }
            }
            return total;
        }

        private void send(int stream, int number, int sequence, boolean toStreams) {
            packet.offset = number * LENGTH;
            packet.length = LENGTH;
            packet.from.low = 1;
            packet.from.port = 9000;
            packet.to.low = 2;
            packet.to.port = stream;
            packet.sequence = sequence;
            hand(LENGTH, toStreams);
        }

        private void acknowledge(int stream, int to, boolean toStreams) {
            packet.length = 0;
            packet.from.low = 2;
            packet.from.port = stream;
            packet.to.low = 1;
            packet.to.port = 9000;
            packet.acknowledged = to;
            hand(0, toStreams);
        }

        private void hand(int length, boolean toStreams) {
            packet.wireLength = length;
            packet.timeNs += 100;
            packet.number++;
            if (toStreams) {
                streams.packet(packet);
            } else {
                total += packet.sequence;
            }
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            total += length + buffer.getByte(offset);
        }

        @Override
        public void hole(long length, long timeNs) {
            throw new IllegalStateException("a hole of " + length);
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            throw new IllegalStateException("ended: " + how);
        }
    }
}
