package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.ticktoquote.pricing.FeedParty.opening;
import static org.ticktoquote.pricing.FeedParty.quote;

import org.junit.jupiter.api.Test;

/** Sessions get snapshots from subscription to unsubscription or logout. */
class SubscribingTest {
    @Test
    void stopsAfterUnsubscribeAndRejectsInvalidRequests() throws Exception {
        try (RunningApplication application = new RunningApplication("--feed", "udp://127.0.0.1:0");
                FeedParty feed = new FeedParty(application);
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 2)) {
            feed.send(opening());
            feed.send(quote(1, "1.10000", "1.10002"));
            clients.request(0, "stays", "1", "EUR/USD");
            clients.request(1, "goes", "1", "EUR/USD");
            clients.awaitSnapshots(1, 1);
            assertThat(clients.rejects()).isEmpty();
            clients.request(1, "goes", "2", "EUR/USD");
            clients.request(1, "once", "0", "EUR/USD");
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(1).size() == 2);
            feed.send(quote(2, "1.10001", "1.10002"));
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 2);
            clients.request(0, "bad", "1", "EUR/USD", "XAU/XAG");
            clients.request(0, "stays", "1", "EUR/USD");
            await().atMost(ONE_MINUTE).until(() -> clients.rejects().size() == 2);
            assertThat(clients.snapshots(1)).hasSize(2);
            assertThat(clients.rejects())
                    .extracting(each -> each.text(262) + " " + each.text(281))
                    .containsExactly("bad 0", "stays 1");
            assertThat(clients.rejects().get(0).text(58)).contains("XAU/XAG").doesNotContain("EUR/USD");
        }
    }

    @Test
    void requiresNewSubscriptionAfterLogon() throws Exception {
        try (RunningApplication application = new RunningApplication("--feed", "udp://127.0.0.1:0");
                FeedParty feed = new FeedParty(application);
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 2)) {
            feed.send(opening());
            clients.request(0, "a", "1", "EUR/USD");
            clients.request(1, "b", "1", "EUR/USD");
            feed.send(quote(1, "1.10000", "1.10002"));
            clients.awaitSnapshots(1, 1);
            clients.session(0).disconnect("test", false);
            await().atMost(ONE_MINUTE).until(clients::allLoggedOn);
            feed.send(quote(2, "1.10001", "1.10002"));
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(1).size() == 2);
            assertThat(clients.snapshots(0)).hasSize(1);
            clients.request(0, "a", "1", "EUR/USD");
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 2);
            assertThat(clients.snapshots(0).get(1)).endsWith(" 2");
        }
    }
}
