package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * What becomes of the snapshots (35=W) of one connection: a record of each, or why there is no price in it. For its I/O
 * thread; no allocation.
 */
final class Snapshots {
    private static final String ZERO_SIZE =
            "levels of size 0 (271=0) arrive, which are taken for no price; where they are prices,"
                    + " the session template says zeroSize: price";

    private final SessionTap session;
    private final SessionJournal journal;
    private final TapCounters counters;
    private final PriceUpdates updates;
    private boolean noticed;

    Snapshots(SessionTap session) {
        this.session = session;
        this.journal = session.journal();
        this.counters = session.counters();
        this.updates = session.updates();
    }

    /** A snapshot stands from the body of a message to its trailer. */
    void take(FixFields fields, byte[] bytes, int start, int trailer) {
        if (!fields.symbolSeen()
                || fields.sequence() == FixFields.NO_NUMBER
                || fields.top().malformed()) {
            unreadable(fields);
        } else if (fields.instrument() == Symbols.UNKNOWN) {
            counters.countUnknownSymbol();
            journal.event(SnapshotRecord.UNKNOWN_SYMBOL, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 0);
        } else {
            journal.snapshot();
            counters.countSnapshot(fields.instrument(), fields.top());
            updates.image(fields, bytes, start, trailer);
            noticeZeroSizes(fields);
        }
    }

    private void unreadable(FixFields fields) {
        boolean known = fields.instrument() != Symbols.UNKNOWN;
        counters.countMalformed(1);
        journal.event(
                SnapshotRecord.MALFORMED,
                known ? fields.instrument() : SnapshotRecord.NO_INSTRUMENT,
                fields.sequence(),
                1);
        if (known) {
            updates.unreadableImage(fields.instrument());
        }
    }

    private void noticeZeroSizes(FixFields fields) {
        if (fields.top().withdrawn() && !noticed) {
            noticed = true;
            session.listener().noticed(session.index(), ZERO_SIZE);
        }
    }
}
