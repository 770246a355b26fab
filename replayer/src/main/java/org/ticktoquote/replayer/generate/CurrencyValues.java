package org.ticktoquote.replayer.generate;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Values of currencies in US dollars over time. A pair's rate is the quotient of two values, so crosses agree with their
 * dollar legs.
 *
 * <p>The logarithm of a value is a random walk plus its share of the jump at the news. Volatility rises two minutes before
 * the news and peaks in the burst after it. Most of the jump comes in steps within a second of the start of the burst, the
 * rest as drift. Calls must not go back in time.
 */
final class CurrencyValues {
    private static final double MEAN_JUMP = 0.0022;
    private static final double MIN_JUMP = 0.7;

    /** Cumulative move as a multiple of the jump, with overshoot. */
    private static final PiecewiseLinear JUMP = PiecewiseLinear.through(
            1.15, 0, 1.2, 0.1, 1.45, 0.15, 1.5, 0.45, 1.75, 0.5, 1.8, 0.72, 2.6, 0.75, 3, 0.78, 5, 0.8, 6, 0.92, 20,
            1.02, 60, 1.05, 300, 0.9, 1800, 0.95);

    /** Volatility as a multiple of the quiet market's. */
    private static final PiecewiseLinear VOLATILITY_FACTOR = PiecewiseLinear.through(
            -120, 1, -110, 1.6, 0, 1.8, 1.15, 1.8, 1.2, 9, 10, 8, 30, 4, 60, 2.6, 300, 1.8, 1800, 1.3);

    private final double jump;
    private final Map<Currency, Walk> walks = new EnumMap<>(Currency.class);

    CurrencyValues(RandomStream random, double fromSecond) {
        RandomStream news = random.branch("news");
        double size = MEAN_JUMP * (MIN_JUMP + (2 - 2 * MIN_JUMP) * news.nextDouble());
        this.jump = news.nextBoolean(0.5) ? size : -size;
        for (Currency currency : Currency.values()) {
            walks.put(currency, new Walk(currency.volatility, random.branch("value of " + currency), fromSecond));
        }
    }

    /** Returns the price of one unit of the base currency in units of the quote currency. */
    double rate(Currency base, Currency quote, double second) {
        return dollars(base, second) / dollars(quote, second);
    }

    private double dollars(Currency currency, double second) {
        Walk walk = Objects.requireNonNull(walks.get(currency));
        double change = walk.until(second) + jump * currency.sensitivity * JUMP.at(second);
        return currency.dollars * StrictMath.exp(change);
    }

    private static final class Walk {
        private final double volatility;
        private final RandomStream random;
        private double second;
        private double position;

        Walk(double volatility, RandomStream random, double fromSecond) {
            this.volatility = volatility;
            this.random = random;
            this.second = fromSecond;
        }

        double until(double moment) {
            if (moment > second && volatility > 0) {
                double deviation = volatility * VOLATILITY_FACTOR.at(moment) * StrictMath.sqrt(moment - second);
                position += deviation * random.nextGaussian();
                second = moment;
            }
            return position;
        }
    }
}
