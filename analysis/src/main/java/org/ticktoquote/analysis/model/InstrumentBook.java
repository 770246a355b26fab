package org.ticktoquote.analysis.model;

import java.util.Arrays;
import java.util.stream.Stream;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;

/** Tops, composite and expected prices of one instrument, by the rules of {@link ApplicationModel}. */
final class InstrumentBook {
    private static final long TENTHS = 10;

    private final ApplicationModel model;
    private final long tickSize;
    private final long skew;
    private final long[] halfSpreads;
    private final VenueTop[] venues;
    private final long[] expectedBids;
    private final long[] expectedAsks;
    private long compositeBid;
    private long compositeAsk;

    InstrumentBook(ApplicationModel model, Instrument instrument, int venueCount) {
        this.model = model;
        this.tickSize = instrument.tickSize();
        this.skew = model.skewTenthPips() * instrument.pip() / TENTHS;
        this.halfSpreads = model.halfSpreadTenthPips().stream()
                .mapToLong(tenths -> tenths * instrument.pip() / TENTHS)
                .toArray();
        this.venues = Stream.generate(VenueTop::new).limit(venueCount).toArray(VenueTop[]::new);
        this.expectedBids = new long[halfSpreads.length];
        this.expectedAsks = new long[halfSpreads.length];
        Arrays.fill(expectedBids, Price.NONE);
        Arrays.fill(expectedAsks, Price.NONE);
    }

    /** Venue times start anew; prices stay. */
    void restartTime() {
        for (VenueTop venue : venues) {
            venue.venueTimeNs = Long.MIN_VALUE;
        }
    }

    /** Plays a tick; the bit of every tier whose expected price it changes. */
    long dueTiers(TickRecord tick) {
        VenueTop own = venues[tick.venueId()];
        if (tick.venueTimeNs() < own.venueTimeNs) {
            return 0;
        }
        own.update(tick);
        return !own.crossed() && composite(own, tick.venueTimeNs()) ? changedTiers() : 0;
    }

    private boolean composite(VenueTop own, long nowNs) {
        compositeBid = Long.MIN_VALUE;
        compositeAsk = Long.MAX_VALUE;
        if (model.composite().equals(ApplicationModel.SINGLE)) {
            include(own, nowNs);
        } else {
            for (VenueTop venue : venues) {
                include(venue, nowNs);
            }
        }
        return compositeBid != Long.MIN_VALUE && compositeBid <= compositeAsk;
    }

    private void include(VenueTop venue, long nowNs) {
        boolean rejected = model.rejectCrossed() && venue.crossed();
        if (venue.twoSided() && !rejected && !stale(venue, nowNs)) {
            compositeBid = Math.max(compositeBid, venue.bid);
            compositeAsk = Math.min(compositeAsk, venue.ask);
        }
    }

    private boolean stale(VenueTop venue, long nowNs) {
        // A venue that has not spoken since its time began anew cannot be called stale.
        boolean timed = model.staleAfterNs() > 0 && venue.venueTimeNs != Long.MIN_VALUE;
        return timed && nowNs - venue.venueTimeNs > model.staleAfterNs();
    }

    private long changedTiers() {
        long changed = 0;
        for (int tier = 0; tier < halfSpreads.length; tier++) {
            long bid = Price.floor(compositeBid + skew - halfSpreads[tier], tickSize);
            long ask = Price.ceil(compositeAsk + skew + halfSpreads[tier], tickSize);
            if (bid != expectedBids[tier] || ask != expectedAsks[tier]) {
                changed |= 1L << tier;
                expectedBids[tier] = bid;
                expectedAsks[tier] = ask;
            }
        }
        return changed;
    }
}
