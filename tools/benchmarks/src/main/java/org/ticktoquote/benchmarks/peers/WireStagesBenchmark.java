package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ticktoquote.benchmarks.CaptureBenchmark;
import org.ticktoquote.benchmarks.HotPathBenchmark;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.message.FixMessages;
import org.ticktoquote.wire.message.StreamProbe;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.Packets;
import org.ticktoquote.wire.stamp.Stamps;
import org.ticktoquote.wire.stream.StreamLimits;
import org.ticktoquote.wire.stream.StreamReader;
import org.ticktoquote.wire.stream.Streams;

/**
 * Cost of the stages of reading the capture of {@link WireCapture}, each including the stages before it, in nanoseconds per
 * megabyte. {@code JournalBenchmark} measures the next stage.
 */
public class WireStagesBenchmark extends HotPathBenchmark {
    private static final int MEGABYTES = 20;

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public long baselineReadsTheSameBytes(Capture capture) throws IOException {
        byte[] some = new byte[1 << 17];
        long read = 0;
        try (InputStream in = Files.newInputStream(capture.file)) {
            for (int got = in.read(some); got >= 0; got = in.read(some)) {
                read += got;
            }
        }
        return read;
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public long frames(Capture capture) {
        AtomicLong bytes = new AtomicLong();
        return capture.read(frame -> bytes.setPlain(bytes.getPlain() + frame.length), bytes);
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public long packets(Capture capture) {
        AtomicLong bytes = new AtomicLong();
        return capture.packets(packet -> bytes.setPlain(bytes.getPlain() + packet.length), bytes);
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public long streams(Capture capture) {
        Streams streams = new Streams(flow -> StreamReader.IGNORED, StreamLimits.DEFAULT);
        capture.packets(streams::packet, new AtomicLong());
        return streams.counts.bytes;
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public long messages(Capture capture) {
        return capture.messages(TagTable.of(Map.of(35, FixMessages.TYPE)));
    }

    @Benchmark
    @OperationsPerInvocation(MEGABYTES)
    public long fields(Capture capture) {
        return capture.messages(
                TagTable.of(Map.of(34, 1, 35, FixMessages.TYPE, 55, 2, 269, 3, 270, 4, 271, 5, 299, 6)));
    }

    /** Capture file of TCP segments of the maximum size. */
    @State(Scope.Thread)
    public static class Capture {
        private Path file = Path.of("");

        @Setup
        public void write() throws IOException {
            file = Files.createTempFile("t2q-benchmark", ".pcap");
            Files.delete(file);
            WireCapture.write(file, MEGABYTES * 1_000_000L, WireCapture.MAX_SEGMENT);
        }

        @TearDown
        public void delete() throws IOException {
            Files.delete(file);
        }

        private long read(Consumer<Frame> frames, AtomicLong result) {
            Stamps stamps = new Stamps(Optional.empty(), frames);
            CaptureBenchmark.read(file, stamps::frame);
            stamps.end();
            return result.getPlain();
        }

        private long packets(Consumer<Packet> packets, AtomicLong result) {
            return read(new Packets(packets)::frame, result);
        }

        private long messages(TagTable tags) {
            AtomicLong sum = new AtomicLong();
            LongConsumer add = value -> sum.setPlain(sum.getPlain() + value);
            FieldReader fields = new FieldReader(tags);
            Streams streams = new Streams(
                    flow -> new StreamProbe(content -> content == StreamProbe.Content.FIX
                            ? new Walk(fields, flow.fromStart(), add)
                            : StreamReader.IGNORED),
                    StreamLimits.DEFAULT);
            return packets(streams::packet, sum);
        }
    }

    /** Reads every known field. */
    private static final class Walk extends FixMessages {
        private final LongConsumer sum;

        Walk(FieldReader fields, boolean fromStart, LongConsumer sum) {
            super(fields, fromStart);
            this.sum = sum;
        }

        @Override
        protected void message(char type, long timeNs) {
            long found = type;
            while (fields.next() != FieldReader.END) {
                found += fields.valueEnd();
            }
            sum.accept(found);
        }
    }
}
