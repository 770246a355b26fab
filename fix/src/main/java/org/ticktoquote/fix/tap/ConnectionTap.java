package org.ticktoquote.fix.tap;

import java.util.Objects;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.tap.TapCounters.Kind;

/**
 * Reads the bytes of one connection. Writes a record for every snapshot and event, and forwards what QuickFIX/J needs.
 *
 * <p>QuickFIX/J receives snapshots only if {@code forwardSnapshots} is set. Bytes that are not a FIX message end the session
 * at once before the Logon or if a message is too long. Otherwise they end it after more than {@value #MAX_BROKEN_READS} such
 * reads. A session of a capture continues instead at the next message. Runs on the I/O thread of the connection. Does not
 * allocate for a snapshot.
 */
public final class ConnectionTap {
    /** Maximum number of reads of a session with bytes that are not a message. The next such read ends the session. */
    static final int MAX_BROKEN_READS = 100;

    private final SessionTap session;
    private final MessageFramer framer;
    private final QuickFixSequence numbers;
    private final InboundSequence sequence;
    private final boolean captured;
    private final boolean forwardSnapshots;
    private final QuickFixSink forward;
    private final SessionJournal journal;
    private final TapCounters counters;
    private final PriceUpdates updates;
    private final LogonState logon;

    private final FixFields fields;
    private long receivedNs;
    private int position;
    private boolean failed;
    private boolean garbledNoticed;
    /** Whether all bytes so far were captured. */
    private boolean whole = true;

    private boolean incomplete;
    private long missingBytes;
    private long missingAtNs;

    ConnectionTap(
            SessionTap session,
            MessageFramer framer,
            boolean captured,
            boolean forwardSnapshots,
            QuickFixSink forward) {
        this.session = session;
        this.framer = framer;
        this.captured = captured;
        this.fields = new FixFields(session.form());
        this.numbers = new QuickFixSequence(forward);
        this.sequence = numbers.sequence();
        this.forwardSnapshots = forwardSnapshots;
        this.forward = forward;
        this.journal = session.journal();
        this.counters = session.counters();
        this.updates = session.updates();
        this.logon = new LogonState(session);
        updates.clear();
    }

    /**
     * Takes the bytes of one read.
     *
     * @param readAtNs clock value immediately after the read
     */
    public void read(DirectBuffer bytes, int offset, int length, long readAtNs) {
        if (!failed && !session.isTerminated()) {
            framer.read(bytes, offset, length, readAtNs);
            takeFramed(readAtNs);
        }
    }

    /**
     * Takes the messages of the framer's last read.
     *
     * @param readAtNs time of the read
     */
    public void takeFramed(long readAtNs) {
        try {
            position = 0;
            int broken = 0;
            for (int piece = 0; piece < framer.pieces() && !session.isTerminated(); piece++) {
                if (framer.isGarbage(piece)) {
                    garbage(piece, broken++ == 0);
                } else {
                    take(piece);
                }
            }
            numbers.endOfRead(readAtNs);
        } catch (RuntimeException e) {
            failed = true;
            session.listener().failed(session.index(), e);
        }
    }

    /**
     * Called when bytes of the counterparty were not captured at this point. Reading resumes at the next whole message,
     * whose MsgSeqNum (34) does not count as a gap.
     *
     * @param bytes number of missing bytes, 0 if unknown
     * @param atNs time at which the loss became certain
     */
    public void missing(long bytes, long atNs) {
        if (failed || session.isTerminated()) {
            return;
        }
        framer.resynchronise();
        interrupt();
        incomplete = true;
        missingBytes += bytes;
        missingAtNs = atNs;
    }

    /** Called when the counterparty might have sent messages at this point that the tap does not see. */
    void interrupt() {
        whole = false;
        restart();
    }

    private void restart() {
        if (!sequence.started()) {
            logon.inMidstream();
        }
        sequence.interrupt();
        updates.gap();
    }

