package org.ticktoquote.clients;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.net.Endpoint;
import quickfix.SessionID;
import quickfix.SessionNotFound;

/** Clients and their counterparty, which both end with the test. */
abstract class ClientsFixture {
    static final Duration LIMIT = Duration.ofSeconds(60);
    /** Key stores with the password {@code changeit}. */
    static final Path STORES =
            Path.of("../replayer/src/test/resources/tls").toAbsolutePath().normalize();

    static final String FIX44 = "FIX.4.4";
    static final String CONNECT = "{\"command\":\"connect\"}";
    static final String ONE_PAIR = "{id: 0, symbol: EUR/USD}";
    static final String TWO_PAIRS = ONE_PAIR + ", {id: 1, symbol: USD/JPY}";

    @TempDir
    Path run;

    AcceptorParty acceptor;
    ClientsParty clients;

    @AfterEach
    void endParties() throws IOException {
        if (clients != null) {
            clients.close();
        }
        if (acceptor != null) {
            acceptor.close();
        }
    }

    /** Returns a plan of sessions that connect to a port, or that accept if it is 0. */
    static String plan(int port, int sessions, int echoTag, String pairs) {
        String connect = port == 0 ? "" : "connect: '127.0.0.1:" + port + "', ";
        return "{%ssessions: %d, expectedSnapshots: 1000, echo: {tag: %d}, instruments: [%s]}"
                .formatted(connect, sessions, echoTag, pairs);
    }

    /** Starts clients that connect to a port. */
    final void startClients(int port, String pairs, @Nullable String template) throws IOException {
        clients = new ClientsParty(run, plan(port, 1, 278, pairs), template, false);
    }

    /** Starts clients that wait for the application. Returns their port. */
    final int accepting(String template, int sessions) throws IOException {
        clients = new ClientsParty(run, plan(0, sessions, 117, ONE_PAIR), template, false, 2);
        String accept = clients.awaitLine("ready").detail().path("accept").asText();
        clients.say(CONNECT);
        clients.awaitLine("unreachable");
        return Endpoint.parse(accept).port();
    }

    static SessionID session(int index) {
        return AcceptorParty.id(FIX44, index);
    }

    final void publish(int session, int count) throws SessionNotFound {
        for (int i = 0; i < count; i++) {
            acceptor.publish(session(session), "EUR/USD");
        }
    }

    final long snapshots(int session) {
        return JournalTexts.of(run, session).count(SnapshotRecord.SNAPSHOT);
    }

    final void awaitSnapshots(int session, long count) {
        await().atMost(LIMIT).until(() -> snapshots(session) == count);
    }
}
