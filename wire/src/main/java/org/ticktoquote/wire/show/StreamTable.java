package org.ticktoquote.wire.show;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.marketdata.InstrumentDefinitionDecoder;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.marketdata.VenueDefinitionDecoder;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.message.FeedSessions;
import org.ticktoquote.wire.message.FeedTickReader;
import org.ticktoquote.wire.message.FixMessages;
import org.ticktoquote.wire.message.StreamProbe;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketAddress;
import org.ticktoquote.wire.run.CapturePass;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamReader;
import quickfix.field.BeginString;
import quickfix.field.SenderCompID;
import quickfix.field.TargetCompID;

/**
 * Table of the connections and datagram flows of a capture and their messages: the first {@value CapturePass#MAX_STREAMS} of each
 * kind, with counts over all of them. One thread. Memory is bounded. No allocation per message.
 */
final class StreamTable {
    static final String COLUMNS =
            "stream:7 from:21 to:21 packets:-8 bytes:-10 packetsBack:-11 bytesBack:-10 first:18 last:18"
                    + " holes:-5 missing:-7 retransmissions:-15 speaks:7 sender:12 target:12 messages:-8";
    private static final String FIX = "FIX";
    private static final String UNKNOWN = "unknown";

    final FeedSessions feeds = new FeedSessions();
    /** Ticks of feeds, without repeated ones. */
    long ticks;

    long fixMessages;
    /** Pieces of FIX streams that are not a valid message. */
    long unreadable;
    /** Encrypted connections (TLS). */
    long encrypted;

    private final @Nullable MessageRows rows;
    private final FieldReader fieldsOfAll = new FieldReader(MessageRows.TAGS);
    private final List<StreamEntry> connections = new ArrayList<>();
    private final List<StreamEntry> flows = new ArrayList<>();
    /** Frame of the bytes being read. */
    private long frame;

    /** @param rows lists the messages of the connections that it selects; null for none */
    StreamTable(@Nullable MessageRows rows) {
        this.rows = rows;
    }

    public void packet(Packet packet) {
        int number = packet.stream;
        if (number >= 0 && number < CapturePass.MAX_STREAMS) {
            conversation(packet.protocol == Packet.TCP, number).add(packet);
        }
    }

    private StreamEntry conversation(boolean isTcp, int number) {
        if (number >= CapturePass.MAX_STREAMS) {
            return new StreamEntry(new StreamId(isTcp, number));
        }
        List<StreamEntry> all = isTcp ? connections : flows;
        while (all.size() <= number) {
            all.add(new StreamEntry(new StreamId(isTcp, all.size())));
        }
        return all.get(number);
    }

    public StreamReader opened(StreamDirection flow) {
        StreamEntry of = conversation(true, flow.number());
        return rows == null || rows.filter().hasStream(of.id) ? of.new Side(flow) : StreamReader.IGNORED;
    }

    /** Connection, or pair of addresses that exchange datagrams, with the definitions of its feeds. */
    final class StreamEntry implements FeedTickReader.Sink {
        final StreamId id;
        final Map<Integer, String> instruments = new HashMap<>();
        final Map<Integer, String> venues = new HashMap<>();
        private final PacketAddress from = new PacketAddress();
        private final PacketAddress to = new PacketAddress();
        /** Packets of the opener, and of the other side. */
        private final long[] packets = new long[2];

        private final long[] bytes = new long[2];
        private long firstNs = Frame.NO_TIME;
        private long lastNs = Frame.NO_TIME;
        private long holes;
        private long missing;
        private long retransmissions;
        private long retransmitting;
        private String speaks = "";
        private String sender = "";
        private String target = "";
        private long messages;
        private @Nullable FeedTickReader feed;

        StreamEntry(StreamId id) {
            this.id = id;
        }

        private void add(Packet packet) {
            if (packets[0] + packets[1] == 0) {
                boolean answers = packet.protocol == Packet.TCP && packet.has(Packet.SYN) && packet.has(Packet.ACK);
                from.set(answers ? packet.to : packet.from);
                to.set(answers ? packet.from : packet.to);
            }
            int back = packet.from.equals(from) ? 0 : 1;
            packets[back]++;
            bytes[back] += packet.wireLength;
            if (packet.timeNs != Frame.NO_TIME) {
                firstNs = firstNs == Frame.NO_TIME ? packet.timeNs : firstNs;
                lastNs = Math.max(lastNs, packet.timeNs);
                if (packet.protocol == Packet.UDP) {
                    datagram(packet);
                }
            }
        }

