package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.pricing.FeedParty.opening;
import static org.ticktoquote.pricing.FeedParty.quote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.ticktoquote.fix.message.FixPeer;

/** Tests an application that connects to its clients, for example to a hub. */
class ConnectingTest {
    private static final int LIMIT_MS = 60_000;

    private static FixPeer hub(ServerSocket server) throws IOException {
        return new FixPeer(server.accept(), "CLIENT-00", "PRICING");
    }

    private static void logOn(FixPeer hub) throws IOException {
        assertThat(hub.receiveText()).contains("|35=A|34=1|49=PRICING|", "|56=CLIENT-00|", "|108=30|141=Y|");
        hub.send("A", "98=0|108=30|141=Y|");
    }

    @Test
    void logsOnQuotesUnrequestedAndReconnects() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(LIMIT_MS);
            String where = "127.0.0.1:" + server.getLocalPort();
            try (RunningApplication application = new RunningApplication(
                            "--feed udp://127.0.0.1:0 --connect " + where + " --sessions 1 --dialect hub-like");
                    FeedParty feed = new FeedParty(application)) {
                assertThat(application.fixPort()).isZero();
                try (FixPeer hub = hub(server)) {
                    logOn(hub);
                    feed.send(opening());
                    feed.send(quote(7, "1.10000", "1.10002"));
                    assertThat(hub.receiveText())
                            .contains("|35=S|34=2|", "|117=7|", "|55=EUR/USD|132=1.1|133=1.10002|")
                            .doesNotContain("|131=");
                }
                try (FixPeer hub = hub(server)) {
                    logOn(hub);
                    assertThat(hub.receiveText()).contains("|35=S|34=2|", "|117=7|");
                }
            }
        }
    }

    @Test
    void retriesUntilHubListens() throws Exception {
        try (Socket held = HeldPort.open();
                RunningApplication application = new RunningApplication(
                        "--feed udp://127.0.0.1:0 --connect 127.0.0.1:" + held.getLocalPort() + " --sessions 1")) {
            application.expectAlive();
            try (ServerSocket server = new ServerSocket(held.getLocalPort(), 10, InetAddress.getLoopbackAddress())) {
                server.setSoTimeout(LIMIT_MS);
                try (FixPeer hub = hub(server)) {
                    logOn(hub);
                }
            }
        }
    }
}
