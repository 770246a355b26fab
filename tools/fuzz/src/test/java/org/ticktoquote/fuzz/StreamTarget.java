package org.ticktoquote.fuzz;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.StreamCounts;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamLimits;
import org.ticktoquote.wire.stream.StreamReader;
import org.ticktoquote.wire.stream.Streams;

/**
 * TCP segments in any order, each with a header of 16 bytes. Every byte must be accounted for once, within the bounds; each
 * stream must end once.
 */
final class StreamTarget implements FuzzTarget {
    private static final int HEADER = 16;
    private static final StreamLimits LIMITS =
            new StreamLimits(10_000_000, 3_000_000_000L, 1 << 20, 32 << 10, 64 << 10, 1 << 18, 3);

    private static final class Reader implements StreamReader {
        private long bytes;
        private long missing;
        private int ends;

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            buffer.boundsCheck(offset, length);
            check(length > 0 && ends == 0);
            bytes += length;
        }

        @Override
        public void hole(long length, long timeNs) {
            check(length >= 0 && ends == 0);
            missing += length;
        }

        @Override
        public void retransmitted(long number) {
            check(ends == 0);
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            ends++;
            check(ends == 1);
        }
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError("a stream was told of what cannot be");
        }
    }

    @Override
    public void read(byte[] input, Path folder) {
        List<Reader> readers = new ArrayList<>();
        Streams streams = new Streams(flow -> open(flow, readers), LIMITS);
        ByteBuffer in = ByteBuffer.wrap(input);
        Packet packet = new Packet();
        packet.buffer.wrap(input);
        packet.protocol = Packet.TCP;
        while (in.remaining() >= HEADER) {
            packet.number++;
            next(in, packet);
            streams.packet(packet);
        }
        streams.finish();
        StreamCounts counts = streams.counts;
        check(counts.payloadBytes
                == counts.bytes
                        + counts.cutBytes
                        + counts.retransmittedBytes
                        + counts.lateBytes
                        + counts.beforeBeginBytes
                        + counts.afterEndBytes
                        + counts.outsideBytes
                        + counts.keepAliveBytes);
        check(counts.bytes == readers.stream().mapToLong(reader -> reader.bytes).sum());
        check(counts.holeBytes
                == readers.stream().mapToLong(reader -> reader.missing).sum());
        check(readers.stream().allMatch(reader -> reader.ends == 1));
    }

    private static StreamReader open(StreamDirection flow, List<Reader> readers) {
        Reader reader = new Reader();
        readers.add(reader);
        check(flow.number() >= 0);
        return reader;
    }

    /**
     * Reads a segment: a byte for sender and connection, then flags, window, scale, length, elapsed time, sequence numbers
     * and data.
     */
    private static void next(ByteBuffer in, Packet packet) {
        int who = in.get();
        int one = who & 6;
        boolean client = (who & 1) == 0;
        packet.version = (who & 8) == 0 ? 4 : 6;
        packet.from.high = (who & 8) == 0 ? 0 : 1;
        packet.to.high = packet.from.high;
        packet.from.low = client ? 1 : 2;
        packet.to.low = client ? 2 : 1;
        packet.from.port = client ? one : 7;
        packet.to.port = client ? 7 : one;
        packet.flags = in.get() & 0xff;
        packet.window = in.get() & 0xff;
        int scale = in.get() & 0xff;
        packet.wireLength = Short.toUnsignedInt(in.getShort());
        long passedNs = (long) Short.toUnsignedInt(in.getShort()) << (scale & 31);
        packet.timeNs += passedNs;
        packet.sequence = in.getInt();
        packet.acknowledged = in.getInt();
        int captured = (scale & 64) == 0 ? packet.wireLength : packet.wireLength / 2;
        packet.length = Math.min(captured, in.remaining());
        packet.offset = in.position();
        in.position(in.position() + packet.length);
    }

    private static void segment(ByteBuffer out, int who, int flags, int sequence, int acknowledged, String data) {
        out.put((byte) who).put((byte) flags).put((byte) 9).put((byte) 10);
        out.putShort((short) data.length()).putShort((short) 500);
        out.putInt(sequence).putInt(acknowledged);
        data.chars().forEach(c -> out.put((byte) c));
    }

    @Override
    public Map<String, byte[]> seeds() {
        ByteBuffer order = ByteBuffer.allocate(4096);
        segment(order, 0, Packet.SYN, 99, 0, "");
        segment(order, 1, Packet.SYN | Packet.ACK, -3, 100, "");
        segment(order, 0, Packet.ACK, 100, -2, "8=FIX.4.4");
        segment(order, 1, Packet.ACK, -2, 109, "9=12");
        segment(order, 0, Packet.ACK | Packet.FIN, 109, 2, "35=A");
        segment(order, 1, Packet.ACK | Packet.FIN, 2, 114, "");
        ByteBuffer disorder = ByteBuffer.allocate(4096);
        for (int i = 0; i < 40; i++) {
            String data = "a message of 20 byte".substring(i % 2);
            segment(disorder, i % 3, Packet.ACK, i * 7 % 40 * 20, i * 11 % 40 * 20, data);
        }
        segment(disorder, 0, Packet.RST, 400, 0, "");
        return Map.of("order", CaptureTarget.taken(order), "disorder", CaptureTarget.taken(disorder));
    }
}
