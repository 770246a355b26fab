package org.ticktoquote.wire.show;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
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
    /** The type of a tick of a feed, where FIX messages have theirs. */
    static final String TICK = "tick";

    private static final int TYPE = 1;
    private static final int NUMBER = 2;
    private static final int SENDER = 3;
    private static final int TARGET = 4;
    private static final int NAME = 5;
    private static final int SECURITY = 6;
    private static final int CHANGE = 7;
    private static final int SIDE = 8;
    private static final int PRICE = 9;
    private static final int BID = 10;
    private static final int OFFER = 11;
    private static final TagTable TAGS = TagTable.of(Map.ofEntries(
            Map.entry(35, TYPE),
            Map.entry(34, NUMBER),
            Map.entry(49, SENDER),
            Map.entry(56, TARGET),
            Map.entry(55, NAME),
            Map.entry(48, SECURITY),
            Map.entry(279, CHANGE),
            Map.entry(269, SIDE),
            Map.entry(270, PRICE),
            Map.entry(132, BID),
            Map.entry(133, OFFER)));

    private final Rows rows;
    private final ListFilter filter;
    private final FeedSessions sessions = new FeedSessions();
    private final Int2ObjectHashMap<Feed> datagrams = new Int2ObjectHashMap<>();

    MessageRows(Rows rows, ListFilter filter) {
        this.rows = rows;
        this.filter = filter;
    }

    static List<Rows.Column> columns() {
        return List.of(
                new Rows.Column("frame", -7),
                new Rows.Column("time", 18),
                new Rows.Column("stream", 7),
                new Rows.Column("sender", 12),
                new Rows.Column("target", 12),
                new Rows.Column("type", 4),
                new Rows.Column("number", -8),
                new Rows.Column("symbol", 8),
                new Rows.Column("symbols", -7),
                new Rows.Column("bid", -10),
                new Rows.Column("ask", -10));
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
        return filter.hasStream(true, flow.number()) ? new StreamProbe(content -> reader(flow, content)) : Conversations.UNREAD;
    }

    private StreamReader reader(Flow flow, StreamProbe.Content content) {
        StreamId stream = new StreamId(true, flow.number());
        return switch (content) {
            case FIX -> new FixMessages(stream, flow.fromStart());
            case FEED -> new Feed(stream);
            case TLS, OTHER -> Conversations.UNREAD;
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
            if (!filter.hasTime(timeNs) || !filter.hasType(TICK) || !filter.hasStream(stream.isTcp(), stream.number())) {
                return;
            }
            int venue = quote.venueId();
            int instrument = quote.instrumentId();
            rows.count(frame).time(timeNs).text(stream.toString());
            rows.text(venues.getOrDefault(venue, "venue " + venue)).none().text(TICK).count(quote.tickId());
            rows.text(instruments.getOrDefault(instrument, "instrument " + instrument)).count(1);
            rows.text(quote.sides().bid() ? Price.format(quote.bid()) : "");
            rows.text(quote.sides().ask() ? Price.format(quote.ask()) : "").end();
        }

        @Override
        public void session(long session, long timeNs) {}

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
        private final FieldReader fields = new FieldReader(TAGS);
        private final Set<String> symbols = new LinkedHashSet<>();
        private boolean isNamed;
        private @Nullable String bid;
        private @Nullable String ask;

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
            String type = fields.next() == TYPE ? value() : "";
            if (!filter.hasType(type)) {
                return;
            }
            String sender = "";
            String target = "";
            long sequence = -1;
            char side = 0;
            boolean deleted = false;
            clear();
            for (int action = fields.next(); action != FieldReader.END; action = fields.next()) {
                switch (action) {
                    case NUMBER -> sequence = fields.number();
                    case SENDER -> sender = sender.isEmpty() ? value() : sender;
                    case TARGET -> target = target.isEmpty() ? value() : target;
                    case NAME, SECURITY -> name(action);
                    case CHANGE -> deleted = fields.character() == '2';
                    case SIDE -> side = deleted ? 0 : fields.character();
                    case PRICE -> price(side);
                    case BID -> price('0');
                    case OFFER -> price('1');
                    default -> {
                        // the type again
                    }
                }
            }
            rows.count(frame).time(framer.timeNs(piece)).text(stream.toString()).text(sender).text(target).text(type);
            rows.countIf(sequence >= 0, sequence).text(symbols.isEmpty() ? "" : symbols.iterator().next());
            rows.countIf(!symbols.isEmpty(), symbols.size());
            rows.text(bid == null ? "" : bid).text(ask == null ? "" : ask).end();
        }

        private void clear() {
            symbols.clear();
            isNamed = false;
            bid = null;
            ask = null;
        }

        /** SecurityID (48) counts where there is no Symbol (55) before it. */
        private void name(int action) {
            isNamed |= action == NAME;
            if (action == NAME || !isNamed) {
                symbols.add(value());
            }
        }

        /** The first price of each side of the first pair. */
        private void price(char side) {
            if (symbols.size() > 1) {
                return;
            }
            if (side == '0' && bid == null) {
                bid = value();
            } else if (side == '1' && ask == null) {
                ask = value();
            }
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
