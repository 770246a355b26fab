package org.ticktoquote.fix.tap;

/**
 * Sequence numbers of the counterparty on one connection: which is expected next, and whether a message has it.
 *
 * <p>Counting starts at the Logon. A gap is reported once, and counting continues from the number found. A step back is also
 * reported once: the numbers that continue it are accepted, although they came before. One thread at a time. Does not
 * allocate.
 */
final class InboundSequence {
    private static final long BEFORE_LOGON = 0;
    private static final long NONE = 0;
    private static final char SEQUENCE_RESET = '4';

    private long expected = BEFORE_LOGON;
    /** Number that continues a step back, or {@link #NONE}. */
    private long afterStepBack = NONE;
    /** Messages might not have been captured. The next number counts as the right one. */
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

    /**
     * Returns how many messages are missing before the first one after an interruption, or 0 if its number does not tell.
     */
    long resume(FixFields fields) {
        if (!interrupted || fields.possDup() || fields.sequence() == FixFields.NO_NUMBER) {
            return 0;
        }
        long missing = expected == BEFORE_LOGON || resets(fields) ? 0 : Math.max(0, fields.sequence() - expected);
        interrupted = false;
        expected = found(fields);
        afterStepBack = NONE;
        return missing;
    }

    boolean started() {
        return expected != BEFORE_LOGON || inMidstream;
    }

    long expected() {
        return expected;
    }

    /** Returns whether a message declares that it repeats or fills numbers that are already counted. */
    boolean repeats(FixFields fields) {
        return started() && fields.possDup() && fields.sequence() < expected;
    }

    /**
     * Returns true unless a message has the expected number, continues a step back, or is declared a repetition. For a
     * reset, returns whether it goes back, other than to continue a step back. FIX forbids that, and QuickFIX/J ignores it.
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

    /** Returns whether a Logon comes in mid-session with another number than the expected one. */
    boolean restarts(FixFields logon) {
        return started() && !interrupted && logon.sequence() != expected;
    }

    /** Returns whether a message is a reset that skips numbers. It is unknown whether messages had these numbers. */
    boolean skips(FixFields fields) {
        long behindIt = fields.sequence() == expected ? expected + 1 : expected;
        return started() && !interrupted && resets(fields) && fields.newSequence() > behindIt;
    }

    /** Returns the number that continues a step back, else the expected number. */
    long due() {
        return afterStepBack == NONE ? expected : afterStepBack;
    }

    /** Returns the number that a message brings. A reset's own number has no meaning. */
    long found(FixFields fields) {
        return resets(fields) ? fields.newSequence() : fields.sequence();
    }

    void accept(FixFields fields) {
        if (!started() || interrupted || repeats(fields) && !resets(fields)) {
            return;
        }
        long next = resets(fields) ? fields.newSequence() : fields.sequence() + 1;
        if (fields.type() == SEQUENCE_RESET && fields.gapFill()) {
            next = Math.max(next, fields.newSequence());
        }
        afterStepBack = next < expected ? next : NONE;
        expected = Math.max(expected, next);
    }

    /** Returns whether a message is a SequenceReset without gap fill, whose own number has no meaning. */
    static boolean resets(FixFields fields) {
        return fields.type() == SEQUENCE_RESET && !fields.gapFill() && fields.newSequence() != FixFields.NO_NUMBER;
    }
}
