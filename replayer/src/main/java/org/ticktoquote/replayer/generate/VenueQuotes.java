package org.ticktoquote.replayer.generate;

import org.ticktoquote.core.price.Price;
import org.ticktoquote.replayer.recording.RecordedQuote;

/**
 * Top of book of one pair at one venue. Turns the time of a tick and the pair's rate into a quote.
 *
 * <p>The spread widens in the last seconds before the announcement, is widest for the first 25 s of the burst, narrows
 * quickly in the next 20 s, and then slowly for half an hour. Bid and ask vary around the rate by a fraction of the spread
 * and are rounded to the tick size, so that prices repeat.
 */
final class VenueQuotes {
    /** Spread between quiet (0) and widest (1). Values above 1 are limited to the widest. */
    private static final PiecewiseLinear WIDENING = PiecewiseLinear.through(
            -300, 0, -120, 0.04, -60, 0.1, -13, 0.15, -10, 0.62, 1.2, 0.66, 1.5, 1.25, 24, 1.25, 32, 0.6, 45, 0.15, 60,
            0.09, 120, 0.07, 300, 0.035, 600, 0.02, 1800, 0.01);

    private static final double SPREAD_VARIATION = 0.05;
    private static final double FLICKER = 0.03;
    private static final long[] MILLIONS = {1, 1, 1, 2, 2, 3, 5, 10};
    private static final long MILLION = 1_000_000;

    private final GeneratedPair pair;
    private final int instrumentId;
    private final int venueId;
    private final GeneratorOptions options;
    private final RandomStream random;
    private long bid = Price.NONE;
    private long ask = Price.NONE;

    VenueQuotes(GeneratedPair pair, int instrumentId, int venueId, GeneratorOptions options, RandomStream random) {
        this.pair = pair;
        this.instrumentId = instrumentId;
        this.venueId = venueId;
        this.options = options;
        this.random = random;
    }

    /** Returns the quote of a tick. It changes the top of book, but a locked quote can repeat the previous quote. */
    RecordedQuote tick(long venueTimeNs, double second, double rate) {
        long spread = spread(second);
        double flicker = FLICKER * spread * random.nextGaussian();
        long newBid = onGrid(rate * Price.SCALE + flicker - spread / 2.0);
        long newAsk = newBid + spread;
        if (newBid == bid && newAsk == ask) {
            boolean narrows = spread > pair.tickSize() && random.nextBoolean(0.5);
            newAsk += narrows ? -pair.tickSize() : pair.tickSize();
        }
        boolean first = bid == Price.NONE;
        if (!first && random.nextBoolean(options.lockedShare())) {
            return quote(venueTimeNs, newBid, newBid);
        }
        if (!first && random.nextBoolean(options.oneSidedShare())) {
            return oneSided(venueTimeNs, newBid, newAsk);
        }
        return quote(venueTimeNs, newBid, newAsk);
    }

    /** Changes one side, or both if one alone would lock or cross the other side's old price. */
    private RecordedQuote oneSided(long venueTimeNs, long newBid, long newAsk) {
        boolean ofBid = newAsk == ask || (newBid != bid && random.nextBoolean(0.5));
        if (ofBid) {
            return quote(venueTimeNs, newBid, newBid < ask ? Price.NONE : newAsk);
        }
        return quote(venueTimeNs, newAsk > bid ? Price.NONE : newBid, newAsk);
    }

    private RecordedQuote quote(long venueTimeNs, long newBid, long newAsk) {
        bid = newBid == Price.NONE ? bid : newBid;
        ask = newAsk == Price.NONE ? ask : newAsk;
        return new RecordedQuote(
                venueTimeNs, instrumentId, venueId, newBid, newAsk, quantity(newBid), quantity(newAsk));
    }

    private long spread(double second) {
        double widest = pair.newsSpreadPips() * pair.pip();
        double quiet = pair.quietSpreadPips() * pair.pip();
        double usual = quiet + (widest - quiet) * WIDENING.at(second);
        double now = usual * (1 + SPREAD_VARIATION * random.nextGaussian());
        return Math.max(pair.tickSize(), onGrid(Math.min(now, widest)));
    }

    private long onGrid(double price) {
        return Math.round(price / pair.tickSize()) * pair.tickSize();
    }

    private long quantity(long price) {
        return price == Price.NONE ? 0 : MILLIONS[random.nextInt(MILLIONS.length)] * MILLION;
    }
}
