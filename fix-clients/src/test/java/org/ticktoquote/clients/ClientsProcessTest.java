package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ticktoquote.core.journal.SnapshotRecord.DISCONNECTED;
import static org.ticktoquote.core.journal.SnapshotRecord.LOGGED_ON;
import static org.ticktoquote.core.journal.SnapshotRecord.ORDERED_DOWN;
import static org.ticktoquote.core.journal.SnapshotRecord.SEQUENCE_GAP;
import static org.ticktoquote.core.journal.SnapshotRecord.UNKNOWN_BOOK;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.fix.message.EngineTime;

final class ClientsProcessTest extends ClientsFixture {

    private @Nullable EngineTime time;

    @AfterEach
    void restoreTime() {
        if (time != null) {
            time.close();
        }
    }

    private void start(int sessions, String template) throws Exception {
        start(sessions, template, FIX44, false);
    }

    private void start(int sessions, String template, String transport, boolean forwardSnapshots) throws Exception {
        acceptor = new AcceptorParty(sessions, transport).start();
        String plan = plan(acceptor.port, sessions, 278, TWO_PAIRS);
        clients = new ClientsParty(run, plan, template, forwardSnapshots);
        clients.connect();
    }

    private void publishAndAwait(int session, int count) throws Exception {
        long before = snapshots(session);
        publish(session, count);
        awaitSnapshots(session, before + count);
    }

    @Test
    void twentyFiveSessionsLogOnSubscribeAndJournalEverySnapshot() throws Exception {
        start(25, null);
        assertThat(clients.awaitLine("logged-on").text()).isEqualTo("{\"status\":\"logged-on\",\"sessions\":25}");
        assertThat(clients.awaitLine("subscribed").detail().path("pairs").asInt())
                .isEqualTo(50);
        await().atMost(LIMIT).until(() -> acceptor.requests.size() == 25);
        assertThat(acceptor.requests.get(0))
                .contains("|263=1|264=1|265=0|267=2|269=0|269=1|146=2|55=EUR/USD|55=USD/JPY|10=");

        for (int i = 0; i < 20; i++) {
            for (int session = 0; session < 25; session++) {
                assertThat(acceptor.publish(session(session), i % 2 == 0 ? "EUR/USD" : "USD/JPY"))
                        .isTrue();
            }
        }
        await().atMost(LIMIT).until(() -> IntStream.range(0, 25).allMatch(session -> snapshots(session) == 20));
        clients.say("{\"command\":\"first-snapshots\"}");

        assertThat(clients.awaitLine("first-snapshots").text()).endsWith("\"missing\":[]}");
        assertThat(clients.stop().detail().path("snapshots").asLong()).isEqualTo(500);
        for (int session = 0; session < 25; session++) {
            JournalTexts journal = JournalTexts.of(run, session);
            assertThat(journal.closed()).isTrue();
            assertThat(journal.kinds().get(0)).isEqualTo(LOGGED_ON);
            assertThat(journal.tickIds()).hasSize(20).isSorted();
            assertThat(journal.count(SEQUENCE_GAP)).isZero();
        }
    }

    @Test
    void missingFirstSnapshotsAreNamed() throws Exception {
        start(2, null);
        publishAndAwait(1, 1);
        clients.say("{\"command\":\"first-snapshots\"}");

        assertThat(clients.awaitLine("first-snapshots").text())
                .endsWith("\"missing\":[{\"session\":0,\"instrument\":0},{\"session\":0,\"instrument\":1},"
                        + "{\"session\":1,\"instrument\":1}]}");
    }

    @Test
    void sessionOrderedDownIsReportedAndIsNotADrop() throws Exception {
        start(1, null);
        publishAndAwait(0, 1);
        clients.say("{\"command\":\"down\",\"session\":0}");
        clients.awaitLine("down");
        clients.say("{\"command\":\"up\",\"session\":0}");
        clients.awaitLine("restored");
        await().atMost(LIMIT).until(() -> acceptor.requests.size() == 2);
        publishAndAwait(0, 1);

        assertThat(clients.stop().text()).contains("\"drops\":0");
        assertThat(JournalTexts.of(run, 0).kinds())
                .containsExactly(LOGGED_ON, 0, ORDERED_DOWN, DISCONNECTED, LOGGED_ON, 0, DISCONNECTED);
    }

