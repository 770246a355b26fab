package org.ticktoquote.wire.show;

import static org.ticktoquote.wire.WirePacket.ACK;
import static org.ticktoquote.wire.WirePacket.FIN;
import static org.ticktoquote.wire.WirePacket.SYN;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.FeedDatagram;
import org.ticktoquote.wire.FrameBytes;
import org.ticktoquote.wire.WirePacket;

/** Frames of a client's FIX connection and of a feed, one per millisecond. */
final class ShownTraffic {
    /** 2026-11-18T09:46:40Z. */
    static final long START_NS = 1_794_995_200_000_000_000L;

    static final long MS = 1_000_000;

    private static final String CLIENT = "10.0.0.9:50000";
    private static final String APPLICATION = "10.0.0.1:9876";

    final List<byte[]> frames = new ArrayList<>();
    private long clientNext = 1_000;
    private long applicationNext = 70_000;
    private int identification;

    /** A connection that is opened and logged on. */
    static ShownTraffic loggedOn() {
        ShownTraffic traffic = new ShownTraffic();
        traffic.frames.add(traffic.segment(true, new byte[0]).flags(SYN).ethernet());
        traffic.clientNext++;
        traffic.frames.add(traffic.segment(false, new byte[0]).flags(SYN | ACK).ethernet());
        traffic.applicationNext++;
        return traffic.client(head("A", 1, "BANK-1", "PRICING") + "98=0|108=30|")
                .application(head("A", 1, "PRICING", "BANK-1") + "98=0|108=30|");
    }

    static String head(String type, int number, String sender, String target) {
        return "35=" + type + "|34=" + number + "|49=" + sender + "|52=20261118-09:46:40|56=" + target + "|";
    }

    static String snapshot(int number, String symbol, String bid, String ask) {
        return head("W", number, "PRICING", "BANK-1") + "55=" + symbol + "|268=2|269=0|270=" + bid + "|269=1|270=" + ask
                + "|";
    }

    ShownTraffic client(String body) {
        return add(true, Fix.message(body));
    }

    ShownTraffic application(String body) {
        return add(false, Fix.message(body));
    }

    /** Bytes of one side. */
    ShownTraffic add(boolean byClient, byte[] payload) {
        frames.add(next(byClient, payload).ethernet());
        return this;
    }

    /** Returns the next segment of one side without adding it. */
    WirePacket next(boolean byClient, byte[] payload) {
        WirePacket packet = segment(byClient, payload);
        clientNext += byClient ? payload.length : 0;
        applicationNext += byClient ? 0 : payload.length;
        return packet;
    }

    /** The client closes, and opens another connection on the same ports. */
    ShownTraffic reopened() {
        frames.add(segment(true, new byte[0]).flags(FIN | ACK).ethernet());
        clientNext += 1_000_000;
        frames.add(segment(true, new byte[0]).flags(SYN).ethernet());
        clientNext++;
        return this;
    }

    private WirePacket segment(boolean byClient, byte[] payload) {
        return WirePacket.tcp(byClient ? CLIENT : APPLICATION, byClient ? APPLICATION : CLIENT)
                .sequence(byClient ? clientNext : applicationNext)
                .acknowledged(byClient ? applicationNext : clientNext)
                .identification(++identification)
                .payload(payload);
    }

    /** A datagram that defines EUR/USD, and one for each tick. */
    ShownTraffic feed(long... ids) {
        datagram(FeedDatagram.definitions(7, 0, "EUR/USD"));
        for (long id : ids) {
            datagram(FeedDatagram.quote(
                    7,
                    id,
                    quote -> quote.tickId(id)
                            .venueTimeNs(START_NS)
                            .bid(1_250_000_000L)
                            .ask(1_250_100_000L)
                            .instrumentId(0)
                            .venueId((short) 3)
                            .sides()
                            .ask(id % 2 == 0)));
        }
        return this;
    }

    ShownTraffic datagram(byte[] payload) {
        frames.add(WirePacket.udp("10.0.0.7:30000", "10.0.0.1:40001")
                .identification(++identification)
                .payload(payload)
                .ethernet());
        return this;
    }

    CaptureFiles file() {
        CaptureFiles file = CaptureFiles.pcapng();
        for (int i = 0; i < frames.size(); i++) {
            file.frame(START_NS + i * MS, frames.get(i));
        }
        return file;
    }

    /** Time of the frame after the last one. */
    long nextNs() {
        return START_NS + frames.size() * MS;
    }

    static ShownTraffic prices() {
        return ShownTraffic.loggedOn()
                .application(snapshot(2, "EUR/USD", "1.25", "1.26"))
                .application(snapshot(3, "USD/JPY", "150.1", "150.2"))
                .feed(1, 2);
    }

    static CaptureFiles damagedTime() {
        ShownTraffic traffic = prices();
        CaptureFiles file = CaptureFiles.pcap();
        for (int i = 0; i < traffic.frames.size(); i++) {
            file.frame(START_NS + i, traffic.frames.get(i));
        }
        byte[] frame = traffic.frames.get(0);
        return file.packet(START_NS / 1_000_000_000, 1_000_000_000, frame, frame.length);
    }

    /** A frame every 10 ms for 3 s, each stamped by a switch. */
    static CaptureFiles stamped(LongUnaryOperator clock) {
        ShownTraffic traffic = prices();
        for (int i = 3; traffic.frames.size() < 300; i++) {
            traffic.feed(i);
        }
        CaptureFiles file = CaptureFiles.pcapng();
        for (int i = 0; i < 300; i++) {
            long ns = i * 10 * MS;
            file.frame(
                    START_NS + ns + 5_000,
                    FrameBytes.metaWatch(traffic.frames.get(i), START_NS + clock.applyAsLong(ns), 1));
        }
        return file;
    }
}
