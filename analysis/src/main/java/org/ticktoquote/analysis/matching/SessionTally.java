package org.ticktoquote.analysis.matching;

/** What one session's journal showed, counted while matching; read it when the matching is finished. */
public final class SessionTally {
    long matched;
    long initial;
    long duplicate;
    long regressed;
    long unexplained;
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
    long rejected;
    long messagesRejected;
    long incrementals;
    long quotes;
    long massQuotes;
    long quoteCancels;
    long unknownSymbols;
    long malformed;
    long onlyZeroSizes;
    long unanswered;
    long afterDrain;

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

    public long unexplained() {
        return unexplained;
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

    public long rejected() {
        return rejected;
    }

    /** 35=j and 35=3. */
    public long messagesRejected() {
        return messagesRejected;
    }

    public long incrementals() {
        return incrementals;
    }

    /** 35=S. */
    public long quotes() {
        return quotes;
    }

    /** 35=i. */
    public long massQuotes() {
        return massQuotes;
    }

    /** 35=Z. */
    public long quoteCancels() {
        return quoteCancels;
    }

    public long unknownSymbols() {
        return unknownSymbols;
    }

    public long malformed() {
        return malformed;
    }

    /** Snapshots all of whose levels were of size 0, up to the drain deadline. */
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
