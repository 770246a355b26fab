package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.tap.TapCounters.Kind;

/**
 * Logon state of a session over one connection. Journals and reports each event once. Runs on the I/O thread of the
 * connection.
 */
final class LogonState {
    private static final String AGAIN = ", after a second Logon (35=A)";

    private final SessionTap session;
    private boolean loggedOn;
    private boolean answered;
    private boolean downRecorded;
    private boolean again;

    LogonState(SessionTap session) {
        this.session = session;
    }

    /** Called when the counterparty's Logon arrived. */
    void begin(FixFields logon, long atNs) {
        again = loggedOn;
        loggedOn = true;
        answered = true;
        session.journal().event(SnapshotRecord.LOGGED_ON, SnapshotRecord.NO_INSTRUMENT, logon.sequence(), 0);
        session.listener().loggedOn(session.index(), atNs);
    }

    boolean isLoggedOn() {
        return loggedOn;
    }

    /** Called if reading starts after the Logon. The session counts as logged on. */
    void inMidstream() {
        loggedOn = true;
        answered = true;
    }

    /** Called after each send. If the harness has ordered the session down, records that before the Logout is answered. */
    void sent() {
        if (loggedOn && !downRecorded && session.isDown()) {
            downRecorded = true;
            session.record(SnapshotRecord.ORDERED_DOWN);
        }
    }

    /**
     * Called when the Logout arrived, the connection ended or garbage ends the session. No effect if the session is not
     * logged on.
     *
     * @param how end of the connection, or empty if a message ended the session
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
        session.journal().disconnected(atNs, session.isTerminated());
        session.listener().disconnected(session.index(), atNs, ordered, again && !how.isEmpty() ? how + AGAIN : how);
    }

    /** Called when the connection has ended, with or without a Logon. */
    void closed() {
        boolean wanted = !session.isDown() && !session.isStopping() && !session.isTerminated();
        if (!answered && wanted) {
            session.listener().unanswered(session.index());
        }
    }
}
