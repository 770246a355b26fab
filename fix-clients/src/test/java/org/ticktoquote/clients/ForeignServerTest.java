package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.FixPeer;

/** A server that is not a FIX acceptor. It sends the test's answer and closes the connection. */
final class ForeignServerTest extends ClientsFixture {
    private static final String LOGON = "35=A|34=1|49=PRICING|56=CLIENT-00|52=20261122-17:04:44.480|98=0|141=Y|";

    private static final int READ_SIZE = 4096;

    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger receivedBytes = new AtomicInteger();
    private volatile boolean staysSilent;
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = FixPeer.server();
    }

    @AfterEach
    void closeServer() throws IOException {
        server.close();
    }

    private void start(byte[] answer, @Nullable String template) throws IOException {
        Thread thread = new Thread(() -> serve(answer), "foreign-server");
        thread.setDaemon(true);
        thread.start();
        startClients(server.getLocalPort(), ONE_PAIR, template);
        clients.say(CONNECT);
    }

    private void serve(byte[] answer) {
        while (!server.isClosed()) {
            try (Socket connection = server.accept()) {
                connections.incrementAndGet();
                int ignored = connection.getInputStream().read(new byte[READ_SIZE]);
                connection.getOutputStream().write(answer);
                if (!staysSilent) {
                    connection.shutdownOutput(); // a close with unread bytes would reset the connection and lose the
                    // answer
                }
                while (connection.getInputStream().read() >= 0) {
                    receivedBytes.incrementAndGet();
                }
            } catch (IOException closed) {
                // closed by the client, or at the end of the test
            }
        }
    }

    private void awaitTwoMoreSeconds() {
        int reports = clients.linesOf("progress").size();
        await().atMost(LIMIT).until(() -> clients.linesOf("progress").size() > reports + 10);
    }

    @Test
    void httpServerEndsTheSessionForGood() throws Exception {
        start(Fix.bytes("HTTP/1.1 400 Bad Request\r\n\r\n"), null);

        assertThat(clients.awaitLine("over").text())
                .isEqualTo(
                        "{\"status\":\"over\",\"session\":0,\"text\":\"the bytes before the Logon are not a FIX message:"
                                + " the counterparty uses HTTP: 'HTTP/1.1 400 Bad Request\\\\x0d\\\\x0a\\\\x0d\\\\x0a'\"}");
        awaitTwoMoreSeconds();
        assertThat(connections).hasValue(1);
        assertThat(clients.stop().text()).contains("\"drops\":0", "\"malformed\":1");
        assertThat(JournalTexts.of(run, 0).kinds()).containsExactly(SnapshotRecord.MALFORMED);
    }

    @Test
    void connectionClosedBeforeLogonIsReportedOnceAndRetried() throws Exception {
        start(new byte[0], null);

        assertThat(clients.awaitLine("unanswered").text()).isEqualTo("{\"status\":\"unanswered\",\"session\":0}");
        await().atMost(LIMIT).until(() -> connections.get() > 2);
        assertThat(clients.linesOf("unanswered")).hasSize(1);
    }

    @Test
    void reportsARejectInPlaceOfALogonWithItsReason() throws Exception {
        start(Fix.message("35=3|34=1|49=PRICING|56=CLIENT-00|52=20261122-17:04:44.480|45=1|58=no such user|"), null);

        assertThat(clients.awaitLine("rejected").text())
                .isEqualTo("{\"status\":\"rejected\",\"session\":0,\"instrument\":null,\"type\":\"3\","
                        + "\"text\":\"no such user\"}");
    }

    private static byte[] afterLogon(String type, String fields) {
        String head = "35=" + type + "|34=2|49=PRICING|56=CLIENT-00|52=20261122-17:04:44.480|";
        return Fix.join(Fix.message(LOGON + "108=30|"), Fix.message(head + fields));
    }

    @Test
    void messageThatIsOnlyRejectedDoesNotEndTheSession() throws Exception {
        staysSilent = true;
        start(afterLogon("4", "36=1|"), null);

        assertThat(clients.awaitLine("not-accepted").text()).endsWith("\"ends\":false}");
        assertThat(clients.stop().text()).contains("\"drops\":0,");
    }

    @Test
    void secondLogonEndsTheConnectionAndIsReported() throws Exception {
        staysSilent = true;
        start(afterLogon("A", "98=0|108=30|"), null);

        assertThat(clients.awaitLine("dropped").text())
                .endsWith("\"how\":\"the clients closed the connection, after a second Logon (35=A)\"}");
    }

    /** Takes about three seconds: a TestRequest after one, the end two seconds later. */
    @Test
    void endsASessionThatDoesNotAnswerATestRequest() throws Exception {
        staysSilent = true;
        start(Fix.message(LOGON + "108=1|"), "defaults: {heartbeat: 1s}");

        assertThat(clients.awaitLine("not-accepted").text())
                .isEqualTo("{\"status\":\"not-accepted\",\"session\":0,\"text\":\"no message for 2.4"
                        + " heartbeat intervals (108=1) despite a TestRequest (35=1)\",\"ends\":true}");
        assertThat(receivedBytes).hasPositiveValue();
    }

    @Test
    void refusesAnAnswerWithoutTlsIfTheTemplateHasTls() throws Exception {
        start(Fix.bytes("8=FIX.4.4|9=5|35=5|10=000|"), "defaults: {tls: {verifyHost: true}}");

        assertThat(clients.awaitLine("not-accepted").text()).contains("\"session\":0,\"text\":\"TLS: ");
    }
}
