package org.ticktoquote.replayer.importing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Problem;

/**
 * How many decimals the whole numbers in {@code .bi5} files stand for: as given for a symbol, as given for all, or as
 * Dukascopy writes them.
 *
 * @param given by symbol; for all others under {@link #ALL}
 */
record PriceDecimals(Map<String, Integer> given) {
    private static final String ALL = "";
    private static final int USUAL = 5;
    private static final int COARSE = 3;
    private static final Set<String> COARSE_BASES = Set.of("XAU", "XAG", "XPT", "XPD");
    private static final Set<String> COARSE_QUOTES = Set.of("JPY", "HUF");
    private static final String EXPECTED = "0 to 9, or SYMBOL=0 to 9, as in XAU/USD=3";

    PriceDecimals {
        given = Map.copyOf(given);
    }

    /** From texts {@code N} or {@code SYMBOL=N}. */
    static PriceDecimals parse(List<String> texts) {
        Map<String, Integer> given = new HashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            String digit = text.substring(equals + 1).strip();
            String symbol = equals < 0 ? ALL : SymbolNames.required("--decimals", text.substring(0, equals));
            if (!digit.matches("[0-9]") || given.put(symbol, Integer.parseInt(digit)) != null) {
                throw Problem.of("--decimals")
                        .value(Shown.text(text, 80))
                        .expected(EXPECTED + ", each once")
                        .refusal();
            }
        }
        return new PriceDecimals(given);
    }

    /** Whether somebody said it, or Dukascopy is known to. */
    boolean known(String symbol) {
        return given.containsKey(symbol) || given.containsKey(ALL) || coarse(symbol);
    }

    /** Whose decimals were given. */
    Set<String> symbols() {
        return given.keySet().stream().filter(symbol -> !symbol.equals(ALL)).collect(Collectors.toSet());
    }

    int of(String symbol) {
        int usual = given.getOrDefault(ALL, coarse(symbol) ? COARSE : USUAL);
        return given.getOrDefault(symbol, usual);
    }

    private static boolean coarse(String symbol) {
        int slash = symbol.indexOf('/');
        return slash > 0
                && (COARSE_BASES.contains(symbol.substring(0, slash))
                        || COARSE_QUOTES.contains(symbol.substring(slash + 1)));
    }
}
