package org.ticktoquote.wire.show;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.message.FeedFlow;
import org.ticktoquote.wire.message.FeedSessions;
import org.ticktoquote.wire.message.FixSide;
import org.ticktoquote.wire.message.StreamProbe;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;
import org.ticktoquote.wire.stream.Flow;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Table of the connections and datagram flows of a capture, the first {@value #MOST} of each. One thread; memory is bounded, and
 * nothing is allocated for a packet.
 */
final class Conversations implements CapturePass.Receiver {
    static final int MOST = DatagramFlows.MOST;

    /** Takes the bytes of streams that nothing here reads. */
    static final StreamReader UNREAD = new StreamReader() {
        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {}

        @Override
        public void hole(long length, long timeNs) {}

        @Override
        public void end(StreamEnd how, long timeNs) {}
    };

    private final List<Conversation> connections = new ArrayList<>();
    private final List<Conversation> flows = new ArrayList<>();
    private final FeedSessions sessions = new FeedSessions();
    private final TickCount ticks = new TickCount();
    private long fixMessages;
    private long encrypted;

    private static final class Conversation {
        private final StreamId id;
        private @Nullable InetSocketAddress from;
        private @Nullable InetSocketAddress to;
        private int fromPort;
        private long fromLow;
        private long fromHigh;
        /** Of the one who opened it, and of the other one. */
        private final long[] packets = new long[2];

        private final long[] bytes = new long[2];
        private long firstNs = Frame.NO_TIME;
        private long lastNs = Frame.NO_TIME;
        private long holes;
        private long missing;
        private long retransmissions;
        private String speaks = "";
        private String sender = "";
        private String target = "";
        private long messages;
        private @Nullable FeedFlow feed;

        Conversation(StreamId id) {
            this.id = id;
        }

        void add(Packet packet) {
            if (from == null) {
                begin(packet);
            }
            boolean back = packet.fromPort != fromPort || packet.fromLow != fromLow || packet.fromHigh != fromHigh;
            packets[back ? 1 : 0]++;
            bytes[back ? 1 : 0] += packet.wireLength;
            if (packet.timeNs != Frame.NO_TIME) {
                firstNs = firstNs == Frame.NO_TIME ? packet.timeNs : firstNs;
                lastNs = Math.max(lastNs, packet.timeNs);
            }
        }

        private void begin(Packet first) {
            boolean answer = first.protocol == Packet.TCP && first.has(Packet.SYN) && first.has(Packet.ACK);
            from = answer ? PacketAddress.to(first) : PacketAddress.from(first);
            to = answer ? PacketAddress.from(first) : PacketAddress.to(first);
            fromPort = answer ? first.toPort : first.fromPort;
            fromLow = answer ? first.toLow : first.fromLow;
            fromHigh = answer ? first.toHigh : first.fromHigh;
        }
    }

    private static final class TickCount implements FeedFlow.Sink {
        private long count;

        @Override
        public void tick(QuoteDecoder quote, long timeNs) {
            count++;
        }

        @Override
        public void session(long session, long timeNs) {}

        @Override
        public void instrument(InstrumentDefinitionDecoder definition) {}

        @Override
        public void venue(VenueDefinitionDecoder definition) {}
    }

    @Override
    public void packet(Packet packet, int number, long captureNs) {
        boolean isTcp = packet.protocol == Packet.TCP;
        if (number < 0 || number >= MOST) {
            return;
        }
        Conversation conversation = conversation(isTcp, number);
        conversation.add(packet);
        if (!isTcp && packet.timeNs != Frame.NO_TIME) {
            datagram(conversation, packet);
        }
    }

    private Conversation conversation(boolean isTcp, int number) {
        List<Conversation> all = isTcp ? connections : flows;
        while (all.size() <= number) {
            all.add(new Conversation(new StreamId(isTcp, all.size())));
        }
        return all.get(number);
    }

    private void datagram(Conversation flow, Packet packet) {
        if (flow.feed == null) {
            boolean isFeed = FeedFlow.isDatagram(packet.buffer, packet.offset, packet.length);
            flow.speaks = isFeed ? "feed" : "unknown";
            flow.feed = isFeed ? new FeedFlow(ticks, sessions, Edge.LAST_BYTE) : null;
        }
        if (flow.feed != null) {
            long before = ticks.count;
            flow.feed.datagram(packet.buffer, packet.offset, packet.length, packet.timeNs);
            flow.messages += ticks.count - before;
        }
    }

    @Override
    public StreamReader opened(Flow flow) {
        boolean listed = flow.number() < MOST;
        return new Side(listed ? conversation(true, flow.number()) : new Conversation(new StreamId(true, flow.number())), flow);
    }

    /** One direction of a connection. */
    private final class Side implements StreamReader {
        private final Conversation conversation;
        private final Flow flow;
        private final StreamProbe probe = new StreamProbe(this::reader);
        private @Nullable FixSide fix;
        private long retransmitting = -1;

        Side(Conversation conversation, Flow flow) {
            this.conversation = conversation;
            this.flow = flow;
        }

        private StreamReader reader(StreamProbe.Content content) {
            switch (content) {
                case FIX -> {
                    conversation.speaks = "FIX";
                    fix = new FixSide(!flow.fromStart());
                    return fix;
                }
                case FEED -> {
                    conversation.speaks = "feed";
                    return new FeedFlow(ticks, sessions, Edge.LAST_BYTE);
                }
                case TLS -> {
                    encrypted += conversation.speaks.equals("TLS") ? 0 : 1;
                    conversation.speaks = "TLS";
                }
                case OTHER -> conversation.speaks = conversation.speaks.isEmpty() ? "unknown" : conversation.speaks;
            }
            return UNREAD;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            long before = ticks.count;
            probe.bytes(buffer, offset, length, timeNs, number);
            conversation.messages += ticks.count - before;
        }

        @Override
        public void hole(long length, long timeNs) {
            conversation.holes++;
            conversation.missing += length;
            probe.hole(length, timeNs);
        }

        /** Called for each earlier frame of whose bytes the segment has some. */
        @Override
        public void retransmitted(int length, long firstNs, long first, long timeNs, long number, boolean same) {
            conversation.retransmissions += number == retransmitting ? 0 : 1;
            retransmitting = number;
        }

        @Override
        public void end(StreamEnd how, long timeNs) {
            probe.end(how, timeNs);
            if (fix != null && fix.messages() > 0) {
                conversation.speaks = fix.beginString();
                conversation.sender = flow.forward() ? fix.sender() : fix.target();
                conversation.target = flow.forward() ? fix.target() : fix.sender();
                conversation.messages += fix.messages();
                fixMessages += fix.messages();
            }
        }
    }

    /** Prints those with a packet in the window. */
    void print(Rows rows, ListFilter filter) {
        connections.forEach(each -> print(each, rows, filter));
        flows.forEach(each -> print(each, rows, filter));
    }

    private static void print(Conversation each, Rows rows, ListFilter filter) {
        boolean wanted = filter.hasStream(each.id.isTcp(), each.id.number())
                && each.lastNs >= filter.window().fromNs()
                && each.firstNs < filter.window().toNs();
        if (each.from != null && each.to != null && wanted && !rows.isUnread()) {
            rows.text(each.id.toString()).text(Rows.address(each.from)).text(Rows.address(each.to));
            rows.count(each.packets[0]).count(each.bytes[0]).count(each.packets[1]).count(each.bytes[1]);
            rows.time(each.firstNs).time(each.lastNs);
            rows.count(each.holes).count(each.missing).count(each.retransmissions);
            rows.text(each.speaks).text(each.sender).text(each.target).count(each.messages).end();
        }
    }

    static List<Rows.Column> columns() {
        return List.of(
                new Rows.Column("stream", 7),
                new Rows.Column("from", 21),
                new Rows.Column("to", 21),
                new Rows.Column("packets", -8),
                new Rows.Column("bytes", -10),
                new Rows.Column("packetsBack", -11),
                new Rows.Column("bytesBack", -10),
                new Rows.Column("first", 18),
                new Rows.Column("last", 18),
                new Rows.Column("holes", -5),
                new Rows.Column("missing", -7),
                new Rows.Column("retransmissions", -15),
                new Rows.Column("speaks", 7),
                new Rows.Column("sender", 12),
                new Rows.Column("target", 12),
                new Rows.Column("messages", -8));
    }

    FeedSessions feeds() {
        return sessions;
    }

    /** Ticks of feeds, repeated ones left out. */
    long ticks() {
        return ticks.count;
    }

    long fixMessages() {
        return fixMessages;
    }

    /** Connections that are TLS. */
    long encrypted() {
        return encrypted;
    }
}
