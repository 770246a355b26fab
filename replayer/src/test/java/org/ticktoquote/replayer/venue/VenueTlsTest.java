package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.ticktoquote.replayer.venue.OpenVenues.ALPHA;
import static org.ticktoquote.replayer.venue.OpenVenues.EUR_USD;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.core.net.TlsStores;

/** Tests TLS connections with Java sockets. */
class VenueTlsTest {
    private static final Path STORES = Path.of("src", "test", "resources", "tls");
    private static final String PAIR = "55=EUR/USD|";

    @TempDir
    private Path folder;

    private Secret password;

    @BeforeEach
    void copyStores() throws IOException {
        for (String store : new String[] {"venue.p12", "application.p12", "trust.p12"}) {
            Files.copy(STORES.resolve(store), folder.resolve(store));
        }
        Path file = Files.writeString(folder.resolve("password"), "changeit");
        password = new Secret("file:" + file);
    }

    private OpenVenues venues(String more) throws IOException {
        return OpenVenues.of(
                folder,
                "venues: {V: {tls: {keyStore: venue.p12, keyStorePassword: '" + password.reference() + "'" + more
                        + "}}, PLAIN: {pairs: USD/JPY}}");
    }

    private SSLSocket socket(OpenVenues venues, @Nullable String trust, @Nullable String own) throws IOException {
        TlsStores stores = new TlsStores(
                trust == null ? null : folder.resolve(trust).toString(),
                trust == null ? null : password,
                own == null ? null : folder.resolve(own).toString(),
                own == null ? null : password);
        SSLSocket socket = (SSLSocket)
                stores.context().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), venues.port("V"));
        socket.setSoTimeout(60_000);
        return socket;
    }

    /** Returns a socket that trusts the venue. */
    private SSLSocket trusting(OpenVenues venues, String... protocols) throws IOException {
        SSLSocket socket = socket(venues, "trust.p12", null);
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        return socket;
    }

    /** Subscribes and waits for the answer to a later message. */
    private static void subscribe(FixSocket application) throws IOException, InterruptedException {
        application.subscribe("1", "264=1|", PAIR);
        application.send("1", "112=asked|");
        application.await("|35=0|");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', quoteCharacter = '~', textBlock = """
            keyStorePassword: env:T2Q_NO_SUCH ! keyStorePassword: the environment variable T2Q_NO_SUCH is not set
            keyStorePassword: 'file:none' ! keyStorePassword: none: no such file
            keyStorePassword: 'file:pom.xml' ! keyStorePassword: 'file:pom.xml' is a wrong password, expected the password of
            keyStorePassword: secret ! keyStorePassword: expected env:NAME or file:PATH
            trustStore: trust.p12 ! keyStorePassword: is missing, expected the password of
            keyStorePassword: OWN, trustStore: none.p12 ! trustStore:
            keyStorePassword: OWN, trustStore: password ! trustStore:
            keyStorePassword: OWN, trustStorePassword: OWN ! trustStorePassword: applies to a trustStore, expected a trustStore too
            keyStorePassword: OWN, trustStore: trust.p12, trustStorePassword: 'file:pom.xml' ! trustStorePassword: 'file:pom.xml' is a wrong
            keyStorePassword: OWN, protocols: [TLSv1.3, SSLv9] ! protocols: 'SSLv9', expected one of
            """)
    void reportsProblemAtTheKeyThatCausesIt(String keys, String problem) {
        String own = keys.replace("OWN", "'" + password.reference() + "'");
        String yaml = "venues: {V: {tls: {keyStore: venue.p12, " + own + "}}}";
        String name = folder.resolve("v.yaml").toString();
        ProblemException refusal =
                catchThrowableOfType(ProblemException.class, () -> VenueReader.parse(name, yaml, OpenVenues.MARKETS));
        assertThat(refusal.problems())
                .singleElement()
                .extracting(Problem::text)
                .asString()
                .startsWith(name + ":1:")
                .contains(": " + problem);
    }

    private static FixSocket application(SSLSocket socket) throws IOException {
        return new FixSocket(socket, "FIX.4.4", "PRICING", "V");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void sendsTicksOverTls(String protocol) throws Exception {
        try (OpenVenues venues = venues(", protocols: [" + protocol + "]");
                SSLSocket socket = trusting(venues);
                FixSocket application = application(socket).logOn("")) {
            assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
            venues.awaitConnections(1);
            subscribe(application);
            long calledNs = System.nanoTime();
            assertThat(venues.tick(EUR_USD, ALPHA, 1, 2)).isZero();
            assertThat(venues.feed.leftNs(calledNs))
                    .as("departure is after the encryption")
                    .isGreaterThan(calledNs)
                    .isLessThan(System.nanoTime());
            assertThat(application.await("|35=W|")).contains("|299=1|");
            for (int i = 2; i <= 2_000; i++) {
                venues.tick(EUR_USD, ALPHA, i, i + 1);
            }
            assertThat(application.await("|299=2000|")).contains("|34=2002|");
            assertThat(venues.fact("tlsNs")).isPositive();
        }
    }

    @Test
    void acceptsKeyUpdateBetweenTicks() throws Exception {
        try (OpenVenues venues = venues("");
                SSLSocket socket = trusting(venues, "TLSv1.3");
                FixSocket application = application(socket).logOn("")) {
            subscribe(application);
            for (int i = 1; i <= 300; i++) {
                if (i % 100 == 50) {
                    socket.startHandshake(); // with TLS 1.3 this updates the keys of both sides
                    application.send("1", "112=asked" + i + "|");
                }
                venues.tick(EUR_USD, ALPHA, i, i + 1);
            }
            application.await("|112=asked250|");
            venues.tick(EUR_USD, ALPHA, 301, 302);
            application.await("|299=301|");
            assertThat(venues.refused).isEmpty();
        }
    }

    @Test
    void reportsApplicationWithoutTls() throws Exception {
        try (OpenVenues venues = venues("");
                FixSocket application = new FixSocket(venues.port("V"), "FIX.4.4", "PRICING", "V")) {
            application.send("A", "98=0|108=30|141=Y|");
            application.await("end");
            venues.awaitRefusal();
            assertThat(venues.refused)
                    .singleElement()
                    .asString()
                    .matches("V, connection from 127.0.0.1:[0-9]+: TLS: the first bytes are not a TLS ClientHello,"
                            + " expected TLSv1.3 or TLSv1.2, trust in the certificate of .*venue.p12");
        }
    }

    @Test
    void blockedTickLeavesAfterEncryptionBeforeTheWait() throws Exception {
        try (OpenVenues venues = venues("");
                SSLSocket socket = trusting(venues);
                FixSocket application = application(socket).logOn("")) {
            subscribe(application);
            long mostNs = TimeUnit.MILLISECONDS.toNanos(100);
            AtomicLong beforeNs = new AtomicLong();
            application.pauseUntil(() -> venues.fact("blockedNs") - beforeNs.get() > 2 * mostNs); // by one tick
            long calledNs = 0;
            long blockedNs = 0;
            for (int i = 0; blockedNs <= mostNs; i++) {
                beforeNs.set(venues.fact("blockedNs"));
                calledNs = System.nanoTime();
                assertThat(venues.tick(EUR_USD, ALPHA, i + 1, i + 2)).isZero();
                blockedNs = venues.fact("blockedNs") - beforeNs.get();
            }
            assertThat(blockedNs).isGreaterThan(mostNs);
            assertThat(venues.feed.leftNs(calledNs)).isBetween(calledNs, System.nanoTime() - blockedNs);
        }
    }

    private String withTrustStore() {
        return ", trustStore: trust.p12, trustStorePassword: '" + password.reference() + "'";
    }

    private String sha256(String store) {
        return FileDigest.of(folder.resolve(store), store).sha256();
    }

    private void assertRefused(OpenVenues venues, SSLSocket socket, String words) throws IOException {
        SSLException refused = catchThrowableOfType(SSLException.class, () -> {
            socket.startHandshake();
            socket.getInputStream().read(); // with TLS 1.3 the venue checks the certificate after the handshake
        });
        venues.awaitRefusal();
        assertThat(venues.refused.get(0)).contains(": TLS: ").containsIgnoringCase(words);
        assertThat(refused).as("exception of the application").isNotNull();
        venues.awaitConnections(0);
    }

    @Test
    void reportsApplicationThatDoesNotTrustTheVenueOrHasAnotherProtocol() throws Exception {
        try (OpenVenues venues = venues("");
                SSLSocket socket = socket(venues, null, null)) {
            assertRefused(venues, socket, "certificate_unknown");
        }
        try (OpenVenues venues = venues(", protocols: [TLSv1.3]");
                SSLSocket socket = trusting(venues, "TLSv1.2")) {
            assertRefused(venues, socket, "TLSv1.2");
        }
    }

    @Test
    void requiresClientCertificateAndRecordsChecksumsIfVenueHasTrustStore() throws Exception {
        try (OpenVenues venues = venues(withTrustStore());
                SSLSocket nobody = trusting(venues)) {
            assertThat(venues.feed.venueFiles())
                    .containsOnly(
                            Map.entry("V.keyStore", sha256("venue.p12")),
                            Map.entry("V.trustStore", sha256("trust.p12")));
            assertRefused(venues, nobody, "trust.p12");
            try (FixSocket application = application(socket(venues, "trust.p12", "application.p12"))) {
                application.logOn("");
            }
        }
    }

    @Test
    void eachSideDetectsCloseOfTheOther() throws Exception {
        try (OpenVenues venues = venues("")) {
            FixSocket first = application(trusting(venues)).logOn("");
            first.close();
            venues.awaitConnections(0);
            try (SSLSocket second = trusting(venues)) {
                second.startHandshake();
                venues.close();
                assertThat(second.getInputStream().read()).as("a close_notify").isEqualTo(-1);
            }
            assertThat(venues.refused).isEmpty();
        }
    }
}
