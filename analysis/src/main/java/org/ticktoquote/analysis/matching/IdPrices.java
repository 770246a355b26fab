package org.ticktoquote.analysis.matching;

import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    private final ExpectedPrices[][] expected;

    /** With a model that the journals' player plays before each tick is told here. */
    IdPrices(MatchPlan plan, DueTicks model) {
        this.model = model;
        int remembered = plan.matching().limits().rememberedPrices();
        Keys keys = Keys.of(plan.matching());
        this.expected = IntStream.range(0, model.instruments())
                .mapToObj(instrument -> Stream.generate(() -> new ExpectedPrices(remembered, keys))
                        .limit(model.tiers(instrument))
                        .toArray(ExpectedPrices[]::new))
                .toArray(ExpectedPrices[][]::new);
    }

    /** A tick was sent; the id is 0 for one of the warm-up. */
    void tick(long id, TickRecord tick, long dueTiers) {
        int instrument = tick.instrumentId();
        for (int tier = 0; tier < expected[instrument].length; tier++) {
            if ((dueTiers >>> tier & 1) != 0) {
                expected[instrument][tier].add(
                        id, model.expectedBid(instrument, tier), model.expectedAsk(instrument, tier), 0, 0, 0);
            }
        }
    }

    /** Looks at a snapshot that names a measured tick which was sent. */
    void look(PairState pair, SnapshotRecord snapshot) {
        if (!pair.priced()) {
            return;
        }
        boolean priced = snapshot.bid() != Price.NONE && snapshot.ask() != Price.NONE;
        ExpectedPrices prices = expected[pair.instrument][pair.tier];
        long named = prices.newestOf(snapshot.tickId());
        if (!priced || snapshot.possDup() || named == ExpectedPrices.NONE) {
            return;
        }
        pair.prices.looked++;
        long newest = prices.newest(snapshot);
        if (newest == ExpectedPrices.NONE && !prices.forgot(0, snapshot)) {
            pair.prices.unknown++;
        } else if (newest < named) {
            pair.prices.older++;
        }
    }
}
