package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.TlsStores;

/** Tests applications that take too long to log on. */
class LogonLimitTest {
    private static final Path STORES = Path.of("src", "test", "resources", "tls");
    private static final Duration LIMIT = Duration.ofMillis(150);
    /** First bytes of a handshake record of 512 bytes with a ClientHello. */
    private static final byte[] HELLO = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};

    private static final byte[] LOGON = "8=FIX.4.4\u00019=999\u000135=A".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    private OpenVenues venues;

    @BeforeEach
    void open() throws IOException {
        openWaiting(LIMIT);
    }

    private void openWaiting(Duration limit) throws IOException {
        Files.copy(STORES.resolve("venue.p12"), folder.resolve("venue.p12"), StandardCopyOption.REPLACE_EXISTING);
        Path password = Files.writeString(folder.resolve("password"), "changeit");
        venues = OpenVenues.waiting(
                limit,
                folder,
                "venues: {SAFE: {pairs: EUR/USD, tls: {keyStore: venue.p12, keyStorePassword: 'file:" + password
                        + "'}}, PLAIN: {pairs: USD/JPY}}");
    }

    @AfterEach
    void close() {
        venues.close();
    }

    private Socket connect(String venue) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), venues.port(venue));
        socket.setSoTimeout(60_000);
        return socket;
    }

    private void awaitEnd(long fromNs, String venue, String why, long others) {
        venues.awaitRefusal();
        assertThat(System.nanoTime() - fromNs).isGreaterThanOrEqualTo(LIMIT.toNanos());
        assertThat(venues.refused)
                .singleElement()
                .asString()
                .matches(venue + ", connection from 127.0.0.1:[0-9]+: " + why + " timed out");
        venues.awaitConnections(others);
    }

    /** Sends a byte every few milliseconds, repeating the last one, until the connection is closed. */
    private static void drip(Socket socket, byte[] bytes) {
        int[] sent = {0};
        Awaitility.await().atMost(ONE_MINUTE).pollInterval(Duration.ofMillis(5)).until(() -> {
            try {
                OutputStream out = socket.getOutputStream();
                out.write(bytes[Math.min(sent[0]++, bytes.length - 1)]);
                return false;
            } catch (IOException closed) {
                return true;
            }
        });
    }

    @Test
    void silentConnectionFailsTheHandshake() throws Exception {
        long fromNs = System.nanoTime();
        try (Socket silent = connect("SAFE")) {
            awaitEnd(fromNs, "SAFE", "TLS handshake", 0);
            silent.getInputStream().readAllBytes();
        }
    }

    @ParameterizedTest
    @CsvSource({"SAFE, TLS handshake", "PLAIN, Logon \\(35=A\\)"})
    void slowBytesDoNotExtendTheLimit(String venue, String what) throws Exception {
        long fromNs = System.nanoTime();
        try (Socket slow = connect(venue)) {
            drip(slow, venue.equals("SAFE") ? HELLO : LOGON);
            awaitEnd(fromNs, venue, what, 0);
        }
    }

    /** Retries with a longer limit if the handshake takes too long. */
    @Test
    void silenceAfterTheHandshakeFailsTheLogon() throws Exception {
        Files.copy(STORES.resolve("trust.p12"), folder.resolve("trust.p12"));
        Secret password = new Secret("file:" + folder.resolve("password"));
        SSLContext trust = new TlsStores(folder.resolve("trust.p12").toString(), password, null, null).context();
        Duration limit = LIMIT;
        while (!hasNoLogonInTime(trust)) {
            limit = limit.multipliedBy(2);
            venues.close();
            openWaiting(limit);
        }
    }

    private boolean hasNoLogonInTime(SSLContext trust) {
        try (SSLSocket silent = (SSLSocket)
                trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), venues.port("SAFE"))) {
            silent.startHandshake();
            assertThat(silent.getInputStream().read()).as("a close_notify").isEqualTo(-1);
        } catch (IOException tooSlow) {
            return false;
        }
        venues.awaitRefusal();
        return venues.refused.stream().anyMatch(text -> text.endsWith(": Logon (35=A) timed out"));
    }

    /** Retries if the first Logon of the JVM exceeds the limit. */
    @Test
    void limitDoesNotApplyAfterLogon() throws Exception {
        try (FixSocket application = loggedOn()) {
            venues.refused.clear();
            long fromNs = System.nanoTime();
            try (Socket silent = connect("PLAIN")) {
                awaitEnd(fromNs, "PLAIN", "Logon \\(35=A\\)", 1);
                assertThat(silent.getInputStream().read()).isEqualTo(-1);
            }
            application.send("1", "112=still there|");
            application.await("|112=still there|");
        }
    }

    private FixSocket loggedOn() throws IOException, InterruptedException {
        while (true) {
            FixSocket application = new FixSocket(venues.port("PLAIN"), "FIX.4.4", "PRICING", "PLAIN");
            application.send("A", "98=0|108=30|141=Y|");
            String answer = application.messages.take();
            if (answer.contains("|35=A|")) {
                return application;
            }
            application.close();
        }
    }
}
