package org.ticktoquote.pricing.price;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.price.Aggregator.Composite;
import org.ticktoquote.pricing.price.BookBuilder.VenueTop;

/**
 * Component 5: combines the venues' tops into one price.
 *
 * <p>With {@code single}, the price is the top of the tick's venue. With {@code best-of-venues}, it is the best of each
 * side. A venue counts if it has both sides, is not stale and, if crossed venues are rejected, not crossed.
 */
final class Aggregator implements Input<VenueTop> {
    private final ApplicationModel model;
    private final boolean single;
    private final Input<Composite> next;
    private final Map<Integer, Map<Integer, VenueTop>> venuesByInstrument = new HashMap<>();

    Aggregator(ApplicationModel model, Input<Composite> next) {
        this.model = model;
        this.single = model.composite().equals(ApplicationModel.SINGLE);
        this.next = next;
    }

    @Override
    public void put(VenueTop top) {
        Map<Integer, VenueTop> venues =
                venuesByInstrument.computeIfAbsent(top.tick().instrumentId(), unused -> new TreeMap<>());
        venues.put(top.tick().venueId(), top);
        next.put(best(top, single ? List.of(top) : venues.values()));
    }

    private Composite best(VenueTop cause, Iterable<VenueTop> venues) {
        VenueTop bid = null;
        VenueTop ask = null;
        for (VenueTop venue : venues) {
            if (counts(venue, cause)) {
                bid = bid == null || venue.bid() > bid.bid() ? venue : bid;
                ask = ask == null || venue.ask() < ask.ask() ? venue : ask;
            }
        }
        return bid == null || ask == null
                ? new Composite(cause, Price.NONE, Price.NONE, 0, 0)
                : new Composite(cause, bid.bid(), ask.ask(), bid.bidQuantity(), ask.askQuantity());
    }

    private boolean counts(VenueTop venue, VenueTop cause) {
        return venue.twoSided() && !(model.rejectCrossed() && venue.crossed()) && !stale(venue, cause);
    }

    private boolean stale(VenueTop venue, VenueTop cause) {
        return model.staleAfterNs() > 0
                && cause.tick().venueTimeNs() - venue.tick().venueTimeNs() > model.staleAfterNs();
    }

    /**
     * Composite price after a tick.
     *
     * @param cause top of the tick's venue
     * @param bid {@link Price#NONE} if no venue counts
     * @param ask {@link Price#NONE} if no venue counts
     */
    record Composite(VenueTop cause, long bid, long ask, long bidQuantity, long askQuantity) {
        boolean exists() {
            return bid != Price.NONE;
        }
    }
}
