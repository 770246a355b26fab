package org.ticktoquote.replayer.importing;

import java.util.Currency;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Problem;

/** Names of currency pairs and metals. {@code eurusd}, {@code EUR-USD} and {@code EUR/USD} are the same instrument. */
final class SymbolNames {
    private static final Pattern PAIR = Pattern.compile("([A-Za-z]{3})[-_./ ]?([A-Za-z]{3})");
    private static final Pattern PAIR_IN_NAME =
            Pattern.compile("(?<![A-Za-z])([A-Za-z]{3})[-_]?([A-Za-z]{3})(?![A-Za-z])");
    /** Pairs as terminals write them: {@code EURUSD Curncy}, {@code EURJPY=EBS}, {@code FX:EURUSD}. */
    private static final Pattern TERMINAL = Pattern.compile(
            "(?:[A-Z]{1,8}:)?([A-Za-z]{3}[-_./ ]?[A-Za-z]{3})(?:(?: [A-Z0-9]{3,4})? Curncy|=[A-Z0-9]{0,4})?");
    /** A currency against the dollar: {@code EUR=}, {@code JPY=EBS}, {@code JPY Curncy}. */
    private static final Pattern AGAINST_DOLLAR =
            Pattern.compile("([A-Z]{3})(?:=[A-Z0-9]{0,4}|(?: [A-Z0-9]{3,4})? Curncy)");

    private static final Set<String> BEFORE_DOLLAR = Set.of("EUR", "GBP", "AUD", "NZD", "XAU", "XAG", "XPT", "XPD");
    private static final Pattern SYMBOL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9/._-]{0,15}");
    private static final Pattern VENUE = Pattern.compile("[!-~]{1,16}");

    /** Describes valid input of {@link #normal}. */
    static final String EXPECTED = "1 to 16 letters, digits and / . _ -, as in EUR/USD";

    /** Describes valid input of {@link #isVenue}. */
    static final String EXPECTED_VENUE = "1 to 16 ASCII characters without spaces";

    private SymbolNames() {}

    /** Returns the normal form of a symbol, such as {@code EUR/USD}; empty if the text is not {@linkplain #EXPECTED valid}. */
    static Optional<String> normal(String text) {
        String bare = bare(text);
        Matcher pair = PAIR.matcher(bare);
        String symbol = (pair.matches() ? slashed(pair) : bare).toUpperCase(Locale.ROOT);
        return SYMBOL.matcher(symbol).matches() ? Optional.of(symbol) : Optional.empty();
    }

    /** Removes the prefix and suffix that a terminal adds to a pair. Completes a currency against the dollar. */
    private static String bare(String text) {
        Matcher terminal = TERMINAL.matcher(text);
        Matcher dollar = AGAINST_DOLLAR.matcher(text);
        if (terminal.matches()) {
            return terminal.group(1);
        }
        if (dollar.matches() && isCurrency(dollar.group(1))) {
            String currency = dollar.group(1);
            return BEFORE_DOLLAR.contains(currency) ? currency + "/USD" : "USD/" + currency;
        }
        return text;
    }

    /** Returns true if a recording can contain this symbol unchanged. */
    static boolean isSymbol(String text) {
        return SYMBOL.matcher(text).matches();
    }

    /** Returns the normal form of a symbol in an option. */
    static String required(String option, String text) {
        return normal(text)
                .orElseThrow(() -> Problem.of(option)
                        .value(Printable.text(text, 80))
                        .fault("is not a symbol")
                        .expected(EXPECTED)
                        .exception());
    }

    /** Checks the name of a venue in an option. */
    static String requiredVenue(String option, String text) {
        if (!isVenue(text)) {
            throw Problem.of(option)
                    .value(Printable.text(text, 80))
                    .fault("is not a venue")
                    .expected(EXPECTED_VENUE)
                    .exception();
        }
        return text;
    }

    /** Returns true if a recording can contain this venue name. */
    static boolean isVenue(String text) {
        return VENUE.matcher(text).matches();
    }

    /** Returns the pair of known currencies in a file name; empty if there is none or more than one. */
    static Optional<String> inFileName(String name) {
        Matcher matcher = PAIR_IN_NAME.matcher(name);
        Stream.Builder<String> found = Stream.builder();
        for (int from = 0; matcher.find(from); from = matcher.start() + 1) {
            if (isCurrency(matcher.group(1)) && isCurrency(matcher.group(2))) {
                found.add(slashed(matcher).toUpperCase(Locale.ROOT));
            }
        }
        var distinct = found.build().distinct().toList();
        return distinct.size() == 1 ? Optional.of(distinct.get(0)) : Optional.empty();
    }

    private static String slashed(Matcher pair) {
        return pair.group(1) + '/' + pair.group(2);
    }

    private static boolean isCurrency(String code) {
        String upper = code.toUpperCase(Locale.ROOT);
        try {
            return upper.equals("CNH")
                    || upper.equals(Currency.getInstance(upper).getCurrencyCode());
        } catch (IllegalArgumentException unknown) {
            return false;
        }
    }
}
