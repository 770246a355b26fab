package org.ticktoquote.replayer.venue;

import java.util.Arrays;
import org.ticktoquote.core.price.Price;

/**
 * One side of what a venue shows of an instrument: a level of each market that it carries, the best first. Not thread-safe; does
 * not allocate.
 */
final class SideLevels {
    private final boolean bids;
    private final long[] prices;
    private final long[] quantities;
    private final long[] tickIds;
    private final int[] order;
    private int count;

    SideLevels(boolean bids, int sources) {
        this.bids = bids;
        this.prices = new long[sources];
        this.quantities = new long[sources];
        this.tickIds = new long[sources];
        this.order = new int[sources];
        Arrays.fill(prices, Price.NONE);
    }

    /** Replaces a market's level. */
    void put(int source, long price, long quantity, long tickId) {
        prices[source] = price;
        quantities[source] = quantity;
        tickIds[source] = tickId;
        sort();
    }

    /** Takes over a market's level from another object. */
    void copy(SideLevels from, int source) {
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

    /** Whose level is the best, the second and so on. */
    int source(int place) {
        return order[place];
    }

    long price(int source) {
        return prices[source];
    }

    long quantity(int source) {
        return quantities[source];
    }

    /** Whether a market's level is of another tick than in another object. */
    boolean differs(SideLevels other, int source) {
        return tickIds[source] != other.tickIds[source];
    }

    /** Whether the level of any market is. */
    boolean differs(SideLevels other) {
        for (int source = 0; source < tickIds.length; source++) {
            if (differs(other, source)) {
                return true;
            }
        }
        return false;
    }

    /** How many markets there are. */
    int sources() {
        return tickIds.length;
    }

    /** The tick that made the level. */
    long tickId(int source) {
        return tickIds[source];
    }
}
