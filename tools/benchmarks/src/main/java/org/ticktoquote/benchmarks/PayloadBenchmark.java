package org.ticktoquote.benchmarks;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.replayer.payload.Rewriting;

/** Cost of writing numbers, times and checksums into a recorded payload, compared with copying it. */
public class PayloadBenchmark extends HotPathBenchmark {
    private static final int LENGTH = 80;
    private static final long STARTED_NS = 1_399_033_800_000_000_000L;

    @Benchmark
    public int baselineCopy(Numbers payload) {
        payload.copy();
        return payload.bytes.limit();
    }

    @Benchmark
    public int rewriteNumbers(Numbers payload) {
        return payload.rewrite();
    }

    @Benchmark
    public int rewriteTimesAndChecksum(TimesAndChecksum payload) {
        return payload.rewrite();
    }

    /** Sequence and tick numbers, one of them conditional. */
    @State(Scope.Thread)
    public static class Numbers extends Payload {
        /** Creates a payload with four rules. */
        public Numbers() {
            super("""
                    - {write: session, at: 0, bytes: 8, order: little}
                    - {write: tick, at: 8, bytes: 8, order: little}
                    - {write: tick, at: 28, bytes: 8, order: little, if: {at: 22, bytes: 2, order: little, is: 0}}
                    - {write: venue-time, at: 36, bytes: 8, order: little}
                    """);
        }
    }

    /** A number, the sent time and a checksum over all bytes. */
    @State(Scope.Thread)
    public static class TimesAndChecksum extends Payload {
        /** Creates a payload with three rules. */
        public TimesAndChecksum() {
            super("""
                    - {write: sequence, at: 0, bytes: 8, order: big}
                    - {write: sent, at: 8, bytes: 8, order: big, unit: ns}
                    - {write: crc-32, at: -4, bytes: 4, order: little, to: -4}
                    """);
        }
    }

    /** A recorded payload and the rules for rewriting it. */
    @State(Scope.Thread)
    public abstract static class Payload {
        private final UnsafeBuffer recorded = new UnsafeBuffer(new byte[LENGTH]);
        final ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH);
        private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        private final Rewriting rewriting;
        private long tick;

        Payload(String rules) {
            String declaration = "lines: {a: {to: \"127.0.0.1:40001\", instrument: EUR/USD}}\nrewrite:\n" + rules;
            rewriting = PayloadDeclaration.parse("benchmark", declaration).rewriting();
        }

        void copy() {
            buffer.putBytes(0, recorded, 0, LENGTH);
            bytes.clear();
        }

        int rewrite() {
            copy();
            rewriting.next(++tick, tick, STARTED_NS + tick, STARTED_NS + tick);
            rewriting.prepare(buffer, LENGTH);
            rewriting.complete(bytes, buffer, LENGTH, STARTED_NS + tick);
            return bytes.limit();
        }
    }
}
