package org.ticktoquote.core.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;

/** Kernel timer slack of the calling thread, 50 us by default. Every park can be late by this time. */
public final class TimerSlack {
    /** The kernel cannot be queried. */
    public static final long UNKNOWN = -1;

    private static final long MIN_NS = 1;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int PR_GET_TIMERSLACK = 30;

    private TimerSlack() {}

    /**
     * Sets the slack to 1 ns for the calling thread. Needs no privilege. If it fails, the slack stays unchanged and wake-ups
     * are later by up to 50 us.
     *
     * @return the slack in nanoseconds as read back, or {@link #UNKNOWN}
     */
    public static long smallest() {
        try {
            try {
                prctl(PR_SET_TIMERSLACK, MIN_NS);
            } catch (LastErrorException refused) {
                return prctl(PR_GET_TIMERSLACK, 0);
            }
            return prctl(PR_GET_TIMERSLACK, 0);
        } catch (LinkageError | LastErrorException notHere) {
            return UNKNOWN;
        }
    }

    public static boolean isSmallest(long slackNs) {
        return slackNs == MIN_NS;
    }

    private static int prctl(int option, long value) {
        NativeLong zero = new NativeLong(0);
        return LibC.get().prctl(option, new NativeLong(value), zero, zero, zero);
    }
}
