package org.ticktoquote.replayer.statistics;

import java.util.Locale;
import org.ticktoquote.replayer.recording.RecordedQuote;

/**
 * Quantities of the sides of ticks, in units of the base currency.
 *
 * @param smallest smallest quantity above 0; 0 if there is none
 * @param largest 0 if there is none
 * @param zeroSides number of sides with quantity 0
 * @param added quantity that import gave to sides without one; 0 if all had one
 */
public record QuantityFigures(long smallest, long largest, long zeroSides, long added) {
    static QuantityFigures none(long added) {
        return new QuantityFigures(0, 0, 0, added);
    }

    /** Returns these figures with a tick added. */
    QuantityFigures with(RecordedQuote quote) {
        QuantityFigures bid = quote.hasBid() ? with(quote.bidQuantity()) : this;
        return quote.hasAsk() ? bid.with(quote.askQuantity()) : bid;
    }

    private QuantityFigures with(long quantity) {
        if (quantity == 0) {
            return new QuantityFigures(smallest, largest, zeroSides + 1, added);
        }
        boolean within = smallest > 0 && quantity >= smallest && quantity <= largest;
        return within
                ? this
                : new QuantityFigures(
                        smallest == 0 ? quantity : Math.min(smallest, quantity),
                        Math.max(largest, quantity),
                        zeroSides,
                        added);
    }

    /** Returns one line of text, without a line feed. */
    public String text() {
        String range = largest == 0
                ? "none"
                : smallest == largest
                        ? String.format(Locale.ROOT, "%,d", largest)
                        : String.format(Locale.ROOT, "%,d to %,d", smallest, largest);
        String zero = zeroSides == 0 ? "" : String.format(Locale.ROOT, ", of %,d sides 0", zeroSides);
        String given = added == 0
                ? ""
                : String.format(Locale.ROOT, "; sides without a quantity in the files were imported with %,d", added);
        return "quantities " + range + zero + given;
    }
}
