package org.ticktoquote.analysis.matching;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;

/** Matching state of one session and pair. */
final class PairState {
    private static final long KNOWN = Long.MIN_VALUE;
    private static final long UNKNOWN = Long.MAX_VALUE;
    /** Before all events. Differences from it do not overflow. */
    private static final long LONG_AGO = Long.MIN_VALUE / 2;
    /** Time allowed for the first snapshot with a known price, and for the last one of a subscription. */
    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Position of the session in the plan. */
    final int session;

    final int instrument;
    /** Tier of the pair that the session gets; negative if unknown. */
    final int tier;

    private final long tierBit;

    final SessionTally tally;
    /** Progress of the application through the ticks, as seen in the session's snapshots of all pairs. */
    final ConsumedTicks taken;
    /** Soonest attribution. */
    final TickAttribution low;
    /** Latest attribution; the same object if there is only one. */
    final TickAttribution high;
    /** Snapshots whose tick is still ambiguous. */
    final AmbiguousSnapshots open;
    /** Oldest and newest due tick that the last settled snapshot can show. */
    long shownOldestId;

    long shownNewestId;
    /** Snapshots whose price was checked when matching by id: all, with an unknown price, and with an older one. */
    long checkedPrices;

    long unknownPrices;
    long olderPrices;
    /** Number of snapshots when matching by price. */
    long snapshots;
    /**
     * Snapshots that violate the assumptions of matching by price. If there are any, the results of this pair are
     * uncertain.
     */
    long contradictions;
    /** Whether snapshots of one venue's ticks arrived out of order, which makes intervals unreliable. */
    boolean outOfOrder;
    /** Id of the price from before the run that the session still has; {@link SnapshotRecord#NO_ID} for none. */
    long oldPriceId = SnapshotRecord.NO_ID;
    /** Newest tick named by a snapshot, by venue. Used with a total order of ticks. */
    private final long[] newestOf;

    /** Whether the session still waits for its first snapshot of the pair, after a logon or a gap in the capture. */
    boolean awaitingFirst;
    /**
     * Set from a disconnect order of the harness or a gap in the capture until the next first snapshot; always set if
     * prices are unknown.
     */
    private boolean excluding;

    private long excludedSinceNs;
    /** Set while the client of a capture does not subscribe to the pair. No snapshot is then the first. */
    private boolean unsubscribed;

    private long unsubscribedNs = LONG_AGO;
    /** Whether ticks from before the end of a stream still wait for its last prices. */
    private boolean ending;
    /** Whether prices arrived for over {@link #WAIT_NS} without such a pause, none of them that soon after a request. */
    private boolean streaming;

    private long streamSinceNs;
    private long lastPriceNs = LONG_AGO;
    /**
     * Set while the prices of the pair are unknown, by {@link PriceGaps}: {@link #UNKNOWN} until they are known
     * again, then the end of the wait for the first snapshot that shows a known price. Otherwise {@link #KNOWN}.
     */
    private long unjudgedUntilNs = KNOWN;
    /** Whether prices were unknown for a reason in the measured part. */
    private boolean reportsUnjudged;
    /** First known price after unknown ones, as its position among the expected prices or as the id of its tick. */
    private long knownFrom = Long.MIN_VALUE;
    /** Until then, unknown prices can still arrive. */
    private long doubtUntilNs = KNOWN;
    /** Whether a snapshot showed a known price since prices were unknown. */
    private boolean shownAgain = true;

    private boolean withdrawn;
    private long withdrawnNs;
    /** Whether the current snapshot ends a period without a price. */
    boolean restored;

    /** Whether the client of a capture has subscribed again since the last gap in the capture. */
    boolean asked;
    /** Whether a due tick was sent before the first snapshot, or without a known tier any tick with a price. */
    boolean owed;

    PairState(
            int session,
            int instrument,
            int tier,
            SessionTally tally,
            ConsumedTicks taken,
            TickAttribution low,
            TickAttribution high,
            int openLimit,
            int venues) {
        this.session = session;
        this.instrument = instrument;
        this.tier = tier;
        this.tierBit = priced() ? 1L << tier : 0;
        this.excluding = !priced();
        this.tally = tally;
        this.taken = taken;
        this.low = low;
        this.high = high;
        this.open = new AmbiguousSnapshots(openLimit);
        this.newestOf = new long[venues];
    }

    /** Returns whether the expected prices of its snapshots are known. */
    final boolean priced() {
        return tier >= 0;
    }

    /**
     * Records the tick that a snapshot names, if a total order of ticks is declared.
     *
     * @param regressed whether an earlier snapshot named a newer tick
     */
    void onId(long id, int venue, boolean regressed) {
        if (id >= newestOf[venue]) {
            newestOf[venue] = id;
            tally.countIf(regressed, Count.ACROSS_VENUES);
        }
    }

