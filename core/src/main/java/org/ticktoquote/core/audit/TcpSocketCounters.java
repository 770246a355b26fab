package org.ticktoquote.core.audit;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The kernel's counters of one TCP socket: {@code inet_diag_msg} and {@code tcp_info} of linux/inet_diag.h and linux/tcp.h.
 * Fields that the kernel does not know are -1.
 *
 * @param unreadBytes received and not read by its owner
 * @param retransmits segments retransmitted, including the spurious ones
 * @param spuriousRetransmits segments retransmitted that the other end had already
 * @param windowLimitedNs time for which it had something to send and the other end's window was closed
 * @param receiveWindow that it advertises now
 * @param unsentBytes written by its owner and not acknowledged by the other end
 * @param unanswered times that its oldest segment was retransmitted without an answer
 */
public record TcpSocketCounters(
        long unreadBytes,
        long retransmits,
        long spuriousRetransmits,
        long windowLimitedNs,
        long receiveWindow,
        long unsentBytes,
        long unanswered) {
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

    /**
     * Parses an answer. Returns empty for an error. For a closed connection the kernel returns the socket that listens on
     * its port, which is ignored because it has no figures of the connection.
     */
    static Optional<TcpSocketCounters> parse(ByteBuffer answer) {
        if (answer.limit() < ATTRIBUTES
                || answer.getShort(TYPE) != SOCK_DIAG_BY_FAMILY
                || answer.get(MESSAGE + 1) == LISTENING) {
            return Optional.empty();
        }
        int end = Math.min(answer.limit(), answer.getInt(0));
        for (int at = ATTRIBUTES; at + 4 <= end; ) {
            int length = answer.getShort(at) & 0xffff;
            if (answer.getShort(at + 2) == INET_DIAG_INFO) {
                return Optional.of(of(answer, at + 4, Math.min(end, at + length)));
            }
            at += Math.max(4, (length + 3) & ~3);
        }
        return Optional.empty();
    }

    private static TcpSocketCounters of(ByteBuffer answer, int info, int end) {
        long limitedUs = info + WINDOW_LIMITED_US + Long.BYTES <= end ? answer.getLong(info + WINDOW_LIMITED_US) : -1;
        return new TcpSocketCounters(
                unsigned(answer, UNREAD),
                field(answer, info + TOTAL_RETRANSMITS, end),
                field(answer, info + DUPLICATES, end),
                limitedUs < 0 ? ConnectionCounters.UNKNOWN : TimeUnit.MICROSECONDS.toNanos(limitedUs),
                field(answer, info + RECEIVE_WINDOW, end),
                unsigned(answer, UNREAD + Integer.BYTES),
                info + UNANSWERED < end ? answer.get(info + UNANSWERED) & 0xff : 0);
    }

    /** Returns the retransmitted segments that had not arrived before. */
    public long neededRetransmits() {
        return retransmits - Math.max(0, spuriousRetransmits);
    }

    private static long field(ByteBuffer answer, int at, int end) {
        return at + Integer.BYTES <= end ? unsigned(answer, at) : ConnectionCounters.UNKNOWN;
    }

    private static long unsigned(ByteBuffer answer, int at) {
        return answer.getInt(at) & 0xffff_ffffL;
    }
}
