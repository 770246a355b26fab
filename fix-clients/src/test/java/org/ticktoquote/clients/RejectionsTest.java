package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.journal.SnapshotRecord;

/** An acceptor that rejects each request for a pair. */
final class RejectionsTest extends ClientsFixture {
    private void connect(String rejectedBy, String reason) throws Exception {
        acceptor = new AcceptorParty(1, FIX44).start();
        acceptor.rejectsBy = rejectedBy;
        acceptor.rejects = reason;
        startClients(acceptor.port, TWO_PAIRS, "defaults: {subscription: per-pair}");
        clients.connect();
    }

    @Test
    void reportsAMultiLineReasonAsOneLine() throws Exception {
        connect("Y", "no\u001b[31m\r\nsession 1 is valid");

        assertThat(clients.awaitLine("rejected")
                        .detailAs(ClientsProtocol.Rejected.class)
                        .text())
                .isEqualTo("no\\x1b[31m\\x0d\\x0asession 1 is valid");
    }

    @Test
    void reportsARejectedPairWithItsReason() throws Exception {
        connect("Y", "no such pair");

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
        connect(type, "no such pair");

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
