package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.control.ClientsProtocol;
import org.ticktoquote.core.journal.SnapshotRecord;

/** An acceptor that rejects each request for a pair. */
final class RejectionsTest extends ClientsFixture {
    @ParameterizedTest
    @ValueSource(strings = {"Y", "AG", "b", "j", "3"})
    void reportsARejectedPairWithItsReasonOnOneLine(String type) throws Exception {
        acceptor = new AcceptorParty(1, FIX44).start();
        acceptor.rejectsBy = type;
        acceptor.rejects = "no\u001b[31m\r\nsession 1 is valid";
        startClients(acceptor.port, TWO_PAIRS, "defaults: {subscription: per-pair}");
        clients.connect();

        await().atMost(LIMIT).until(() -> clients.linesOf("rejected").size() == 2);
        assertThat(acceptor.requests.get(0)).contains("|262=t2q-00-1-0|", "|146=1|55=EUR/USD|10=");
        assertThat(acceptor.requests.get(1)).contains("|262=t2q-00-1-1|", "|146=1|55=USD/JPY|10=");
        String reason = "no\\x1b[31m\\x0d\\x0asession 1 is valid";
        assertThat(clients.linesOf("rejected").stream().map(line -> line.detailAs(ClientsProtocol.Rejected.class)))
                .containsExactly(
                        new ClientsProtocol.Rejected(0, 0, type, reason),
                        new ClientsProtocol.Rejected(0, 1, type, reason));
        clients.stop();
        assertThat(clients.linesOf("logged-out")).as("requested by the clients").isEmpty();
        assertThat(JournalTexts.of(run, 0)
                        .count(
                                ClientsProtocol.PAIR_REJECTIONS.contains(type)
                                        ? SnapshotRecord.SUBSCRIPTION_REJECTED
                                        : SnapshotRecord.MESSAGE_REJECTED))
                .isEqualTo(2);
    }
}
