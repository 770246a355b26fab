package org.ticktoquote.pricing.price;

import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Truth;

/**
 * Minimal pricing of the null responder. Passes on the top of the venue that quoted last, without spread or rounding, for
 * one tier. Rejects only unknown instruments, one-sided and unchanged tops, and crossed tops if configured.
 *
 * <p>If prices are multiples of the tick size and venue times do not decrease, the result equals the model {@code single}
 * with one tier, no spread and no skew.
 */
public final class MinimalPricing implements Input<Tick> {
    private final boolean rejectCrossed;
    private final InstrumentDirectory instruments;
    private final Input<PricedTick> next;
    private final Rejections rejections;
    private final NanoClock clock;
    private final Map<BookBuilder.Key, Top> tops = new HashMap<>();
    private final Map<Integer, Top> expected = new HashMap<>();

    private record Top(long bid, long ask) {
        static final Top NONE = new Top(Price.NONE, Price.NONE);

        boolean twoSided() {
            return bid != Price.NONE && ask != Price.NONE;
        }
    }

    public MinimalPricing(
            boolean rejectCrossed,
            InstrumentDirectory instruments,
            Input<PricedTick> next,
            Truth truth,
            NanoClock clock) {
        this.rejectCrossed = rejectCrossed;
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
        Top top = update(tick);
        if (!top.twoSided()) {
            rejections.reject(tick, Decision.REJECTED_NO_PRICE);
        } else if (rejectCrossed && top.bid() > top.ask()) {
            rejections.reject(tick, Decision.REJECTED_CROSSED_VENUE);
        } else if (top.equals(expected.put(tick.instrumentId(), top))) {
            rejections.reject(tick, Decision.SUPPRESSED_UNCHANGED);
        } else {
            next.put(priced(tick, instrument, top));
        }
    }

    private Top update(Tick tick) {
        BookBuilder.Key key = new BookBuilder.Key(tick.instrumentId(), tick.venueId());
        Top before = tops.getOrDefault(key, Top.NONE);
        Top after =
                new Top(tick.carriesBid() ? tick.bid() : before.bid(), tick.carriesAsk() ? tick.ask() : before.ask());
        tops.put(key, after);
        return after;
    }

    private PricedTick priced(Tick tick, Instrument instrument, Top top) {
        TierPrices price = new TierPrices(new long[] {top.bid()}, new long[] {top.ask()});
        return new PricedTick(
                tick,
                instrument,
                top.bid(),
                top.ask(),
                tick.bidQuantity(),
                tick.askQuantity(),
                price,
                1,
                clock.nanoTime());
    }
}
