package org.ticktoquote.analysis.matching;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.results.Cell;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.SessionPlan;

/** Where one session stands: its connection, its pairs, its counts. */
final class SessionState {
    final SessionTally tally = new SessionTally();
    private final long tierBit;
    private final @Nullable PairState[] pairs;
    private boolean loggedOn;
    private boolean ordered;

    SessionState(SessionPlan plan, int instruments) {
        this.tierBit = 1L << plan.tier();
        this.pairs = new PairState[instruments];
        for (int instrument : plan.instruments()) {
            pairs[instrument] = new PairState();
        }
    }

    /** The pair's state; null when the session does not subscribe to it. */
    @Nullable
    PairState pair(int instrument) {
        return instrument < pairs.length ? pairs[instrument] : null;
    }

    /** A tick of a subscribed pair was sent; its outcome so far. */
    int tick(long id, int instrument, long dueTiers) {
        PairState pair = pair(instrument);
        boolean due = (dueTiers & tierBit) != 0;
        if (pair == null) {
            return Cell.NOT_PLANNED;
        }
        pair.owed |= due && pair.awaitingFirst;
        if (pair.excluding) {
            return Cell.EXCLUDED;
        }
        if (due) {
            pair.pending.add(id);
        }
        return due ? Cell.PENDING : Cell.UNCHANGED;
    }

    /** What is pending can no longer be answered: it is excluded like everything up to the next first snapshot. */
    void orderedDown(LongConsumer exclude) {
        tally.orderedDown++;
        ordered = true;
        for (PairState pair : pairs) {
            if (pair != null) {
                pair.excluding = true;
                drain(pair, exclude);
            }
        }
    }

    private static void drain(PairState pair, LongConsumer to) {
        while (!pair.pending.isEmpty()) {
            to.accept(pair.pending.removeFirst());
        }
    }

    void event(int kind) {
        switch (kind) {
            case SnapshotRecord.LOGGED_ON -> loggedOn();
            case SnapshotRecord.DISCONNECTED -> disconnected();
            case SnapshotRecord.SEQUENCE_GAP -> tally.sequenceGaps++;
            case SnapshotRecord.INCREMENTAL -> tally.incrementals++;
            case SnapshotRecord.SUBSCRIPTION_REJECTED -> tally.rejected++;
            case SnapshotRecord.UNKNOWN_SYMBOL -> tally.unknownSymbols++;
            default -> tally.malformed++; // MALFORMED, or a kind that a later version writes
        }
    }

    private void loggedOn() {
        tally.logons++;
        loggedOn = true;
        ordered = false;
        for (PairState pair : pairs) {
            if (pair != null) {
                pair.awaitingFirst = true;
                pair.owed = false;
            }
        }
    }

    private void disconnected() {
        tally.drops += loggedOn && !ordered ? 1 : 0;
        loggedOn = false;
        for (PairState pair : pairs) {
            if (pair != null) {
                pair.awaitingFirst = false;
            }
        }
    }

    void finish(LongConsumer lose) {
        for (PairState pair : pairs) {
            if (pair != null) {
                tally.unanswered += pair.awaitingFirst && pair.owed ? 1 : 0;
                drain(pair, lose);
            }
        }
    }
}
