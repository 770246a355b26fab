package org.ticktoquote.fix.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.fix.message.EngineTime;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.FixPeer;

/** Sessions with a hand-written peer. The tests set the clock of QuickFIX/J. */
class FixTransportTest {
    private final EngineTime time = new EngineTime();

    @AfterEach
    void restoreTime() {
        time.close();
    }

    private void assertLogoutAfterSilence(TestSession session, FixPeer other) throws Exception {
        other.send("1", "112=first|").receiveText("|112=first|");
        time.advance(30_000);
        other.receiveText("|35=0|");
        other.send("0", "").send("1", "112=beat|").receiveText("|112=beat|");
        time.advance(30_000);
        other.receiveText("|35=0|");
        time.advance(6_000);
        other.receiveText("|35=1|");
        time.advance(36_000);
        String reason = "no message for 2.4 heartbeat intervals (108=30) despite a TestRequest (35=1)";
        assertThat(other.receiveText("|35=5|")).contains("|58=" + reason + "|");
        other.receiveText("end");
        assertThat(session.await("disconnected")).endsWith(reason);
    }

    @Test
    void acceptorLogsOutASilentCounterparty() throws Exception {
        try (TestSession session = TestSession.accepting();
                FixPeer other = session.loggedOnPeer()) {
            assertLogoutAfterSilence(session, other);
            session.loggedOnPeer().close();
        }
    }

    /** The initiator sets the heartbeat interval of both sides. */
    @Test
    void initiatorLogsOutASilentCounterpartyAndReconnects() throws Exception {
        try (ServerSocket server = FixPeer.server();
                TestSession session = TestSession.dialling(server.getLocalPort());
                FixPeer other = new FixPeer(server.accept(), "THEIRS", "OURS")) {
            assertThat(other.receiveText("|35=A|")).contains("|34=1|", "|108=30|", "|141=Y|");
            other.send("A", "98=0|108=5|141=Y|");
            assertLogoutAfterSilence(session, other);
            try (FixPeer again = new FixPeer(server.accept(), "THEIRS", "OURS")) {
                assertThat(again.receiveText("|35=A|")).contains("|34=1|");
            }
        }
    }

    /** The clock of QuickFIX/J stands still. */
    @Test
    void initiatorLogsOnAgainAtOnceAfterAShortSession() throws Exception {
        try (ServerSocket server = FixPeer.server();
                TestSession session = TestSession.dialling(server.getLocalPort())) {
            try (FixPeer other = new FixPeer(server.accept(), "THEIRS", "OURS")) {
                other.send("A", TestSession.LOGON).receiveText("|35=A|");
                session.await("logged on");
            }
            try (FixPeer again = new FixPeer(server.accept(), "THEIRS", "OURS")) {
                again.receiveText("|35=A|");
            }
        }
    }

    @Test
    void eitherSideIsNotifiedWhenTheOtherEnds() throws Exception {
        TestSession session = TestSession.accepting();
        session.loggedOnPeer().close();
        session.await("disconnected: " + FixConnection.CLOSED_BY_PEER);
        try (FixPeer second = session.loggedOnPeer()) {
            session.close();
            second.receiveText("|35=5|");
            second.receiveText("end");
        }
    }

    @Test
    void closeDoesNotInterruptADelayedLogout() throws Exception {
        try (TestSession session = TestSession.accepting();
                FixPeer other = session.loggedOnPeer()) {
            ReentrantLock lock = (ReentrantLock) session.session.lock();
            Thread close = new Thread(session::close, "close");
            lock.lock();
            try {
                other.send("0", "");
                while (!lock.hasQueuedThreads()) {
                    Thread.onSpinWait();
                }
                close.start();
                while (close.isAlive()
                        && close.getState() != Thread.State.TIMED_WAITING) { // for the end of the transport
                    Thread.onSpinWait();
                }
            } finally {
                lock.unlock();
            }
            other.receiveText("|35=5|");
            close.join();
        }
    }

    @Test
    void refusesAndReportsConnectionsBeyondTheLimit() throws Exception {
        List<FixPeer> strangers = new ArrayList<>();
        try (TestSession session = TestSession.accepting()) {
            for (int i = 0; i < 258; i++) { // 256, and one for the session
                strangers.add(session.peer());
            }
            session.await("refused: more than 256 connections without a Logon (35=A)");
            strangers.get(257).receiveText("end");
        } finally {
            for (FixPeer stranger : strangers) {
                stranger.close();
            }
        }
    }

