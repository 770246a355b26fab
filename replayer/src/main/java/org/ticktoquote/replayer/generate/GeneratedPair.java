package org.ticktoquote.replayer.generate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Instrument;

/**
 * Pair that can be generated.
 *
 * @param pip pip size in units of 1e-9
 * @param tickSize tick size in units of 1e-9
 * @param quietSpreadPips typical spread in a quiet market
 * @param newsSpreadPips widest spread after the news
 */
public record GeneratedPair(
        Currency base,
        Currency quote,
        long pip,
        long tickSize,
        MarketActivity activity,
        double quietSpreadPips,
        double newsSpreadPips) {
    private static final long PIP = 100_000;
    private static final long YEN_PIP = 10_000_000;
    private static final long GOLD_TICK = 1_000_000;

    /** Most popular first. */
    private static final List<GeneratedPair> ALL = List.of(
            pair(Currency.EUR, Currency.USD, new MarketActivity(1, 0, 0), 1.1, 15),
            pair(Currency.USD, Currency.JPY, new MarketActivity(0.6, 0, 0.2), 1.2, 16),
            pair(Currency.GBP, Currency.USD, new MarketActivity(0.5, 0.5, 0), 1.6, 22),
            pair(Currency.AUD, Currency.USD, new MarketActivity(0.3, 0.7, 0), 1.4, 20),
            pair(Currency.USD, Currency.CHF, new MarketActivity(0.3, 0.7, 0), 1.8, 24),
            pair(Currency.USD, Currency.CAD, new MarketActivity(0.35, 0.65, 0), 2.0, 28),
            pair(Currency.NZD, Currency.USD, new MarketActivity(0, 1, 0), 2.5, 40),
            pair(Currency.EUR, Currency.JPY, new MarketActivity(0.3, 0.2, 0.15), 2.0, 28),
            pair(Currency.GBP, Currency.JPY, new MarketActivity(0.2, 0.3, 0.2), 2.8, 38),
            pair(Currency.EUR, Currency.GBP, new MarketActivity(0.1, 1.0, 0), 1.5, 18),
            pair(Currency.AUD, Currency.JPY, new MarketActivity(0.15, 0.5, 0.15), 2.2, 30),
            pair(Currency.EUR, Currency.CHF, new MarketActivity(0, 1.2, 0), 1.9, 20),
            pair(Currency.EUR, Currency.AUD, new MarketActivity(0.1, 0.6, 0.1), 2.9, 36),
            pair(Currency.CHF, Currency.JPY, new MarketActivity(0.1, 0.9, 0), 2.6, 34),
            pair(Currency.NZD, Currency.JPY, new MarketActivity(0, 0.8, 0.1), 2.9, 38),
            pair(Currency.GBP, Currency.CHF, new MarketActivity(0, 0.9, 0.05), 3.0, 40),
            pair(Currency.CAD, Currency.JPY, new MarketActivity(0.1, 0.8, 0), 2.6, 34),
            pair(Currency.AUD, Currency.NZD, new MarketActivity(0, 1, 0), 3.2, 42),
            pair(Currency.AUD, Currency.CAD, new MarketActivity(0, 1, 0), 2.9, 38),
            pair(Currency.EUR, Currency.CAD, new MarketActivity(0.1, 0.8, 0), 2.8, 38),
            pair(Currency.EUR, Currency.NZD, new MarketActivity(0, 1.1, 0), 4.0, 48),
            pair(Currency.GBP, Currency.AUD, new MarketActivity(0, 1.1, 0), 3.8, 46),
            pair(Currency.GBP, Currency.CAD, new MarketActivity(0, 1.1, 0), 3.6, 46),
            pair(Currency.GBP, Currency.NZD, new MarketActivity(0, 1, 0), 5.0, 60),
            new GeneratedPair(Currency.XAU, Currency.USD, 10_000_000, GOLD_TICK, new MarketActivity(0, 0, 1), 35, 250));

    private static GeneratedPair pair(
            Currency base, Currency quote, MarketActivity activity, double quietSpread, double newsSpread) {
        long pip = quote == Currency.JPY ? YEN_PIP : PIP;
        return new GeneratedPair(base, quote, pip, pip / 10, activity, quietSpread, newsSpread);
    }

    /** Returns the symbols of all pairs, most popular first. */
    public static List<String> symbols() {
        return ALL.stream().map(GeneratedPair::symbol).toList();
    }

    /** Parses symbols separated by commas, in their order, or a count of pairs from the start of the list. */
    static List<GeneratedPair> named(String text) {
        if (text.matches("[0-9]{1,4}")) {
            int count = Integer.parseInt(text);
            if (count < 1 || count > ALL.size()) {
                throw refused(text);
            }
            return ALL.subList(0, count);
        }
        List<GeneratedPair> pairs =
                Arrays.stream(text.split(",", -1)).map(GeneratedPair::parse).toList();
        if (pairs.stream().distinct().count() != pairs.size()) {
            throw Problem.of("--pairs").value(text).fault("names a pair twice").exception();
        }
        return pairs;
    }

    private static GeneratedPair parse(String text) {
        String letters = letters(text);
        return ALL.stream()
                .filter(pair -> letters(pair.symbol()).equals(letters))
                .findFirst()
                .orElseThrow(() -> refused(text));
    }

    private static String letters(String symbol) {
        return symbol.trim().replace("/", "").toUpperCase(Locale.ROOT);
    }

    private static ProblemException refused(String text) {
        return Problem.of("--pairs")
                .value(text)
                .fault("cannot be generated")
                .expected("a count 1.." + ALL.size() + " or some of " + String.join(",", symbols()))
                .exception();
    }

    String symbol() {
        return base + "/" + quote;
    }

    Instrument instrument(int id) {
        return new Instrument(id, symbol(), pip, tickSize);
    }

    /** Currency or metal, with its value in US dollars before the news, and its volatility. */
    enum Currency {
        USD(1, 0, 0),
        EUR(1.3867, 1.0, 1.2e-5),
        GBP(1.6885, 0.8, 1.2e-5),
        JPY(1 / 102.35, 1.9, 1.4e-5),
        CHF(1 / 0.8785, 1.0, 1.2e-5),
        AUD(0.9265, 1.2, 1.6e-5),
        CAD(1 / 1.0965, 0.7, 1.2e-5),
        NZD(0.8626, 1.4, 1.5e-5),
        XAU(1284.0, 3.2, 2.5e-5);

        final double dollars;

        /** Reaction to the news, relative to the euro. */
        final double sensitivity;

        /** Standard deviation of the relative change over a quiet second. */
        final double volatility;

        Currency(double dollars, double sensitivity, double volatility) {
            this.dollars = dollars;
            this.sensitivity = sensitivity;
            this.volatility = volatility;
        }
    }
}
