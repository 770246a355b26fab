package org.ticktoquote.replayer.venue;

import java.util.Arrays;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.price.Price;

/**
 * Both sides of what a venue shows of an instrument, a level of each of the recording's venues that it carries, and the last
 * tick. Not thread-safe; does not allocate.
 */
final class VenueBook {
    final Side bids;
    final Side offers;
    long tickId;
    long venueTimeNs;
    long intendedMs;

    /** @param sources how many of the recording's venues it has levels of */
    VenueBook(int sources) {
        bids = new Side(true, sources);
        offers = new Side(false, sources);
    }

    boolean isEmpty() {
        return bids.count() + offers.count() == 0;
    }

    /** Replaces the level of a source on each side that the quote has. */
    void put(int source, QuoteDecoder quote, long tick) {
        if (quote.bid() != Price.NONE) {
            bids.put(source, quote.bid(), quote.bidQuantity(), tick);
        }
        if (quote.ask() != Price.NONE) {
            offers.put(source, quote.ask(), quote.askQuantity(), tick);
        }
    }

    /** Takes over the last tick and the levels of a source from another book. */
    void copy(VenueBook from, int source) {
        bids.copy(from.bids, source);
        offers.copy(from.offers, source);
        tickId = from.tickId;
        venueTimeNs = from.venueTimeNs;
        intendedMs = from.intendedMs;
    }

    /** The levels of one side, the best first. */
    static final class Side {
        private final boolean bids;
        private final long[] prices;
        private final long[] quantities;
        private final long[] tickIds;
        private final int[] order;
        private int count;

        Side(boolean bids, int sources) {
            this.bids = bids;
            this.prices = new long[sources];
            this.quantities = new long[sources];
            this.tickIds = new long[sources];
            this.order = new int[sources];
            Arrays.fill(prices, Price.NONE);
        }

        private void put(int source, long price, long quantity, long tickId) {
            prices[source] = price;
            quantities[source] = quantity;
            tickIds[source] = tickId;
            sort();
        }

        private void copy(Side from, int source) {
            put(source, from.prices[source], from.quantities[source], from.tickIds[source]);
        }

        private void sort() {
            count = 0;
            for (int source = 0; source < prices.length; source++) {
                if (prices[source] != Price.NONE) {
                    int at = count++;
                    while (at > 0 && isBetter(source, order[at - 1])) {
                        order[at] = order[at - 1];
                        at--;
                    }
                    order[at] = source;
                }
            }
        }

        private boolean isBetter(int source, int other) {
            return bids ? prices[source] > prices[other] : prices[source] < prices[other];
        }

        boolean isBid() {
            return bids;
        }

        /** How many levels there are. */
        int count() {
            return count;
        }

        /** The source of the best level, of the second and so on. */
        int source(int place) {
            return order[place];
        }

        /** The price of a source's level; {@link Price#NONE} where it has none. */
        long price(int source) {
            return prices[source];
        }

        long quantity(int source) {
            return quantities[source];
        }

        /** Whether a source's level is of another tick than in another book. */
        boolean differs(Side other, int source) {
            return tickIds[source] != other.tickIds[source];
        }

        /** Whether the level of any source is. */
        boolean differs(Side other) {
            return !Arrays.equals(tickIds, other.tickIds);
        }

        int sources() {
            return tickIds.length;
        }

        /** The tick that made the level. */
        long tickId(int source) {
            return tickIds[source];
        }
    }
}
