package org.ticktoquote.harness.threads.mask;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.NativeLong;

/** The calls of Linux's C library that concern the mask of any thread; a failure is an exception with errno. */
interface LibC extends Library {
    int ESRCH = 3;

    @SuppressWarnings("checkstyle:MethodName") // the name is the library's
    int sched_setaffinity(int thread, NativeLong maskBytes, byte[] mask) throws LastErrorException;

    @SuppressWarnings("checkstyle:MethodName") // the name is the library's
    int sched_getaffinity(int thread, NativeLong maskBytes, byte[] mask) throws LastErrorException;
}
