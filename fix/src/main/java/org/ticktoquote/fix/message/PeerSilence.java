package org.ticktoquote.fix.message;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long the counterparty of a FIX session has been silent, and when that ends the session.
 *
 * <p>An engine asks a silent counterparty for a Heartbeat after {@value #TEST_REQUEST_AFTER} more intervals (HeartBtInt, 108)
 * than one. If nothing has come after 2.4 intervals, the session is to log out with {@link #reason} and to disconnect. The time
 * is the engine's, in milliseconds. Any thread.
 */
public final class PeerSilence {
    /** The delay of a TestRequest (35=1) as QuickFIX/J's setting has it. */
    public static final String TEST_REQUEST_AFTER = "0.2";

    private static final double MOST_INTERVALS = 2.4;
    private static final int MOST_DIGITS = 9;

    private volatile int intervalS;
    private volatile long receivedMs;

    /**
     * The HeartBtInt of a Logon's text; 0, no heartbeats, where it is no such number: then the Logon is not accepted.
     *
     * @param heartBtInt null where the Logon has none
     */
    public static int interval(@Nullable String heartBtInt) {
        boolean number = heartBtInt != null
                && heartBtInt.length() <= MOST_DIGITS
                && !heartBtInt.isEmpty()
                && heartBtInt.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        return number ? Integer.parseInt(heartBtInt) : 0;
    }

    /** A Logon said how often heartbeats are due; 0 for never. */
    public void agree(int newIntervalS) {
        intervalS = newIntervalS;
    }

    /** The interval that was agreed, in seconds. */
    public int intervalS() {
        return intervalS;
    }

    /** Something arrived. */
    public void received(long nowMs) {
        receivedMs = nowMs;
    }

    /** Whether the counterparty is to be given up. */
    public boolean isTooLong(long nowMs) {
        return intervalS > 0 && nowMs - receivedMs >= MOST_INTERVALS * TimeUnit.SECONDS.toMillis(intervalS);
    }

    /** Why, for the Logout. */
    public String reason() {
        return "nothing arrived for " + MOST_INTERVALS + " heartbeat intervals (108=" + intervalS
                + "), though a TestRequest (35=1) was sent";
    }
}
