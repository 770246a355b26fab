package org.ticktoquote.fix.tap;

import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * What QuickFIX/J knows of the counterparty's numbers on one connection, although it does not see every message.
 *
 * <p>Before a message that goes through, one gap fill stands for the numbers swallowed since the last. A real gap splits it
 * and is reported at once, so that QuickFIX/J asks for what is missing; so is what is sent again, with the read that brought it.
 * Nothing precedes a Logon. One thread; no allocation while nothing is reported.
 */
final class QuickFixNumbers {
    private static final long LONGEST_HEARTBEAT_S = TimeUnit.DAYS.toSeconds(1);

    private final InboundSequence sequence = new InboundSequence();
    private final SwallowedRange swallowed = new SwallowedRange();
    private final Forward forward;
    private long mostUntoldNs = Long.MAX_VALUE;
    private long toldNs;

    QuickFixNumbers(Forward forward) {
        this.forward = forward;
    }

    /** The counterparty's Logon, which is to go through; it says how long a counterparty may be silent. */
    void loggedOn(FixFields fields, long atNs) {
        swallowed.clear();
        long heartbeatS = Math.min(fields.heartbeatS(), LONGEST_HEARTBEAT_S);
        mostUntoldNs = heartbeatS > 0 ? TimeUnit.SECONDS.toNanos(heartbeatS) / 2 : Long.MAX_VALUE;
        toldNs = atNs;
        sequence.loggedOn(fields.sequence());
    }

    /** The numbers of what arrived. */
    InboundSequence sequence() {
        return sequence;
    }

    /** Keeps a message from QuickFIX/J. One that came before without saying so would end its session: it learns nothing of it. */
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
        if (!swallowed.continuedBy(number, repeats)) {
            tell();
        }
        swallowed.add(number, repeats);
        if (gap) {
            tell();
        }
    }

    /** Lets a message through that is no Logon. */
    void pass(FixFields fields, DirectBuffer buffer, int start, int end) {
        tell();
        sequence.accept(fields);
        forward.message(buffer, start, end);
    }

    /** All messages of a read were taken. A counterparty of whose messages QuickFIX/J sees none would be silent to it. */
    void endOfRead(long atNs) {
        if (swallowed.possDup || atNs - toldNs >= mostUntoldNs) {
            tell();
            toldNs = atNs;
        }
    }

    /** The connection has ended: where numbers go on, QuickFIX/J must not ask for what was swallowed. */
    void closed() {
        tell();
    }

    private void tell() {
        if (!swallowed.isEmpty()) {
            forward.gapFill(swallowed.first, swallowed.next, swallowed.possDup);
            swallowed.clear();
        }
    }

    /**
     * The numbers of messages that QuickFIX/J has not seen and must still learn: one contiguous range.
     *
     * <p>One thread; no allocation.
     */
    private static final class SwallowedRange {
        private long first;
        /** The number after the last. */
        private long next;

        private boolean possDup;

        boolean isEmpty() {
            return next == first;
        }

        /** Whether the number continues the range; an empty range is continued by any. */
        boolean continuedBy(long sequence, boolean repeated) {
            return isEmpty() || (sequence == next && repeated == possDup);
        }

        void add(long sequence, boolean repeated) {
            if (isEmpty()) {
                first = sequence;
                possDup = repeated;
            }
            next = sequence + 1;
        }

        void clear() {
            next = first;
            possDup = false;
        }
    }
}
