package org.ticktoquote.analysis.matching;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.agrona.collections.MutableLong;
import org.ticktoquote.core.journal.BookFaults;
import org.ticktoquote.core.journal.SnapshotRecord;

/** Counts of one session's journal, complete after the matching. */
public final class SessionTally {
    private final Map<Count, MutableLong> counts = new EnumMap<>(Count.class);
    /** By instrument id. */
    final long[] noPriceNs;

    private long floodPerSecond;

    /** Kinds of events and snapshots that are counted. */
    public enum Count {
        MATCHED,
        INITIAL,
        DUPLICATE,
        /** Duplicates that only delete entries and so need not name a tick; counted only by id. */
        ONLY_DELETES,
        REGRESSED,
        /** Regressed snapshots that are in order among the ticks of their own venue. Counted only with a total order of ticks. */
        ACROSS_VENUES,
        UNEXPLAINED,
        /** Initial snapshots before the first measured tick was sent, except prices from before the run; counted only by id. */
        INITIAL_BEFORE_MEASURED,
        /** Unexplained snapshots before the first measured tick was sent; counted only by id. */
        UNEXPLAINED_BEFORE_MEASURED,
        /** Snapshots whose tick is uncertain, or that are not certainly the first to reflect it. */
        AMBIGUOUS,
        /** Due ticks that left the session's price unchanged; see {@link TotalOrderAttribution#unchanged()}. */
        UNCHANGED,
        /** Snapshots of pairs without known prices. */
        UNATTRIBUTED,
        /** Due ticks excluded only because the prices of their pair were unknown. */
        UNJUDGED,
        /** Times that the limit of kept states or of open snapshots was exceeded, which can widen intervals. */
        OVERFLOWED,
        /** Unexplained snapshots that name a tick of the window before it was sent, beyond the clock uncertainty. */
        EARLY,
        /** Ticks published although neither model, request, withdrawal nor a waiting tick calls for a quote. */
        PUBLISHED_NOT_DUE,
        LOGONS,
        DROPS,
        /** Drops by which the clients ended the session permanently, because received bytes were not FIX. */
        ENDED,
        ORDERED_DOWN,
        SEQUENCE_GAPS,
        /** Times that the counterparty reset its sequence numbers within a session. */
        SEQUENCE_RESETS,
        /** Messages without a price in floods, rounded down in each second to a multiple of {@link SnapshotRecord#FLOOD_STEP}. */
        FLOOD_MESSAGES,
        REJECTED,
        /** Messages 35=j and 35=3. */
        MESSAGES_REJECTED,
        /** Prices received by 35=X. */
        INCREMENTALS,
        /** Prices received by 35=S. */
        QUOTES,
        /** Prices received by 35=i. */
        MASS_QUOTES,
        /** Prices withdrawn by 35=Z. */
        QUOTE_CANCELS,
        UNKNOWN_SYMBOLS,
        MALFORMED,
        /** Withdrawn snapshots that had levels, all of size 0. */
        ONLY_ZERO_SIZES,
        /** Snapshots without bid and ask. The session has no price of the pair until the next snapshot with one. */
        WITHDRAWN,
        /** Incremental refreshes of pairs whose book was unknown. */
        WITHOUT_BOOK,
        /** Incremental refreshes whose book was unknown because it had exceeded the limit of entries. */
        BOOK_OVERFLOWS,
        /** New entries that were already in their book. */
        REPEATED_ENTRIES,
        /** Changed or deleted entries that were not in their book, and cancels of quotes that did not exist. */
        UNKNOWN_ENTRIES,
        /** Incremental refreshes after which the best bid was above the best ask. */
        CROSSED_TOPS,
        UNANSWERED,
        /** Snapshots after the drain deadline, whether or not ticks were pending. */
        AFTER_DRAIN
    }

    SessionTally(int instruments) {
        noPriceNs = new long[instruments];
        for (Count kind : Count.values()) {
            counts.put(kind, new MutableLong());
        }
    }

    void count(Count kind) {
        add(kind, 1);
    }

    void countIf(boolean condition, Count kind) {
        if (condition) {
            count(kind);
        }
    }

    void add(Count kind, long more) {
        counter(kind).addAndGet(more);
    }

    public long of(Count kind) {
        return counter(kind).get();
    }

    private MutableLong counter(Count kind) {
        return Objects.requireNonNull(counts.get(kind));
    }

    /** Returns the sum over several sessions. */
    public static long sum(List<SessionTally> tallies, Count kind) {
        return tallies.stream().mapToLong(tally -> tally.of(kind)).sum();
    }

    /** Counts an incremental refresh whose book is unknown, unless it was sent again: its book can be known. */
    void withoutBook(long because) {
        countIf(because != SnapshotRecord.RESENT, Count.WITHOUT_BOOK);
        countIf(because == SnapshotRecord.AFTER_OVERFLOW, Count.BOOK_OVERFLOWS);
    }

    /**
     * Counts another {@link SnapshotRecord#FLOOD_STEP} messages without a price.
     *
     * @param inSecond number of such messages so far in their second
     */
    void flood(long inSecond) {
        add(Count.FLOOD_MESSAGES, SnapshotRecord.FLOOD_STEP);
        floodPerSecond = Math.max(floodPerSecond, inSecond);
    }

    /** Counts the message type that caused a price, and entries that did not fit the book. */
    void countMessageType(SnapshotRecord snapshot) {
        switch (snapshot.messageType()) {
            case SnapshotRecord.BY_INCREMENT -> {
                count(Count.INCREMENTALS);
                long faults = snapshot.expectedSequence();
                add(Count.REPEATED_ENTRIES, BookFaults.repeated(faults));
                add(Count.UNKNOWN_ENTRIES, BookFaults.unknown(faults));
                countIf(BookFaults.crossed(faults), Count.CROSSED_TOPS);
            }
            case SnapshotRecord.BY_QUOTE -> count(Count.QUOTES);
            case SnapshotRecord.BY_MASS_QUOTE -> count(Count.MASS_QUOTES);
            case SnapshotRecord.BY_CANCEL -> count(Count.QUOTE_CANCELS);
            default -> {
                // a 35=W
            }
        }
    }

    /** Returns the largest number of messages without a price in one second. */
    public long floodPerSecond() {
        return floodPerSecond;
    }

    /** Returns the time for which the session had no price after a withdrawal, summed over its pairs. */
    public long noPriceNs() {
        return LongStream.of(noPriceNs).sum();
    }

    /** Returns the time for which the session had no price of one pair. */
    public long noPriceNs(int instrument) {
        return noPriceNs[instrument];
    }
}
