package org.ticktoquote.wire.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.wire.message.FeedFlow;
import org.ticktoquote.wire.message.FeedSessions;
import org.ticktoquote.wire.message.FixSide;
import org.ticktoquote.wire.message.StreamProbe;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.stream.Flow;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamHandler;
import org.ticktoquote.wire.stream.StreamReader;

/** Finds out what a capture holds: feeds, FIX connections, what cannot be read. One thread. */
final class CaptureSurvey implements PacketHandler, StreamHandler {
    /** Takes nothing of a stream. */
    static final StreamReader IGNORED = new StreamReader() {
        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {}

        @Override
        public void hole(long length, long timeNs) {}

        @Override
        public void end(StreamEnd how, long timeNs) {}
    };

    private final FeedSessions sessions = new FeedSessions();
    private final Map<Address, DatagramFeed> datagramFeeds = new LinkedHashMap<>();
    private final Map<StreamKey, StreamFeed> streamFeeds = new LinkedHashMap<>();
    private final Map<Integer, FixConnection> connections = new LinkedHashMap<>();
    private final List<Flow> tls = new ArrayList<>();
    private @Nullable DatagramFeed last;
    private long otherDatagrams;
    private long otherStreams;

    /** Ticks in datagrams to one port. */
    record DatagramFeed(Address to, FeedSurvey found, FeedFlow flow) {}

    /** Ticks in one direction of a connection. */
    record StreamFeed(Flow direction, FeedSurvey found) {}

    /** One direction of a connection: the same each time that a capture is read. */
    record StreamKey(int connection, boolean forward) {
        static StreamKey of(Flow flow) {
            return new StreamKey(flow.number(), flow.forward());
        }
    }

    /** Both sides of a FIX connection, as far as they say anything. */
    static final class FixConnection {
        private final Map<Flow, FixSide> sides = new LinkedHashMap<>();

        /** Which side sends prices, or else is asked for them; null where there are none. */
        @Nullable
        Flow answers() {
            Flow most = null;
            for (Map.Entry<Flow, FixSide> side : sides.entrySet()) {
                if (side.getValue().prices() > (most == null ? 0 : side(most).prices())) {
                    most = side.getKey();
                }
            }
            return most;
        }

        FixSide side(Flow flow) {
            return sides.getOrDefault(flow, NOTHING);
        }

        /** The side at the other end of one. */
        FixSide other(Flow flow) {
            return sides.entrySet().stream()
                    .filter(side -> !side.getKey().equals(flow))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(NOTHING);
        }
    }

    private static final FixSide NOTHING = new FixSide(false);

    @Override
    public void packet(Packet packet) {
        if (packet.protocol != Packet.UDP) {
            return;
        }
        if (last == null || !last.to.isOf(packet)) {
            last = feed(packet);
        }
        if (last == null) {
            otherDatagrams++;
        } else {
            last.flow.datagram(packet.buffer, packet.offset, packet.length, packet.timeNs);
        }
    }

    private @Nullable DatagramFeed feed(Packet packet) {
        Address to = Address.to(packet);
        DatagramFeed known = datagramFeeds.get(to);
        if (known == null && FeedFlow.isDatagram(packet.buffer, packet.offset, packet.length)) {
            FeedSurvey found = new FeedSurvey();
            known = new DatagramFeed(to, found, new FeedFlow(found, sessions, Edge.LAST_BYTE));
            datagramFeeds.put(to, known);
        }
        return known;
    }

    @Override
    public StreamReader opened(Flow flow) {
        return new StreamProbe(content -> reader(flow, content));
    }

    private StreamReader reader(Flow flow, StreamProbe.Content content) {
        return switch (content) {
            case FIX -> {
                FixSide side = new FixSide(!flow.fromStart());
                connections
                        .computeIfAbsent(flow.number(), number -> new FixConnection())
                        .sides
                        .put(flow, side);
                yield side;
            }
            case FEED -> {
                FeedSurvey found = new FeedSurvey();
                streamFeeds.put(StreamKey.of(flow), new StreamFeed(flow, found));
                yield new FeedFlow(found, sessions, Edge.LAST_BYTE);
            }
            case TLS -> {
                tls.add(flow);
                yield IGNORED;
            }
            case OTHER -> {
                otherStreams++;
                yield IGNORED;
            }
        };
    }

    List<DatagramFeed> datagramFeeds() {
        return datagramFeeds.values().stream()
                .filter(feed -> feed.found.highestInstrument() >= 0)
                .toList();
    }

    List<StreamFeed> streamFeeds() {
        return streamFeeds.values().stream()
                .filter(feed -> feed.found.highestInstrument() >= 0)
                .toList();
    }

    /** By their numbers. */
    Map<Integer, FixConnection> connections() {
        return connections;
    }

    /** Directions of connections that are encrypted. */
    List<Flow> tls() {
        return tls;
    }

    long otherDatagrams() {
        return otherDatagrams;
    }

    long otherStreams() {
        return otherStreams;
    }
}
