package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.ticktoquote.pricing.FeedParty.opening;

import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.FixPeer;

/** Tests data fields whose bytes look like fields, in logons, requests and prices. */
class DataFieldsTest {
    private static final String FEED = "udp://127.0.0.1:0";

    private static FixPeer venue(ServerSocket server) throws IOException {
        return new FixPeer(server.accept(), "VENUE", "PRICING");
    }

    @Test
    void acceptsAnyDataInLogonsAndRequests() throws Exception {
        try (RunningApplication application = new RunningApplication("--feed", FEED, "--sessions", "1");
                FeedParty feed = new FeedParty(application)) {
            try (FixPeer client = application.client()) {
                client.send("A", "95=19|96=a|35=B|49=X|141=N|x|98=0|108=30|141=Y|")
                        .receiveText("|35=A|");
                feed.send(opening());
                client.send("V", "262=1|96=|95=8|96=|262=9|x|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=NO/PE|");
                assertThat(client.receiveText("|35=Y|")).contains("|262=1|", "NO/PE");
            }
            application.expectAlive();
        }
    }

    @Test
    void ignoresPricesInsideDataFields() throws Exception {
        try (ServerSocket server = FixPeer.server();
                RunningApplication application = new RunningApplication("--feed fix://127.0.0.1:"
                        + server.getLocalPort() + " --pairs EUR/USD:0.0001:0.00001 --sessions 1");
                FixPeer venue = venue(server);
                FixPeer client = application.client()) {
            venue.receiveText("|35=A|");
            venue.send("A", "98=0|108=30|141=Y|").receiveText("|35=V|");
            client.send("A", "98=0|108=30|141=Y|").receiveText("|35=A|");
            client.send("V", "262=1|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=EUR/USD|");
            venue.send(Fix.message("35=B|34=2|49=VENUE|56=PRICING|52=20261125-09:00:00|148=x|95=70|96=a|")); // ignored
            String phantom = "|268=2|269=0|270=9|269=1|270=9.1|299=3|";
            venue.send(
                    "W",
                    "262=all|55=EUR/USD|354=" + phantom.length() + "|355=" + phantom
                            + "|268=2|269=0|270=1.1|271=5|299=4|269=1|270=1.2|271=5|299=4|");
            assertThat(client.receiveText("|35=W|"))
                    .contains("|270=1.1|", "|270=1.2|", "|299=4|")
                    .doesNotContain("|270=9");
            await().atMost(ONE_MINUTE)
                    .until(() -> application.lines().stream()
                            .anyMatch(
                                    line -> line.contains("left-out") && line.contains("the length field 95 is '70'")));
        }
    }
}
