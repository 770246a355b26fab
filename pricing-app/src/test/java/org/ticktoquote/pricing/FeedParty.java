package org.ticktoquote.pricing;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedBytes;

/** Sends market data of two pairs and one session over UDP. */
final class FeedParty implements AutoCloseable {
    static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);
    static final Instrument USDJPY = new Instrument(1, "USD/JPY", 10_000_000, 1_000_000);
    static final String[] BOTH = {"EUR/USD", "USD/JPY"};

    private final DatagramSocket socket = new DatagramSocket();
    private final int port;

    FeedParty(RunningApplication application) throws IOException {
        this.port = application.feedPort();
    }

    static FeedBytes opening() {
        return FeedBytes.datagram(1, 1)
                .start(1, 1)
                .instrument(EURUSD)
                .instrument(USDJPY)
                .heartbeat(1);
    }

    /** Returns a tick of EUR/USD. A dash is a missing side. */
    static FeedBytes quote(long tickId, String bid, String ask) {
        return FeedBytes.datagram(1, tickId).quote(tickId, 0, 0, tickId, bid, ask);
    }

    /** Returns ticks of EUR/USD, each with another bid. */
    static FeedBytes quotes(long first, int count) {
        FeedBytes datagram = FeedBytes.datagram(1, first);
        for (long id = first; id < first + count; id++) {
            datagram.quote(id, 0, 0, id, id % 2 == 0 ? "1.10000" : "1.10001", "1.10005");
        }
        return datagram;
    }

    void send(FeedBytes datagram) throws IOException {
        byte[] bytes = datagram.bytes();
        socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
    }

    @Override
    public void close() {
        socket.close();
    }
}
