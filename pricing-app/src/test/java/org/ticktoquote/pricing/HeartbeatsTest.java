package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.ticktoquote.pricing.FeedParty.opening;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.fix.message.MessageTexts;
import quickfix.SystemTime;
import quickfix.SystemTimeSource;

/** Signs of life in both directions, by the clock of QuickFIX/J, and the end of a session whose other side is silent. */
class HeartbeatsTest {
    private static final long BEGIN_MS = 1_795_000_000_000L;
    private static final int LIMIT_MS = 60_000;
    private static final String FEED = "udp://127.0.0.1:0";

    /** The other side of a session, by hand. */
    private static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final String names;
        private final MessageTexts frames = new MessageTexts();
        private final Queue<String> heard = new ArrayDeque<>();
        private int number;

        Peer(Socket socket, String compId) throws IOException {
            this.socket = socket;
            this.names = "|49=" + compId + "|56=PRICING|52=20261125-09:00:00.000|";
            socket.setSoTimeout(LIMIT_MS);
        }

        static Peer client(RunningApplication application) throws IOException {
            return new Peer(new Socket(InetAddress.getLoopbackAddress(), application.fixPort()), "CLIENT-00");
        }

        Peer say(String type, String fields) throws IOException {
            return sayBody("35=" + type + "|34=" + ++number + names + fields);
        }

        Peer sayBody(String body) throws IOException {
            String text = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', '\u0001');
            String sum =
                    String.format(Locale.ROOT, "10=%03d\u0001", text.chars().sum() % 256);
            socket.getOutputStream().write((text + sum).getBytes(StandardCharsets.ISO_8859_1));
            return this;
        }

        /** The next message with a part; those before it are gone. "end" is the end of the connection. */
        String hear(String part) throws IOException {
            byte[] bytes = new byte[64 * 1024];
            while (true) {
                while (heard.isEmpty()) {
                    int count = socket.getInputStream().read(bytes);
                    if (count < 0) {
                        assertThat("end").isEqualTo(part);
                        return "end";
                    }
                    boolean ignored = frames.read(
                            ByteBuffer.wrap(bytes, 0, count), text -> heard.add(text.replace('\u0001', '|')));
                }
                String next = heard.remove();
                if (next.contains(part)) {
                    return next;
                }
            }
        }

        /** Says nothing more. */
        void fallsSilent() throws IOException {
            say("1", "112=last|").hear("|112=last|");
            later(30_000);
            hear("|35=0|");
            later(36_000);
            hear("|35=1|");
            later(72_000);
            assertThat(hear("|35=5|")).contains("|58=nothing arrived for 2.4 heartbeat intervals (108=30)");
            hear("end");
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @BeforeEach
    void stopTime() {
        later(0);
    }

    @AfterEach
    void restoreTime() {
        SystemTime.setTimeSource(null);
    }

    /** Stops the clock so many milliseconds after the beginning. */
    private static void later(long ms) {
        SystemTime.setTimeSource(new SystemTimeSource() {
            @Override
            public long getTime() {
                return BEGIN_MS + ms;
            }

            @Override
            public LocalDateTime getNow() {
                return LocalDateTime.ofEpochSecond((BEGIN_MS + ms) / 1_000, 0, ZoneOffset.UTC);
            }
        });
    }

    private static ServerSocket server() throws IOException {
        ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setSoTimeout(LIMIT_MS);
        return server;
    }

    @Test
    void aVenueThatFallsSilentIsLoggedOutAndConnectedToAgain() throws Exception {
        try (ServerSocket server = server();
                RunningApplication application = new RunningApplication(
                        "--feed", "fix://127.0.0.1:" + server.getLocalPort(), "--pairs", "EUR/USD:0.0001:0.00001");
                Peer venue = new Peer(server.accept(), "VENUE")) {
            venue.hear("|35=A|");
            venue.say("A", "98=0|108=30|141=Y|").hear("|35=V|");
            venue.fallsSilent();
            await().atMost(ONE_MINUTE)
                    .until(() -> application.lines().stream()
                            .anyMatch(line -> line.contains("broken")
                                    && line.contains("nothing arrived for 2.4 heartbeat intervals")));
            try (Peer again = new Peer(server.accept(), "VENUE")) {
                again.hear("|35=A|");
            }
        }
    }

    @Test
    void dataOfLogonsAndRequestsMayHoldAnything() throws Exception {
        try (RunningApplication application = new RunningApplication("--feed", FEED, "--sessions", "1");
                FeedParty feed = new FeedParty(application)) {
            try (Peer client = Peer.client(application)) {
                client.say("A", "95=19|96=a|35=B|49=X|141=N|x|98=0|108=30|141=Y|")
                        .hear("|35=A|");
                feed.send(opening());
                client.say("V", "262=1|96=|95=8|96=|262=9|x|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=NO/PE|");
                assertThat(client.hear("|35=Y|")).contains("|262=1|", "NO/PE");
            }
            application.expectAlive();
        }
    }

    @Test
    void pricesOfAVenueAreNotInItsData() throws Exception {
        try (ServerSocket server = server();
                RunningApplication application = new RunningApplication(
                        "--feed",
                        "fix://127.0.0.1:" + server.getLocalPort(),
                        "--pairs",
                        "EUR/USD:0.0001:0.00001",
                        "--sessions",
                        "1");
                Peer venue = new Peer(server.accept(), "VENUE");
                Peer client = Peer.client(application)) {
            venue.hear("|35=A|");
            venue.say("A", "98=0|108=30|141=Y|").hear("|35=V|");
            client.say("A", "98=0|108=30|141=Y|").hear("|35=A|");
            client.say("V", "262=1|263=1|264=1|265=0|267=2|269=0|269=1|146=1|55=EUR/USD|");
            venue.say("B", "148=x|95=70|96=a|");
            venue.number--; // as if it had not come
            String phantom = "|268=2|269=0|270=9|269=1|270=9.1|299=3|";
            venue.say(
                    "W",
                    "262=all|55=EUR/USD|354=" + phantom.length() + "|355=" + phantom
                            + "|268=2|269=0|270=1.1|271=5|299=4|269=1|270=1.2|271=5|299=4|");
            assertThat(client.hear("|35=W|"))
                    .contains("|270=1.1|", "|270=1.2|", "|299=4|")
                    .doesNotContain("|270=9");
            await().atMost(ONE_MINUTE)
                    .until(() -> application.lines().stream()
                            .anyMatch(
                                    line -> line.contains("left-out") && line.contains("the length field 95 is '70'")));
        }
    }
}