    /**
     * Handles bytes that are not a message. Writes one record per read, so that the journal grows in proportion to the
     * received bytes.
     */
    private void garbage(int piece, boolean firstOfRead) {
        if (firstOfRead) {
            receivedNs = journal.message(framer.timeNs(piece), framer.messages(), position, fields);
            session.countBrokenRead();
            counters.count(Kind.MALFORMED, framer.broken());
            event(SnapshotRecord.MALFORMED, SnapshotRecord.NO_INSTRUMENT, framer.garbageBytes(), framer.broken());
        }
        boolean endless = framer.tooLong() && piece == framer.pieces() - 1;
        if (!sequence.started()) {
            terminate("the bytes before the Logon are not a FIX message: " + framer.whyGarbage(piece));
        } else if (endless) {
            terminate(framer.whyGarbage(piece));
        } else if (!captured && session.brokenReads() > MAX_BROKEN_READS) {
            terminate("more than " + MAX_BROKEN_READS + " reads had bytes that are not a FIX message: "
                    + framer.whyGarbage(piece));
        }
    }

    /** Ends the session permanently because of received data. A session of a capture continues at the next message. */
    private void terminate(String why) {
        if (captured) {
            if (framer.tooLong()) {
                framer.resynchronise();
            }
            restart();
            return;
        }
        session.terminate();
        logon.end(receivedNs, "");
        session.listener().ended(session.index(), why);
        forward.end();
    }

    private void take(int piece) {
        int start = framer.start(piece);
        int end = framer.end(piece);
        int body = framer.body(piece);
        int trailer = end - MessageFramer.TRAILER_LENGTH;
        fields.read(framer.bytes(), body, trailer);
        boolean isFirst = sequence.isBeforeFirst();
        if (sequence.interrupted()) {
            writeMissing(framer.timeNs(piece), sequence.resume(fields));
        }
        receivedNs = journal.message(framer.timeNs(piece), framer.messages(), position, fields);
        if (fields.garbled()) {
            garbled();
            position++;
            return;
        }
        checkSequence(isFirst);
        switch (fields.type()) {
            case 'W' -> {
                updates.snapshot(fields, framer.bytes(), body, trailer);
                passOrSwallow(start, end);
            }
            case 'X', 'S', 'i', 'Z' -> update(body, trailer);
            default -> other(start, end);
        }
        position++;
    }

    /** Records the bytes missing before the next message, and the messages missing according to its MsgSeqNum (34). */
    private void writeMissing(long nextNs, long messages) {
        if (incomplete) {
            incomplete = false;
            journal.notCaptured(missingAtNs, nextNs, missingBytes, messages);
            missingBytes = 0;
        }
    }

    /** Handles a garbled message. Only its number counts, because the prices that it would have changed are unknown. */
    private void garbled() {
        String why = fields.whyGarbled();
        counters.count(Kind.MALFORMED);
        event(SnapshotRecord.MALFORMED, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 1);
        if (!sequence.started() || fields.type() == 'A') {
            terminate((fields.type() == 'A' ? "garbled Logon (35=A): " : "garbled first message: ") + why);
            return;
        }
        updates.unreadable();
        numbers.swallow(fields);
        if (!garbledNoticed) {
            garbledNoticed = true;
            session.listener().noticed(session.index(), "garbled messages are ignored: " + why);
        }
    }

    /**
     * Checks the number of a message. A mid-session Logon or a SequenceReset changes the numbers without losing messages, so
     * the books stay unchanged. A Logon that is the connection's first message starts with empty books, even after garbage.
     */
    private void checkSequence(boolean isFirst) {
        if (fields.type() == 'A') {
            if (!logon.isLoggedOn() || isFirst && whole) {
                updates.clear();
            }
            if (sequence.restarts(fields)) {
                numbered(SnapshotRecord.SEQUENCE_RESET);
            }
            numbers.loggedOn(fields, receivedNs);
        } else if (sequence.outOfOrder(fields)) {
            counters.count(Kind.GAPS);
            if (!InboundSequence.resets(fields)) {
                updates.gap();
            }
            numbered(SnapshotRecord.SEQUENCE_GAP);
        } else if (sequence.skips(fields)) {
            numbered(SnapshotRecord.SEQUENCE_RESET);
        }
    }

    private void numbered(int kind) {
        event(kind, SnapshotRecord.NO_INSTRUMENT, sequence.found(fields), sequence.due());
    }

    private void passOrSwallow(int start, int end) {
        if (forwardSnapshots) {
            numbers.pass(fields, framer.buffer(), start, end);
        } else {
            numbers.swallow(fields);
        }
    }

