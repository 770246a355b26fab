package org.ticktoquote.pricing.price;

import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.Component;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.pipeline.Port;
import org.ticktoquote.pricing.pipeline.Threads;
import org.ticktoquote.pricing.price.Aggregator.Composite;
import org.ticktoquote.pricing.price.BookBuilder.VenueTop;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Truth;

/** Components 4 to 9, which turn ticks into priced ticks. All are sharded by instrument. */
public final class Pricing {
    private static final long TENTHS = 10;

    private final ApplicationModel model;
    private final InstrumentDirectory instruments;
    private final Rejections rejections;
    private final NanoClock clock;

    /** Composite with both sides moved by the skew. */
    private record Mid(Composite composite, long bid, long ask) {}

    /** Composite with the prices of all tiers, not rounded yet. */
    record Spread(Composite composite, TierPrices prices) {}

    public Pricing(ApplicationModel model, InstrumentDirectory instruments, Truth truth, NanoClock clock) {
        this.model = model;
        this.instruments = instruments;
        this.rejections = new Rejections(truth, clock);
        this.clock = clock;
    }

    /** Connects all components on the calling thread. */
    public Input<Tick> inPlace(Input<PricedTick> next) {
        return book(aggregator(sanity(skew(tiers(grid(next))))));
    }

    /** Connects the components on the layout's lanes. Every lane of the last component gets its own next component. */
    public Port<Tick> on(Threads threads, Supplier<? extends Input<PricedTick>> nextOfLane) {
        Port<Spread> grid = threads.port(Component.ROUNDING, lane -> grid(nextOfLane.get()));
        Port<Mid> tiers = threads.port(
                Component.TIER_SPREAD,
                lane -> tiers(grid.from(Component.TIER_SPREAD, lane, spread -> id(spread.composite()))));
        Port<Composite> skew = threads.port(
                Component.MID_SKEW, lane -> skew(tiers.from(Component.MID_SKEW, lane, mid -> id(mid.composite()))));
        Port<Composite> sanity =
                threads.port(Component.SANITY, lane -> sanity(skew.from(Component.SANITY, lane, Pricing::id)));
        Port<VenueTop> best = threads.port(
                Component.AGGREGATOR, lane -> aggregator(sanity.from(Component.AGGREGATOR, lane, Pricing::id)));
        return threads.port(
                Component.BOOK_BUILDER,
                lane -> book(best.from(
                        Component.BOOK_BUILDER, lane, top -> top.tick().instrumentId())));
    }

    private static int id(Composite composite) {
        return composite.cause().tick().instrumentId();
    }

    private BookBuilder book(Input<VenueTop> next) {
        return new BookBuilder(instruments, next, rejections);
    }

    private Aggregator aggregator(Input<Composite> next) {
        return new Aggregator(model, next);
    }

    /**
     * Component 6: passes on a composite that exists and, if crossed ones are rejected, is neither crossed nor caused by a
     * tick of a crossed venue.
     */
    private Input<Composite> sanity(Input<Composite> next) {
        boolean rejectCrossed = model.rejectCrossed();
        return composite -> {
            if (rejectCrossed && composite.cause().crossed()) {
                rejections.end(composite, Decision.REJECTED_CROSSED_VENUE);
            } else if (!composite.exists()) {
                rejections.end(composite, Decision.REJECTED_NO_PRICE);
            } else if (rejectCrossed && composite.bid() > composite.ask()) {
                rejections.end(composite, Decision.REJECTED_CROSSED_COMPOSITE);
            } else {
                next.put(composite);
            }
        };
    }

    /** Component 7: moves both sides by the skew, in tenths of a pip. */
    private Input<Composite> skew(Input<Mid> next) {
        long skewTenthPips = model.skewTenthPips();
        return composite -> {
            long skew = skewTenthPips * composite.cause().instrument().pip() / TENTHS;
            next.put(new Mid(composite, composite.bid() + skew, composite.ask() + skew));
        };
    }

    /** Component 8: lowers the bid and raises the ask by every tier's half spread, in tenths of a pip. */
    private Input<Mid> tiers(Input<Spread> next) {
        long[] halfSpreadTenthPips =
                model.halfSpreadTenthPips().stream().mapToLong(Long::longValue).toArray();
        return mid -> {
            long pip = mid.composite().cause().instrument().pip();
            long[] bids = new long[halfSpreadTenthPips.length];
            long[] asks = new long[halfSpreadTenthPips.length];
            for (int tier = 0; tier < bids.length; tier++) {
                long halfSpread = halfSpreadTenthPips[tier] * pip / TENTHS;
                bids[tier] = mid.bid() - halfSpread;
                asks[tier] = mid.ask() + halfSpread;
            }
            next.put(new Spread(mid.composite(), new TierPrices(bids, asks)));
        };
    }

    private Rounding grid(Input<PricedTick> next) {
        return new Rounding(next, rejections, clock);
    }
}
