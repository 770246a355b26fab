package org.ticktoquote.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ticktoquote.core.journal.SnapshotRecord.DISCONNECTED;
import static org.ticktoquote.core.journal.SnapshotRecord.LOGGED_ON;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.journal.SnapshotRecord;
import quickfix.SessionNotFound;

/** Sessions that share I/O threads do not wait for each other and keep their order. */
final class SharedThreadsTest extends ClientsFixture {
    private static final int SESSIONS = 7;
    private static final int HEARTBEAT_BYTES = 200_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private void start(String template, int ioThreads) throws Exception {
        acceptor = new AcceptorParty(SESSIONS, FIX44).start();
        String plan = plan(acceptor.port, SESSIONS, 278, ONE_PAIR);
        clients = new ClientsParty(run, plan, template, false, ioThreads);
        clients.connect();
    }

    private void publishInTurn(int each) throws SessionNotFound {
        for (int i = 0; i < each; i++) {
            for (int session = 0; session < SESSIONS; session++) {
                publish(session, 1);
            }
        }
    }

    /** Threads of another test can still be ending. */
    private static void awaitIoThreads(int count) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(ioThreads())
                        .hasSize(count)
                        .contains("clients-io-00")
                        .doesNotHaveDuplicates());
    }

    private static List<String> ioThreads() {
        return threads().filter(name -> name.startsWith("clients-io-")).toList();
    }

    private static Stream<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, SESSIONS, 3 * SESSIONS})
    void everySessionKeepsItsOrderWithAnyNumberOfNamedThreads(int ioThreads) throws Exception {
        start("", ioThreads);
        publishInTurn(40);
        await().atMost(LIMIT).until(() -> IntStream.range(0, SESSIONS).allMatch(session -> snapshots(session) == 40));

        awaitIoThreads(Math.min(ioThreads, SESSIONS));
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(threads())
                        .contains("fix-clients-engine", "fix-clients-timer", "control")
                        .noneMatch(name -> name.startsWith("NioSocketConnector")));
        clients.stop();
        for (int session = 0; session < SESSIONS; session++) {
            JournalTexts journal = JournalTexts.of(run, session);
            int number = session;
            assertThat(journal.tickIds())
                    .containsExactlyElementsOf(LongStream.range(0, 40)
                            .mapToObj(i -> i * SESSIONS + number + 1)
                            .toList());
            assertThat(journal.count(SnapshotRecord.SEQUENCE_GAP)).isZero();
        }
        await().atMost(LIMIT).until(() -> ioThreads().isEmpty());
    }

    @Test
    void pausedSessionDoesNotBlockOthersOnItsThread() throws Exception {
        start("sessions: {3: {readPause: {every: 1ms, length: 1h}}}", 1);
        await("its pause").atMost(LIMIT).until(() -> {
            publish(3, 1);
            long before = snapshots(3);
            long others = snapshots(4);
            publishInTurn(1);
            await().atMost(LIMIT).until(() -> snapshots(4) > others);
            return snapshots(3) == before;
        });
        long paused = snapshots(3);
        publishInTurn(100);
        long sent = snapshots(0);
        await().atMost(LIMIT).until(() -> snapshots(4) >= 100 && snapshots(2) >= 100 && snapshots(0) >= sent);
        assertThat(snapshots(3)).isEqualTo(paused);
    }

    @Test
    void droppedSessionReconnectsAndSubscribesAgainAndTheOthersStay() throws Exception {
        start("", 2);
        publish(2, 3);
        awaitSnapshots(2, 3);
        acceptor.cut(session(2));

        assertThat(clients.awaitLine("dropped").text())
                .contains("\"session\":2,", "\"how\":\"the application closed the connection\"");
        assertThat(clients.awaitLine("restored").detail().path("session").asInt())
                .isEqualTo(2);
        await().atMost(LIMIT).until(() -> acceptor.requests.size() == SESSIONS + 1);
        assertThat(acceptor.requests.get(SESSIONS)).contains("|262=t2q-02-2-all|");
        publish(2, 2);
        publish(4, 1);
        awaitSnapshots(2, 5);
        awaitSnapshots(4, 1);
        assertThat(clients.linesOf("dropped")).hasSize(1);
        awaitIoThreads(2);

        assertThat(clients.stop().text()).contains("{\"index\":2,\"snapshots\":5,\"gaps\":0,\"drops\":1,");
        assertThat(JournalTexts.of(run, 2).kinds())
                .containsExactly(LOGGED_ON, 0, 0, 0, DISCONNECTED, LOGGED_ON, 0, 0, DISCONNECTED);
    }

    /** Measures the I/O thread, and the thread of QuickFIX/J with heartbeats after a gap fill of a million messages. */
    @Test
    void clientsAllocateAtMost64BytesPerSnapshot() throws Exception {
        start("", 1);
        for (int session = 0; session < SESSIONS; session++) {
            acceptor.fillTo(session(session), 1_000_000);
        }
        awaitAllocation(500 * SESSIONS * 64, () -> publishAndAwait(500));
        awaitAllocation(SESSIONS * HEARTBEAT_BYTES, () -> {
            for (int session = 0; session < SESSIONS; session++) {
                publishAndAwait(1);
                acceptor.heartbeat(session(session));
            }
            publishAndAwait(1);
        });
    }

    /** Repeats the step until it allocates less. It allocates more until its code is compiled, late on a busy machine. */
    private static void awaitAllocation(long bytes, ThrowingRunnable repeated) {
        await().atMost(LIMIT).pollInSameThread().untilAsserted(() -> {
            long before = allocated();
            repeated.run();
            assertThat(allocated() - before).isLessThan(bytes);
        });
    }

    private void publishAndAwait(int each) throws SessionNotFound {
        long[] before = IntStream.range(0, SESSIONS).mapToLong(this::snapshots).toArray();
        publishInTurn(each);
        await().atMost(LIMIT)
                .until(() ->
                        IntStream.range(0, SESSIONS).allMatch(session -> snapshots(session) == before[session] + each));
    }

    private static long allocated() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("clients-io-.*|fix-clients-engine.*"))
                .mapToLong(thread -> THREADS.getThreadAllocatedBytes(thread.getId()))
                .sum();
    }
}
