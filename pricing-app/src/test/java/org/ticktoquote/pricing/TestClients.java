package org.ticktoquote.pricing;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.ticktoquote.fix.message.QuickFix;
import quickfix.ApplicationAdapter;
import quickfix.ConfigError;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SocketInitiator;

/** QuickFIX/J initiators on real sockets that keep received messages. */
final class TestClients extends ApplicationAdapter implements AutoCloseable {
    private final String beginString;
    private final int count;
    private final SocketInitiator initiator;
    private final ConcurrentLinkedQueue<Received> received = new ConcurrentLinkedQueue<>();

    /** A message and the time of its receipt. */
    record Received(int session, long atNs, Message message) {
        String type() {
            return text(message.getHeader(), 35);
        }

        String text(int tag) {
            return text(message, tag);
        }

        /** Returns symbol, bid, ask and the id of the first entry. */
        String snapshot() {
            try {
                Group bid = message.getGroup(1, 268);
                Group ask = message.getGroup(2, 268);
                return text(55) + " " + bid.getString(270) + " " + ask.getString(270) + " " + text(bid, 299);
            } catch (FieldNotFound e) {
                throw new AssertionError(message.toString(), e);
            }
        }

        long tickId() {
            try {
                return Long.parseLong(message.getGroup(1, 268).getString(299));
            } catch (FieldNotFound e) {
                throw new AssertionError(message.toString(), e);
            }
        }

        long sequence() {
            return Long.parseLong(text(message.getHeader(), 34));
        }

        private static String text(FieldMap fields, int tag) {
            try {
                return fields.isSetField(tag) ? fields.getString(tag) : "-";
            } catch (FieldNotFound e) {
                throw new AssertionError(e);
            }
        }
    }

    TestClients(String beginString, int port, int count) throws ConfigError {
        this.beginString = beginString;
        this.count = count;
        List<SessionID> ids = IntStream.range(0, count).mapToObj(this::id).toList();
        initiator = QuickFix.initiator(this, QuickFix.settings("initiator", port, ids, "ValidateIncomingMessage", "N"));
        initiator.start();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(this::allLoggedOn);
    }

    private SessionID id(int session) {
        return new SessionID(beginString, String.format(Locale.ROOT, "CLIENT-%02d", session), "PRICING");
    }

    boolean allLoggedOn() {
        for (int session = 0; session < count; session++) {
            if (!session(session).isLoggedOn()) {
                return false;
            }
        }
        return true;
    }

    Session session(int session) {
        return Session.lookupSession(id(session));
    }

    void request(int session, String requestId, String type, String... symbols) {
        Message message = QuickFix.request(requestId, type, 1, List.of(symbols));
        message.setInt(265, 0);
        session(session).send(message);
    }

    @Override
    public void fromApp(Message message, SessionID sessionId) {
        received.add(received(message, sessionId));
    }

    private static Received received(Message message, SessionID sessionId) {
        int session = Integer.parseInt(sessionId.getSenderCompID().substring("CLIENT-".length()));
        return new Received(session, System.nanoTime(), message);
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    List<String> snapshots(int session) {
        return received().stream()
                .filter(each -> each.session() == session && each.type().equals("W"))
                .map(Received::snapshot)
                .toList();
    }

    /** Waits until each session has received as many snapshots as its place in the list says. */
    void awaitSnapshots(int... counts) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> IntStream.range(0, counts.length)
                        .allMatch(session -> snapshots(session).size() == counts[session]));
    }

    List<Received> rejects() {
        return received().stream().filter(each -> each.type().equals("Y")).toList();
    }

    @Override
    public void close() {
        initiator.stop(true);
    }
}