    /** Returns whether all snapshots agree with the assumptions of the matching. */
    final boolean agreed() {
        return contradictions == 0 && !outOfOrder && priced();
    }

    /** Adds a tick of the pair, sent or not. If there is a model, it has already applied the tick. */
    void tick(long id, TickRecord tick, long dueTiers, @Nullable DueTicks model) {
        if (unjudgedUntilNs != KNOWN && tick.sentNs() >= unjudgedUntilNs) {
            judgeAgain();
        }
        boolean due = (dueTiers & tierBit) != 0;
        boolean unjudged = unjudgedUntilNs != KNOWN;
        boolean excluded = excluding || unjudged;
        boolean owes = priced() ? due : model != null && model.accepted(instrument);
        owed |= owes && awaitingFirst && !unjudged && !unsubscribed;
        reportsUnjudged |= tick.unsubscribed();
        tally.countIf(due && unjudged && reportsUnjudged && !excluding, Count.UNJUDGED);
        if (due && !excluded) {
            long bid = model == null ? Price.NONE : model.expectedBid(instrument, tier);
            long ask = model == null ? Price.NONE : model.expectedAsk(instrument, tier);
            await(low, id, tick, bid, ask);
            if (high != low) {
                await(high, id, tick, bid, ask);
            }
        } else {
            note(id, excluded ? ResultCell.of(ResultCell.EXCLUDED) : unchanged(tick));
        }
    }

    /**
     * Returns the result of a tick that calls for no quote. It is final if the tick was not sent: a snapshot that names
     * such a tick answers a request and shows the book of that moment.
     */
    private static long unchanged(TickRecord tick) {
        return tick.isOmitted() ? ResultCell.omitted() : ResultCell.of(ResultCell.UNCHANGED);
    }

    private static void await(TickAttribution by, long id, TickRecord tick, long bid, long ask) {
        by.addDue(id, tick.intendedNs(), bid, ask);
        if (tick.subscriberDisconnected()) {
            by.markLastMissed();
        }
    }

    /** Handles a reconnect: pending ticks were sent while the session was down, or were unanswered when it went down. */
    void back() {
        low.markAllMissed();
        if (high != low) {
            high.markAllMissed();
        }
    }

    /** Returns whether a due tick is unanswered. */
    boolean waits() {
        return low.pending() + high.pending() > 0;
    }

    private void note(long id, long cell) {
        low.setOutcome(id, cell);
        if (high != low) {
            high.setOutcome(id, cell);
        }
    }

    /** Settles all pending ticks with an outcome; a capture can lack the answers to those sent after {@code answerableUntilNs}. */
    void resolvePending(int outcome, long atNs, long answerableUntilNs) {
        endStream(answerableUntilNs);
        low.resolvePending(outcome, atNs, answerableUntilNs);
        if (high != low) {
            if (outcome == ResultCell.EXCLUDED) {
                high.excludeFrom(low);
            }
            high.resolvePending(outcome, atNs, answerableUntilNs);
        }
    }

    /** Handles a snapshot with neither bid nor ask: the session no longer has a price. */
    void withdraw(long atNs) {
        tally.count(Count.WITHDRAWN);
        if (!withdrawn && !excluding && unjudgedUntilNs == KNOWN) {
            withdrawn = true;
            withdrawnNs = atNs;
        }
        low.setPrice(Price.NONE, Price.NONE);
        high.setPrice(Price.NONE, Price.NONE);
    }

    /** Ends the period without a price. Returns whether there is one. */
    boolean hasPriceAgain(long atNs) {
        boolean ends = withdrawn;
        if (ends) {
            withdrawn = false;
            tally.noPriceNs[instrument] += atNs - withdrawnNs;
        }
        return ends;
    }

    /** Excludes everything from a disconnect order of the harness, or a gap in the capture, to the next first snapshot. */
    void exclude(long atNs) {
        beginExclusion(atNs);
        excluding = true;
        streaming = false;
        lastPriceNs = LONG_AGO;
    }

    /**
     * Excludes everything until the client of a capture subscribes again and gets its next first snapshot, or until prices
     * stream in although no request was captured. If the client ended a stream, ticks sent over a second earlier are lost
     * unless a price answers them within another second. All other pending ticks are excluded.
     *
     * @param ofStream whether the client had requested a stream; prices can show it too
     */
    void unsubscribed(long atNs, boolean ofStream) {
        boolean ends = ofStream || streaming;
        endStream(TickAttribution.ALWAYS);
        if (!ends) {
            resolvePending(ResultCell.EXCLUDED, atNs, TickAttribution.ALWAYS);
        }
        exclude(atNs);
        ending = ends;
        unsubscribed = true;
        unsubscribedNs = atNs;
        awaitFirst();
    }

    /** Returns whether the last prices of a stream have had time to arrive. */
    boolean streamEnds(long atNs) {
        return ending && isLongAfterRequest(atNs);
    }

