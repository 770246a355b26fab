package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;

/**
 * Checks, when matching by id, whether snapshots show the price that the model expects after the named tick or a newer one.
 *
 * <p>Newer prices are accepted because they make answers look slower than they were; older prices make them look faster.
 * Does not allocate per snapshot. Not thread-safe.
 */
final class IdPrices {
    private final DueTicks model;
    private final ExpectedTiers expected;

    /** Requires that the model applies each tick before the tick is reported here. */
    IdPrices(MatchPlan plan, SessionGroup group, DueTicks model) {
        this.model = model;
        this.expected = new ExpectedTiers(plan, group, model);
    }

    /** Adds the expected prices after a tick. */
    void tick(long id, TickRecord tick, long dueTiers) {
        int instrument = tick.instrumentId();
        for (long left = dueTiers & expected.tiers(instrument); left != 0; left &= left - 1) {
            int tier = Long.numberOfTrailingZeros(left);
            expected.of(instrument, tier)
                    .add(
                            TickRecord.place(id),
                            model.expectedBid(instrument, tier),
                            model.expectedAsk(instrument, tier),
                            0,
                            0,
                            0);
        }
    }

    /**
     * Sets the session's price after a snapshot to the model's price, if it has one. The snapshot's own price can differ by a
     * constant.
     */
    void show(PairState pair, SnapshotRecord snapshot) {
        if (pair.priced()) {
            ExpectedPrices prices = expected.of(pair.instrument, pair.tier);
            boolean named = snapshot.tickId() != SnapshotRecord.NO_ID;
            long state = named ? prices.newestOf(TickRecord.place(snapshot.tickId())) : prices.size() - 1;
            boolean known = state != ExpectedPrices.NONE && (named || prices.has(state, snapshot));
            if (known) {
                pair.low.setPrice(prices.bid(state), prices.ask(state));
            } else if (prices.size() == 0) {
                pair.low.setPrice(snapshot.bid(), snapshot.ask());
            } else if (named || !pair.low.isPrice(snapshot.bid(), snapshot.ask())) {
                pair.low.setPrice(Price.NONE, Price.NONE);
            }
        }
    }

    /** Checks the price of a snapshot that names a sent measured tick. */
    void check(PairState pair, SnapshotRecord snapshot) {
        if (!pair.priced()) {
            return;
        }
        boolean priced = snapshot.bid() != Price.NONE && snapshot.ask() != Price.NONE;
        ExpectedPrices prices = expected.of(pair.instrument, pair.tier);
        long named = prices.newestOf(snapshot.tickId());
        if (!priced || snapshot.possDup() || named == ExpectedPrices.NONE) {
            return;
        }
        pair.checkedPrices++;
        if (prices.shows(named, snapshot)) {
            return; // nearly all snapshots
        }
        long newest = prices.newest(snapshot);
        if (newest == ExpectedPrices.NONE && !prices.forgot(0, snapshot)) {
            pair.unknownPrices++;
        } else if (newest < named) {
            pair.olderPrices++;
        }
    }
}
