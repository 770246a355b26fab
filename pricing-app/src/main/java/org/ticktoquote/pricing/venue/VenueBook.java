package org.ticktoquote.pricing.venue;

import java.util.HashMap;
import java.util.Map;
import org.ticktoquote.core.price.Price;

/**
 * What a venue shows of one pair. Not thread-safe.
 *
 * <p>Of a book of depth 1 each side holds one entry, whatever it is called. In a deeper one entries are known by side and
 * MDEntryID (278). One of size 0 is no price.
 */
final class VenueBook {
    static final String BID = "0";
    static final String OFFER = "1";

    private final boolean topOnly;
    private final Map<String, Map<String, Level>> sides = Map.of(BID, new HashMap<>(), OFFER, new HashMap<>());

    /** @param quantity 0 where the venue does not say how much */
    record Level(long price, long quantity) {}

    VenueBook(boolean topOnly) {
        this.topOnly = topOnly;
    }

    /** Forgets everything. */
    void clear() {
        sides.values().forEach(Map::clear);
    }

    /** Puts an entry in the place of the one of its name. */
    void put(String side, String id, long price, long quantity) {
        Map<String, Level> levels = sides.get(side);
        if (levels != null) {
            levels.put(name(id), new Level(price, quantity));
        }
    }

    /** Takes an entry away; from both sides where it names none. */
    void remove(String side, String id) {
        sides.forEach((each, levels) -> {
            if (side.isEmpty() || side.equals(each)) {
                levels.remove(name(id));
            }
        });
    }

    private String name(String id) {
        return topOnly ? "" : id;
    }

    /** The best of a side; its price is {@link Price#NONE} where it is empty. */
    Level best(String side) {
        Level best = new Level(Price.NONE, 0);
        for (Level level : sides.getOrDefault(side, Map.of()).values()) {
            boolean better = side.equals(BID) ? level.price() > best.price() : level.price() < best.price();
            best = best.price() == Price.NONE || better ? level : best;
        }
        return best;
    }
}
