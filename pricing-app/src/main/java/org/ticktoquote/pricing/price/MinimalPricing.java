package org.ticktoquote.pricing.price;

import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.Inlet;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Truth;

/**
 * The least that a price takes, for the null responder: the newest price of each side, whatever venue it is from,
 * unspread and unrounded, for a single tier; stopped only where nothing changed or a side was never seen.
 */
public final class MinimalPricing implements Inlet<Tick> {
    private final InstrumentDirectory instruments;
    private final Inlet<PricedTick> next;
    private final Rejections rejections;
    private final NanoClock clock;
    private final Map<Integer, Sides> shown = new HashMap<>();

    private record Sides(long bid, long ask) {}

    public MinimalPricing(InstrumentDirectory instruments, Inlet<PricedTick> next, Truth truth, NanoClock clock) {
        this.instruments = instruments;
        this.next = next;
        this.rejections = new Rejections(truth, clock);
        this.clock = clock;
    }

    @Override
    public void put(Tick tick) {
        Instrument instrument = instruments.byId(tick.instrumentId());
        if (instrument == null) {
            rejections.reject(tick, Decision.REJECTED_UNKNOWN_INSTRUMENT);
            return;
        }
        Sides before = shown.getOrDefault(tick.instrumentId(), new Sides(Price.NONE, Price.NONE));
        Sides after =
                new Sides(tick.carriesBid() ? tick.bid() : before.bid(), tick.carriesAsk() ? tick.ask() : before.ask());
        shown.put(tick.instrumentId(), after);
        if (after.bid() == Price.NONE || after.ask() == Price.NONE) {
            rejections.reject(tick, Decision.REJECTED_NO_PRICE);
        } else if (after.equals(before)) {
            rejections.reject(tick, Decision.SUPPRESSED_UNCHANGED);
        } else {
            next.put(priced(tick, instrument, after));
        }
    }

    private PricedTick priced(Tick tick, Instrument instrument, Sides sides) {
        TierPrices price = new TierPrices(new long[] {sides.bid()}, new long[] {sides.ask()});
        return new PricedTick(
                tick,
                instrument,
                sides.bid(),
                sides.ask(),
                tick.bidQuantity(),
                tick.askQuantity(),
                price,
                1,
                clock.nanoTime());
    }
}
