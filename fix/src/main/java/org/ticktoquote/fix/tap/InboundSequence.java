package org.ticktoquote.fix.tap;

/**
 * The counterparty's message numbers of one connection: which is expected next, and whether the one that came is.
 *
 * <p>Counting starts at the Logon. A gap is reported once: after it, counting goes on behind the number found. So is a step
 * back: the numbers that go on from there came before, too, but nothing else happened. One thread; no allocation.
 */
final class InboundSequence {
    private static final long BEFORE_LOGON = 0;
    private static final long NONE = 0;
    private static final char SEQUENCE_RESET = '4';

    private long expected = BEFORE_LOGON;
    /** After a step back the number that would go on from there. */
    private long afterStepBack = NONE;
    /** Whether messages may be missing by no fault of the counterparty: the next number is the right one. */
    private boolean interrupted;

    private boolean inMidstream;

    void loggedOn(long sequence) {
        expected = sequence + 1;
        afterStepBack = NONE;
        interrupted = false;
    }

    /** Messages may be missing here; without a Logon so far, one may be among them. */
    void interrupt() {
        interrupted = true;
        inMidstream |= expected == BEFORE_LOGON;
    }

    boolean interrupted() {
        return interrupted;
    }

    /** How many messages are missing before the first one after an interruption; 0 where its number does not tell. */
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

    /** The number expected next. */
    long expected() {
        return expected;
    }

    /** Whether a message says that it repeats or fills what is already counted. */
    boolean repeats(FixFields fields) {
        return started() && fields.possDup() && fields.sequence() < expected;
    }

    /**
     * Whether the message's number is neither the expected one, nor a declared repetition, nor goes on after a step back; of a
     * reset, whether it goes back, which FIX forbids and QuickFIX/J does not follow.
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

    /** Whether a Logon comes in mid-session, with another number than the expected one. */
    boolean beginsAnew(FixFields logon) {
        return started() && !interrupted && logon.sequence() != expected;
    }

    /** Whether a message is a reset that skips numbers: nobody can say what they were, or whether they were. */
    boolean skips(FixFields fields) {
        long behindIt = fields.sequence() == expected ? expected + 1 : expected;
        return started() && !interrupted && resets(fields) && fields.newSequence() > behindIt;
    }

    /** The number that would have gone on: after a step back from there, else the expected one. */
    long due() {
        return afterStepBack == NONE ? expected : afterStepBack;
    }

    /** The number that a message brings: a reset's own means nothing. */
    long found(FixFields fields) {
        return resets(fields) ? fields.newSequence() : fields.sequence();
    }

    /** Counts the message. */
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

    /** A SequenceReset that is no gap fill: its own number means nothing. */
    static boolean resets(FixFields fields) {
        return fields.type() == SEQUENCE_RESET && !fields.gapFill() && fields.newSequence() != FixFields.NO_NUMBER;
    }
}
