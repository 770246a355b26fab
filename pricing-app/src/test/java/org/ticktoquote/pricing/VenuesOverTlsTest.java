package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.net.TlsStores;

/** Tests FIX venues over TLS. */
class VenuesOverTlsTest {
    private static final Path STORES = Path.of("..", "replayer", "src", "test", "resources", "tls");
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path folder;

    private String trust;
    private String own;

    @BeforeEach
    void nameStores() throws IOException {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        trust = "--trust-store=" + store("trust") + " --trust-store-password=file:" + password;
        own = "--key-store=" + store("application") + " --key-store-password=file:" + password;
    }

    private static String store(String name) {
        return STORES.resolve(name + ".p12").toString();
    }

    private TlsFront front(int behind, boolean asks, String... protocols) throws IOException {
        Secret password = new Secret("file:" + folder.resolve("password"));
        TlsStores stores = new TlsStores(store("trust"), password, store("venue"), password);
        return new TlsFront(stores.context(), behind, asks, protocols);
    }

    private static RunningApplication application(int port, String... more) {
        String options = "--feed fix://127.0.0.1:" + port + "?target=LONDON&tls=true --pairs EUR/USD:0.0001:0.00001";
        return new RunningApplication(
                (options + " " + String.join(" ", more)).strip().split(" ", -1));
    }

    private static void awaitBroken(RunningApplication application, String words) {
        await().atMost(ONE_MINUTE).until(() -> {
            application.expectAlive();
            return application.lines().stream().anyMatch(line -> line.contains("\"state\":\"broken\""));
        });
        assertThat(application.lines()).anyMatch(line -> line.contains(": TLS: ") && line.contains(words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void connectsToTrustedVenueWithClientCertificate(String protocol) throws Exception {
        try (VenueParty venue = new VenueParty("FIX.4.4", "LONDON");
                TlsFront front = front(venue.port(), true, protocol);
                RunningApplication application = application(front.port(), trust, own);
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1)) {
            await().atMost(ONE_MINUTE).until(() -> venue.requests().size() == 1);
            clients.request(0, "r", "1", "EUR/USD");
            venue.top("EUR/USD", "7", "1.10000", "1.10002");
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 1);
            assertThat(clients.snapshots(0)).containsExactly("EUR/USD 1.1 1.10002 7");
            application.end();
            await().atMost(ONE_MINUTE).until(() -> !venue.logouts().isEmpty());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "false, , '', unable to find valid certification path",
        "true, , TRUST, certificate",
        "false, TLSv1.3, TRUST --tls-protocols=TLSv1.2, protocol_version"
    })
    void reportsVenueWithoutTrustOrCommonProtocol(boolean asks, String protocol, String options, String words)
            throws Exception {
        String[] protocols = protocol == null ? new String[0] : new String[] {protocol};
        try (VenueParty venue = new VenueParty("FIX.4.4", "LONDON");
                TlsFront front = front(venue.port(), asks, protocols);
                RunningApplication application = application(front.port(), options.replace("TRUST", trust))) {
            awaitBroken(application, words);
            assertThat(venue.requests()).isEmpty();
        }
    }

    @Test
    void reportsVenueWithoutTls() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RunningApplication application = application(plain.getLocalPort(), trust);
                Socket accepted = plain.accept()) {
            accepted.getOutputStream().write("8=FIX.4.4".getBytes(StandardCharsets.US_ASCII));
            awaitBroken(application, "SSL message");
        }
    }
}
