package org.ticktoquote.analysis.model;

import java.util.List;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;

/**
 * Transform from a composite to a client's price: {@code bid = floor(composite bid + bid offset)} and
 * {@code ask = ceil(composite ask + ask offset)}. Both are rounded to multiples of the grid, all in units of 1e-9.
 *
 * @param bidOffset skew less half spread
 * @param askOffset skew plus half spread
 */
public record PriceTransform(long bidOffset, long askOffset, long grid) {
    private static final long TENTHS = 10;

    /** Returns one transform per tier of a declared model. */
    static List<PriceTransform> declared(ApplicationModel model, Instrument instrument) {
        long skew = model.skewTenthPips() * instrument.pip() / TENTHS;
        return model.halfSpreadTenthPips().stream()
                .map(tenths -> tenths * instrument.pip() / TENTHS)
                .map(half -> new PriceTransform(skew - half, skew + half, instrument.tickSize()))
                .toList();
    }

    long bid(long compositeBid) {
        return Price.floor(compositeBid + bidOffset, grid);
    }

    long ask(long compositeAsk) {
        return Price.ceil(compositeAsk + askOffset, grid);
    }
}
