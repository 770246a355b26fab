package org.ticktoquote.replayer.venue;

import java.util.Arrays;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.price.Price;

/**
 * Order book of an instrument at a venue. Each side has a level for each of the recording's venues that the venue
 * carries. Also holds the last tick. Not thread-safe. Does not allocate.
 */
final class VenueBook {
    final Side bids;
    final Side offers;
    long tickId;
    long venueTimeNs;
    long intendedMs;

    /** @param sources number of the recording's venues that have levels */
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

    /** Copies the last tick and the levels of a source from another book. */
    void copy(VenueBook from, int source) {
        bids.copy(from.bids, source);
        offers.copy(from.offers, source);
        tickId = from.tickId;
        venueTimeNs = from.venueTimeNs;
        intendedMs = from.intendedMs;
    }

    /** Levels of one side, best first. */
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

        int count() {
            return count;
        }

        /** Returns the source of a level by rank; 0 is the best. */
        int source(int place) {
            return order[place];
        }

        /** Returns the price of a source's level; {@link Price#NONE} if it has none. */
        long price(int source) {
            return prices[source];
        }

        long quantity(int source) {
            return quantities[source];
        }

        /** Returns true if a source's level is from a different tick than in another book. */
        boolean differs(Side other, int source) {
            return tickIds[source] != other.tickIds[source];
        }

        /** Returns true if any source's level is from a different tick. */
        boolean differs(Side other) {
            return !Arrays.equals(tickIds, other.tickIds);
        }

        int sources() {
            return tickIds.length;
        }

        long tickId(int source) {
            return tickIds[source];
        }
    }
}
