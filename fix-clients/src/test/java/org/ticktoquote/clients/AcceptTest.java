package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.fix.message.FirstMessage;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.FixPeer;
import quickfix.Session;
import quickfix.SessionID;

/** Applications that connect to their clients, and other connections to the same port. */
final class AcceptTest extends ClientsFixture {
    private static final String UNSOLICITED = "defaults: {accept: 0, subscription: none}";

    private String refusal() {
        return clients.awaitLine("refused").detail().path("text").asText();
    }

    @Test
    void applicationConnectsLogsOnGetsARequestAndQuotes() throws Exception {
        int port = accepting("defaults: {accept: 0}", 2);
        assertThat(clients.linesOf("unreachable").get(0).text())
                .contains("\"session\":0", "127.0.0.1:" + port, "the application has not connected");
        try (FixPeer first = CallingParty.at(port);
                FixPeer second = CallingParty.at(port)) {
            second.send(CallingParty.logon(1, "CLIENT-01", "141=Y|"));
            first.send(CallingParty.logon(1, "CLIENT-00", "141=Y|"));
            assertThat(first.receiveText()).contains("|35=A|34=1|49=CLIENT-00|", "|56=PRICING|", "|141=Y|");
            assertThat(first.receiveText()).contains("|35=V|34=2|", "|262=t2q-00-1-all|", "|55=EUR/USD|");
            clients.awaitLine("subscribed");
            first.send(CallingParty.quote(2, "CLIENT-00", 1), CallingParty.quote(3, "CLIENT-00", 2));
            second.send(CallingParty.quote(2, "CLIENT-01", 1));
            awaitSnapshots(0, 2);
            awaitSnapshots(1, 1);
            assertThat(clients.stop().text()).contains("\"snapshots\":3,\"refused\":0", "\"gaps\":0,\"drops\":0");
        }
    }

    @Test
    void sendsNoRequestWithUnsolicitedPrices() throws Exception {
        int port = accepting(UNSOLICITED, 1);
        try (FixPeer application = CallingParty.at(port)) {
            application.send(
                    CallingParty.logon(1, "CLIENT-00", "141=Y|"),
                    CallingParty.quote(2, "CLIENT-00", 7),
                    Fix.message(CallingParty.head("1", 3, "CLIENT-00") + "112=well|"));
            assertThat(application.receiveText()).contains("|35=A|34=1|");
            assertThat(application.receiveText()).contains("|35=0|34=2|", "|112=well|");
            clients.awaitLine("subscribed");
            awaitSnapshots(0, 1);
            assertThat(JournalTexts.of(run, 0).tickIds()).containsExactly(7L);
        }
    }

    @Test
    void losesNoQuoteThatArrivesWithTheLogon() throws Exception {
        int quotes = 250;
        byte[][] sent = new byte[1 + quotes][];
        Arrays.setAll(sent, i -> CallingParty.quote(i + 1, "CLIENT-00", i));
        sent[0] = CallingParty.logon(1, "CLIENT-00", "141=Y|");
        assertThat(Fix.join(sent)).hasSizeGreaterThan(FirstMessage.MAX_BYTES);
        int port = accepting(UNSOLICITED, 1);
        try (FixPeer application = CallingParty.at(port).send(sent)) {
            assertThat(application.receiveText()).contains("|35=A|");
            awaitSnapshots(0, quotes);
        }
    }

    @Test
    void sequenceNumbersContinueOnTheNextConnection() throws Exception {
        int port = accepting(UNSOLICITED, 1);
        try (FixPeer application = CallingParty.loggedOn(port)) {
            application.send(CallingParty.quote(2, "CLIENT-00", 1), CallingParty.quote(3, "CLIENT-00", 2));
            awaitSnapshots(0, 2);
        }
        clients.awaitLine("dropped");
        try (FixPeer application = CallingParty.at(port)) {
            application.send(CallingParty.logon(4, "CLIENT-00", ""), CallingParty.quote(5, "CLIENT-00", 3));
            assertThat(application.receiveText()).contains("|35=A|34=2|");
            clients.awaitLine("restored");
            awaitSnapshots(0, 3);
            application.send(Fix.message(CallingParty.head("1", 6, "CLIENT-00") + "112=well|"));
            assertThat(application.receiveText()).as("not a ResendRequest").contains("|35=0|34=3|");
        }
        assertThat(clients.stop().text()).contains("\"gaps\":0,");
    }

