package org.ticktoquote.analysis.matching;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.model.ExpectedComposite;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Matching;

/**
 * Attributes snapshots that name no tick by aligning them with the model's expected prices.
 *
 * <p>Assumes that a snapshot shows a price that the application had at some time before it was received. Also assumes that
 * snapshots of a session and pair show such times in order. Assumes neither a response time nor that every price is
 * published exactly once. All attributions under these assumptions lie between two extremes, in which every snapshot shows
 * its oldest or its newest possible state. The oldest state is known on arrival. The newest is known once later snapshots
 * have narrowed it down, and the snapshot stays open until then. Both bounds are exact: the oldest states of all snapshots
 * together are a valid attribution, and so are the newest.
 *
 * <p>Memory is bounded by {@link Matching.Limits}. Overflow widens intervals but never falsifies them, and is counted.
 * Allocates only when more snapshots are open or more prices are kept than ever before. Not thread-safe.
 */
public final class PriceEvidence implements TickEvidence {
    private static final long FIRST_DUE_NS = TimeUnit.SECONDS.toNanos(1);

    private final SessionGroup group;
    private final DueTicks model;
    private final MatchKeys keys;
    private final ExpectedTiers expected;
    private final long[][] dueTickIds;
    /** Whether a due tick of the pair was sent, by instrument. Until then any price is from before the run. */
    private final boolean[] started;
    /** When the first tick of a subscribed pair was sent, by instrument. A second later prices are of this run in any case. */
    private final long[] firstNs;

    /** Creates the evidence of some sessions. The model must apply each tick before the tick is reported here. */
    public PriceEvidence(MatchPlan plan, SessionGroup group, DueTicks model) {
        this.group = group;
        this.model = model;
        this.keys = MatchKeys.of(plan.matching());
        this.expected = new ExpectedTiers(plan, group, model);
        this.dueTickIds = IntStream.range(0, model.instruments())
                .mapToObj(instrument -> new long[model.tiers(instrument)])
                .toArray(long[][]::new);
        this.started = new boolean[model.instruments()];
        this.firstNs = new long[model.instruments()];
        Arrays.fill(firstNs, Long.MAX_VALUE);
    }

    SessionGroup group() {
        return group;
    }

    DueTicks model() {
        return model;
    }

    @Override
    public void warmUpTick(TickRecord tick, long dueTiers) {
        expect(0, tick, dueTiers);
    }

    @Override
    public void tick(long id, TickRecord tick, long dueTiers) {
        expect(id, tick, dueTiers);
    }

    private void expect(long id, TickRecord tick, long dueTiers) {
        int instrument = tick.instrumentId();
        firstNs[instrument] = tick.notSubscribed() ? firstNs[instrument] : Math.min(firstNs[instrument], tick.sentNs());
        started[instrument] |= dueTiers != 0 || tick.sentNs() - FIRST_DUE_NS > firstNs[instrument];
        if (dueTiers == 0 && (keys.none() || !model.accepted(instrument))) {
            return;
        }
        ExpectedComposite composite = model.composite(instrument);
        long tiers = keys.none() ? dueTiers : DueTicks.ALL;
        for (long left = tiers & expected.tiers(instrument); left != 0; left &= left - 1) {
            int tier = Long.numberOfTrailingZeros(left);
            if ((dueTiers >>> tier & 1) != 0) {
                dueTickIds[instrument][tier] = id;
            }
            expected.of(instrument, tier)
                    .add(
                            dueTickIds[instrument][tier],
                            model.expectedBid(instrument, tier),
                            model.expectedAsk(instrument, tier),
                            composite.bidQuantity(),
                            composite.askQuantity(),
                            tick.venueTimeNs());
        }
    }

    @Override
    public void snapshot(PairState pair, SnapshotRecord snapshot) {
        pair.snapshots++;
        if (!pair.priced()) {
            pair.contradictions += pair.tier == MatchPlan.UNKNOWN_TIER ? 1 : 0;
            pair.tally.count(Count.UNATTRIBUTED);
            pair.firstArrived(snapshot.receivedNs());
            return;
        }
        ExpectedPrices prices = expected.of(pair.instrument, pair.tier);
        long newest = newest(pair, prices, snapshot);
        if (pair.isInDoubt(newest, pair.open.floor(), snapshot.receivedNs())) {
            pair.tally.count(Count.UNATTRIBUTED);
            return;
        }
        pair.open.raise(pair.knownFrom());
        if (snapshot.possDup() && newest != ExpectedPrices.NONE) {
            outOfOrder(pair, prices.tickId(newest), snapshot.receivedNs());
        } else if (snapshot.possDup() && prices.forgot(0, snapshot)) {
            pair.tally.count(Count.DUPLICATE); // its price was superseded long ago
        } else if (newest < pair.open.floor()) {
            unattributable(pair, prices, snapshot, newest);
        } else {
            attribute(pair, prices, snapshot, newest);
        }
    }

