package org.ticktoquote.core.audit;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.NativeLong;

/** The calls of Linux's C library that an audit needs; a failure is an exception with errno. */
interface LibC extends Library {
    int RUSAGE_SELF = 0;
    int AF_INET = 2;
    int AF_INET6 = 10;
    int AF_NETLINK = 16;
    int SOCK_RAW = 3;
    int NETLINK_SOCK_DIAG = 4;

    /** Fills a {@code struct rusage}: on 64-bit Linux 18 longs, two times of seconds and microseconds and then counts. */
    int getrusage(int who, long[] usage) throws LastErrorException;

    int socket(int domain, int type, int protocol) throws LastErrorException;

    NativeLong send(int socket, byte[] message, NativeLong length, int flags) throws LastErrorException;

    NativeLong recv(int socket, byte[] message, NativeLong length, int flags) throws LastErrorException;

    int close(int file) throws LastErrorException;
}