    static Stream<Arguments> strangers() {
        return Stream.of(
                Arguments.of("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), "'GET / HTTP/1.1"),
                Arguments.of(new byte[] {0x16, 3, 1, 2, 0, 1}, "the counterparty uses TLS"),
                Arguments.of(Fix.message("FIX.4.2", "35=A|34=1|"), "BeginString (8) is 'FIX.4.2', expected 'FIX.4.4'"),
                Arguments.of(Fix.bytes("8=FIX.4.4|9=5|35=A|10=000|"), "CheckSum (10) is '000', expected 180"),
                Arguments.of(
                        Fix.bytes("8=FIX.4.4|9=99999|" + "1".repeat(20_000)),
                        "no complete message in the first 16384 bytes"),
                Arguments.of(CallingParty.quote(1, "CLIENT-00", 1), "the first message is not a Logon (35=A)"),
                Arguments.of(
                        CallingParty.logon(1, "HUB", ""),
                        "Logon with 49=PRICING 56=HUB, expected 49=PRICING 56=CLIENT-00"),
                Arguments.of(Fix.message("35=A|"), "Logon with 49= 56=, expected"));
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void refusesStrangersWithAReasonWhileSessionsLogOn(byte[] sent, String reason) throws Exception {
        int port = accepting(UNSOLICITED, 1);
        try (FixPeer stranger = CallingParty.at(port).send(sent)) {
            assertThat(refusal()).contains(reason);
            String answer = stranger.receiveText();
            assertThat(answer.isEmpty() || answer.contains("|35=5|")).as(answer).isTrue();
        } catch (IOException reset) {
            // the clients did not read all bytes
        }
        try (FixPeer application = CallingParty.loggedOn(port)) {
            assertThat(clients.linesOf("refused")).hasSize(1);
        }
    }

    /** Takes three to four seconds, during which the first connection could still end. */
    @Test
    void refusesASecondConnectionOfALoggedOnSession() throws Exception {
        int port = accepting(UNSOLICITED, 1);
        try (FixPeer application = CallingParty.loggedOn(port);
                FixPeer second = CallingParty.at(port)) {
            second.send(CallingParty.logon(1, "CLIENT-00", "141=Y|"));
            assertThat(refusal()).isEqualTo("49=PRICING 56=CLIENT-00 is already logged on");
            assertThat(second.receiveText()).isEmpty();
            application.send(CallingParty.quote(2, "CLIENT-00", 1));
            awaitSnapshots(0, 1);
        }
    }

    @Test
    void acceptsASecondConnectionOnceTheFirstHasEnded() throws Exception {
        int port = accepting(UNSOLICITED, 1);
        try (FixPeer second = CallingParty.at(port)) {
            try (FixPeer application = CallingParty.loggedOn(port)) {
                second.send(CallingParty.logon(1, "CLIENT-00", "141=Y|"));
            }
            assertThat(second.receiveText()).contains("|35=A|34=1|");
            clients.awaitLine("restored");
        }
    }

    @Test
    void refusesASessionThatIsOrderedDownUntilItIsUp() throws Exception {
        int port = accepting(UNSOLICITED, 1);
        try (FixPeer application = CallingParty.loggedOn(port)) {
            clients.say("{\"command\":\"down\",\"session\":0}");
            assertThat(application.receiveText()).contains("|35=5|");
            application.send(Fix.message(CallingParty.head("5", 2, "CLIENT-00")));
            String more = application.receiveText();
            if (!more.isEmpty()) { // QuickFIX/J records its Logout after sending it and can send another
                assertThat(more).contains("|35=5|");
                assertThat(application.receiveText()).isEmpty();
            }
        }
        clients.awaitLine("down");
        Session.lookupSession(new SessionID("FIX.4.4", "CLIENT-00", "PRICING"))
                .logon(); // as QuickFIX/J does if the reply arrives before it records its Logout
        try (FixPeer application = CallingParty.at(port)) {
            application.send(CallingParty.logon(3, "CLIENT-00", ""));
            assertThat(application.receiveText()).isEmpty();
        }
        clients.say("{\"command\":\"up\",\"session\":0}");
        await().atMost(LIMIT).ignoreExceptionsInstanceOf(IOException.class).until(() -> {
            try (FixPeer application = CallingParty.at(port)) {
                return application
                        .send(CallingParty.logon(3, "CLIENT-00", ""))
                        .receiveText()
                        .contains("|35=A|");
            }
        });
        clients.awaitLine("dropped");
        assertThat(clients.stop().text()).contains("\"refused\":0", "\"drops\":1");
    }

    @Test
    void acceptsALogonInPiecesAfterConnectionsThatItRefuses() throws Exception {
        int port = accepting(UNSOLICITED, 1);
        CallingParty.at(port).close();
        assertThat(refusal()).isEqualTo("closed before it was logged on");

        try (FixPeer stranger = CallingParty.at(port)) {
            stranger.send(CallingParty.logon(1, "HUB", ""));
            assertThat(stranger.receiveText())
                    .contains("|35=5|34=1|49=HUB|", "|56=PRICING|", "|58=unknown session: 49=PRICING 56=HUB|");
            assertThat(stranger.receiveText()).isEmpty();
        }

        try (FixPeer application = CallingParty.at(port)) {
            for (byte each : CallingParty.logon(1, "CLIENT-00", "50=desk|57=fx|")) {
                application.send(new byte[] {each});
            }
            assertThat(application.receiveText()).contains("|35=A|34=1|");
        }
    }

    @Test
    void refusesAPortInUse() throws Exception {
        try (ServerSocket taken = FixPeer.server()) {
            String template = "defaults: {accept: " + taken.getLocalPort() + "}";
            clients = new ClientsParty(run, plan(0, 1, 117, ONE_PAIR), template, false);
            assertThatThrownBy(() -> clients.end().get())
                    .hasMessageContaining("accept: '127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("address already in use");
        }
    }
}
