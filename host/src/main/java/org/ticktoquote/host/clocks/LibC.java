package org.ticktoquote.host.clocks;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.NativeLong;

/** The calls of Linux's C library that concern the calling thread; a failure is an exception with errno. */
interface LibC extends Library {
    int PR_SET_TIMERSLACK = 29;

    int prctl(int option, NativeLong argument) throws LastErrorException;
}
