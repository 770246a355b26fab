package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.journal.SnapshotRecord;
import quickfix.Session;

/** Requests that the clients send for a template's {@code request}, and their answers, over real sockets. */
final class RequestFormsTest extends ClientsFixture {
    private void start(String template) throws Exception {
        acceptor = new AcceptorParty(1, FIX44).start();
        connect(run, template);
    }

    private void connect(Path directory, String template) throws Exception {
        clients = new ClientsParty(directory, plan(acceptor.port, 1, 299, TWO_PAIRS), template, false);
        clients.connect();
    }

    private List<String> bodies(int count) {
        await().atMost(LIMIT).until(() -> acceptor.requests.size() >= count);
        return acceptor.requests.stream()
                .map(text -> text.replaceAll(".*\\|56=[A-Z]+\\|(.*)10=...\\|", "$1"))
                .toList();
    }

    @Test
    void requestHasFieldsAndGroupsInTheOrderOfTheTemplate() throws Exception {
        start("""
                defaults:
                  symbol: {tag: 48, naming: mapped}
                  request:
                    id: "S{session}L{logon}"
                    body:
                      263: 1
                      262: "{id}"
                      264: 0
                      265: 1
                      267: [{269: 1}, {269: 0}]
                      146: {48: "{key}", 22: 8, 461: "RCSXXX", 15: "{base}"}
                      1300: "{session}-X"
                symbols: {EUR/USD: "4001", USD/JPY: "4004"}
                """);

        assertThat(bodies(1))
                .containsExactly("263=1|262=S00L1|264=0|265=1|267=2|269=1|269=0|146=2|48=4001|22=8|461=RCSXXX|15=EUR|"
                        + "48=4004|22=8|461=RCSXXX|15=USD|1300=00-X|");
        assertThat(acceptor.requests.get(0)).contains("|35=V|");
    }

    @Test
    void quoteRequestIdsAreNumbers() throws Exception {
        start("""
                defaults:
                  subscription: per-pair
                  headerTags: {115: DESK-7}
                  request: {type: R, id: "{number}", body: {131: "{id}", 146: {55: "{key}", 537: 1}}}
                """);

        assertThat(bodies(2))
                .containsExactly(
                        "115=DESK-7|131=1|146=1|55=EUR/USD|537=1|", "115=DESK-7|131=2|146=1|55=USD/JPY|537=1|");
        assertThat(acceptor.requests).allMatch(text -> text.contains("|35=R|"));
        assertThat(acceptor.logons.get(0)).contains("|115=DESK-7|");
    }

    @Test
    void findsThePairOfASnapshotByItsRequestIdOnly() throws Exception {
        start("""
                defaults:
                  subscription: per-pair
                  symbol: {tag: 262}
                  request: {id: "{number}"}
                """);
        bodies(2);
        for (String id : List.of("2", "1", "3")) {
            acceptor.publish(session(0), 262, id);
        }

        await().atMost(LIMIT).until(() -> JournalTexts.of(run, 0).count(SnapshotRecord.UNKNOWN_SYMBOL) == 1);
        assertThat(JournalTexts.of(run, 0).instruments()).containsExactly(1, 0);
    }

    @Test
    void sequenceNumbersContinueFromRunToRunIfConfigured() throws Exception {
        String template = "defaults: {resetOnLogon: false, numbers: '" + run.resolve("numbers") + "'}";
        Path first = Files.createDirectory(run.resolve("first"));
        Path second = Files.createDirectory(run.resolve("second"));
        acceptor = new AcceptorParty(1, FIX44).goingOn().start();
        connect(first, template);
        bodies(1);
        publish(0, 5);
        await().atMost(LIMIT).until(() -> JournalTexts.of(first, 0).count(SnapshotRecord.SNAPSHOT) == 5);
        clients.stop();
        Session session = Session.lookupSession(session(0));
        // QuickFIX/J clears the connection before the logon state, and would clear a new logon in between
        await().atMost(LIMIT).until(() -> !session.hasResponder() && !session.receivedLogout());
        connect(second, template);
        bodies(2);
        publish(0, 1);
        await().atMost(LIMIT).until(() -> JournalTexts.of(second, 0).count(SnapshotRecord.SNAPSHOT) == 1);

        assertThat(acceptor.logons.get(0)).contains("|34=1|").doesNotContain("|141=");
        assertThat(acceptor.logons.get(1)).contains("|34=4|").doesNotContain("|141=");
        assertThat(JournalTexts.of(second, 0).count(SnapshotRecord.SEQUENCE_GAP))
                .isZero();
        assertThat(acceptor.resendRequests).isEmpty();
    }

    @Test
    void resendsARequestThatFollowedARefusedLogon() throws Exception {
        String template = "defaults: {resetOnLogon: false, subscription: per-pair}";
        AtomicBoolean refuses = new AtomicBoolean(true);
        acceptor = new AcceptorParty(1, FIX44)
                .goingOn()
                .behind(chain -> chain.addLast("refuses", new IoFilterAdapter() {
                    @Override
                    public void messageReceived(NextFilter next, IoSession connection, Object message) {
                        if (refuses.getAndSet(false)) {
                            connection.closeNow();
                        } else {
                            next.messageReceived(connection, message);
                        }
                    }
                }))
                .start();
        connect(run, template);

        assertThat(bodies(2))
                .satisfiesExactlyInAnyOrder(
                        text -> assertThat(text).contains("|55=EUR/USD|"),
                        text -> assertThat(text).contains("|55=USD/JPY|"));
        assertThat(acceptor.logons.get(0)).contains("|34=2|");
        publish(0, 1);
        awaitSnapshots(0, 1);
        assertThat(acceptor.requests).hasSize(2);
    }
}
