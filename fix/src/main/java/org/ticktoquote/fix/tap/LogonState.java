package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.tap.TapCounters.Kind;

/**
 * From the counterparty's Logon to the end of what it began, over one connection: journalled and told, each once. For the I/O
 * thread of the connection.
 */
final class LogonState {
    private static final String AGAIN = ", behind a second Logon (35=A)";

    private final SessionTap session;
    private boolean loggedOn;
    private boolean answered;
    private boolean downRecorded;
    private boolean again;

    LogonState(SessionTap session) {
        this.session = session;
    }

    /** Its Logon arrived. */
    void begin(FixFields logon, long atNs) {
        again = loggedOn;
        loggedOn = true;
        answered = true;
        session.journal().event(SnapshotRecord.LOGGED_ON, SnapshotRecord.NO_INSTRUMENT, logon.sequence(), 0);
        session.listener().loggedOn(session.index(), atNs);
    }

    /** Whether the session is logged on. */
    boolean isLoggedOn() {
        return loggedOn;
    }

    /** The Logon was not read: the session is logged on. */
    void inMidstream() {
        loggedOn = true;
        answered = true;
    }

    /** Something was sent: the moment to record an order to go down, before the Logout can be answered. */
    void sent() {
        if (loggedOn && !downRecorded && session.isDown()) {
            downRecorded = true;
            session.record(SnapshotRecord.ORDERED_DOWN);
        }
    }

    /**
     * Its Logout arrived, or the connection ended, or garbage ends the session; nothing where it had ended.
     *
     * @param how the connection ended; empty where it is a message that ends the session
     */
    void end(long atNs, String how) {
        if (!loggedOn) {
            return;
        }
        sent();
        loggedOn = false;
        boolean ordered = session.isDown() || session.isStopping();
        if (!ordered) {
            session.counters().count(Kind.DROPS);
        }
        session.journal().disconnected(atNs, session.isOver());
        session.listener().disconnected(session.index(), atNs, ordered, again && !how.isEmpty() ? how + AGAIN : how);
    }

    /** The connection ended, maybe without any Logon. */
    void closed() {
        boolean wanted = !session.isDown() && !session.isStopping() && !session.isOver();
        if (!answered && wanted) {
            session.listener().unanswered(session.index());
        }
    }
}