    /** Settles the ticks that still wait after the end of a stream. A gap in the capture can have their answers. */
    void endStream(long answerableUntilNs) {
        if (ending) {
            ending = false;
            if (answerableUntilNs != TickAttribution.NEVER) {
                lose();
            }
            resolvePending(ResultCell.EXCLUDED, unsubscribedNs, answerableUntilNs);
        }
    }

    private void lose() {
        low.lose(unsubscribedNs - WAIT_NS, unsubscribedNs);
        if (high != low) {
            high.lose(unsubscribedNs - WAIT_NS, unsubscribedNs);
        }
    }

    /** Handles another subscription of the client. */
    void subscribed() {
        endStream(TickAttribution.ALWAYS);
        unsubscribed = false;
        asked = true;
        owed = false;
    }

    /**
     * Handles a new price. If prices stream in long after the client ended its subscription, it has another one, of which the
     * capture lacks the request. A late price, or the answer to a missing request of one snapshot, does not show that.
     */
    void priceArrived(long atNs) {
        if (isLongAfterRequest(atNs)) {
            streamSinceNs = atNs - lastPriceNs > WAIT_NS ? atNs : streamSinceNs;
            lastPriceNs = atNs;
            streaming |= atNs - streamSinceNs > WAIT_NS;
            unsubscribed &= !streaming;
        } else if (ending && waits()) {
            excludedSinceNs = atNs; // until then the price was stale
        }
    }

    private boolean isLongAfterRequest(long atNs) {
        return atNs - unsubscribedNs > WAIT_NS;
    }

    /** Begins the wait for a first snapshot. */
    void awaitFirst() {
        awaitingFirst = true;
        owed = false;
    }

    private void beginExclusion(long atNs) {
        hasPriceAgain(atNs);
        excludedSinceNs = excluding || unjudgedUntilNs != KNOWN ? excludedSinceNs : atNs;
    }

    /**
     * Excludes everything from an unknown price to the first snapshot that shows a known price again.
     *
     * @param measured false if the price is unknown since the warm-up, whose subscriptions are not reported
     */
    void pricesUnknown(long atNs, boolean measured) {
        beginExclusion(atNs);
        reportsUnjudged |= measured;
        unjudgedUntilNs = UNKNOWN;
        tally.add(Count.UNJUDGED, high.pending());
        resolvePending(ResultCell.EXCLUDED, atNs, TickAttribution.NEVER);
        low.setPrice(Price.NONE, Price.NONE);
        high.setPrice(Price.NONE, Price.NONE);
    }

    /** Handles the tick that makes the prices known again; {@code from} is its price or its id. */
    void pricesKnown(long atNs, long from) {
        if (unjudgedUntilNs == UNKNOWN) {
            unjudgedUntilNs = atNs + WAIT_NS;
            doubtUntilNs = unjudgedUntilNs;
            shownAgain = false;
            knownFrom = from;
        }
    }

    /** Ends the ticks of a capture: from now on, prices can be of ticks after its end. */
    void ticksEnded() {
        doubtUntilNs = Long.MAX_VALUE;
    }

    /**
     * Returns whether a snapshot can show an unknown price. It can until a snapshot showed a known price, and in any
     * case for a second after prices became known. The second is needed because an unknown price can by chance equal a
     * known one.
     *
     * @param shown the price that the snapshot shows, or the id that it names
     * @param floor the oldest price or id that it can show
     */
    boolean isInDoubt(long shown, long floor, long receivedNs) {
        if (unjudgedUntilNs == UNKNOWN) {
            return true;
        }
        boolean older = shown < Math.max(knownFrom, floor);
        shownAgain |= !older;
        return older && (!shownAgain || receivedNs < doubtUntilNs);
    }

    /** Returns whether the next snapshot counts as initial: it shows how far the session is, but has no quote age. */
    boolean awaitsFirst() {
        return awaitingFirst || unjudgedUntilNs != KNOWN;
    }

    /** Returns the oldest known price after unknown ones. */
    long knownFrom() {
        return knownFrom;
    }

    /** Ends the wait for a snapshot with a known price. */
    private void judgeAgain() {
        if (!excluding) {
            reportExclusion(unjudgedUntilNs);
        }
        unjudgedUntilNs = KNOWN;
    }

    /** Handles the first snapshot after a logon or after unknown prices. */
    void firstArrived(long atNs) {
        if (unsubscribed) {
            return;
        }
        if (priced()) {
            endExclusion(atNs);
        }
        awaitingFirst = false;
        owed = false;
    }

    /** Ends an exclusion and reports its duration. */
    void endExclusion(long atNs) {
        if (excluding || unjudgedUntilNs != KNOWN) {
            excluding = false;
            unjudgedUntilNs = KNOWN;
            reportExclusion(atNs);
        }
    }

    private void reportExclusion(long atNs) {
        low.excluded(excludedSinceNs, atNs);
        if (high != low) {
            high.excluded(excludedSinceNs, atNs);
        }
    }
}
