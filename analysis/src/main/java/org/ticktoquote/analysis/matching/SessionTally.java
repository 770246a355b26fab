package org.ticktoquote.analysis.matching;

import java.util.stream.LongStream;
import org.ticktoquote.core.journal.BookFaults;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Counts of one session's journal, complete after the matching. */
public final class SessionTally {
    long matched;
    long initial;
    long duplicate;
    long onlyDeletes;
    long regressed;
    long acrossVenues;
    long unexplained;
    long initialBeforeMeasured;
    long unexplainedBeforeMeasured;
    long ambiguous;
    long unchanged;
    long unattributed;
    long unjudged;
    long overflowed;
    long early;
    long publishedNotDue;
    long logons;
    long drops;
    long ended;
    long orderedDown;
    long sequenceGaps;
    long sequenceResets;
    long floodMessages;
    long floodPerSecond;
    long rejected;
    long messagesRejected;
    long incrementals;
    long quotes;
    long massQuotes;
    long quoteCancels;
    long unknownSymbols;
    long malformed;
    long onlyZeroSizes;
    long withdrawn;
    /** By instrument id. */
    final long[] noPriceNs;

    long withoutBook;
    long bookOverflows;
    long repeatedEntries;
    long unknownEntries;
    long crossedTops;
    long unanswered;
    long afterDrain;

    SessionTally(int instruments) {
        noPriceNs = new long[instruments];
    }

    /** Counts an incremental refresh whose book is unknown, unless it was sent again: its book can be known. */
    void withoutBook(long because) {
        withoutBook += because == SnapshotRecord.RESENT ? 0 : 1;
        bookOverflows += because == SnapshotRecord.AFTER_OVERFLOW ? 1 : 0;
    }

    /**
     * Counts another {@link SnapshotRecord#FLOOD_STEP} messages without a price.
     *
     * @param inSecond number of such messages so far in their second
     */
    void flood(long inSecond) {
        floodMessages += SnapshotRecord.FLOOD_STEP;
        floodPerSecond = Math.max(floodPerSecond, inSecond);
    }

    /** Counts the message type that caused a price, and entries that did not fit the book. */
    void countMessageType(SnapshotRecord snapshot) {
        switch (snapshot.messageType()) {
            case SnapshotRecord.BY_INCREMENT -> {
                incrementals++;
                long faults = snapshot.expectedSequence();
                repeatedEntries += BookFaults.repeated(faults);
                unknownEntries += BookFaults.unknown(faults);
                crossedTops += BookFaults.crossed(faults) ? 1 : 0;
            }
            case SnapshotRecord.BY_QUOTE -> quotes++;
            case SnapshotRecord.BY_MASS_QUOTE -> massQuotes++;
            case SnapshotRecord.BY_CANCEL -> quoteCancels++;
            default -> {
                // a 35=W
            }
        }
    }

    public long matched() {
        return matched;
    }

    public long initial() {
        return initial;
    }

    public long duplicate() {
        return duplicate;
    }

    /** Returns the duplicates that only delete entries and so need not name a tick; counted only by id. */
    public long onlyDeletes() {
        return onlyDeletes;
    }

    public long regressed() {
        return regressed;
    }

    /**
     * Returns the regressed snapshots that are in order among the ticks of their own venue. Counted only with a total order
     * of ticks.
     */
    public long acrossVenues() {
        return acrossVenues;
    }

    public long unexplained() {
        return unexplained;
    }

    /**
     * Returns the initial snapshots before the first measured tick was sent, except prices from before the run; counted only
     * by id.
     */
    public long initialBeforeMeasured() {
        return initialBeforeMeasured;
    }

    /** Returns the unexplained snapshots before the first measured tick was sent; counted only by id. */
    public long unexplainedBeforeMeasured() {
        return unexplainedBeforeMeasured;
    }

    /** Returns the snapshots whose tick is uncertain, or that are not certainly the first to reflect it. */
    public long ambiguous() {
        return ambiguous;
    }

