package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.ticktoquote.pricing.FeedParty.BOTH;
import static org.ticktoquote.pricing.FeedParty.EURUSD;
import static org.ticktoquote.pricing.FeedParty.opening;
import static org.ticktoquote.pricing.FeedParty.quote;

import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.pricing.feed.FeedBytes;

/** Tests market data over every transport and snapshots in every FIX version. */
class ReceivingTest {
    @ParameterizedTest
    @ValueSource(strings = {"FIX.4.2", "FIX.4.4", "FIXT.1.1"})
    void answersUdpTicksWithSnapshotsOfTheTier(String beginString) throws Exception {
        try (RunningApplication application =
                        new RunningApplication("--feed", "udp://127.0.0.1:0", "--begin-string", beginString);
                FeedParty feed = new FeedParty(application);
                TestClients clients = new TestClients(beginString, application.fixPort(), 2)) {
            clients.request(0, "early", "1", BOTH);
            feed.send(opening());
            feed.send(quote(1, "1.10000", "1.10002"));
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 1);
            clients.request(1, "late", "1", "EUR/USD");
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(1).size() == 1);
            feed.send(quote(2, "1.10001", "-"));
            clients.awaitSnapshots(2, 2);
            assertThat(clients.snapshots(0)).containsExactly("EUR/USD 1.1 1.10002 1", "EUR/USD 1.10001 1.10002 2");
            assertThat(clients.snapshots(1))
                    .as("tier 1 adds a tenth of a pip on both sides")
                    .containsExactly("EUR/USD 1.09999 1.10003 1", "EUR/USD 1.1 1.10003 2");
            assertThat(clients.received().get(0).text(262)).isEqualTo("early");
        }
    }

    @Test
    void joinsMulticastGroup() throws Exception {
        String group = "239.77.88.99";
        try (RunningApplication application = new RunningApplication("--feed", "udp://" + group + ":0?interface=lo");
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1);
                MulticastSocket feed = new MulticastSocket()) {
            feed.setNetworkInterface(NetworkInterface.getByName("lo"));
            clients.request(0, "r", "1", "EUR/USD");
            for (FeedBytes datagram : List.of(opening(), quote(1, "1.10000", "1.10002"))) {
                byte[] bytes = datagram.bytes();
                InetAddress to = InetAddress.getByName(group);
                feed.send(new DatagramPacket(bytes, bytes.length, to, application.feedPort()));
            }
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 1);
        }
    }

    @Test
    void connectsToLateTcpFeedAndReconnects() throws Exception {
        try (Socket held = HeldPort.open();
                RunningApplication application =
                        new RunningApplication("--feed", "tcp://127.0.0.1:" + held.getLocalPort());
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1)) {
            clients.request(0, "r", "1", "EUR/USD");
            try (ServerSocket server = new ServerSocket(held.getLocalPort(), 1, InetAddress.getLoopbackAddress())) {
                for (int session = 1; session <= 2; session++) {
                    try (Socket socket = server.accept()) {
                        byte[] bytes = FeedBytes.stream()
                                .start(session, 1)
                                .instrument(EURUSD)
                                .quote(1, 0, 0, 1, "1.1000" + session, "1.1001")
                                .bytes();
                        OutputStream out = socket.getOutputStream();
                        out.write(bytes, 0, 50);
                        out.flush();
                        out.write(bytes, 50, bytes.length - 50);
                        out.flush();
                        clients.awaitSnapshots(session);
                    }
                }
            }
            assertThat(clients.snapshots(0)).containsExactly("EUR/USD 1.10001 1.1001 1", "EUR/USD 1.10002 1.1001 1");
        }
    }
}
