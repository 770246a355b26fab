package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.fix.message.EngineTime;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.FixPeer;
import org.ticktoquote.fix.message.QuickFix;
import quickfix.ApplicationAdapter;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.SocketInitiator;

/** Heartbeats between clients and application, whichever side connects, and logout after silence. */
final class ClientHeartbeatsTest extends ClientsFixture {
    private final EngineTime time = new EngineTime();

    @AfterEach
    void restoreTime() {
        time.close();
    }

    private int accepting() throws IOException {
        return accepting("defaults: {accept: 0, subscription: none}", 1);
    }

    /** Returns the application to which the clients have connected and sent their Logon. */
    private FixPeer connected(ServerSocket server) throws IOException {
        startClients(server.getLocalPort(), ONE_PAIR, null);
        clients.say(CONNECT);
        FixPeer application = CallingParty.of(server.accept());
        application.receiveText("|35=A|");
        return application;
    }

    private static byte[] testRequest(int number) {
        return Fix.message(CallingParty.head("1", number, "CLIENT-00") + "112=" + number + "|");
    }

    /** The next message of the application has sequence number 2. */
    private void assertLogoutAfterSilence(FixPeer application) throws IOException {
        application.send(testRequest(2));
        application.receiveText("|112=2|");
        time.advance(30_000);
        application.receiveText("|35=0|");
        time.advance(6_000);
        application.receiveText("|35=1|");
        time.advance(36_000);
        assertThat(application.receiveText("|35=5|")).contains("|58=no message for 2.4 heartbeat intervals (108=30)");
        assertThat(application.receiveText()).isEmpty();
        assertThat(clients.awaitLine("not-accepted").text())
                .contains("no message for 2.4 heartbeat intervals (108=30)", "\"ends\":true");
        clients.awaitLine("dropped");
        assertThat(clients.linesOf("not-accepted")).hasSize(1);
    }

    @Test
    void logsOutASilentApplicationThatConnected() throws Exception {
        int port = accepting();
        try (FixPeer application = CallingParty.loggedOn(port)) {
            assertLogoutAfterSilence(application);
        }
        try (FixPeer application = CallingParty.loggedOn(port)) {
            clients.awaitLine("restored");
        }
    }

    @Test
    void logsOutASilentApplicationThatAcceptedTheConnection() throws Exception {
        try (ServerSocket server = FixPeer.server()) {
            try (FixPeer application = connected(server)) {
                application.send(CallingParty.logon(1, "CLIENT-00", "141=Y|"));
                assertLogoutAfterSilence(application);
            }
            try (FixPeer application = CallingParty.of(server.accept())) {
                application.receiveText("|35=A|");
            }
        }
    }

    @Test
    void quickFixGetsHeartbeatsAtTheIntervalItRequested() throws Exception {
        time.close();
        AtomicInteger beats = new AtomicInteger();
        SocketInitiator application = QuickFix.initiator(
                new ApplicationAdapter() {
                    @Override
                    public void fromAdmin(Message message, SessionID id) {
                        if (message.getHeader().getOptionalString(35).orElse("").equals("0")) {
                            beats.incrementAndGet();
                        }
                    }
                },
                QuickFix.settings("initiator", accepting(), List.of(session(0)), "HeartBtInt", "1"));
        application.start();
        try {
            await().atMost(LIMIT).until(() -> beats.get() >= 2);
        } finally {
            application.stop(true);
        }
    }

    /** Applies to the Logons of both sides. */
    @Test
    void acceptsDataWithSeparatorsInALogon() throws Exception {
        String data = "95=25|96=x|35=5|34=9|58=no|108=0|y|";
        try (FixPeer application = CallingParty.at(accepting())) {
            application.send(CallingParty.logon(1, "CLIENT-00", data + "141=Y|"));
            application.receiveText("|35=A|");
            application.send(testRequest(2));
            application.receiveText("|112=2|");
        }
    }

    @Test
    void reportsAnUnreadableLogon() throws Exception {
        try (ServerSocket server = FixPeer.server();
                FixPeer application = connected(server)) {
            application.send(CallingParty.logon(1, "CLIENT-00", "141=Y|nonsense|"));
            assertThat(clients.awaitLine("not-accepted").text())
                    .contains("garbled Logon (35=A): ", "\"ends\":true")
                    .doesNotContain("49=PRICING");
        }
    }
}
