package org.ticktoquote.analysis.matching;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Matching state of one session: connection, pairs and counts. */
final class SessionState {
    final SessionTally tally;
    private final @Nullable PairState[] pairs;
    private boolean loggedOn;
    private boolean harnessDisconnected;
    private boolean interrupted;

    /** @param pairs by instrument id; null where the session does not subscribe */
    SessionState(SessionTally tally, @Nullable PairState[] pairs) {
        this.tally = tally;
        this.pairs = pairs;
    }

    /** Returns the pair's state; null if the session does not subscribe to it. */
    @Nullable
    PairState pair(int instrument) {
        return instrument < pairs.length ? pairs[instrument] : null;
    }

    void forEachPair(Consumer<PairState> action) {
        for (PairState pair : pairs) {
            if (pair != null) {
                action.accept(pair);
            }
        }
    }

    /** Handles a disconnect order of the harness: excludes everything up to the next first snapshots. */
    void orderedDown(long atNs) {
        tally.orderedDown++;
        harnessDisconnected = true;
        forEachPair(pair -> pair.exclude(atNs));
    }

    /**
     * Handles a gap in the capture: excludes everything up to the next prices, which answer no ticks. Pairs without such a
     * price do not count as unanswered.
     */
    void notCaptured(long atNs) {
        loggedOn = true;
        interrupted = true;
        forEachPair(pair -> {
            pair.exclude(atNs);
            pair.awaitingFirst = true;
            pair.owed = false;
        });
    }

    void event(SnapshotRecord event) {
        switch (event.kind()) {
            case SnapshotRecord.LOGGED_ON -> loggedOn();
            case SnapshotRecord.DISCONNECTED -> disconnected(event);
            case SnapshotRecord.SEQUENCE_GAP -> tally.sequenceGaps++;
            case SnapshotRecord.SEQUENCE_RESET -> tally.sequenceResets++;
            case SnapshotRecord.MESSAGE_FLOOD -> tally.flood(event.messageSequence());
            case SnapshotRecord.UNKNOWN_BOOK -> tally.withoutBook(event.expectedSequence());
            case SnapshotRecord.UNKNOWN_CANCEL -> tally.unknownEntries++;
            case SnapshotRecord.SUBSCRIPTION_REJECTED -> tally.rejected++;
            case SnapshotRecord.MESSAGE_REJECTED -> tally.messagesRejected++;
            case SnapshotRecord.UNKNOWN_SYMBOL -> tally.unknownSymbols++;
            default ->
                tally.malformed += Math.max(1, event.expectedSequence()); // MALFORMED, or a kind of a later version
        }
    }

    private void loggedOn() {
        tally.logons++;
        if (!loggedOn) {
            forEachPair(PairState::back);
        }
        loggedOn = true;
        harnessDisconnected = false;
        interrupted = false;
        forEachPair(pair -> {
            pair.awaitingFirst = true;
            pair.owed = false;
        });
    }

    private void disconnected(SnapshotRecord event) {
        boolean dropped = loggedOn && !harnessDisconnected;
        tally.drops += dropped ? 1 : 0;
        tally.ended += dropped && event.endedByNonFixData() ? 1 : 0;
        loggedOn = false;
        long atNs = event.receivedNs();
        forEachPair(pair -> {
            pair.awaitingFirst = false;
            pair.hasPriceAgain(atNs);
        });
    }

    void finish() {
        forEachPair(pair -> tally.unanswered += pair.awaitingFirst && pair.owed && !interrupted ? 1 : 0);
    }
}
