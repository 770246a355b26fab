package org.ticktoquote.analysis.matching;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Attributes snapshots by the echoed id of the newest tick in their price, immediately and with certainty. Whether a
 * snapshot also reflects earlier ticks is certain only if the ticks of all venues have a total order.
 */
final class IdEvidence implements TickEvidence {
    /** Time after the first tick of a pair in which its old price can be repeated. */
    private static final long REPEATED_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long NEVER = Long.MAX_VALUE;

    private final MatchPlan plan;
    private final RecentTicks ticks;
    private final @Nullable IdPrices prices;
    private final boolean ordered;
    /** Venue of each warm-up tick, up to the first gap in the ids. */
    private final IntArrayList warmUpVenues = new IntArrayList();
    /** Time until which prices of a pair from before the run are accepted, by instrument. */
    private final long[] oldPricesUntilNs;

    private long warmUpIds;
    private long sentIds;
    private long lastWarmUpId = Long.MAX_VALUE;
    /** Whether any tick was not sent. Usually all were sent, and the results need not be read. */
    private boolean anyOmitted;

    /** @param prices checks the prices of snapshots; null without a model */
    IdEvidence(MatchPlan plan, AttributionOutput output, @Nullable IdPrices prices) {
        this.plan = plan;
        this.ticks = output.recent();
        this.prices = prices;
        this.ordered = plan.matching().exact();
        this.oldPricesUntilNs = new long[plan.instruments()];
        Arrays.fill(oldPricesUntilNs, NEVER);
    }

    @Override
    public void warmUpTick(TickRecord tick, long dueTiers) {
        firstOfPair(tick, dueTiers);
        warmUpIds = Math.max(warmUpIds, tick.tickId());
        if (!ordered && warmUpIndex(tick.tickId()) == warmUpVenues.size()) {
            warmUpVenues.addInt(tick.venueId());
        }
        if (prices != null) {
            prices.tick(tick.tickId(), tick, dueTiers);
        }
    }

    @Override
    public void warmedUp(boolean whole) {
        lastWarmUpId = whole ? warmUpIds : Long.MAX_VALUE; // an incomplete journal can lack any later id
    }

    @Override
    public void tick(long id, TickRecord tick, long dueTiers) {
        firstOfPair(tick, dueTiers);
        sentIds = id;
        anyOmitted |= tick.isOmitted();
        if (prices != null) {
            prices.tick(id, tick, dueTiers);
        }
    }

    /** Limits old prices of the pair from its first tick on that calls for a new one. */
    private void firstOfPair(TickRecord tick, long dueTiers) {
        int instrument = tick.instrumentId();
        if (dueTiers != 0 && oldPricesUntilNs[instrument] == NEVER) {
            oldPricesUntilNs[instrument] = tick.sentNs() + REPEATED_NS;
        }
    }

    @Override
    public long newestPosition(PairState pair, TickRecord tick) {
        return TickRecord.place(tick.tickId());
    }

    @Override
    public void settle(PairState pair) {
        // answers are reported at once
    }

    @Override
    public void snapshot(PairState pair, SnapshotRecord snapshot) {
        long id = snapshot.tickId();
        long place = TickRecord.place(id);
        if (pair.isInDoubt(place, Long.MIN_VALUE, snapshot.receivedNs())) {
            pair.tally.count(Count.UNATTRIBUTED);
        } else if (snapshot.onlyDeletes() && namesNothingNew(pair, snapshot)) {
            pair.tally.count(Count.DUPLICATE);
            pair.tally.count(Count.ONLY_DELETES);
            pair.low.unnamed(TickAttribution.NO_VENUE, snapshot.receivedNs());
        } else if (TickRecord.isWarmUp(id) || id == SnapshotRecord.NO_ID) {
            beforeMeasurement(pair, snapshot);
        } else if (sent(snapshot)) {
            if (prices != null) {
                prices.check(pair, snapshot);
            }
            measured(pair, snapshot);
        } else {
            unexplained(pair, snapshot);
        }
    }

    /**
     * Returns whether a refresh that only deletes entries names no sent tick newer than the session already had. An unknown
     * id was counted when its entry was added, or is from before the run.
     */
    private boolean namesNothingNew(PairState pair, SnapshotRecord refresh) {
        long id = refresh.tickId();
        if (pair.awaitsFirst()) {
            return false;
        }
        if (TickRecord.isWarmUp(id)) {
            return id <= lastWarmUpId;
        }
        return id == SnapshotRecord.NO_ID || !sent(refresh) || id <= pair.high.newestComparableTo(id);
    }

    /** Counts a snapshot that reflects no sent tick. */
    private void unexplained(PairState pair, SnapshotRecord snapshot) {
        if (isOldPrice(pair, snapshot)) {
            oldPrice(pair, snapshot);
            return;
        }
        pair.tally.countIf(isEarly(snapshot), Count.EARLY);
        pair.tally.count(Count.UNEXPLAINED);
        pair.tally.countIf(sentIds == 0, Count.UNEXPLAINED_BEFORE_MEASURED);
        pair.low.unnamed(TickAttribution.NO_VENUE, snapshot.receivedNs());
    }

    /**
     * Returns whether the application has its price from before the run: no due tick of the pair was sent yet, or the
     * snapshot repeats such a price just after the first one.
     */
    private boolean isOldPrice(PairState pair, SnapshotRecord snapshot) {
        long untilNs = oldPricesUntilNs[pair.instrument];
        long id = snapshot.tickId();
        boolean repeated = id == pair.oldPriceId && id >= 0; // an id is negative if it is missing or unknown
        return untilNs == NEVER || repeated && snapshot.receivedNs() < untilNs;
    }

