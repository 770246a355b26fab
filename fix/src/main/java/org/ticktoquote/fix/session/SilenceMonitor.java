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
 * Measures how long the counterparty of a FIX session has been silent, and logs out after too long.
 *
 * <p>QuickFIX/J asks a silent counterparty for a Heartbeat after 1 + {@value #TEST_REQUEST_AFTER} intervals of silence
 * (HeartBtInt, 108). After 2.4 intervals the session logs out and must disconnect. The clock is QuickFIX/J's. Any
 * thread.
 */
public final class SilenceMonitor {
    /** Delay of a TestRequest (35=1) in QuickFIX/J's settings. */
    static final String TEST_REQUEST_AFTER = "0.2";

    private static final double MAX_INTERVALS = 2.4;
    private static final int MAX_DIGITS = 9;

    private volatile int intervalS;
    private volatile long receivedMs;

    /**
     * Returns the HeartBtInt (108) of a Logon. If it is not a number, the Logon is not accepted and this returns 0, which
     * means no heartbeats.
     */
    public static int interval(Message logon) throws FieldNotFound {
        String text = logon.isSetField(HeartBtInt.FIELD) ? logon.getString(HeartBtInt.FIELD) : "";
        boolean number = text.length() <= MAX_DIGITS
                && !text.isEmpty()
                && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        return number ? Integer.parseInt(text) : 0;
    }

    /** Sets the heartbeat interval of a Logon, 0 for no heartbeats. */
    public void setInterval(int newIntervalS) {
        intervalS = newIntervalS;
    }

    /** Returns the agreed interval in seconds. */
    public int intervalS() {
        return intervalS;
    }

    /** Called when a connection was made, or something arrived over it. */
    public void received() {
        receivedMs = SystemTime.currentTimeMillis();
    }

    /**
     * Sends a Logout if the counterparty of a logged-on session has been silent for too long.
     *
     * @return why the session must disconnect, or empty
     */
    public String logOutIfTooLong(Session session) {
        boolean tooLong = intervalS > 0
                && SystemTime.currentTimeMillis() - receivedMs >= MAX_INTERVALS * TimeUnit.SECONDS.toMillis(intervalS);
        if (!tooLong || !session.isLoggedOn()) {
            return "";
        }
        String reason = "no message for " + MAX_INTERVALS + " heartbeat intervals (108=" + intervalS
                + ") despite a TestRequest (35=1)";
        Message logout = new Message();
        logout.getHeader().setString(MsgType.FIELD, MsgType.LOGOUT);
        logout.setString(Text.FIELD, reason);
        session.send(logout);
        return reason;
    }
}
