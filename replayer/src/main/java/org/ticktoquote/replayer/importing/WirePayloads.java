package org.ticktoquote.replayer.importing;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.payload.PayloadDeclaration;
import org.ticktoquote.replayer.recording.QuoteMessage;
import org.ticktoquote.wire.message.FeedTickReader;
import org.ticktoquote.wire.message.PayloadTickReader;
import org.ticktoquote.wire.packet.Packet;

/** Decodes declared payloads for {@code t2q wire} with the import's code. Their ticks count as feed ticks. */
public final class WirePayloads implements PayloadTickReader.Reader {
    /** Above any id of t2q's own feed. */
    private static final long NO_ID_FROM = 100 * TickRecord.WARM_UP_BASE;

    @Override
    public PayloadTickReader.Declared read(Path declaration, List<Path> plugins) {
        return new Ticks(PayloadInput.of(List.of(), declaration, plugins));
    }

    /** Ticks of a capture. The first pass assigns the ids of instruments and venues. */
    static final class Ticks implements PayloadTickReader.Declared {
        private final PayloadInput input;
        private final Map<InetSocketAddress, Integer> lines;
        private final BitSet ports = new BitSet();
        private final IdAssignment directory = new IdAssignment();
        private @Nullable Flow first;

        Ticks(PayloadInput input) {
            this.input = input;
            this.lines = input.declaration().byAddress();
            lines.keySet().forEach(address -> ports.set(address.getPort()));
        }

        @Override
        public InetSocketAddress address() {
            return input.declaration().lines().get(0).to().get(0);
        }

        @Override
        public boolean priced() {
            return !input.declaration().decoder().isEmpty();
        }

        @Override
        public PayloadTickReader to(FeedTickReader.Sink sink) {
            Flow flow = new Flow(sink, input.quotes());
            first = first == null ? flow : first;
            return flow;
        }

        @Override
        public List<Instrument> instruments() {
            Flow read = Objects.requireNonNull(first);
            if (read.ticks == 0) {
                throw input.nothing(read.reader, read.bad);
            }
            return directory.instruments(InstrumentSizes.parse(List.of()), read.quotes.instruments());
        }

        @Override
        public List<String> venues() {
            return directory.venues();
        }

        @Override
        public <T> T during(Supplier<T> work) {
            return input.during(work);
        }

        /** One pass over the capture. */
        private final class Flow implements PayloadTickReader {
            private final FeedTickReader.Sink sink;
            private final QuoteSource quotes;
            private final BadRows bad = new BadRows();
            private final PayloadReader reader;
            private final QuoteMessage message = new QuoteMessage();
            private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[QuoteMessage.LENGTH]);
            private long ticks;
            private long timeNs = Long.MIN_VALUE;

            Flow(FeedTickReader.Sink sink, QuoteSource quotes) {
                this.sink = sink;
                this.quotes = quotes;
                this.reader = new PayloadReader(input, quotes, bad);
            }

            @Override
            public boolean datagram(Packet packet) {
                if (!ports.get(packet.to.port) || !lines.containsKey(packet.to.socket())) {
                    return false;
                }
                timeNs = Math.max(timeNs, packet.timeNs);
                Path place = Path.of("frame " + packet.number);
                PayloadReader.Payload captured =
                        reader.take(place, PayloadReader.CaptureFile.Datagram.of(packet, 0, false));
                if (captured != null) {
                    ticks(captured);
                }
                return true;
            }

            private void ticks(PayloadReader.Payload captured) {
                if (first == this) {
                    captured.quotes().forEach(quote -> PayloadImport.add(quote, directory));
                }
                long id = firstId(captured);
                for (QuoteSource.Quote quote : captured.quotes()) {
                    message.encode(PayloadImport.recorded(quote, timeNs, directory), id, bytes, 0);
                    sink.tick(QuoteMessage.block(bytes, 0), timeNs);
                    id += id == SnapshotRecord.NO_ID ? 0 : 1;
                }
            }

            /**
             * Returns the id of the payload's first tick. It is the payload's sequence number if that numbers every
             * tick, else {@link SnapshotRecord#NO_ID}. If no sequence field is declared, all ticks are counted from 1.
             */
            private long firstId(PayloadReader.Payload captured) {
                int count = captured.quotes().size();
                ticks += count;
                PayloadDeclaration.Sequence sequence = input.declaration().sequence();
                if (sequence == null) {
                    return ticks - count + 1;
                }
                long number = captured.recorded().sequence();
                UnsafeBuffer payload = new UnsafeBuffer(captured.recorded().bytes());
                boolean named = count == 1 || count == sequence.step(payload, 0, payload.capacity());
                return named && number >= 0 && number < NO_ID_FROM ? number : SnapshotRecord.NO_ID;
            }

            @Override
            public Counts counts() {
                List<LineCounts> lines = reader.findings();
                return new Counts(
                        lines.stream().mapToLong(LineCounts::missing).sum(),
                        lines.stream().mapToLong(LineCounts::repeated).sum(),
                        bad.count());
            }
        }
    }
}
