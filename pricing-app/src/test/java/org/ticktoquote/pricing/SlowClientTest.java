package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.message.FixPeer;
import org.ticktoquote.pricing.feed.FeedBytes;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.TruthQuoteRecord;

class SlowClientTest {
    private static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);
    private static final int PER_DATAGRAM = 10;

    @TempDir
    private Path truth;

    @Test
    void disconnectsSlowSessionAndServesOthers() throws Exception {
        long tickId = 1;
        try (RunningApplication application = new RunningApplication(
                        "--feed", "udp://127.0.0.1:0", "--max-queued", "2000", "--truth", truth.toString());
                DatagramSocket feed = new DatagramSocket();
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1);
                Socket slow = new Socket()) {
            send(
                    feed,
                    application,
                    FeedBytes.datagram(1, 1).start(1, 1).instrument(EURUSD).heartbeat(1));
            clients.request(0, "r", "1", "EUR/USD");
            slow.setReceiveBufferSize(4096);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), application.fixPort()));
            new FixPeer(slow, "CLIENT-01", "PRICING")
                    .send("A", "98=0|108=30|141=Y|")
                    .send("V", "262=s|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=EUR/USD|");
            long deadlineNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (logonsEnded() == 0 && System.nanoTime() - deadlineNs < 0) {
                for (int datagram = 0; datagram < 100; datagram++, tickId += PER_DATAGRAM) {
                    send(feed, application, quotes(tickId));
                }
                long last = tickId - PER_DATAGRAM / 2;
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> clients.received().stream()
                                .anyMatch(each -> each.type().equals("W") && each.tickId() >= last));
            }
            assertThat(clients.allLoggedOn()).isTrue();
        }
        Map<Fate, Long> fates = fates(1);
        assertThat(fates.get(Fate.NOT_LOGGED_ON)).as("cut off: %s", fates).isPositive();
        assertThat(fates.get(Fate.SENT)).isPositive();
        assertThat(fates(0)).doesNotContainKey(Fate.NOT_LOGGED_ON);
    }

    private long logonsEnded() {
        return fates(1).getOrDefault(Fate.NOT_LOGGED_ON, 0L);
    }

    private static void send(DatagramSocket socket, RunningApplication to, FeedBytes datagram) throws IOException {
        byte[] bytes = datagram.bytes();
        socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), to.feedPort()));
    }

    private static FeedBytes quotes(long firstId) {
        FeedBytes datagram = FeedBytes.datagram(1, firstId);
        for (long id = firstId; id < firstId + PER_DATAGRAM; id++) {
            datagram.quote(id, 0, 0, id, id % 2 == 0 ? "1.10000" : "1.10001", "1.10005");
        }
        return datagram;
    }

    private Map<Fate, Long> fates(int session) {
        Map<Fate, Long> fates = new HashMap<>();
        TruthQuoteRecord quote = new TruthQuoteRecord(new UnsafeBuffer(new byte[0]), 0);
        try (JournalReader reader = JournalReader.open(truth.resolve(TruthQuoteRecord.FILE), TruthQuoteRecord.SCHEMA)) {
            while (reader.next()) {
                // count from the subscription on, because the session was not logged on before
                quote.wrap(reader);
                boolean subscribed = quote.fate() == Fate.SENT || fates.containsKey(Fate.SENT);
                if (quote.session() == session && subscribed) {
                    fates.merge(quote.fate(), 1L, Long::sum);
                }
            }
        }
        return fates;
    }
}
