package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ticktoquote.benchmarks.peers.FixRequests;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.marketdata.MessageHeaderEncoder;
import org.ticktoquote.core.marketdata.QuoteEncoder;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.Markets;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MDEntryPx;
import quickfix.field.MDEntrySize;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.NoMDEntries;
import quickfix.field.QuoteEntryID;
import quickfix.field.SenderCompID;
import quickfix.field.SendingTime;
import quickfix.field.Symbol;
import quickfix.field.TargetCompID;

/**
 * Sender-side cost of a tick, sent as 35=W with two entries over one connection, compared with the same message built by
 * QuickFIX/J and with the TCP feed. A thread reads everything written.
 */
public class VenueBenchmark extends HotPathBenchmark {
    private static final Markets MARKETS =
            new Markets(List.of(new Instrument(0, "EUR/USD", 100_000, 10_000)), List.of("ALPHA"));
    private static final long BID = 1_085_130_000L;
    private static final long STEP = 10_000;
    private static final int STEPS = 50;

    @Benchmark
    public void prepareMessage(FixFeed fix) {
        fix.prepare();
    }

    @Benchmark
    public boolean sendMessage(FixFeed fix) {
        fix.prepare();
        return fix.feed.send();
    }

    @Benchmark
    public boolean baselineTcpFeed(TcpFeed tcp) {
        tcp.prepare();
        return tcp.feed.send();
    }

    @Benchmark
    public String baselineQuickFixMessage(Numbers numbers) {
        long tick = ++numbers.last;
        Message message = new Message();
        message.getHeader().setString(MsgType.FIELD, MsgType.MARKET_DATA_SNAPSHOT_FULL_REFRESH);
        message.getHeader().setInt(MsgSeqNum.FIELD, (int) tick);
        message.getHeader().setString(SenderCompID.FIELD, "VENUE");
        message.getHeader().setString(TargetCompID.FIELD, "PRICING");
        message.getHeader().setUtcTimeStamp(SendingTime.FIELD, LocalDateTime.now(ZoneOffset.UTC), true);
        message.setString(MDReqID.FIELD, "all");
        message.setString(Symbol.FIELD, "EUR/USD");
        message.addGroup(entry('0', 1.08513, tick));
        message.addGroup(entry('1', 1.08515, tick));
        return message.toString();
    }

    private static Group entry(char side, double price, long tick) {
        Group entry = new Group(NoMDEntries.FIELD, MDEntryType.FIELD);
        entry.setChar(MDEntryType.FIELD, side);
        entry.setDouble(MDEntryPx.FIELD, price);
        entry.setInt(MDEntrySize.FIELD, 1_000_000);
        entry.setString(QuoteEntryID.FIELD, Long.toString(tick));
        return entry;
    }

    /** Message numbers. */
    @State(Scope.Thread)
    public static class Numbers {
        long last;
    }

    /** Venue of {@code fix://}. */
    @State(Scope.Thread)
    public static class FixFeed extends OpenFeed {
        @Setup
        public void open() throws IOException {
            open("fix://127.0.0.1:0", true);
        }
    }

    /** Feed of {@code tcp://}. */
    @State(Scope.Thread)
    public static class TcpFeed extends OpenFeed {
        @Setup
        public void open() throws IOException {
            open("tcp://127.0.0.1:0", false);
        }
    }

    /** A feed, a tick for it, and a reader. */
    @State(Scope.Thread)
    public abstract static class OpenFeed {
        private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[128]);
        private final QuoteEncoder quote = new QuoteEncoder();
        private final List<AutoCloseable> open = new ArrayList<>();
        Feed feed;
        private long tick;

        void open(String uri, boolean fix) throws IOException {
            feed = Feeds.BUILT_IN.open(uri, MARKETS, FeedListener.NONE);
            open.add(feed);
            open.add(new DrainedSocket(URI.create(feed.address()).getPort(), fix));
            quote.wrapAndApplyHeader(bytes, 0, new MessageHeaderEncoder())
                    .bidQuantity(1_000_000)
                    .askQuantity(1_000_000);
            while (!feed.connected()) {
                Thread.onSpinWait();
            }
        }

        void prepare() {
            long price = BID + ++tick % STEPS * STEP;
            quote.bid(price).ask(price + 2 * STEP);
            feed.prepare(bytes, 0, tick, 0);
        }

        /** Closes feed and reader. */
        @TearDown
        public void close() throws Exception {
            for (AutoCloseable each : open) {
                each.close();
            }
        }
    }

    /**
     * Stand-in for an application: reads and discards everything on a separate thread. With {@code fix} it first logs on and
     * subscribes to EUR/USD.
     */
    private static final class DrainedSocket implements AutoCloseable {
        private final Socket socket;

        DrainedSocket(int port, boolean fix) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            if (fix) {
                FixRequests requests = new FixRequests(socket.getOutputStream());
                requests.logOn();
                requests.subscribe(List.of("EUR/USD"));
            }
            DaemonThread.start("reader", this::drain);
        }

        private void drain() {
            byte[] bytes = new byte[1 << 16];
            try (InputStream in = socket.getInputStream()) {
                while (in.read(bytes) >= 0) {
                    Thread.onSpinWait();
                }
            } catch (IOException closed) {
                // end of the benchmark
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
