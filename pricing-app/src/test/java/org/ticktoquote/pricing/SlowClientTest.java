package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.fix.message.FixPeer;
import org.ticktoquote.pricing.truth.Fate;

class SlowClientTest {
    private static final int PER_DATAGRAM = 10;
    /** Is in every snapshot, so that few snapshots fill the socket. */
    private static final String LONG_ID = "s".repeat(2_000);

    @TempDir
    private Path truth;

    @Test
    void disconnectsSlowSessionAndServesOthers() throws Exception {
        long tickId = 1;
        try (RunningApplication application = new RunningApplication(
                        "--feed", "udp://127.0.0.1:0", "--max-queued", "2000", "--truth", truth.toString());
                FeedParty feed = new FeedParty(application);
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1);
                Socket slow = new Socket()) {
            feed.send(FeedParty.opening());
            clients.request(0, "r", "1", "EUR/USD");
            slow.setReceiveBufferSize(4096);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), application.fixPort()));
            new FixPeer(slow, "CLIENT-01", "PRICING")
                    .send("A", "98=0|108=30|141=Y|")
                    .send("V", "262=" + LONG_ID + "|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=EUR/USD|");
            long deadlineNs = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (logonsEnded() == 0 && System.nanoTime() - deadlineNs < 0) {
                for (int datagram = 0; datagram < 100; datagram++, tickId += PER_DATAGRAM) {
                    feed.send(FeedParty.quotes(tickId, PER_DATAGRAM));
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

    private Map<Fate, Long> fates(int session) {
        Map<Fate, Long> fates = new HashMap<>();
        for (TruthFiles.Out quote : TruthFiles.quotes(truth)) {
            // count from the subscription on, because the session was not logged on before
            boolean subscribed = quote.fate() == Fate.SENT || fates.containsKey(Fate.SENT);
            if (quote.session() == session && subscribed) {
                fates.merge(quote.fate(), 1L, Long::sum);
            }
        }
        return fates;
    }
}
