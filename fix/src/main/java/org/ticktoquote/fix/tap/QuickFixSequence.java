package org.ticktoquote.fix.tap;

import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * Keeps QuickFIX/J informed of the counterparty's numbers on one connection, although it does not receive every message.
 *
 * <p>Before a forwarded message, one gap fill covers the numbers swallowed since the previous one. A gap in the
 * counterparty's own numbers splits the gap fill and is reported at once, so that QuickFIX/J requests the missing
 * messages. Swallowed resends are reported at the latest at the end of the socket read that delivered them. No gap fill
 * precedes a Logon. One thread at a time. Allocates only for a report.
 */
final class QuickFixSequence {
    private static final long MAX_HEARTBEAT_S = TimeUnit.DAYS.toSeconds(1);

    private final InboundSequence sequence = new InboundSequence();
    private final QuickFixSink forward;
    /** First of the swallowed numbers that are not yet reported to QuickFIX/J. They are contiguous. */
    private long firstSwallowed;
    /** Number after the last of them; the first if there is none. */
    private long nextSwallowed;

    private boolean swallowedPossDup;
    private long reportIntervalNs = Long.MAX_VALUE;
    private long reportedNs;

    QuickFixSequence(QuickFixSink forward) {
        this.forward = forward;
    }

    /** Handles the counterparty's Logon, which is forwarded. Its heartbeat interval limits the time between reports. */
    void loggedOn(FixFields fields, long atNs) {
        clearSwallowed();
        long heartbeatS = Math.min(fields.heartbeatS(), MAX_HEARTBEAT_S);
        reportIntervalNs = heartbeatS > 0 ? TimeUnit.SECONDS.toNanos(heartbeatS) / 2 : Long.MAX_VALUE;
        reportedNs = atNs;
        sequence.loggedOn(fields.sequence());
    }

    InboundSequence sequence() {
        return sequence;
    }

    /**
     * Withholds a message from QuickFIX/J. An old number without PossDupFlag (43) is not reported at all, because QuickFIX/J
     * would end its session.
     */
    void swallow(FixFields fields) {
        long number = fields.sequence();
        boolean known = sequence.started() && number != FixFields.NO_NUMBER;
        boolean repeats = sequence.repeats(fields);
        if (!known) {
            return;
        }
        boolean before = number < sequence.expected() && !repeats;
        boolean gap = number > sequence.expected();
        sequence.accept(fields);
        if (before) {
            return;
        }
        if (number != nextSwallowed || repeats != swallowedPossDup) {
            reportGapFill();
        }
        if (nextSwallowed == firstSwallowed) {
            firstSwallowed = number;
            swallowedPossDup = repeats;
        }
        nextSwallowed = number + 1;
        if (gap) {
            reportGapFill();
        }
    }

    /** Forwards a message other than a Logon. */
    void pass(FixFields fields, DirectBuffer buffer, int start, int end) {
        reportGapFill();
        sequence.accept(fields);
        forward.message(buffer, start, end);
    }

    /**
     * Called after all messages of a read. Reports after half a heartbeat interval, so that QuickFIX/J does not take the
     * counterparty for silent.
     */
    void endOfRead(long atNs) {
        if (swallowedPossDup || atNs - reportedNs >= reportIntervalNs) {
            reportGapFill();
            reportedNs = atNs;
        }
    }

    /**
     * Called when the connection has ended. If the next connection continues the numbers, QuickFIX/J then requests no
     * swallowed message.
     */
    void closed() {
        reportGapFill();
    }

    private void reportGapFill() {
        if (nextSwallowed != firstSwallowed) {
            forward.gapFill(firstSwallowed, nextSwallowed, swallowedPossDup);
            clearSwallowed();
        }
    }

    private void clearSwallowed() {
        nextSwallowed = firstSwallowed;
        swallowedPossDup = false;
    }
}
