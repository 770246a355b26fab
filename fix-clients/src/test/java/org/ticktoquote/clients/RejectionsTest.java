package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.journal.SnapshotRecord;

/** An acceptor that rejects each request for a pair. */
final class RejectionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path run;

    private AcceptorParty acceptor;
    private ClientsParty clients;

    @BeforeEach
    void start() throws Exception {
        acceptor = new AcceptorParty(1, "FIX.4.4").start();
    }

    @AfterEach
    void end() throws IOException {
        clients.close();
        acceptor.close();
    }

    private void connect() throws Exception {
        String plan = """
            {"connect": "127.0.0.1:%d", "sessions": 1, "expectedSnapshots": 1000,
             "instruments": [{"id": 0, "symbol": "EUR/USD"}, {"id": 1, "symbol": "USD/JPY"}]}
            """.formatted(acceptor.port);
        clients = new ClientsParty(run, plan, "defaults: {subscription: per-pair}", false).connect();
    }

    @Test
    void reportsAMultiLineReasonAsOneLine() throws Exception {
        acceptor.rejectsPairs = true;
        acceptor.rejects = "no\u001b[31m\r\nsession 1 is valid";
        connect();

        assertThat(clients.awaitLine("rejected")
                        .detailAs(ClientsProtocol.Rejected.class)
                        .text())
                .isEqualTo("no\\x1b[31m\\x0d\\x0asession 1 is valid");
    }

    @Test
    void reportsARejectedPairWithItsReason() throws Exception {
        acceptor.rejectsPairs = true;
        connect();

        assertThat(clients.awaitLine("rejected").text())
                .isEqualTo("{\"status\":\"rejected\",\"session\":0,\"instrument\":0,\"type\":\"Y\","
                        + "\"text\":\"no such pair\"}");
        await().atMost(LIMIT).until(() -> clients.linesOf("rejected").size() == 2);
        clients.stop();
        assertThat(JournalTexts.of(run, 0).count(SnapshotRecord.SUBSCRIPTION_REJECTED))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"j", "3"})
    void reportsARejectedMessageWithItsReasonAndPair(String type) throws Exception {
        acceptor.rejectsPairs = true;
        acceptor.rejectsBy = type;
        connect();

        await().atMost(LIMIT).until(() -> clients.linesOf("rejected").size() == 2);
        assertThat(clients.linesOf("rejected").stream().map(line -> line.detailAs(ClientsProtocol.Rejected.class)))
                .containsExactly(
                        new ClientsProtocol.Rejected(0, 0, type, "no such pair"),
                        new ClientsProtocol.Rejected(0, 1, type, "no such pair"));
        clients.stop();
        assertThat(clients.linesOf("logged-out")).as("requested by the clients").isEmpty();
        assertThat(JournalTexts.of(run, 0).count(SnapshotRecord.MESSAGE_REJECTED))
                .isEqualTo(2);
    }
}
