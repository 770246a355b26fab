package org.ticktoquote.wire.run;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.wire.FeedDatagram;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/** Traffic that a test composes: ticks in datagrams and FIX sessions over connections, each event at a given time. */
final class CapturedSystem implements Traffic {
    static final long START_NS = 1_795_000_000_000_000_000L;

    private static final String APPLICATION = "10.0.0.1";

    private final List<Event> events = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private long order;

    private record Event(
            long atNs,
            long order,
            int port,
            byte[] datagram,
            StreamDirection flow,
            byte[] bytes,
            long hole,
            @Nullable StreamEnd end) {}

    /** A FIX connection of a client with the application, or of the application with a venue. */
    final class Connection {
        private final int number;
        private final String asks;
        private final String answers;
        private final StreamDirection requests;
        private final StreamDirection prices;

        private Connection(String askingHost, String asks, String answeringHost, String answers, boolean fromStart) {
            this.number = numbers.size();
            numbers.put(asks + number, number);
            this.asks = asks;
            this.answers = answers;
            InetSocketAddress client = new InetSocketAddress(askingHost, 50_000 + number);
            InetSocketAddress server = new InetSocketAddress(answeringHost, 9876);
            this.requests = new StreamDirection(number, client, server, true, fromStart);
            this.prices = new StreamDirection(number, server, client, false, fromStart);
        }

        private String head(String type, String from, String to, int sequence) {
            return "35=" + type + "|34=" + sequence + "|49=" + from + "|52=20261127-12:00:00.000|56=" + to + "|";
        }

        Connection logon(long atNs) {
            add(atNs, requests, Fix.message(head("A", asks, answers, 1) + "98=0|108=30|"));
            return answeredLogon(atNs + 1);
        }

        /** The answer only, as if the other direction was not captured. */
        Connection answeredLogon(long atNs) {
            add(atNs, prices, Fix.message(head("A", answers, asks, 1) + "98=0|108=30|"));
            return this;
        }

        Connection subscribe(long atNs, String... symbols) {
            for (String symbol : symbols) {
                add(
                        atNs,
                        requests,
                        Fix.message(head("V", asks, answers, 2) + "262=R" + symbol + "|263=1|264=1|146=1|55=" + symbol
                                + "|"));
            }
            return this;
        }

        /** A message of the client, with the fields after its header. */
        Connection request(long atNs, String type, String body) {
            add(atNs, requests, Fix.message(head(type, asks, answers, 3) + body));
            return this;
        }

        /** Requests the pair of a symbol (55) that also has SecurityIDs (48), under the request id (262) {@code R}. */
        Connection subscribe(long atNs, String symbol, int securityId, int... others) {
            StringBuilder named =
                    new StringBuilder("262=R|263=1|264=1|146=1|55=" + symbol + "|48=" + securityId + "|22=8|");
            for (int other : others) {
                named.append("48=").append(other).append('|');
            }
            add(atNs, requests, Fix.message(head("V", asks, answers, 2) + named));
            return this;
        }

        /** A snapshot that names its pair only by the id of the request {@code R}. */
        Connection priceOfRequest(long atNs, int sequence, long id, String bid, String ask) {
            String price = Fix.text(snapshot(sequence, "-", id, bid, ask));
            String body = price.replaceAll(".*(35=W.*)10=.*", "$1").replace("55=-", "262=R");
            return bytes(atNs, Fix.message(body));
        }

        byte[] snapshot(int sequence, String symbol, long id, String bid, String ask) {
            String entries = "268=2|269=0|270=" + bid + "|271=1000000|269=1|270=" + ask + "|271=1000000|";
            return Fix.message(head("W", answers, asks, sequence) + "55=" + symbol + "|299=" + id + "|" + entries);
        }

        Connection price(long atNs, int sequence, String symbol, long id, String bid, String ask) {
            add(atNs, prices, snapshot(sequence, symbol, id, bid, ask));
            return this;
        }

        /** A quote of each pair, in one message (35=i). */
        Connection massQuote(long atNs, int sequence, String... symbols) {
            StringBuilder quotes = new StringBuilder("117=Q|296=1|302=S|295=" + symbols.length + "|");
            for (int i = 0; i < symbols.length; i++) {
                quotes.append("299=" + i + "|55=" + symbols[i] + "|132=1." + sequence + "|133=2." + sequence + "|");
            }
            return message(atNs, "i", sequence, quotes.toString());
        }

        /** A message of the side that sends prices, with the fields after its header. */
        Connection message(long atNs, String type, int sequence, String body) {
            return bytes(atNs, Fix.message(head(type, answers, asks, sequence) + body));
        }

        Connection bytes(long atNs, byte[] bytes) {
            add(atNs, prices, bytes);
            return this;
        }

        Connection hole(long atNs, long length) {
            events.add(new Event(atNs, order++, 0, null, prices, null, length, null));
            return this;
        }

        /** Bytes of the client that the capture lacks. */
        Connection clientHole(long atNs, long length) {
            events.add(new Event(atNs, order++, 0, null, requests, null, length, null));
            return this;
        }

        Connection logout(long atNs, boolean byApplication) {
            StreamDirection flow = byApplication ? prices : requests;
            String from = byApplication ? answers : asks;
            add(atNs, flow, Fix.message(head("5", from, byApplication ? asks : answers, 4)));
            return end(atNs + 1, flow, StreamEnd.CLOSED);
        }

        Connection reset(long atNs, boolean byApplication) {
            return end(atNs, byApplication ? prices : requests, StreamEnd.RESET)
                    .end(atNs, byApplication ? requests : prices, StreamEnd.RESET_BY_PEER);
        }

