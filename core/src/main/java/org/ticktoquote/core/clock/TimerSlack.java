package org.ticktoquote.core.clock;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;

/** The kernel's timer slack of the calling thread: 50 us by default, which every park would be late. */
public final class TimerSlack {
    /** Not known: the kernel could not be asked. */
    public static final long UNKNOWN = -1;

    private static final int PR_SET_TIMERSLACK = 29;
    private static final int PR_GET_TIMERSLACK = 30;

    /** {@code int prctl(int option, unsigned long ...)}. */
    interface LibC extends Library {
        int prctl(int option, NativeLong value, NativeLong unused3, NativeLong unused4, NativeLong unused5);
    }

    private TimerSlack() {}

    /**
     * Sets it to 1 ns for the calling thread, needing no privilege; where that cannot be done it stays as it is.
     *
     * @return the slack in nanoseconds as read back, or {@link #UNKNOWN}
     */
    public static long smallest() {
        try {
            LibC libC = Native.load("c", LibC.class);
            NativeLong zero = new NativeLong(0);
            libC.prctl(PR_SET_TIMERSLACK, new NativeLong(1), zero, zero, zero);
            return libC.prctl(PR_GET_TIMERSLACK, zero, zero, zero, zero);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError notHere) {
            return UNKNOWN; // an optimisation of the timer only: a wake-up is then late by up to 50 us more
        }
    }
}
