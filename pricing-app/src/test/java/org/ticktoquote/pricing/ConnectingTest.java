package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.pricing.FeedParty.opening;
import static org.ticktoquote.pricing.FeedParty.quote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.fix.message.MessageTexts;

/** An application that connects to its clients, as to a hub. */
class ConnectingTest {
    private static final int LIMIT_MS = 60_000;

    /** A hub's end of one connection. */
    private static final class Hub implements AutoCloseable {
        private final Socket socket;
        private final MessageTexts frames = new MessageTexts();
        private final Queue<String> heard = new ArrayDeque<>();

        Hub(ServerSocket server) throws IOException {
            socket = server.accept();
            socket.setSoTimeout(LIMIT_MS);
        }

        String hear() throws IOException {
            byte[] bytes = new byte[64 * 1024];
            while (heard.isEmpty()) {
                int count = socket.getInputStream().read(bytes);
                boolean ignored =
                        frames.read(ByteBuffer.wrap(bytes, 0, count), text -> heard.add(text.replace('\u0001', '|')));
            }
            return heard.remove();
        }

        void say(String body) throws IOException {
            String counted = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', '\u0001');
            int sum = counted.chars().sum() % 256;
            String message = counted + "10=%03d\u0001".formatted(sum);
            socket.getOutputStream().write(message.getBytes(StandardCharsets.ISO_8859_1));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static void logOn(Hub hub) throws IOException {
        assertThat(hub.hear()).contains("|35=A|34=1|49=PRICING|", "|56=CLIENT-00|", "|108=30|141=Y|");
        hub.say("35=A|34=1|49=CLIENT-00|52=20261125-09:00:00.000|56=PRICING|98=0|108=30|141=Y|");
    }

    @Test
    void logsOnQuotesUnaskedAndConnectsAgain() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(LIMIT_MS);
            String where = "127.0.0.1:" + server.getLocalPort();
            try (RunningApplication application = new RunningApplication(
                            "--feed",
                            "udp://127.0.0.1:0",
                            "--connect",
                            where,
                            "--sessions",
                            "1",
                            "--dialect",
                            "hub-like");
                    FeedParty feed = new FeedParty(application)) {
                assertThat(application.fixPort()).isZero();
                try (Hub hub = new Hub(server)) {
                    logOn(hub);
                    feed.send(opening());
                    feed.send(quote(7, "1.10000", "1.10002"));
                    assertThat(hub.hear())
                            .contains("|35=S|34=2|", "|117=7|", "|55=EUR/USD|132=1.1|133=1.10002|")
                            .doesNotContain("|131=");
                }
                try (Hub hub = new Hub(server)) {
                    logOn(hub);
                    assertThat(hub.hear()).contains("|35=S|34=2|", "|117=7|");
                }
            }
        }
    }

    @Test
    void triesUntilSomebodyListens() throws Exception {
        int port = UnclaimedPort.tcp(InetAddress.getLoopbackAddress());
        try (RunningApplication application = new RunningApplication(
                "--feed", "udp://127.0.0.1:0", "--connect", "127.0.0.1:" + port, "--sessions", "1")) {
            application.expectAlive();
            try (ServerSocket server = new ServerSocket(port, 10, InetAddress.getLoopbackAddress())) {
                server.setSoTimeout(LIMIT_MS);
                try (Hub hub = new Hub(server)) {
                    logOn(hub);
                }
            }
        }
    }
}
