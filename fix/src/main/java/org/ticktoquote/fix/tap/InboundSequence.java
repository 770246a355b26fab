package org.ticktoquote.fix.tap;

/**
 * Tracks the counterparty's sequence numbers on one connection, and compares each message with the expected number.
 *
 * <p>Counting starts at the Logon. A gap is reported once, and counting continues from the number found. A step back is also
 * reported once. Numbers that continue it are accepted, although they were already used. One thread at a time. Does not
 * allocate.
 */
final class InboundSequence {
    private static final long BEFORE_LOGON = 0;
    private static final long NONE = 0;
    private static final char SEQUENCE_RESET = '4';

    private long expected = BEFORE_LOGON;
    /** Number that continues a step back, or {@link #NONE}. */
    private long afterStepBack = NONE;
    /** Messages might not have been captured. The next number is accepted as it is. */
    private boolean interrupted;

    private boolean inMidstream;

    void loggedOn(long sequence) {
        expected = sequence + 1;
        afterStepBack = NONE;
        interrupted = false;
    }

    /** Records that messages might be missing here. If there was no Logon so far, it might be among them. */
    void interrupt() {
        interrupted = true;
        inMidstream |= expected == BEFORE_LOGON;
    }

    boolean interrupted() {
        return interrupted;
    }

    /** Returns the number of messages missing before the first one after an interruption, or 0 if unknown. */
    long resume(FixFields fields) {
        if (!interrupted || fields.possDup() || fields.sequence() == FixFields.NO_NUMBER) {
            return 0;
        }
        long missing = expected == BEFORE_LOGON || resets(fields) ? 0 : Math.max(0, fields.sequence() - expected);
        expected = fills(fields) ? Math.max(fields.sequence() + 1, fields.newSequence()) : found(fields);
        interrupted = false;
        afterStepBack = NONE;
        return missing;
    }

    /** Returns whether no message was counted yet. */
    boolean isBeforeFirst() {
        return expected == BEFORE_LOGON;
    }

    boolean started() {
        return expected != BEFORE_LOGON || inMidstream;
    }

    long expected() {
        return expected;
    }

    /**
     * Returns whether a message is a duplicate of a number already counted: marked so (PossDupFlag, 43), or a gap fill for
     * missing messages, which some counterparties do not mark.
     */
    boolean repeats(FixFields fields) {
        return started() && fields.sequence() < expected && (fields.possDup() || fillsMissing(fields));
    }

    private boolean fillsMissing(FixFields fields) {
        long number = fields.sequence();
        return fills(fields)
                && number != FixFields.NO_NUMBER
                && number != afterStepBack
                && fields.newSequence() > number
                && fields.newSequence() <= expected;
    }

    /**
     * Returns true unless a message has the expected number, continues a step back, or is a marked duplicate. Always
     * false before the Logon and after an interruption, while no number is expected. A reset is out of order if it goes
     * back without continuing a step back. FIX forbids such a reset, and QuickFIX/J ignores it.
     */
    boolean outOfOrder(FixFields fields) {
        if (interrupted) {
            return false;
        }
        if (resets(fields)) {
            return started() && fields.newSequence() < expected && fields.newSequence() != afterStepBack;
        }
        boolean goesOn = fields.sequence() == expected || fields.sequence() == afterStepBack;
        return started() && !goesOn && !repeats(fields);
    }

    /** Returns whether a mid-session Logon has a number other than the expected one. */
    boolean restarts(FixFields logon) {
        return started() && !interrupted && logon.sequence() != expected;
    }

    /**
     * Returns whether a message is a SequenceReset that skips numbers, but no gap fill for missing messages, whose number is
     * an older one. It is unknown whether the skipped numbers were used.
     */
    boolean skips(FixFields fields) {
        boolean due = fields.sequence() == expected;
        long behindIt = due ? expected + 1 : expected;
        boolean unasked = due && !fields.possDup() && fills(fields) || resets(fields);
        return started() && !interrupted && unasked && fields.newSequence() > behindIt;
    }

    /** Returns the number that continues a step back, else the expected number. */
    long due() {
        return afterStepBack == NONE ? expected : afterStepBack;
    }

    /** Returns the number of a message, or the NewSeqNo (36) of a reset, or of a SequenceReset that skips numbers. */
    long found(FixFields fields) {
        return resets(fields) || skips(fields) ? fields.newSequence() : fields.sequence();
    }

    void accept(FixFields fields) {
        if (!started() || interrupted || repeats(fields) && !resets(fields)) {
            return;
        }
        long next = resets(fields) ? fields.newSequence() : fields.sequence() + 1;
        if (fills(fields)) {
            next = Math.max(next, fields.newSequence());
        }
        afterStepBack = next < expected ? next : NONE;
        expected = Math.max(expected, next);
    }

    private static boolean fills(FixFields fields) {
        return fields.type() == SEQUENCE_RESET && fields.gapFill();
    }

    /** Returns whether a message is a SequenceReset without gap fill, whose own number has no meaning. */
    static boolean resets(FixFields fields) {
        return fields.type() == SEQUENCE_RESET && !fields.gapFill() && fields.newSequence() != FixFields.NO_NUMBER;
    }
}
