package org.ticktoquote.fix.session;

import java.util.concurrent.TimeUnit;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.Session;
import quickfix.SystemTime;
import quickfix.field.HeartBtInt;
import quickfix.field.MsgType;
import quickfix.field.Text;

/**
 * How long the counterparty of a FIX session has been silent, and when that ends the session.
 *
 * <p>QuickFIX/J asks a silent counterparty for a Heartbeat after {@value #TEST_REQUEST_AFTER} more intervals (HeartBtInt, 108)
 * than one. If nothing has come after 2.4 intervals, the session logs out and is to disconnect. The time is QuickFIX/J's. Any
 * thread.
 */
public final class PeerSilence {
    /** The delay of a TestRequest (35=1) as QuickFIX/J's setting has it. */
    static final String TEST_REQUEST_AFTER = "0.2";

    private static final double MOST_INTERVALS = 2.4;
    private static final int MOST_DIGITS = 9;

    private volatile int intervalS;
    private volatile long receivedMs;

    /** The HeartBtInt of a Logon; 0, no heartbeats, where it is no number: then the Logon is not accepted. */
    public static int interval(Message logon) throws FieldNotFound {
        String text = logon.isSetField(HeartBtInt.FIELD) ? logon.getString(HeartBtInt.FIELD) : "";
        boolean number = text.length() <= MOST_DIGITS
                && !text.isEmpty()
                && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        return number ? Integer.parseInt(text) : 0;
    }

    /** A Logon said how often heartbeats are due; 0 for never. */
    public void agree(int newIntervalS) {
        intervalS = newIntervalS;
    }

    /** The interval that was agreed, in seconds. */
    public int intervalS() {
        return intervalS;
    }

    /** A connection was made, or something arrived over it. */
    public void received() {
        receivedMs = SystemTime.currentTimeMillis();
    }

    /**
     * Sends a Logout if the counterparty of a session that is logged on has been silent for too long.
     *
     * @return why the session is to disconnect; empty where it is not
     */
    public String logOutIfTooLong(Session session) {
        boolean tooLong = intervalS > 0
                && SystemTime.currentTimeMillis() - receivedMs >= MOST_INTERVALS * TimeUnit.SECONDS.toMillis(intervalS);
        if (!tooLong || !session.isLoggedOn()) {
            return "";
        }
        String reason = "nothing arrived for " + MOST_INTERVALS + " heartbeat intervals (108=" + intervalS
                + "), though a TestRequest (35=1) was sent";
        Message logout = new Message();
        logout.getHeader().setString(MsgType.FIELD, MsgType.LOGOUT);
        logout.setString(Text.FIELD, reason);
        session.send(logout);
        return reason;
    }
}
