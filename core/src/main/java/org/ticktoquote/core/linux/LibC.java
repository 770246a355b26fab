package org.ticktoquote.core.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.IntByReference;

/**
 * C library functions of 64-bit Linux. Failures throw an exception with errno, unless the result reports them.
 * {@link #get()} throws a {@link LinkageError} if there is no such library.
 */
public interface LibC extends Library {
    int RUSAGE_SELF = 0;
    int AF_INET = 2;
    int AF_INET6 = 10;
    int AF_NETLINK = 16;
    int SOCK_RAW = 3;
    int SOL_SOCKET = 1;
    int SO_BUSY_POLL = 46;
    int NETLINK_SOCK_DIAG = 4;

    LibC LIBRARY = Native.load("c", LibC.class);

    static LibC get() {
        return LIBRARY;
    }

    /** Functions by JNA's direct mapping, because the proxy of the other functions allocates on every call. */
    final class Direct {
        static {
            Native.register(Direct.class, "c");
        }

        private Direct() {}

        public static native int open(byte[] path, int flags) throws LastErrorException;

        public static native int close(int file) throws LastErrorException;

        public static native long syscall(long number, int file, byte[] entries, long length) throws LastErrorException;

        public static native long send(int socket, byte[] message, long length, int flags) throws LastErrorException;

        public static native long recv(int socket, byte[] message, long length, int flags) throws LastErrorException;
    }

    int prctl(int option, NativeLong value, NativeLong third, NativeLong fourth, NativeLong fifth)
            throws LastErrorException;

    @SuppressWarnings("checkstyle:MethodName") // the name is the library's
    int sched_setaffinity(int thread, NativeLong maskBytes, byte[] mask) throws LastErrorException;

    @SuppressWarnings("checkstyle:MethodName") // the name is the library's
    int sched_getaffinity(int thread, NativeLong maskBytes, byte[] mask) throws LastErrorException;

    /** Makes a system call by its number, for calls without a library function. */
    NativeLong syscall(NativeLong number, Object... arguments) throws LastErrorException;

    /** Returns 0 if a process got the signal. */
    int kill(int process, int signal);

    /** Fills a {@code struct rusage} of 18 longs: two times in seconds and microseconds, followed by counters. */
    int getrusage(int who, long[] usage) throws LastErrorException;

    int socket(int domain, int type, int protocol) throws LastErrorException;

    int setsockopt(int socket, int level, int option, IntByReference value, int length) throws LastErrorException;

    int getsockopt(int socket, int level, int option, IntByReference value, IntByReference length)
            throws LastErrorException;

    int close(int file) throws LastErrorException;

    long mmap(long address, long length, int protection, int flags, int file, long offset) throws LastErrorException;

    int mprotect(long address, long length, int protection) throws LastErrorException;
}
