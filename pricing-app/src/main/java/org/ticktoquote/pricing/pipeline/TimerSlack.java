package org.ticktoquote.pricing.pipeline;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;

/** The kernel's timer slack of the calling thread: 50 us by default, which every park would be late. */
final class TimerSlack {
    private static final int PR_SET_TIMERSLACK = 29;

    /** {@code int prctl(int option, unsigned long ...)}. */
    interface LibC extends Library {
        int prctl(int option, NativeLong value, NativeLong unused3, NativeLong unused4, NativeLong unused5);
    }

    private TimerSlack() {}

    /** Sets it to 1 ns for the calling thread, needing no privilege; where that cannot be done it stays as it is. */
    static void smallest() {
        try {
            NativeLong zero = new NativeLong(0);
            Native.load("c", LibC.class).prctl(PR_SET_TIMERSLACK, new NativeLong(1), zero, zero, zero);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError notHere) {
            // An optimisation of the timer only: a hold is then late by up to 50 us more.
        }
    }
}