    @Test
    void swallowedSnapshotsKeepTheSessionAliveWithoutAResend() throws Exception {
        time = new EngineTime();
        start(1, "defaults: {heartbeat: 1s}");
        int published = 0;
        for (int round = 1; round <= 3; round++) { // a TestRequest comes after 1.2 s, the end after 2.4 s
            long messages = acceptor.count("0") + acceptor.count("1");
            for (int tenth = 0; tenth < 15; tenth++) {
                publishAndAwait(0, 10);
                published += 10;
                time.advance(100);
            }
            await().atMost(LIMIT).until(() -> acceptor.count("0") + acceptor.count("1") > messages);
            long answered = acceptor.count("0");
            acceptor.testRequest(session(0));
            await("all earlier answers have arrived").atMost(LIMIT).until(() -> acceptor.count("0") > answered);
        }

        assertThat(acceptor.count("2")).as("resend requests").isZero();
        assertThat(acceptor.count("A")).as("logons").isEqualTo(1);
        assertThat(clients.stop().text()).contains("\"snapshots\":" + published + ",\"gaps\":0,\"drops\":0");
    }

    @Test
    void requestsAResendOfAGapAtOnceAndAcceptsAGapFill() throws Exception {
        start(1, null); // heartbeats of 30 s: nothing else makes QuickFIX/J check
        publishAndAwait(0, 2);
        acceptor.skipNumber(session(0));
        publish(0, 2);

        await().atMost(LIMIT).until(() -> acceptor.count("2") == 1);
        assertThat(acceptor.resendRequests).containsExactly("7=4 16=4");
        publishAndAwait(0, 3);
        assertThat(acceptor.count("2")).as("resend requests").isEqualTo(1);
        assertThat(acceptor.count("5")).as("logouts of ours").isZero();
        assertThat(clients.stop().text()).contains("\"snapshots\":7,\"gaps\":1,\"drops\":0");
    }

    @Test
    void recordsALostSnapshotAsPossDupWhenItIsResent() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        acceptor = new AcceptorParty(1, FIX44)
                .behind(chain -> chain.addLast("loses", new LosesMessage(4, sent)))
                .start();
        startClients(acceptor.port, TWO_PAIRS, null);
        clients.connect();
        publish(0, 5);

