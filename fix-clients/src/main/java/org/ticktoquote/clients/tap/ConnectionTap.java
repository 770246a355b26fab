package org.ticktoquote.clients.tap;

import org.agrona.DirectBuffer;
import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Reads along on one connection: a record for every snapshot and event, and to QuickFIX/J whatever it needs to see.
 *
 * <p>Snapshots are swallowed unless they are to be forwarded. Before a message that goes through, one gap fill tells
 * QuickFIX/J the numbers swallowed since the last, so that it asks for no resend; a real gap splits it, so that
 * QuickFIX/J sees the gap too. Nothing precedes a Logon. For the I/O thread of the connection; no allocation for a
 * snapshot.
 */
public final class ConnectionTap {
    private final SessionTap session;
    private final FixFramer framer;
    private final InboundSequence sequence = new InboundSequence();
    private final SwallowedRange swallowed = new SwallowedRange();
    private final boolean forwardSnapshots;
    private final Forward forward;
    private final SessionJournal journal;
    private final TapCounters counters;

    private FixFields fields;
    private long receivedNs;
    private int position;
    private boolean loggedOn;
    private boolean downRecorded;
    private boolean refused;
    private boolean failed;

    ConnectionTap(SessionTap session, FixFramer framer, boolean forwardSnapshots, Forward forward) {
        this.session = session;
        this.framer = framer;
        this.fields = framer.fields(0);
        this.forwardSnapshots = forwardSnapshots;
        this.forward = forward;
        this.journal = session.journal();
        this.counters = session.counters();
    }

    /**
     * Takes the bytes of one read.
     *
     * @param readAtNs clock read immediately after it
     */
    public void read(DirectBuffer bytes, int offset, int length, long readAtNs) {
        if (failed) {
            return;
        }
        try {
            receivedNs = readAtNs;
            position = 0;
            framer.read(bytes, offset, length);
            for (int piece = 0; piece < framer.pieces(); piece++) {
                if (framer.garbage(piece)) {
                    garbage();
                } else {
                    fields = framer.fields(piece);
                    take(framer.start(piece), framer.end(piece));
                }
            }
        } catch (RuntimeException e) {
            failed = true;
            session.listener().failed(session.index(), e);
        }
    }

    private void garbage() {
        counters.countMalformed();
        event(SnapshotRecord.MALFORMED, SnapshotRecord.NO_INSTRUMENT, 0, 0);
    }

    private void take(int start, int end) {
        checkSequence();
        switch (fields.type()) {
            case 'W' -> snapshot(start, end);
            case 'X' -> incremental();
            default -> other(start, end);
        }
        position++;
    }

    private void checkSequence() {
        if (fields.type() == 'A') {
            sequence.loggedOn(fields.sequence());
            return;
        }
        if (sequence.outOfOrder(fields)) {
            counters.countGap();
            event(SnapshotRecord.SEQUENCE_GAP, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), sequence.expected());
        }
    }

    private void snapshot(int start, int end) {
        if (!fields.symbolSeen()
                || fields.sequence() == FixFields.NO_NUMBER
                || fields.top().malformed()) {
            counters.countMalformed();
            event(SnapshotRecord.MALFORMED, instrumentOrNone(), fields.sequence(), 0);
        } else if (fields.instrument() == Symbols.UNKNOWN) {
            counters.countUnknownSymbol();
            event(SnapshotRecord.UNKNOWN_SYMBOL, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 0);
        } else {
            journal.snapshot(receivedNs, framer.messages(), position, fields);
            counters.countSnapshot(fields.instrument());
        }
        if (forwardSnapshots) {
            tellSwallowed();
            sequence.accept(fields);
            forward.message(framer.buffer(), start, end);
        } else {
            swallow();
        }
    }

    private int instrumentOrNone() {
        return fields.instrument() == Symbols.UNKNOWN ? SnapshotRecord.NO_INSTRUMENT : fields.instrument();
    }

    /** A number that came before without saying so is kept from QuickFIX/J, which would end the session over it. */
    private void swallow() {
        long number = fields.sequence();
        boolean known = sequence.started() && number != FixFields.NO_NUMBER;
        boolean repeats = sequence.repeats(fields);
        if (!known || (number < sequence.expected() && !repeats)) {
            return;
        }
        sequence.accept(fields);
        if (!swallowed.continuedBy(number, repeats)) {
            tellSwallowed();
        }
        swallowed.add(number, repeats);
    }

    private void tellSwallowed() {
        if (!swallowed.isEmpty()) {
            forward.gapFill(swallowed.first(), swallowed.next(), swallowed.possDup());
            swallowed.clear();
        }
    }

    private void incremental() {
        counters.countIncremental();
        event(SnapshotRecord.INCREMENTAL, instrumentOrNone(), fields.sequence(), 0);
        swallow();
        if (!refused) {
            refused = true;
            session.listener()
                    .refused(
                            session.index(),
                            "incremental refresh (35=X) is not supported: the subscription asks for full snapshots (265=0)");
        }
    }

    private void other(int start, int end) {
        switch (fields.type()) {
            case 'A' -> logon();
            case '5' -> disconnected();
            case 'Y' -> {
                int instrument = SubscriptionId.instrument(fields.request(framer.bytes()));
                event(SnapshotRecord.SUBSCRIPTION_REJECTED, instrument, fields.sequence(), 0);
            }
            default -> {
                // QuickFIX/J's business
            }
        }
        if (fields.type() != 'A') {
            tellSwallowed();
            sequence.accept(fields);
        }
        forward.message(framer.buffer(), start, end);
    }

    private void logon() {
        swallowed.clear();
        loggedOn = true;
        event(SnapshotRecord.LOGGED_ON, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 0);
        session.listener().loggedOn(session.index(), receivedNs);
    }

    private void event(int kind, int instrument, long found, long expected) {
        journal.event(kind, receivedNs, framer.messages(), position, instrument, found, expected);
    }

    /** Something was sent: the moment to record an order to go down, before the Logout can be answered. */
    public void sent() {
        if (loggedOn && !downRecorded && session.isDown()) {
            downRecorded = true;
            session.record(SnapshotRecord.ORDERED_DOWN);
        }
    }

    /** The connection ended; nothing may be called afterwards. */
    public void closed() {
        try {
            receivedNs = session.nowNs();
            disconnected();
        } catch (RuntimeException e) {
            session.listener().failed(session.index(), e);
        } finally {
            session.released();
        }
    }

    private void disconnected() {
        if (!loggedOn || failed) {
            return;
        }
        sent();
        loggedOn = false;
        boolean ordered = session.isDown() || session.isStopping();
        if (!ordered) {
            counters.countDrop();
        }
        journal.event(SnapshotRecord.DISCONNECTED, receivedNs);
        session.listener().disconnected(session.index(), receivedNs, ordered);
    }
}
