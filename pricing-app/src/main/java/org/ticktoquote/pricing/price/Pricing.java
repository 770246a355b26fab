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
import org.ticktoquote.pricing.price.Aggregator.Sanity;
import org.ticktoquote.pricing.price.BookBuilder.VenueTop;
import org.ticktoquote.pricing.price.TierSpread.Mid;
import org.ticktoquote.pricing.price.TierSpread.MidSkew;
import org.ticktoquote.pricing.price.TierSpread.Spread;
import org.ticktoquote.pricing.truth.Truth;

/** Components 4 to 9, which turn ticks into priced ticks. All are sharded by instrument. */
public final class Pricing {
    private final ApplicationModel model;
    private final InstrumentDirectory instruments;
    private final Rejections rejections;
    private final NanoClock clock;

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
                lane -> tiers(grid.from(
                        Component.TIER_SPREAD, lane, spread -> id(spread.mid().composite()))));
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

    private Sanity sanity(Input<Composite> next) {
        return new Sanity(model.rejectCrossed(), next, rejections);
    }

    private MidSkew skew(Input<Mid> next) {
        return new MidSkew(model.skewTenthPips(), next);
    }

    private TierSpread tiers(Input<Spread> next) {
        return new TierSpread(model.halfSpreadTenthPips(), next);
    }

    private Rounding grid(Input<PricedTick> next) {
        return new Rounding(next, rejections, clock);
    }
}