    /** QuickFIX/J throws on the sequence number of the first Logon. The second has a wrong length. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "34=x|; 98=0|108=-1|; refused:",
                "34=1|; 98=0|108=30|141=Y|95=70|96=a|; garbled first message: the length field 95 is '70'",
            })
    void invalidLogonEndsOnlyItsConnection(String head, String fields, String expectedEvent) throws Exception {
        try (TestSession session = TestSession.accepting()) {
            try (FixPeer strange = session.peer()) {
                strange.send(Fix.message("35=A|" + head + "49=THEIRS|56=OURS|52=20261125-09:00:00|" + fields))
                        .receiveText("end");
                session.await(expectedEvent);
            }
            session.loggedOnPeer().close();
        }
    }

    @Test
    void acceptsAnyDataAndSkipsAMessageWithAWrongLength() throws Exception {
        try (TestSession session = TestSession.accepting();
                FixPeer other = session.peer()) {
            other.send("A", "95=19|96=a|35=B|49=X|141=N|x|" + TestSession.LOGON).receiveText("|35=A|");
            other.send(Fix.message("35=B|34=2|49=THEIRS|56=OURS|52=20261125-09:00:00|148=x|95=70|96=a|"));
            assertThat(session.await("left out"))
                    .contains("the length field 95 is '70'")
                    .endsWith(" true");
            other.send(Fix.bytes("more of it"));
            other.send("1", "112=still there|").receiveText("|112=still there|");
            session.await("false");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8=FIX.4.4|9=", "8=FIX.4.4"})
    void closesAConnectionThatNeverLogsOn(String sent) throws Exception {
        try (TestSession session = TestSession.accepting(TimeUnit.MILLISECONDS.toNanos(100), 0);
                FixPeer other = session.peer()) {
            other.send(Fix.bytes(sent)).receiveText("end");
            session.await("refused: Logon (35=A) timed out");
            session.await("disconnected: Logon (35=A) timed out");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "FIX.4.4; 35=A|49=NOBODY|56=OURS|; Logon with 49=NOBODY 56=OURS, expected 49=THEIRS 56=OURS",
                "FIX.4.2; 35=A|49=THEIRS|56=OURS|; Logon with 8=FIX.4.2, expected 8=FIX.4.4",
                "FIX.4.4; 35=0|49=THEIRS|56=OURS|; the first message is not a Logon (35=A)",
            })
    void closesAConnectionOfAnUnknownSession(String begin, String fields, String expectedEvent) throws Exception {
        try (TestSession session = TestSession.accepting();
                FixPeer other = session.peer()) {
            other.send(Fix.message(begin, fields)).receiveText("end");
            session.await(expectedEvent);
        }
    }

    @Test
    void closesASecondConnectionOfASession() throws Exception {
        try (TestSession session = TestSession.accepting();
                FixPeer other = session.loggedOnPeer()) {
            try (FixPeer second = session.peer()) {
                second.send("A", TestSession.LOGON).receiveText("end");
                session.await("49=THEIRS is already logged on");
            }
            other.send("1", "112=still there|").receiveText("|112=still there|");
        }
    }

    /** Keeps the transport from writing meanwhile. */
    private static void whileEstablished(TestSession session, Consumer<FixConnection> work)
            throws InterruptedException {
        session.await("logged on");
        session.session.lock().lock();
        try {
            work.accept(Objects.requireNonNull(session.session.established()));
        } finally {
            session.session.lock().unlock();
        }
    }

    @Test
    void disconnectsACounterpartyWithTooManyQueuedMessages() throws Exception {
        ByteBuffer message = ByteBuffer.wrap(new byte[64 * 1024]);
        try (TestSession session = TestSession.accepting(TimeUnit.HOURS.toNanos(1), 10);
                FixPeer other = session.loggedOnPeer()) {
            whileEstablished(
                    session,
                    connection -> assertThat(
                                    IntStream.range(0, 1_000).allMatch(i -> connection.queue(message.duplicate())))
                            .isFalse());
            session.await("logged out");
        }
    }

    @Test
    void closesAConnectionIfAMessageIsNotWrittenAfterTheWaitingOnes() throws Exception {
        ByteBuffer message = ByteBuffer.wrap(new byte[64 * 1024]);
        try (TestSession session = TestSession.accepting();
                FixPeer other = session.loggedOnPeer()) {
            whileEstablished(session, connection -> {
                while (connection.buffer().isEmpty()) {
                    assertThat(connection.queue(message.duplicate())).isTrue();
                }
                assertThat(connection.write(message, (channel, rest) -> false)).isFalse();
                assertThat(connection.isClosed()).isTrue();
            });
        }
    }
}
