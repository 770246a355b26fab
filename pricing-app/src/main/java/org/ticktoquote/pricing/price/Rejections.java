package org.ticktoquote.pricing.price;

import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.price.Aggregator.Composite;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Truth;

/** Records ticks that pricing rejects or suppresses. {@code Hold} records published ticks, because it knows their hold time. */
final class Rejections {
    private final Truth truth;
    private final NanoClock clock;

    Rejections(Truth truth, NanoClock clock) {
        this.truth = truth;
        this.clock = clock;
    }

    /** Records a tick without a composite. */
    void reject(Tick tick, Decision why) {
        end(tick, why, Price.NONE, Price.NONE);
    }

    void end(Composite composite, Decision why) {
        end(composite.cause().tick(), why, composite.bid(), composite.ask());
    }

    private void end(Tick tick, Decision why, long bid, long ask) {
        truth.tick(new Truth.TickFacts(
                tick.tickId(),
                tick.instrumentId(),
                tick.venueId(),
                why,
                tick.arrivedNs(),
                clock.nanoTime(),
                0,
                0,
                bid,
                ask));
    }
}
