package org.ticktoquote.analysis.matching;

import java.util.stream.LongStream;
import org.ticktoquote.core.journal.BookFaults;
import org.ticktoquote.core.journal.SnapshotRecord;

/** What one session's journal showed, counted while matching; read it when the matching is finished. */
public final class SessionTally {
    long matched;
    long initial;
    long duplicate;
    long regressed;
    long acrossVenues;
    long unexplained;
    long initialBeforeMeasured;
    long unexplainedBeforeMeasured;
    long ambiguous;
    long unchanged;
    long unattributed;
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
    /** By the pair's id. */
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

    /** An incremental refresh whose book is not known. */
    void withoutBook(long because) {
        withoutBook++;
        bookOverflows += because == SnapshotRecord.AFTER_OVERFLOW ? 1 : 0;
    }

    /** As many messages without a price as make one step more, so many by then in their second. */
    void flood(long inSecond) {
        floodMessages += SnapshotRecord.FLOOD_STEP;
        floodPerSecond = Math.max(floodPerSecond, inSecond);
    }

    /** Which message brought a price, and what of it did not fit a book. */
    void broughtBy(SnapshotRecord snapshot) {
        switch (snapshot.by()) {
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

    public long regressed() {
        return regressed;
    }

    /** Regressed ones, with one order of all ticks, that are in order with those of their own tick's venue. */
    public long acrossVenues() {
        return acrossVenues;
    }

    public long unexplained() {
        return unexplained;
    }

    /** By id: initial ones before the first measured tick was sent. */
    public long initialBeforeMeasured() {
        return initialBeforeMeasured;
    }

    /** By id: unexplained ones before the first measured tick was sent. */
    public long unexplainedBeforeMeasured() {
        return unexplainedBeforeMeasured;
    }

    /** Snapshots of which it is not certain which tick they reflect, or whether they are the first to do so. */
    public long ambiguous() {
        return ambiguous;
    }

    /** Snapshots by price of pairs whose prices could not be learned: nothing is said of them. */
    public long unattributed() {
        return unattributed;
    }

    /** Due ticks after which the price was again the one that the session had; see {@link Answers#unchanged()}. */
    public long unchanged() {
        return unchanged;
    }

    /** How often more was wanted than is kept: a state that is forgotten, or room for a snapshot. Intervals may be wider for it. */
    public long overflowed() {
        return overflowed;
    }

    /** Unexplained ones that name a tick of the window before it was sent, beyond the clock uncertainty. */
    public long early() {
        return early;
    }

    /** Ticks published although the model calls for no quote. */
    public long publishedNotDue() {
        return publishedNotDue;
    }

    public long logons() {
        return logons;
    }

    public long drops() {
        return drops;
    }

    /** Drops by which the clients ended the session for good, since what arrived was no FIX message. */
    public long ended() {
        return ended;
    }

    public long orderedDown() {
        return orderedDown;
    }

    public long sequenceGaps() {
        return sequenceGaps;
    }

    /** Times the counterparty set its numbers anew in mid-session. */
    public long sequenceResets() {
        return sequenceResets;
    }

    /** Messages without a price in seconds that had many of them, in whole steps of {@link SnapshotRecord#FLOOD_STEP}. */
    public long floodMessages() {
        return floodMessages;
    }

    /** The most of them in a second. */
    public long floodPerSecond() {
        return floodPerSecond;
    }

    public long rejected() {
        return rejected;
    }

    /** 35=j and 35=3. */
    public long messagesRejected() {
        return messagesRejected;
    }

    /** Snapshots without a bid and an ask: the session has no price of the pair until the next one that shows any. */
    public long withdrawn() {
        return withdrawn;
    }

    /** Time for which the session had no price of a pair after one was withdrawn, over its pairs. */
    public long noPriceNs() {
        return LongStream.of(noPriceNs).sum();
    }

    /** Of one pair. */
    public long noPriceNs(int instrument) {
        return noPriceNs[instrument];
    }

    /** Incremental refreshes of a pair whose book was not known. */
    public long withoutBook() {
        return withoutBook;
    }

    /** Those of them whose book was not known since more entries came than it keeps. */
    public long bookOverflows() {
        return bookOverflows;
    }

    /** New entries that were in their book already. */
    public long repeatedEntries() {
        return repeatedEntries;
    }

    /** Entries that were changed or deleted and were not in their book, and cancels of quotes that there were not. */
    public long unknownEntries() {
        return unknownEntries;
    }

    /** Incremental refreshes after which the best bid was above the best ask. */
    public long crossedTops() {
        return crossedTops;
    }

    /** Prices by 35=X. */
    public long incrementals() {
        return incrementals;
    }

    /** Prices by 35=S. */
    public long quotes() {
        return quotes;
    }

    /** Prices by 35=i. */
    public long massQuotes() {
        return massQuotes;
    }

    /** Prices withdrawn by 35=Z. */
    public long quoteCancels() {
        return quoteCancels;
    }

    public long unknownSymbols() {
        return unknownSymbols;
    }

    public long malformed() {
        return malformed;
    }

    /** Those of the withdrawn ones that had levels, all of size 0. */
    public long onlyZeroSizes() {
        return onlyZeroSizes;
    }

    public long unanswered() {
        return unanswered;
    }

    /** Snapshots after the drain deadline, whether something waited for them or not. */
    public long afterDrain() {
        return afterDrain;
    }
}
