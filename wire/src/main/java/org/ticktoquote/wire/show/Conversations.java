package org.ticktoquote.wire.show;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.marketdata.QuoteDecoder;
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
 * Table of the connections and datagram flows of a capture, the first {@value #MOST} of each, and counts over all of them. One
 * thread; memory is bounded.
 */
final class Conversations implements CapturePass.Receiver, FeedFlow.Sink {
    static final int MOST = DatagramFlows.MOST;
    static final String COLUMNS =
            "stream:7 from:21 to:21 packets:-8 bytes:-10 packetsBack:-11 bytesBack:-10 first:18 last:18"
                    + " holes:-5 missing:-7 retransmissions:-15 speaks:7 sender:12 target:12 messages:-8";

    final FeedSessions feeds = new FeedSessions();
    /** Ticks of feeds, repeated ones left out. */
    long ticks;

    long fixMessages;
    /** Connections that are TLS. */
    long encrypted;

    private final List<Conversation> connections = new ArrayList<>();
    private final List<Conversation> flows = new ArrayList<>();

    private static final class Conversation {
        private final StreamId id;
        private @Nullable InetSocketAddress from;
        private @Nullable InetSocketAddress to;
        private int fromPort;
        private long fromLow;
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
                boolean answers = packet.protocol == Packet.TCP && packet.has(Packet.SYN) && packet.has(Packet.ACK);
                from = answers ? PacketAddress.to(packet) : PacketAddress.from(packet);
                to = answers ? PacketAddress.from(packet) : PacketAddress.to(packet);
                fromPort = answers ? packet.toPort : packet.fromPort;
                fromLow = answers ? packet.toLow : packet.fromLow;
            }
            int back = packet.fromPort == fromPort && packet.fromLow == fromLow ? 0 : 1;
            packets[back]++;
            bytes[back] += packet.wireLength;
            if (packet.timeNs != Frame.NO_TIME) {
                firstNs = firstNs == Frame.NO_TIME ? packet.timeNs : firstNs;
                lastNs = Math.max(lastNs, packet.timeNs);
            }
        }

        void print(Rows rows) {
            if (from != null && to != null) {
                rows.text(id.toString()).address(from).address(to);
                rows.count(packets[0]).count(bytes[0]).count(packets[1]).count(bytes[1]);
                rows.time(firstNs).time(lastNs).count(holes).count(missing).count(retransmissions);
                rows.text(speaks).text(sender).text(target).count(messages).end();
            }
        }
    }

    @Override
    public void tick(QuoteDecoder quote, long timeNs) {
        ticks++;
    }

    @Override
    public void packet(Packet packet, int number, long captureNs) {
        if (number < 0 || number >= MOST) {
            return;
        }
        Conversation conversation = conversation(packet.protocol == Packet.TCP, number);
        conversation.add(packet);
        if (packet.protocol == Packet.UDP && packet.timeNs != Frame.NO_TIME) {
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
            flow.feed = isFeed ? new FeedFlow(this, feeds, Edge.LAST_BYTE) : null;
        }
        if (flow.feed != null) {
            long before = ticks;
            flow.feed.datagram(packet.buffer, packet.offset, packet.length, packet.timeNs);
            flow.messages += ticks - before;
        }
    }

    @Override
    public StreamReader opened(Flow flow) {
        boolean isListed = flow.number() < MOST;
        StreamId id = new StreamId(true, flow.number());
        return new Side(isListed ? conversation(true, flow.number()) : new Conversation(id), flow);
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
            encrypted += content == StreamProbe.Content.TLS && !conversation.speaks.equals("TLS") ? 1 : 0;
            conversation.speaks = switch (content) {
                case FIX -> "FIX";
                case FEED -> "feed";
                case TLS -> "TLS";
                case OTHER -> conversation.speaks.isEmpty() ? "unknown" : conversation.speaks;
            };
            fix = content == StreamProbe.Content.FIX ? new FixSide(flow.fromStart()) : null;
            StreamReader other = content == StreamProbe.Content.FEED
                    ? new FeedFlow(Conversations.this, feeds, Edge.LAST_BYTE)
                    : IGNORED;
            return fix == null ? other : fix;
        }

        @Override
        public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
            long before = ticks;
            probe.bytes(buffer, offset, length, timeNs, number);
            conversation.messages += ticks - before;
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
        for (List<Conversation> all : List.of(connections, flows)) {
            all.stream()
                    .filter(each -> filter.hasStream(each.id.isTcp(), each.id.number()))
                    .filter(each -> each.lastNs >= filter.window().fromNs()
                            && each.firstNs < filter.window().toNs())
                    .forEach(each -> each.print(rows));
        }
    }
}