    /**
     * Handles a repeated snapshot (43=Y). It can be the first with its price, but bounds no other snapshot. Earlier
     * snapshots are settled first.
     */
    private static void outOfOrder(PairState pair, long tickId, long receivedNs) {
        pair.tally.count(Count.DUPLICATE);
        if (tickId > pair.high.newest() && tickId > pair.low.newest()) {
            settleAll(pair);
            reflect(pair.low, tickId, receivedNs, false);
        }
    }

    /** Answers the tick of a snapshot that arrived after a newer one, if no other state had its price. */
    private static void late(PairState pair, ExpectedPrices prices, SnapshotRecord snapshot, long newest) {
        long tickId = prices.tickId(newest);
        if (tickId > 0 && prices.oldest(newest, 0, snapshot) == newest) {
            settleAll(pair);
            pair.high.answer(tickId, snapshot.receivedNs());
            pair.low.answer(tickId, snapshot.receivedNs());
        }
    }

    private static long newest(PairState pair, ExpectedPrices prices, SnapshotRecord snapshot) {
        long newest = prices.newest(snapshot);
        boolean forgotten = newest == ExpectedPrices.NONE && prices.forgot(pair.open.floor(), snapshot);
        return forgotten ? prices.oldest() : newest;
    }

    private void unattributable(PairState pair, ExpectedPrices prices, SnapshotRecord snapshot, long newest) {
        if (!started[pair.instrument] || prices.size() == 0 && pair.awaitingFirst) {
            pair.tally.count(Count.INITIAL);
            pair.firstArrived(snapshot.receivedNs());
            pair.low.setPrice(snapshot.bid(), snapshot.ask());
            pair.high.setPrice(snapshot.bid(), snapshot.ask());
            return;
        }
        pair.contradictions++;
        if (newest != ExpectedPrices.NONE) {
            pair.tally.count(Count.REGRESSED);
            late(pair, prices, snapshot, newest);
        } else {
            pair.tally.count(Count.UNEXPLAINED);
        }
    }

    private void attribute(PairState pair, ExpectedPrices prices, SnapshotRecord snapshot, long newest) {
        AmbiguousSnapshots open = pair.open;
        long oldest = oldest(pair, prices, snapshot, newest);
        boolean counted = !pair.awaitsFirst();
        if (!counted) {
            pair.firstArrived(snapshot.receivedNs());
        }
        if (open.full()) {
            pair.tally.count(Count.OVERFLOWED);
            settleFirst(pair);
        }
        long oldestId = oldest < prices.oldest() ? pair.high.newest() : prices.tickId(oldest);
        pair.taken.onPrice(oldestId, snapshot.receivedNs()); // the application has taken at least this tick
        reflect(pair.high, oldestId, snapshot.receivedNs(), counted);
        pair.high.setPrice(snapshot.bid(), snapshot.ask());
        if (open.isEmpty() || prices.tickId(newest) == 0) { // no open snapshot would answer before it
            pair.low.setPrice(snapshot.bid(), snapshot.ask());
        }
        open.add(snapshot.receivedNs(), counted, oldest, oldestId, newest, prices.tickId(newest));
        open.tighten(prices);
        while (!open.isEmpty() && open.firstSettled()) {
            settleFirst(pair);
        }
    }

    private static long oldest(PairState pair, ExpectedPrices prices, SnapshotRecord snapshot, long newest) {
        long floor = pair.open.floor();
        long oldest = prices.oldest(newest, floor, snapshot);
        if (oldest == ExpectedPrices.NONE) {
            pair.tally.count(Count.OVERFLOWED);
            return floor; // the state can have been forgotten, and states below the floor are impossible
        }
        return oldest;
    }

    private static void settleFirst(PairState pair) {
        AmbiguousSnapshots open = pair.open;
        long oldestId = open.firstOldestId();
        long newestId = open.firstNewestId();
        boolean counted = open.firstCounted();
        if (!counted || newestId == 0) {
            pair.tally.count(Count.INITIAL);
        } else if (oldestId == newestId && oldestId > pair.shownNewestId) {
            pair.tally.count(Count.MATCHED);
        } else if (oldestId == newestId && oldestId == pair.shownOldestId) {
            pair.tally.count(Count.DUPLICATE);
        } else {
            pair.tally.count(Count.AMBIGUOUS);
        }
        pair.shownOldestId = oldestId;
        pair.shownNewestId = newestId;
        reflect(pair.low, newestId, open.firstReceivedNs(), counted);
        open.removeFirst();
    }

    private static void reflect(TickAttribution attribution, long tickId, long receivedNs, boolean counted) {
        if (tickId > attribution.newest()) {
            if (counted) {
                attribution.output().quoteAge(tickId, receivedNs);
            }
            attribution.answer(tickId, receivedNs);
        }
    }

    @Override
    public long newestPosition(PairState pair, TickRecord tick) {
        return pair.priced() ? expected.of(pair.instrument, pair.tier).size() - 1 : 0;
    }

    @Override
    public void settle(PairState pair) {
        settleAll(pair);
    }

    private static void settleAll(PairState pair) {
        while (!pair.open.isEmpty()) {
            settleFirst(pair);
        }
    }
}
