package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.mina.filter.ssl.SslFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.fix.message.FixPeer;

final class TlsTest extends ClientsFixture {
    private static final String PASSWORD = "changeit";

    @BeforeEach
    void startAcceptor() throws Exception {
        Files.writeString(run.resolve("password"), PASSWORD);
        SSLContext context = serverContext();
        acceptor = new AcceptorParty(1, FIX44)
                .behind(chain -> chain.addFirst("tls", new SslFilter(context)))
                .start();
    }

    private SSLContext serverContext() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(STORES.resolve("venue.p12").toFile(), PASSWORD.toCharArray());
        KeyManagerFactory identity = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        identity.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(identity.getKeyManagers(), null, null);
        return context;
    }

    @Test
    void snapshotsArriveThroughTls() throws Exception {
        String trust = "trustStore: '" + STORES.resolve("trust.p12") + "', trustStorePassword: 'file:";
        startClients(acceptor.port, ONE_PAIR, "defaults: {tls: {" + trust + run.resolve("password") + "'}}");
        clients.connect();
        publish(0, 100);

        awaitSnapshots(0, 100);
        assertThat(clients.stop().text()).contains("\"gaps\":0,\"drops\":0");
    }

    @Test
    void refusesAnUntrustedCertificate() throws Exception {
        startClients(acceptor.port, ONE_PAIR, "defaults: {tls: {verifyHost: true}}");
        clients.say(CONNECT);

        assertThat(clients.awaitLine("not-accepted").text()).contains("unable to find valid certification path");
        assertThat(clients.linesOf("logged-on")).isEmpty();
        assertThat(acceptor.logons).isEmpty();
        clients.hangUp();
        assertThat(JournalTexts.of(run, 0).closed()).isTrue();
    }

    @Test
    void acceptsAnApplicationThatConnectsWithTls() throws Exception {
        String store =
                "keyStore: '" + STORES.resolve("venue.p12") + "', keyStorePassword: 'file:" + run.resolve("password");
        int port = accepting("defaults: {accept: 0, subscription: none, tls: {" + store + "'}}", 1);

        try (FixPeer plain = CallingParty.at(port)) {
            plain.send(CallingParty.logon(1, "CLIENT-00", ""));
            assertThat(clients.awaitLine("refused").text()).contains("\"text\":\"TLS: ");
        }
        try (FixPeer application = CallingParty.of(trusting().getSocketFactory().createSocket("127.0.0.1", port))) {
            application.send(CallingParty.logon(1, "CLIENT-00", "141=Y|"), CallingParty.quote(2, "CLIENT-00", 5));
            assertThat(application.receiveText()).contains("|35=A|34=1|");
            await().atMost(LIMIT).until(() -> JournalTexts.of(run, 0).tickIds().contains(5L));
        }
        try (FixPeer stranger = CallingParty.of(trusting().getSocketFactory().createSocket("127.0.0.1", port))) {
            stranger.send(CallingParty.logon(1, "HUB", ""));
            assertThat(stranger.receiveText()).contains("|35=5|", "unknown session");
            assertThat(stranger.receiveText()).isEmpty();
        }
    }

    private SSLContext trusting() throws GeneralSecurityException, IOException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(STORES.resolve("trust.p12").toFile(), PASSWORD.toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
