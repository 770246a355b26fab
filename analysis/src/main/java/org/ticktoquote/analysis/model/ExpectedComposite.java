package org.ticktoquote.analysis.model;

/**
 * Best bid and best ask of several venues, with their quantities. Of equal prices, the first venue's quantity counts.
 *
 * <p>Deliberately independent of the built-in application's composite, so that the application is not judged by its own
 * code.
 */
public final class ExpectedComposite {
    long bid = Long.MIN_VALUE;
    long ask = Long.MAX_VALUE;
    long bidQuantity;
    long askQuantity;

    void clear() {
        bid = Long.MIN_VALUE;
        ask = Long.MAX_VALUE;
    }

    void include(LatestTop venue) {
        if (venue.bid > bid) {
            bid = venue.bid;
            bidQuantity = venue.bidQuantity;
        }
        if (venue.ask < ask) {
            ask = venue.ask;
            askQuantity = venue.askQuantity;
        }
    }

    boolean exists() {
        return bid != Long.MIN_VALUE;
    }

    boolean crossed() {
        return bid > ask;
    }

    /** Returns the bid in units of 1e-9. */
    public long bid() {
        return bid;
    }

    public long ask() {
        return ask;
    }

    public long bidQuantity() {
        return bidQuantity;
    }

    public long askQuantity() {
        return askQuantity;
    }
}
