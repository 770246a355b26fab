package org.ticktoquote.wire.show;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.message.FeedFlow;
import org.ticktoquote.wire.message.FeedSessions;
import org.ticktoquote.wire.message.StreamProbe;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.stream.Flow;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/** Lists the FIX messages and the ticks of feeds of a capture, each with the time of its last byte. One thread. */
final class MessageRows implements CapturePass.Receiver {
    static final String COLUMNS =
            "frame:-7 time:18 stream:7 sender:12 target:12 type:4 number:-8 symbol:8 symbols:-7 bid:-10 ask:-10";

    /** The type of a tick of a feed, where FIX messages have theirs. */
    static final String TICK = "tick";

    private static final TagTable ALL_TAGS = TagTable.ofAll(1);

    private final Rows rows;
    private final ListFilter filter;
    private final FeedSessions sessions = new FeedSessions();
    private final Int2ObjectHashMap<Feed> datagrams = new Int2ObjectHashMap<>();

    MessageRows(Rows rows, ListFilter filter) {
        this.rows = rows;
        this.filter = filter;
    }

    @Override
    public void packet(Packet packet, int number, long captureNs) {
        if (packet.protocol != Packet.UDP || packet.timeNs == Frame.NO_TIME || number < 0) {
            return;
        }
        Feed feed = datagrams.get(number);
        if (feed == null && FeedFlow.isDatagram(packet.buffer, packet.offset, packet.length)) {
            feed = new Feed(new StreamId(false, number));
            datagrams.put(number, feed);
        }
        if (feed != null) {
            feed.frame = packet.number;
            feed.flow.datagram(packet.buffer, packet.offset, packet.length, packet.timeNs);
        }
    }

    @Override
    public StreamReader opened(Flow flow) {
        return filter.hasStream(true, flow.number())
                ? new StreamProbe(content -> reader(flow, content))
                : StreamReader.IGNORED;
    }

    private StreamReader reader(Flow flow, StreamProbe.Content content) {
        StreamId stream = new StreamId(true, flow.number());
        return switch (content) {
            case FIX -> new FixMessages(stream, flow.fromStart());
            case FEED -> new Feed(stream);
            case TLS, OTHER -> StreamReader.IGNORED;
        };
    }

    /** Ticks of one feed. All datagrams are read, so that copies on another line are known. */
    private final class Feed implements FeedFlow.Sink, StreamReader {
        private final StreamId stream;
        private final FeedFlow flow = new FeedFlow(this, sessions, Edge.LAST_BYTE);
        private final Map<Integer, String> instruments = new HashMap<>();
        private final Map<Integer, String> venues = new HashMap<>();
        private long frame;

        Feed(StreamId stream) {
            this.stream = stream;
        }

        @Override
        public void tick(QuoteDecoder quote, long timeNs) {
            if (!filter.hasTime(timeNs)
                    || !filter.hasType(TICK)
                    || !filter.hasStream(stream.isTcp(), stream.number())) {
                return;
            }
            int venue = quote.venueId();
            int instrument = quote.instrumentId();
            rows.count(frame).time(timeNs).text(stream.toString());
            rows.text(venues.getOrDefault(venue, "venue " + venue))
                    .none()
                    .text(TICK)
                    .count(quote.tickId());
            rows.text(instruments.getOrDefault(instrument, "instrument " + instrument))
                    .count(1);
            rows.text(quote.sides().bid() ? Price.format(quote.bid()) : "");
            rows.text(quote.sides().ask() ? Price.format(quote.ask()) : "").end();
        }

        @Override
        public void instrument(InstrumentDefinitionDecoder definition) {
            instruments.put(definition.instrumentId(), definition.symbol());
        }

        @Override
        public void venue(VenueDefinitionDecoder definition) {
            venues.put((int) definition.venueId(), definition.name());
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            frame = number;
            flow.bytes(buffer, offset, length, timeNs, number);
        }

        @Override
        public void hole(long length, long timeNs) {
            flow.hole(length, timeNs);
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            flow.end(how, timeNs);
        }
    }

    /** Messages of one direction of a FIX connection. */
    private final class FixMessages implements StreamReader {
        private final StreamId stream;
        private final MessageFramer framer = MessageFramer.ofAnyVersion(Edge.LAST_BYTE);
        private final FieldReader fields = new FieldReader(ALL_TAGS);
        private final Set<String> symbols = new LinkedHashSet<>();
        private boolean isNamed;
        private boolean isDeleted;
        private char side;
        private String sender = "";
        private String target = "";
        private long sequence;
        private String bid = "";
        private String ask = "";

        FixMessages(StreamId stream, boolean fromStart) {
            this.stream = stream;
            if (!fromStart) {
                framer.resynchronise();
            }
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            framer.read(buffer, offset, length, timeNs);
            for (int piece = 0; piece < framer.pieces(); piece++) {
                if (!framer.isGarbage(piece) && filter.hasTime(framer.timeNs(piece))) {
                    message(piece, number);
                }
            }
        }

        private void message(int piece, long frame) {
            fields.wrap(framer.bytes(), framer.body(piece), framer.end(piece) - MessageFramer.TRAILER_LENGTH);
            String type = fields.next() != FieldReader.END && fields.tag() == 35 ? value() : "";
            if (!filter.hasType(type)) {
                return;
            }
            clear();
            while (fields.next() != FieldReader.END) {
                field(fields.tag());
            }
            rows.count(frame)
                    .time(framer.timeNs(piece))
                    .text(stream.toString())
                    .text(sender)
                    .text(target)
                    .text(type);
            rows.countIf(sequence >= 0, sequence)
                    .text(symbols.isEmpty() ? "" : symbols.iterator().next());
            rows.countIf(!symbols.isEmpty(), symbols.size());
            rows.text(bid).text(ask).end();
        }

        private void field(int tag) {
            switch (tag) {
                case 34 -> sequence = fields.number();
                case 49 -> sender = sender.isEmpty() ? value() : sender;
                case 56 -> target = target.isEmpty() ? value() : target;
                case 55 -> name(true);
                case 48 -> name(false);
                case 279 -> isDeleted = fields.character() == '2';
                case 269 -> side = isDeleted ? 0 : fields.character();
                case 270 -> price(side);
                case 132 -> price('0');
                case 133 -> price('1');
                default -> {
                    // not listed
                }
            }
        }

        private void clear() {
            sender = "";
            target = "";
            sequence = -1;
            symbols.clear();
            isNamed = false;
            isDeleted = false;
            side = 0;
            bid = "";
            ask = "";
        }

        /** SecurityID (48) counts where there is no Symbol (55) before it. */
        private void name(boolean isSymbol) {
            if (isSymbol || !isNamed) {
                symbols.add(value());
            }
            isNamed |= isSymbol;
        }

        /** The first price of each side of the first pair. */
        private void price(char of) {
            boolean isFirst = symbols.size() <= 1;
            bid = isFirst && of == '0' && bid.isEmpty() ? value() : bid;
            ask = isFirst && of == '1' && ask.isEmpty() ? value() : ask;
        }

        private String value() {
            return Rows.text(framer.bytes(), fields.valueStart(), fields.valueEnd());
        }

        @Override
        public void hole(long length, long timeNs) {
            framer.resynchronise();
        }

        @Override
        public void end(StreamEnd how, long timeNs) {}
    }
}
