package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.pricing.FeedParty.BOTH;
import static org.ticktoquote.pricing.FeedParty.opening;
import static org.ticktoquote.pricing.FeedParty.quote;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.pricing.truth.Fate;

class NullResponderTest {
    @TempDir
    private Path truth;

    @Test
    void answersFromTheReceivingThread() throws Exception {
        try (RunningApplication application = new RunningApplication(
                        "--feed", "udp://127.0.0.1:0", "--null-responder", "--truth", truth.toString());
                FeedParty feed = new FeedParty(application);
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 2)) {
            feed.send(opening());
            feed.send(quote(1, "1.10000", "1.10002"));
            clients.request(0, "a", "1", BOTH);
            clients.request(1, "b", "1", BOTH);
            clients.awaitSnapshots(1, 1);
            feed.send(quote(2, "1.10000", "1.10002"));
            feed.send(quote(3, "1.10001", "-"));
            clients.awaitSnapshots(2, 2);
            assertThat(clients.snapshots(1)).containsExactly("EUR/USD 1.1 1.10002 1", "EUR/USD 1.10001 1.10002 3");
        }
        assertThat(TruthFiles.quotes(truth).stream().filter(out -> out.fate() == Fate.SENT || out.fate() == Fate.IMAGE))
                .hasSize(4);
    }
}
