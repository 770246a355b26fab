package org.ticktoquote.core.audit;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * Kernel counters of one TCP socket, as a flyweight over {@code inet_diag_msg} and {@code tcp_info} (linux/inet_diag.h,
 * linux/tcp.h). Counters that the kernel does not report are -1, except for {@link #unanswered()}. Does not allocate.
 * Not thread-safe.
 */
public final class TcpSocketCounters {
    private static final int SOCK_DIAG_BY_FAMILY = 20;
    private static final int TYPE = 4;
    private static final int MESSAGE = 16;
    private static final byte LISTENING = 10;
    private static final int UNREAD = MESSAGE + 56;
    private static final int ATTRIBUTES = MESSAGE + 72;
    private static final int INET_DIAG_INFO = 2;

    private static final int UNANSWERED = 2;
    private static final int TOTAL_RETRANSMITS = 100;
    private static final int WINDOW_LIMITED_US = 176;
    private static final int DUPLICATES = 216;
    private static final int RECEIVE_WINDOW = 232;

    private final ByteBuffer answer;
    private int info;
    private int end;

    /** @param answer netlink answer in host byte order */
    TcpSocketCounters(ByteBuffer answer) {
        this.answer = answer;
    }

    /**
     * Parses the answer up to its limit. Returns false for an error, and for the listening socket that the kernel returns
     * if the connection is closed.
     */
    boolean parse() {
        if (answer.limit() < ATTRIBUTES
                || answer.getShort(TYPE) != SOCK_DIAG_BY_FAMILY
                || answer.get(MESSAGE + 1) == LISTENING) {
            return false;
        }
        int all = Math.min(answer.limit(), answer.getInt(0));
        for (int at = ATTRIBUTES; at + 4 <= all; ) {
            int length = answer.getShort(at) & 0xffff;
            if (answer.getShort(at + 2) == INET_DIAG_INFO) {
                info = at + 4;
                end = Math.min(all, at + length);
                return true;
            }
            at += Math.max(4, (length + 3) & ~3);
        }
        return false;
    }

    /** Returns the bytes received but not yet read by the socket's owner. */
    public long unreadBytes() {
        return unsigned(UNREAD);
    }

    /** Returns the bytes written by the socket's owner but not acknowledged by the other end. */
    public long unsentBytes() {
        return unsigned(UNREAD + Integer.BYTES);
    }

    /** Returns the retransmitted segments, including spurious ones. */
    public long retransmits() {
        return field(TOTAL_RETRANSMITS);
    }

    /** Returns the retransmitted segments that the other end already had. */
    public long spuriousRetransmits() {
        return field(DUPLICATES);
    }

    /** Returns the time in ns that sending was blocked by the other end's closed receive window. */
    public long windowLimitedNs() {
        int at = info + WINDOW_LIMITED_US;
        long limitedUs = at + Long.BYTES <= end ? answer.getLong(at) : -1;
        return limitedUs < 0 ? ConnectionCounters.UNKNOWN : TimeUnit.MICROSECONDS.toNanos(limitedUs);
    }

    /** Returns the currently advertised receive window in bytes. */
    public long receiveWindow() {
        return field(RECEIVE_WINDOW);
    }

    /** Returns the number of retransmissions of the oldest unacknowledged segment, or 0 if the kernel does not report it. */
    public long unanswered() {
        return info + UNANSWERED < end ? answer.get(info + UNANSWERED) & 0xff : 0;
    }

    /** Returns the retransmitted segments without the spurious ones. */
    public long neededRetransmits() {
        return retransmits() - Math.max(0, spuriousRetransmits());
    }

    private long field(int offset) {
        return info + offset + Integer.BYTES <= end ? unsigned(info + offset) : ConnectionCounters.UNKNOWN;
    }

    private long unsigned(int at) {
        return answer.getInt(at) & 0xffff_ffffL;
    }
}
