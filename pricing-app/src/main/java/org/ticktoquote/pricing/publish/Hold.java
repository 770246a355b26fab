package org.ticktoquote.pricing.publish;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.DelayLine;
import org.ticktoquote.pricing.pipeline.Inlet;
import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Truth;

/**
 * Between rounding and throttle: holds a priced tick until arrival plus hold, and takes down the tick as published.
 *
 * <p>Many ticks are held at once. A tick never overtakes an earlier one of its instrument: it leaves at the later of
 * its own release and that one's; the hold in the truth is the one that results.
 */
public final class Hold implements Inlet<PricedTick> {
    private final HoldPlan plan;
    private final @Nullable DelayLine line;
    private final Inlet<PricedTick> next;
    private final Truth truth;
    private final Map<Integer, Long> lastReleaseNs = new HashMap<>();

    /** @param line null for a plan that never holds */
    public Hold(HoldPlan plan, @Nullable DelayLine line, Inlet<PricedTick> next, Truth truth) {
        this.plan = plan;
        this.line = line;
        this.next = next;
        this.truth = truth;
    }

    @Override
    public void put(PricedTick priced) {
        long holdNs = line == null ? 0 : effectiveHoldNs(priced.tick());
        report(priced, holdNs);
        if (line == null) {
            next.put(priced);
        } else {
            line.schedule(priced.tick().arrivedNs() + holdNs, next, priced);
        }
    }

    private long effectiveHoldNs(Tick tick) {
        long ownNs = tick.arrivedNs() + plan.holdNs(tick.tickId());
        long releaseNs = lastReleaseNs.merge(tick.instrumentId(), ownNs, (last, own) -> own - last < 0 ? last : own);
        return releaseNs - tick.arrivedNs();
    }

    private void report(PricedTick priced, long holdNs) {
        Tick tick = priced.tick();
        truth.tick(new Truth.TickFacts(
                tick.tickId(),
                tick.instrumentId(),
                tick.venueId(),
                Decision.PUBLISHED,
                tick.arrivedNs(),
                priced.decidedNs(),
                holdNs,
                priced.changedTiers(),
                priced.compositeBid(),
                priced.compositeAsk()));
    }
}
