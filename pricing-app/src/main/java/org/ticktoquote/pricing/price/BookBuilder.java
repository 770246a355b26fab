package org.ticktoquote.pricing.price;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Tick;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.truth.Decision;

/**
 * Component 4: keeps the newest top of every instrument at every venue. A side that is absent from a tick is unchanged.
 *
 * <p>Rejects a tick whose venue time is before that of an earlier tick of the same venue, instrument and feed session. A new
 * feed session keeps the tops and restarts the venue times.
 */
final class BookBuilder implements Input<Tick> {
    private final InstrumentDirectory instruments;
    private final Input<VenueTop> next;
    private final Rejections rejections;
    private final Map<Key, VenueTop> tops = new HashMap<>();

    record Key(int instrumentId, int venueId) {}

    BookBuilder(InstrumentDirectory instruments, Input<VenueTop> next, Rejections rejections) {
        this.instruments = instruments;
        this.next = next;
        this.rejections = rejections;
    }

    @Override
    public void put(Tick tick) {
        Instrument instrument = instruments.byId(tick.instrumentId());
        if (instrument == null) {
            rejections.reject(tick, Decision.REJECTED_UNKNOWN_INSTRUMENT);
            return;
        }
        Key key = new Key(tick.instrumentId(), tick.venueId());
        VenueTop before = tops.getOrDefault(key, new VenueTop(tick, instrument, Price.NONE, Price.NONE, 0, 0));
        if (before.tick().session() == tick.session()
                && tick.venueTimeNs() < before.tick().venueTimeNs()) {
            rejections.reject(tick, Decision.REJECTED_STALE);
            return;
        }
        VenueTop after = new VenueTop(
                tick,
                instrument,
                tick.carriesBid() ? tick.bid() : before.bid(),
                tick.carriesAsk() ? tick.ask() : before.ask(),
                tick.carriesBid() ? tick.bidQuantity() : before.bidQuantity(),
                tick.carriesAsk() ? tick.askQuantity() : before.askQuantity());
        tops.put(key, after);
        next.put(after);
    }

    /**
     * Top of book of a venue after a tick.
     *
     * @param bid {@link Price#NONE} if the venue has not quoted one yet
     * @param ask like {@code bid}
     */
    record VenueTop(Tick tick, Instrument instrument, long bid, long ask, long bidQuantity, long askQuantity) {
        boolean twoSided() {
            return bid != Price.NONE && ask != Price.NONE;
        }

        boolean crossed() {
            return twoSided() && bid > ask;
        }
    }
}