    /** Returns the snapshots of pairs without known prices. */
    public long unattributed() {
        return unattributed;
    }

    /** Returns the due ticks excluded only because the prices of their pair were unknown. */
    public long unjudged() {
        return unjudged;
    }

    /** Returns the due ticks that left the session's price unchanged; see {@link TotalOrderAttribution#unchanged()}. */
    public long unchanged() {
        return unchanged;
    }

    /** Returns how often the limit of kept states or of open snapshots was exceeded, which can widen intervals. */
    public long overflowed() {
        return overflowed;
    }

    /** Returns the unexplained snapshots that name a tick of the window before it was sent, beyond the clock uncertainty. */
    public long early() {
        return early;
    }

    /** Returns the ticks published although neither model, request, withdrawal nor a waiting tick calls for a quote. */
    public long publishedNotDue() {
        return publishedNotDue;
    }

    public long logons() {
        return logons;
    }

    public long drops() {
        return drops;
    }

    /** Returns the drops by which the clients ended the session permanently, because received bytes were not FIX. */
    public long ended() {
        return ended;
    }

    public long orderedDown() {
        return orderedDown;
    }

    public long sequenceGaps() {
        return sequenceGaps;
    }

    /** Returns how often the counterparty reset its sequence numbers within a session. */
    public long sequenceResets() {
        return sequenceResets;
    }

    /**
     * Returns the number of messages without a price in all floods, rounded down in each second to a multiple of
     * {@link SnapshotRecord#FLOOD_STEP}.
     */
    public long floodMessages() {
        return floodMessages;
    }

    /** Returns the largest number of messages without a price in one second. */
    public long floodPerSecond() {
        return floodPerSecond;
    }

    public long rejected() {
        return rejected;
    }

    /** Returns the number of 35=j and 35=3. */
    public long messagesRejected() {
        return messagesRejected;
    }

    /** Returns the snapshots without bid and ask. The session has no price of the pair until the next snapshot with one. */
    public long withdrawn() {
        return withdrawn;
    }

    /** Returns the time for which the session had no price after a withdrawal, summed over its pairs. */
    public long noPriceNs() {
        return LongStream.of(noPriceNs).sum();
    }

    /** Returns the time for which the session had no price of one pair. */
    public long noPriceNs(int instrument) {
        return noPriceNs[instrument];
    }

    /** Returns the incremental refreshes of pairs whose book was unknown. */
    public long withoutBook() {
        return withoutBook;
    }

    /** Returns the incremental refreshes whose book was unknown because it had exceeded the limit of entries. */
    public long bookOverflows() {
        return bookOverflows;
    }

    /** Returns the new entries that were already in their book. */
    public long repeatedEntries() {
        return repeatedEntries;
    }

    /** Returns the changed or deleted entries that were not in their book, and cancels of quotes that did not exist. */
    public long unknownEntries() {
        return unknownEntries;
    }

    /** Returns the incremental refreshes after which the best bid was above the best ask. */
    public long crossedTops() {
        return crossedTops;
    }

    /** Returns the prices received by 35=X. */
    public long incrementals() {
        return incrementals;
    }

    /** Returns the prices received by 35=S. */
    public long quotes() {
        return quotes;
    }

    /** Returns the prices received by 35=i. */
    public long massQuotes() {
        return massQuotes;
    }

    /** Returns the prices withdrawn by 35=Z. */
    public long quoteCancels() {
        return quoteCancels;
    }

    public long unknownSymbols() {
        return unknownSymbols;
    }

    public long malformed() {
        return malformed;
    }

    /** Returns the withdrawn snapshots that had levels, all of size 0. */
    public long onlyZeroSizes() {
        return onlyZeroSizes;
    }

    public long unanswered() {
        return unanswered;
    }

    /** Returns the snapshots after the drain deadline, whether or not ticks were pending. */
    public long afterDrain() {
        return afterDrain;
    }
}