        /** Another connection begins on the ports. */
        Connection replaced(long atNs) {
            return end(atNs, requests, StreamEnd.REPLACED).end(atNs, prices, StreamEnd.REPLACED);
        }

        private Connection end(long atNs, StreamDirection flow, StreamEnd how) {
            events.add(new Event(atNs, order++, 0, null, flow, null, 0, how));
            return this;
        }
    }

    private void add(long atNs, StreamDirection flow, byte[] bytes) {
        events.add(new Event(atNs, order++, 0, null, flow, bytes, 0, null));
    }

    /** A client's connection with the application. */
    Connection client(String name, boolean fromStart) {
        return new Connection("10.0.0.9", name, APPLICATION, "PRICING", fromStart);
    }

    /** A client's connection with another application that has the same CompID. */
    Connection clientOf(String application, String name) {
        return new Connection("10.0.0.9", name, application, "PRICING", true);
    }

    /** A connection between any two parties. */
    Connection between(String askingHost, String asks, String answeringHost, String answers) {
        return new Connection(askingHost, asks, answeringHost, answers, true);
    }

    /** The application's connection with a venue. */
    Connection venue(String name) {
        return new Connection(APPLICATION, "PRICING-IN", "10.0.1." + (numbers.size() + 1), name, true);
    }

    /** A feed over TCP. */
    final class Feed {
        private final StreamDirection flow = new StreamDirection(
                numbers.size(),
                new InetSocketAddress("10.0.0.8", 40_001),
                new InetSocketAddress(APPLICATION, 50_001),
                false,
                true);

        /** A tick in its own frame. */
        Feed tick(long atNs, long id, int instrument, long bid, long ask) {
            return frame(atNs, quote(atNs, 0, id, id, instrument, bid, ask));
        }

        private Feed frame(long atNs, byte[] datagram) {
            int message = datagram.length - FeedDatagram.HEADER;
            ByteBuffer framed =
                    ByteBuffer.allocate(6 + message).putInt(6 + message).putShort((short) 0xEB50);
            add(atNs, flow, framed.put(datagram, FeedDatagram.HEADER, message).array());
            return this;
        }
    }

    /** A feed over TCP that defines instruments, by their ids from 0. */
    Feed feed(long atNs, String... symbols) {
        Feed feed = new Feed();
        numbers.put("feed", numbers.size());
        for (int id = 0; id < symbols.length; id++) {
            feed.frame(atNs, FeedDatagram.definitions(0, id, symbols[id]));
        }
        return feed;
    }

    /** Defines instruments of a feed, by their ids from 0. */
    void define(long atNs, int port, long session, String... symbols) {
        datagram(atNs, port, FeedDatagram.definitions(session, 0, symbols));
    }

    /** A tick of a feed, in its own datagram. */
    void tick(long atNs, int port, long session, long id, int instrument, long bid, long ask) {
        tick(atNs, port, session, id, id, instrument, bid, ask);
    }

    /** A tick whose packet header can have another number. */
    void tick(long atNs, int port, long session, long headed, long id, int instrument, long bid, long ask) {
        datagram(atNs, port, quote(atNs, session, headed, id, instrument, bid, ask));
    }

    private static byte[] quote(long atNs, long session, long headed, long id, int instrument, long bid, long ask) {
        return FeedDatagram.quote(
                session,
                headed,
                quote -> quote.tickId(id)
                        .venueTimeNs(START_NS + atNs)
                        .bid(bid)
                        .ask(ask)
                        .instrumentId(instrument));
    }

    private void datagram(long atNs, int port, byte[] bytes) {
        events.add(new Event(atNs, order++, port, bytes, null, null, 0, null));
    }

    @Override
    public Facts replay(Consumer<Packet> packets, Function<StreamDirection, StreamReader> streams, Runnable step) {
        List<Event> sorted = events.stream()
                .sorted(Comparator.comparingLong(Event::atNs).thenComparingLong(Event::order))
                .toList();
        Map<StreamDirection, StreamReader> readers = new HashMap<>();
        Packet packet = new Packet();
        for (Event event : sorted) {
            long timeNs = START_NS + event.atNs();
            if (event.datagram() != null) {
                fill(packet, event, timeNs);
                packets.accept(packet);
            } else {
                StreamReader reader = readers.computeIfAbsent(event.flow(), streams);
                deliver(reader, event, timeNs);
            }
        }
        long endNs = START_NS + sorted.get(sorted.size() - 1).atNs();
        readers.values().forEach(reader -> reader.end(StreamEnd.CUT_OFF, endNs));
        long startNs = START_NS + sorted.get(0).atNs();
        return new Facts("made-up.pcap", () -> "00", "kernel", 1_000, 0, 0, 0, startNs, endNs, Map.of());
    }

    private static void deliver(StreamReader reader, Event event, long timeNs) {
        if (event.end() != null) {
            reader.end(event.end(), timeNs);
        } else if (event.hole() > 0) {
            reader.hole(event.hole(), timeNs);
        } else {
            reader.bytes(new UnsafeBuffer(event.bytes()), 0, event.bytes().length, timeNs, event.order());
        }
    }

    private static void fill(Packet packet, Event event, long timeNs) {
        packet.buffer.wrap(event.datagram());
        packet.offset = 0;
        packet.length = event.datagram().length;
        packet.wireLength = packet.length;
        packet.timeNs = timeNs;
        packet.protocol = Packet.UDP;
        packet.version = 4;
        packet.to.low = PacketAddress.IPV4 | 0x0a000001;
        packet.to.port = event.port();
    }
}