        private void datagram(Packet packet) {
            if (feed == null && FeedTickReader.isDatagram(packet.buffer, packet.offset, packet.length)) {
                feed = feed();
            }
            speaks = feed == null ? UNKNOWN : "feed";
            if (feed != null) {
                frame = packet.number;
                feed.datagram(packet.buffer, packet.offset, packet.length, packet.timeNs);
            }
        }

        private StreamReader reader(StreamDirection flow, StreamProbe.Content content) {
            String spoken = speaks;
            encrypted += content == StreamProbe.Content.TLS && !spoken.equals("TLS") ? 1 : 0;
            speaks = switch (content) {
                case FIX -> spoken.startsWith(FIX) ? spoken : FIX;
                case FEED -> "feed";
                case TLS -> "TLS";
                case OTHER -> spoken.isEmpty() ? UNKNOWN : spoken;
            };
            return switch (content) {
                case FIX -> new Messages(flow);
                case FEED -> feed();
                case TLS, OTHER -> StreamReader.IGNORED;
            };
        }

        private FeedTickReader feed() {
            return new FeedTickReader(this, feeds, TimestampEdge.LAST_BYTE);
        }

        @Override
        public void tick(QuoteDecoder quote, long timeNs) {
            ticks++;
            messages++;
            if (rows != null) {
                rows.tick(this, quote, timeNs, frame);
            }
        }

        @Override
        public void instrument(InstrumentDefinitionDecoder definition) {
            instruments.put(definition.instrumentId(), definition.symbol());
        }

        @Override
        public void venue(VenueDefinitionDecoder definition) {
            venues.put((int) definition.venueId(), definition.name());
        }

        private void print(Rows table) {
            table.add(id, from.socket(), to.socket(), packets[0], bytes[0], packets[1], bytes[1]);
            table.add(Rows.time(firstNs), Rows.time(lastNs), holes, missing, retransmissions);
            table.add(speaks, sender, target, messages);
        }

        /** One direction of a connection. */
        private final class Side extends StreamProbe {
            Side(StreamDirection flow) {
                super(content -> reader(flow, content));
            }

            @Override
            public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
                frame = number;
                super.bytes(buffer, offset, length, timeNs, number);
            }

            @Override
            public void hole(long length, long timeNs) {
                holes++;
                missing += length;
                super.hole(length, timeNs);
            }

            /** Called once per earlier frame whose bytes the segment repeats. */
            @Override
            public void retransmitted(long number) {
                retransmissions += number == retransmitting ? 0 : 1;
                retransmitting = number;
            }
        }

        /** Messages of one direction of a FIX connection. */
        private final class Messages extends FixMessages {
            private final boolean forward;

            Messages(StreamDirection flow) {
                super(fieldsOfAll, flow.fromStart());
                forward = flow.forward();
            }

            @Override
            protected void message(char type, long timeNs) {
                fixMessages++;
                messages++;
                if (rows != null) {
                    rows.message(StreamEntry.this, fields, timeNs, frame);
                }
                if (speaks.equals(FIX)) {
                    restart();
                    Map<Integer, String> header = new HashMap<>();
                    while (fields.next() != FieldReader.END) {
                        header.putIfAbsent(fields.tag(), fields.text());
                    }
                    speaks = header.getOrDefault(BeginString.FIELD, "");
                    sender = header.getOrDefault(forward ? SenderCompID.FIELD : TargetCompID.FIELD, "");
                    target = header.getOrDefault(forward ? TargetCompID.FIELD : SenderCompID.FIELD, "");
                }
            }

            @Override
            protected void unreadable() {
                unreadable++;
            }
        }
    }

    /** Refuses selected streams that the capture does not have. */
    void refuseUnknown(ListFilter filter) {
        for (StreamId id : filter.streams()) {
            int known = (id.isTcp() ? connections : flows).size();
            if (id.number() >= known && known < CapturePass.MAX_STREAMS) {
                String streams = "which has " + connections.size() + " of tcp and " + flows.size() + " of udp";
                throw Problem.of("--stream")
                        .value(id)
                        .expected("a stream of the capture, " + streams)
                        .exception();
            }
        }
    }

    /** Prints the rows with a packet in the window. */
    void print(Rows table, ListFilter filter) {
        RecordingWindow window = filter.window();
        Stream.concat(connections.stream(), flows.stream())
                .filter(each -> each.packets[0] + each.packets[1] > 0 && filter.hasStream(each.id))
                .filter(each -> each.lastNs >= window.fromNs() && each.firstNs < window.toNs())
                .forEach(each -> each.print(table));
    }
}
