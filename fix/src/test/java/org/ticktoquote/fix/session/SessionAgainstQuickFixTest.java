package org.ticktoquote.fix.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.QuickFix;
import org.ticktoquote.fix.message.SendingTime;
import quickfix.ApplicationAdapter;
import quickfix.Connector;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;

/** Sessions with an initiator or acceptor of QuickFIX/J as peer, with its dictionary and all its checks. */
class SessionAgainstQuickFixTest {
    private static final SessionID THEIRS = new SessionID("FIX.4.4", "THEIRS", "OURS");

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    private Connector connector(String type, int port, int heartbeatS) throws Exception {
        SessionSettings settings = QuickFix.settings(type, port, List.of(THEIRS), "HeartBtInt", "" + heartbeatS);
        ApplicationAdapter application = new ApplicationAdapter() {
            @Override
            public void onLogon(SessionID id) {
                received.add("logged on");
            }

            @Override
            public void fromAdmin(Message message, SessionID id) {
                received.add(message.toString().replace('\u0001', '|'));
            }

            @Override
            public void fromApp(Message message, SessionID id) {
                fromAdmin(message, id);
            }
        };
        return type.equals("initiator")
                ? QuickFix.initiator(application, settings)
                : QuickFix.acceptor(application, settings);
    }

    private String awaitMessage(String part) throws InterruptedException {
        return TestSession.await(received, part);
    }

    /** Sends a message without QuickFIX/J. */
    private static void sendByHand(TestSession ours, String text) {
        ours.session.lock().lock();
        try {
            FixConnection connection = ours.session.established();
            assertThat(connection).isNotNull();
            int number = ours.session.takeNumbers(1);
            String time = new String(new SendingTime().at(System.currentTimeMillis()), StandardCharsets.US_ASCII);
            ByteBuffer message = ByteBuffer.wrap(Fix.message(
                    "35=B|34=" + number + "|49=OURS|52=" + time + "|56=THEIRS|148=" + text + "|33=1|58=" + text + "|"));
            ours.sent.keep(number, message);
            assertThat(connection.write(message, (channel, rest) -> false)).isTrue();
        } finally {
            ours.session.lock().unlock();
        }
    }

    private void exchange(TestSession ours) throws Exception {
        awaitMessage("logged on");
        ours.await("logged on");
        for (String text : new String[] {"one", "two", "three"}) {
            sendByHand(ours, text);
            awaitMessage("|58=" + text + "|");
        }
        Session theirs = Session.lookupSession(THEIRS);
        theirs.setNextTargetMsgSeqNum(theirs.getExpectedTargetNum() - 3); // as if they had not arrived
        sendByHand(ours, "four");
        assertThat(awaitMessage("|58=three|")).contains("|43=Y|");
        awaitMessage("|58=four|");
        Message news = QuickFix.message("B");
        news.setString(148, "news");
        news.setInt(33, 1);
        assertThat(theirs.send(news)).isTrue();
        ours.await("148=news");
    }

    @Test
    void quickFixInitiatorLogsOnAndLogsOut() throws Exception {
        try (TestSession ours = TestSession.accepting()) {
            Connector theirs = connector("initiator", ours.port, 30);
            theirs.start();
            try {
                exchange(ours);
            } finally {
                theirs.stop();
            }
            ours.await("logged out");
        }
    }

    /** A busy machine can end such a session, which then logs on again. */
    @Test
    void quickFixInitiatorReceivesHeartbeats() throws Exception {
        try (TestSession ours = TestSession.accepting()) {
            Connector theirs = connector("initiator", ours.port, 1);
            theirs.start();
            try {
                awaitMessage("|35=0|");
                awaitMessage("|35=0|");
            } finally {
                theirs.stop();
            }
        }
    }

    @Test
    void logsOnToAQuickFixAcceptorAndReconnects() throws Exception {
        int port;
        try (TestSession free = TestSession.accepting()) {
            port = free.port;
        }
        try (TestSession ours = TestSession.dialling(port)) {
            for (int time = 0; time < 2; time++) {
                Connector theirs = connector("acceptor", port, 30);
                theirs.start();
                try {
                    exchange(ours);
                } finally {
                    theirs.stop();
                }
                ours.await("logged out");
                received.clear();
            }
        }
    }
}
