package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;

/**
 * By id: whether snapshots show a price that the tick they name, or a newer one, led to under the model.
 *
 * <p>A newer price than the id says makes an answer look slower than it was and is let pass; an older one makes it look
 * faster. Does not allocate for a snapshot. Not thread-safe.
 */
final class IdPrices {
    private final DueTicks model;
    private final ExpectedTiers expected;

    /** With a model that the journals' player plays before each tick is reported here. */
    IdPrices(MatchPlan plan, SessionGroup group, DueTicks model) {
        this.model = model;
        this.expected = new ExpectedTiers(plan, group, model);
    }

    /** A tick was sent. */
    void tick(long id, TickRecord tick, long dueTiers) {
        int instrument = tick.instrumentId();
        for (long left = dueTiers & expected.tiers(instrument); left != 0; left &= left - 1) {
            int tier = Long.numberOfTrailingZeros(left);
            expected.of(instrument, tier)
                    .add(place(id), model.expectedBid(instrument, tier), model.expectedAsk(instrument, tier), 0, 0, 0);
        }
    }

    /** Where a tick stands in the order sent: those of the warm-up, below 0, before those that are measured, from 1. */
    private static long place(long id) {
        return TickRecord.isWarmUp(id) ? id - Long.MAX_VALUE : id;
    }

    /** What the session has after a snapshot, in prices of the model; those of the snapshot may be others, by a constant. */
    void show(PairState pair, SnapshotRecord snapshot) {
        if (pair.priced()) {
            ExpectedPrices prices = expected.of(pair.instrument, pair.tier);
            boolean named = snapshot.tickId() != SnapshotRecord.NO_ID;
            long state = named ? prices.newestOf(place(snapshot.tickId())) : prices.size() - 1;
            boolean known = state != ExpectedPrices.NONE && (named || prices.has(state, snapshot));
            if (known) {
                pair.low.has(prices.bid(state), prices.ask(state));
            } else if (named || !pair.low.had(snapshot.bid(), snapshot.ask())) {
                pair.low.has(Price.NONE, Price.NONE);
            }
        }
    }

    /** Looks at a snapshot that names a measured tick which was sent. */
    void look(PairState pair, SnapshotRecord snapshot) {
        if (!pair.priced()) {
            return;
        }
        boolean priced = snapshot.bid() != Price.NONE && snapshot.ask() != Price.NONE;
        ExpectedPrices prices = expected.of(pair.instrument, pair.tier);
        long named = prices.newestOf(snapshot.tickId());
        if (!priced || snapshot.possDup() || named == ExpectedPrices.NONE) {
            return;
        }
        pair.prices.looked++;
        if (prices.shows(named, snapshot)) {
            return; // so nearly all
        }
        long newest = prices.newest(snapshot);
        if (newest == ExpectedPrices.NONE && !prices.forgot(0, snapshot)) {
            pair.prices.unknown++;
        } else if (newest < named) {
            pair.prices.older++;
        }
    }
}