    /** Handles a message other than a snapshot that brings or withdraws prices. */
    private void update(int body, int trailer) {
        PriceUpdates.Message message =
                Objects.requireNonNull(PriceUpdates.Message.of(fields.type()), "message type without price updates");
        counters.count(message.kind);
        if (fields.sequence() == FixFields.NO_NUMBER) {
            counters.count(Kind.MALFORMED);
            event(SnapshotRecord.MALFORMED, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 1);
        } else {
            updates.take(message, fields, framer.bytes(), body, trailer, receivedNs);
        }
        numbers.swallow(fields);
    }

    private void other(int start, int end) {
        long inSecond = session.overheadMessages().add(receivedNs);
        if (inSecond > 0) {
            event(SnapshotRecord.MESSAGE_FLOOD, SnapshotRecord.NO_INSTRUMENT, inSecond, 0);
        }
        switch (fields.type()) {
            case 'A' -> logon.begin(fields, receivedNs);
            case '5' -> logon.end(receivedNs, "");
            case 'j', '3' -> event(SnapshotRecord.MESSAGE_REJECTED, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 0);
            default -> {
                if (fields.rejectsSubscription()) {
                    int instrument = session.requests().instrument(fields.request(framer.bytes()));
                    event(SnapshotRecord.SUBSCRIPTION_REJECTED, instrument, fields.sequence(), 0);
                }
            }
        }
        if (fields.type() == 'A') {
            forward.message(framer.buffer(), start, end);
        } else {
            numbers.pass(fields, framer.buffer(), start, end);
        }
    }

    private void event(int kind, int instrument, long found, long expected) {
        journal.event(kind, instrument, found, expected);
    }

    /** Called after each send. If the harness has ordered the session down, records that before the Logout is answered. */
    public void sent() {
        logon.sent();
    }

    /** Ends reading, although the connection can continue. Must be the last call. */
    public void detach() {
        try {
            if (!failed) {
                writeMissing(missingAtNs, 0);
            }
        } finally {
            session.released();
        }
    }

    /** Records the end of the connection. Must be the last call. */
    public void closed(String how) {
        try {
            long nowNs = session.nowNs();
            numbers.closed();
            if (!failed) {
                writeMissing(nowNs, 0);
                logon.end(nowNs, how);
            }
            logon.closed();
        } catch (RuntimeException e) {
            session.listener().failed(session.index(), e);
        } finally {
            session.released();
        }
    }

    /**
     * Logon state of a session over one connection. Journals and reports each event once. Runs on the I/O thread of the
     * connection.
     */
    private static final class LogonState {
        private static final String AGAIN = ", after a second Logon (35=A)";

        private final SessionTap session;
        private boolean loggedOn;
        private boolean answered;
        private boolean downRecorded;
        private boolean again;

        LogonState(SessionTap session) {
            this.session = session;
        }

        /** Called when the counterparty's Logon arrived. */
        void begin(FixFields logon, long atNs) {
            again = loggedOn;
            loggedOn = true;
            answered = true;
            session.journal().event(SnapshotRecord.LOGGED_ON, SnapshotRecord.NO_INSTRUMENT, logon.sequence(), 0);
            session.listener().loggedOn(session.index(), atNs);
        }

        boolean isLoggedOn() {
            return loggedOn;
        }

        /** Called if reading starts after the Logon. The session counts as logged on. */
        void inMidstream() {
            loggedOn = true;
            answered = true;
        }

        /** Called after each send. If the harness has ordered the session down, records that before the Logout is answered. */
        void sent() {
            if (loggedOn && !downRecorded && session.isDown()) {
                downRecorded = true;
                session.record(SnapshotRecord.ORDERED_DOWN);
            }
        }

        /**
         * Called when the Logout arrived, the connection ended or garbage ends the session. No effect if the session is not
         * logged on.
         *
         * @param how end of the connection, or empty if a message ended the session
         */
        void end(long atNs, String how) {
            if (!loggedOn) {
                return;
            }
            sent();
            loggedOn = false;
            boolean ordered = session.isDown() || session.isStopping();
            if (!ordered) {
                session.counters().count(Kind.DROPS);
            }
            session.journal().disconnected(atNs, session.isTerminated());
            session.listener()
                    .disconnected(session.index(), atNs, ordered, again && !how.isEmpty() ? how + AGAIN : how);
        }

        /** Called when the connection has ended, with or without a Logon. */
        void closed() {
            boolean wanted = !session.isDown() && !session.isStopping() && !session.isTerminated();
            if (!answered && wanted) {
                session.listener().unanswered(session.index());
            }
        }
    }
}
