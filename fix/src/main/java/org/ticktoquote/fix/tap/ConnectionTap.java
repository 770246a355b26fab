package org.ticktoquote.fix.tap;

import java.util.Objects;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Reads along on one connection: a record for every snapshot and event, and to QuickFIX/J whatever it needs to see.
 *
 * <p>Snapshots are swallowed unless they are to be forwarded. Bytes that are no FIX message of this connection end the
 * session, before a Logon at once and after it when they came too often. For the I/O thread of the connection; no
 * allocation for a snapshot.
 */
public final class ConnectionTap {
    /** Reads of a session with bytes that are no message: the one beyond them ends it. */
    static final int MOST_BROKEN_READS = 100;

    private final SessionTap session;
    private final FixFramer framer;
    private final QuickFixNumbers numbers;
    private final boolean forwardSnapshots;
    private final Forward forward;
    private final SessionJournal journal;
    private final TapCounters counters;
    private final PriceUpdates updates;
    private final Snapshots snapshots;
    private final LogonState logon;

    private FixFields fields;
    private long receivedNs;
    private int position;
    private boolean failed;
    private boolean garbledNoticed;

    ConnectionTap(SessionTap session, FixFramer framer, boolean forwardSnapshots, Forward forward) {
        this.session = session;
        this.framer = framer;
        this.fields = framer.fields(0);
        this.numbers = new QuickFixNumbers(forward);
        this.forwardSnapshots = forwardSnapshots;
        this.forward = forward;
        this.journal = session.journal();
        this.counters = session.counters();
        this.updates = session.updates();
        this.snapshots = new Snapshots(session);
        this.logon = new LogonState(session);
        updates.clear();
    }

    /**
     * Takes the bytes of one read.
     *
     * @param readAtNs clock read immediately after it
     */
    public void read(DirectBuffer bytes, int offset, int length, long readAtNs) {
        if (failed || session.isOver()) {
            return;
        }
        try {
            receivedNs = readAtNs;
            position = 0;
            framer.read(bytes, offset, length);
            int broken = 0;
            for (int piece = 0; piece < framer.pieces() && !session.isOver(); piece++) {
                if (framer.garbage(piece)) {
                    garbage(piece, broken++ == 0);
                } else {
                    fields = framer.fields(piece);
                    take(framer.start(piece), framer.end(piece));
                }
            }
            numbers.endOfRead(readAtNs);
        } catch (RuntimeException e) {
            failed = true;
            session.listener().failed(session.index(), e);
        }
    }

    /** One record a read, however many pieces there are: what is written stays in proportion to what arrives. */
    private void garbage(int piece, boolean firstOfRead) {
        if (firstOfRead) {
            journal.message(receivedNs, framer.messages(), position, fields);
            session.countBrokenRead();
            counters.countMalformed(framer.broken());
            event(SnapshotRecord.MALFORMED, SnapshotRecord.NO_INSTRUMENT, framer.garbageBytes(), framer.broken());
        }
        boolean endless = framer.tooLong() && piece == framer.pieces() - 1;
        if (!numbers.started()) {
            over("before a Logon came what is no FIX message: " + framer.whyGarbage(piece));
        } else if (endless) {
            over(framer.whyGarbage(piece));
        } else if (session.brokenReads() > MOST_BROKEN_READS) {
            over(MOST_BROKEN_READS + " reads brought what is no FIX message, and so did the next: "
                    + framer.whyGarbage(piece));
        }
    }

    /** The session ends here and does not come back: the counterparty's doing. */
    private void over(String why) {
        session.over();
        logon.end(receivedNs, "");
        session.listener().over(session.index(), why);
        forward.end();
    }

    private void take(int start, int end) {
        journal.message(receivedNs, framer.messages(), position, fields);
        if (fields.garbled()) {
            garbled();
            position++;
            return;
        }
        checkSequence();
        switch (fields.type()) {
            case 'W' -> snapshot(start, end);
            case 'X', 'S', 'i', 'Z' -> update(start, end);
            default -> other(start, end);
        }
        position++;
    }

    /** Its number counts, and nothing else: which prices it would have changed is not known. */
    private void garbled() {
        String why = fields.whyGarbled(framer.bytes());
        counters.countMalformed(1);
        event(SnapshotRecord.MALFORMED, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 1);
        if (!numbers.started() || fields.type() == 'A') {
            over((fields.type() == 'A' ? "its Logon (35=A)" : "its first message") + " cannot be read: " + why);
            return;
        }
        updates.unreadable();
        numbers.swallow(fields);
        if (!garbledNoticed) {
            garbledNoticed = true;
            session.listener().noticed(session.index(), "messages that cannot be read are left out: " + why);
        }
    }

    private void checkSequence() {
        if (fields.type() == 'A') {
            if (numbers.beginsAnew(fields)) {
                updates.clear();
                numbered(SnapshotRecord.SEQUENCE_RESET);
            }
            numbers.loggedOn(fields, receivedNs);
        } else if (numbers.outOfOrder(fields)) {
            counters.countGap();
            updates.gap();
            numbered(SnapshotRecord.SEQUENCE_GAP);
        } else if (numbers.skips(fields)) {
            updates.gap();
            numbered(SnapshotRecord.SEQUENCE_RESET);
        }
    }

    private void numbered(int kind) {
        event(kind, SnapshotRecord.NO_INSTRUMENT, numbers.found(fields), numbers.due());
    }

    private void snapshot(int start, int end) {
        snapshots.take(fields, framer.bytes(), start, end - FixFrame.TRAILER_LENGTH);
        if (forwardSnapshots) {
            numbers.pass(fields, framer.buffer(), start, end);
        } else {
            numbers.swallow(fields);
        }
    }

    /** A message that brings prices other than by a snapshot. */
    private void update(int start, int end) {
        PriceMessage message =
                Objects.requireNonNull(PriceMessage.of(fields.type()), "one of the types that lead here");
        counters.count(message);
        if (fields.sequence() == FixFields.NO_NUMBER) {
            counters.countMalformed(1);
            event(SnapshotRecord.MALFORMED, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 1);
        } else {
            updates.take(message, fields, framer.bytes(), start, end - FixFrame.TRAILER_LENGTH, receivedNs);
        }
        numbers.swallow(fields);
    }

    private void other(int start, int end) {
        long inSecond = session.flood().add(receivedNs);
        if (inSecond > 0) {
            event(SnapshotRecord.MESSAGE_FLOOD, SnapshotRecord.NO_INSTRUMENT, inSecond, 0);
        }
        switch (fields.type()) {
            case 'A' -> logon.begin(fields, receivedNs);
            case '5' -> logon.end(receivedNs, "");
            case 'Y' -> {
                int instrument = session.requests().instrument(fields.request(framer.bytes()));
                event(SnapshotRecord.SUBSCRIPTION_REJECTED, instrument, fields.sequence(), 0);
            }
            case 'j', '3' -> event(SnapshotRecord.MESSAGE_REJECTED, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 0);
            default -> {
                // QuickFIX/J's business
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

    /** Something was sent: the moment to record an order to go down, before the Logout can be answered. */
    public void sent() {
        logon.sent();
    }

    /** The connection ended, and how; nothing may be called afterwards. */
    public void closed(String how) {
        try {
            long nowNs = session.nowNs();
            numbers.closed();
            if (!failed) {
                logon.end(nowNs, how);
            }
            logon.closed();
        } catch (RuntimeException e) {
            session.listener().failed(session.index(), e);
        } finally {
            session.released();
        }
    }
}