    private void oldPrice(PairState pair, SnapshotRecord snapshot) {
        pair.oldPriceId = snapshot.tickId();
        pair.tally.count(Count.INITIAL);
        pair.firstArrived(snapshot.receivedNs());
        if (prices != null) {
            pair.low.setPrice(snapshot.bid(), snapshot.ask());
        }
        pair.low.unnamed(TickAttribution.NO_VENUE, snapshot.receivedNs());
    }

    private void beforeMeasurement(PairState pair, SnapshotRecord snapshot) {
        long id = snapshot.tickId();
        boolean named = id != SnapshotRecord.NO_ID;
        int venue = named ? warmUpVenue(id) : TickAttribution.NO_VENUE;
        if (named ? id > lastWarmUpId : !pair.awaitsFirst()) {
            unexplained(pair, snapshot);
        } else if (named && regressed(pair, venue)) {
            pair.tally.count(snapshot.possDup() ? Count.DUPLICATE : Count.REGRESSED);
            pair.outOfOrder |= !ordered && !snapshot.possDup();
        } else {
            pair.tally.count(Count.INITIAL);
            pair.tally.countIf(sentIds == 0, Count.INITIAL_BEFORE_MEASURED);
            pair.oldPriceId = SnapshotRecord.NO_ID;
            pair.firstArrived(snapshot.receivedNs());
            show(pair, snapshot);
            pair.low.unnamed(snapshot.possDup() ? TickAttribution.NO_VENUE : venue, snapshot.receivedNs());
        }
    }

    /**
     * Returns whether the session already had a measured tick of the venue (of any venue if ordered) before this warm-up
     * tick.
     */
    private boolean regressed(PairState pair, int venue) {
        return ordered ? pair.low.newest() > 0 : venue != TickAttribution.NO_VENUE && pair.high.newestOf(venue) > 0;
    }

    private void show(PairState pair, SnapshotRecord snapshot) {
        if (prices != null) {
            prices.show(pair, snapshot);
        }
    }

    /** Returns whether the snapshot names a measured tick of its pair that was sent by then. */
    private boolean sent(SnapshotRecord snapshot) {
        long id = snapshot.tickId();
        return id >= 1 && id <= sentIds && !isEarly(snapshot) && ticks.instrumentId(id) == snapshot.instrumentId();
    }

    /** Returns whether the snapshot names a measured tick that is sent later. */
    private boolean isEarly(SnapshotRecord snapshot) {
        long id = snapshot.tickId();
        return id > sentIds
                ? id <= plan.plannedTicks()
                : id >= 1 && ticks.sentNs(id) > snapshot.receivedNs() + plan.uncertaintyNs();
    }

    private void measured(PairState pair, SnapshotRecord snapshot) {
        long id = snapshot.tickId();
        SessionTally tally = pair.tally;
        pair.oldPriceId = SnapshotRecord.NO_ID;
        long newest = pair.high.newestComparableTo(id);
        boolean newer = id > newest;
        if (snapshot.possDup()) {
            tally.count(Count.DUPLICATE);
        } else if (pair.awaitsFirst()) {
            tally.count(Count.INITIAL);
        } else if (newer) {
            tally.count(Count.MATCHED);
            quoteAge(pair, id, snapshot.receivedNs());
        } else if (id == newest) {
            tally.count(Count.DUPLICATE);
        } else {
            tally.count(Count.REGRESSED);
        }
        if (!snapshot.possDup()) {
            order(pair, id, id < newest);
        }
        boolean first = pair.awaitsFirst();
        if (first) {
            pair.firstArrived(snapshot.receivedNs());
        }
        pair.taken.onPrice(id, snapshot.receivedNs());
        boolean notDue = answer(pair, id, snapshot.receivedNs(), snapshot.possDup());
        // a request or a withdrawal needs a quote
        tally.countIf(notDue && !first && !pair.restored, Count.PUBLISHED_NOT_DUE);
        if (first || pair.restored) {
            show(pair, snapshot);
        }
    }

    private void order(PairState pair, long id, boolean regressed) {
        if (!ordered) {
            pair.outOfOrder |= regressed;
        } else if (prices == null && plan.venues() > 1) { // with a model, prices show whether an old quote was late
            pair.onId(id, ticks.venueId(id), regressed);
        }
    }

    /** Records the quote age, except for a tick that was not sent and has no start time. */
    private void quoteAge(PairState pair, long id, long receivedNs) {
        if (anyOmitted && ResultCell.isOmitted(pair.low.output().results().cell(id, pair.session))) {
            return;
        }
        pair.low.output().quoteAge(id, receivedNs);
        if (pair.high != pair.low) {
            pair.high.output().quoteAge(id, receivedNs);
        }
    }

    private static boolean answer(PairState pair, long id, long receivedNs, boolean repeated) {
        boolean notDue = repeated ? pair.low.repeat(id, receivedNs) : pair.low.answer(id, receivedNs);
        if (pair.high != pair.low) {
            pair.high.answer(id, receivedNs);
        }
        return notDue;
    }

    /** Returns the venue of a warm-up tick; {@link TickAttribution#NO_VENUE} if unknown. */
    private int warmUpVenue(long id) {
        long index = warmUpIndex(id);
        return index >= 0 && index < warmUpVenues.size() ? warmUpVenues.getInt((int) index) : TickAttribution.NO_VENUE;
    }

    private static long warmUpIndex(long id) {
        return id - TickRecord.WARM_UP_BASE - 1;
    }
}