        awaitSnapshots(0, 5);
        assertThat(JournalTexts.of(run, 0).tickIds()) // a resent snapshot can overtake the last one
                .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L)
                .containsSubsequence(1L, 2L, 4L, 3L)
                .containsSubsequence(4L, 5L);
        assertThat(JournalTexts.of(run, 0).possDups()).containsExactly(3L);
        publishAndAwait(0, 2);
        assertThat(clients.stop().text()).contains("\"snapshots\":7,\"gaps\":1,\"drops\":0");
        assertThat(acceptor.resendRequests).containsExactly("7=4 16=4");
    }

    @Test
    void repeatedNumberEndsTheSessionInAHeartbeatButNotInASnapshot() throws Exception {
        start(1, null);
        publishAndAwait(0, 4);
        acceptor.repeatNumber(session(0));
        publishAndAwait(0, 1);
        assertThat(acceptor.count("5")).as("logouts of ours").isZero();
        acceptor.repeatNumber(session(0));
        acceptor.heartbeat(session(0));

        assertThat(clients.awaitLine("not-accepted").text()).contains("MsgSeqNum too low", "\"ends\":true");
        assertThat(clients.awaitLine("dropped").detail().path("session").asInt())
                .isZero();
        assertThat(clients.stop().text()).contains("\"gaps\":2,\"drops\":1");
    }

    @Test
    void incrementalRefreshIsAPriceAndAGapRequestsNewSnapshots() throws Exception {
        start(1, null);
        publishAndAwait(0, 1);
        acceptor.incremental(session(0), "1.1002");
        awaitSnapshots(0, 2);
        acceptor.skipNumber(session(0));
        acceptor.incremental(session(0), "1.10025");

        assertThat(clients.awaitLine("noticed").text()).contains("(35=X)", "unknown book", "requesting new snapshots");
        await().atMost(LIMIT).until(() -> acceptor.requests.size() == 3);
        assertThat(acceptor.requests.get(1)).contains("|262=t2q-00-1-all|263=2|");
        assertThat(acceptor.requests.get(2)).contains("|262=t2q-00-2-all|263=1|");
        assertThat(snapshots(0)).isEqualTo(2);
        publishAndAwait(0, 1);
        acceptor.incremental(session(0), "1.1002");
        awaitSnapshots(0, 4);
        assertThat(JournalTexts.of(run, 0).count(UNKNOWN_BOOK)).isEqualTo(1);
        assertThat(clients.stop().text()).contains("\"snapshots\":4,\"gaps\":1,\"drops\":0,\"incrementals\":3");
    }

    @Test
    void endsWhenTheHarnessEnds() throws Exception {
        start(2, null);
        publishAndAwait(0, 3);
        clients.hangUp();

        assertThat(JournalTexts.of(run, 0).closed()).isTrue();
        assertThat(snapshots(0)).isEqualTo(3);
        assertThat(JournalTexts.of(run, 1).closed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "FIX.4.2, FIX.4.2, 98=0|108=30, true", "FIX.4.2, FIX.4.2, 98=0|108=30, false",
        "FIX.4.3, FIX.4.3, 98=0|108=30, false", "FIX.4.4, FIX.4.4, 98=0|108=30, true",
        "FIX.5.0, FIXT.1.1, 1137=7, false", "FIX.5.0SP1, FIXT.1.1, 1137=8, false",
        "FIX.5.0SP2, FIXT.1.1, 1137=9, true", "FIX.5.0SP2, FIXT.1.1, 1137=9, false"
    })
    void everyVersionWorksWithForwardedSnapshotsToo(String version, String transport, String logon, boolean forwarded)
            throws Exception {
        time = new EngineTime();
        start(1, "defaults: {heartbeat: 30s, beginString: " + version + "}", transport, forwarded);
        for (int i = 0; i < 5; i++) {
            acceptor.publish(AcceptorParty.id(transport, 0), "EUR/USD");
        }
        awaitSnapshots(0, 5);
        time.advance(31_000);
        await().atMost(LIMIT).until(() -> acceptor.count("0") > 0);

        assertThat(acceptor.logons.get(0)).contains("|" + logon + "|");
        assertThat(acceptor.requests.get(0)).contains("|262=t2q-00-1-all|263=1|264=1|265=0|267=2|269=0|269=1|146=2|");
        assertThat(acceptor.count("2")).isZero();
        assertThat(acceptor.count("3")).as("rejects").isZero();
        assertThat(acceptor.count("j")).as("business rejects").isZero();
    }

    @Test
    void logonHasCredentialsAndExtraTags() throws Exception {
        Path secret = Files.writeString(run.resolve("secret"), "s3cret\n");
        String reference = "'file:" + secret + "'";
        String tags = "logonTags: {5001: hello, 5002: " + reference + "}";
        acceptor = new AcceptorParty(1, FIX44).start();
        clients = new ClientsParty(
                run,
                plan(acceptor.port, 1, 278, TWO_PAIRS),
                "defaults: {username: 'user-{index}', password: " + reference + ", " + tags + "}",
                false,
                1,
                true);
        clients.connect();

        assertThat(acceptor.logons.get(0)).contains("|553=user-00|", "|554=s3cret|", "|5001=hello|", "|5002=s3cret|");
        clients.stop();
        assertThat(new RunDirectory(run).trace(Role.CLIENTS)).content().contains("|5001=hello|", "|5002=***|");
        try (var files = Files.list(run)) {
            assertThat(files.filter(file -> !file.endsWith("secret")))
                    .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain("s3cret"));
        }
    }

    /** Drops one message of an acceptor. A resend gets through. */
    private static final class LosesMessage extends IoFilterAdapter {
        private final int number;
        private final AtomicInteger sent;

        LosesMessage(int number, AtomicInteger sent) {
            this.number = number;
            this.sent = sent;
        }

        @Override
        public void filterWrite(NextFilter next, IoSession connection, WriteRequest request) {
            if (sent.incrementAndGet() != number) {
                next.filterWrite(connection, request);
            }
        }
    }
}
