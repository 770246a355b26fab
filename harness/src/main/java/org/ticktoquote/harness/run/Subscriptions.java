package org.ticktoquote.harness.run;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Instrument;

/** Selects the subscribed pairs of the recording. */
final class Subscriptions {
    private static final String OPTION = "--pairs";
    private static final int DEFAULT = 15;

    private Subscriptions() {}

    /**
     * Returns pairs by symbols, or the first pairs of the recording; by default 15, or all if there are fewer.
     *
     * @param pairs empty for the default
     * @throws ProblemException if the recording lacks a pair, with some pairs that it has
     */
    static List<Instrument> of(List<String> pairs, List<Instrument> available) {
        if (pairs.isEmpty()) {
            return available.subList(0, Math.min(DEFAULT, available.size()));
        }
        if (pairs.size() == 1 && pairs.get(0).matches("[+-]?[0-9]+")) {
            return first(pairs.get(0), available);
        }
        List<Instrument> named =
                pairs.stream().map(pair -> named(pair.strip(), available)).toList();
        if (named.stream().distinct().count() != named.size()) {
            throw Problem.of(OPTION)
                    .value(String.join(",", pairs))
                    .fault("names a pair twice")
                    .expected(some(available))
                    .exception();
        }
        return named;
    }

    private static List<Instrument> first(String count, List<Instrument> available) {
        BigInteger number = new BigInteger(count);
        if (number.signum() <= 0 || number.compareTo(BigInteger.valueOf(available.size())) > 0) {
            throw Problem.of(OPTION)
                    .value(count)
                    .expected("a count of 1.." + available.size() + ", or " + some(available))
                    .exception();
        }
        return available.subList(0, number.intValue());
    }

    private static Instrument named(String pair, List<Instrument> available) {
        return available.stream()
                .filter(instrument -> letters(instrument.symbol()).equals(letters(pair)))
                .findFirst()
                .orElseThrow(() -> Problem.of(OPTION)
                        .value(pair)
                        .fault("is not in the recording")
                        .expected(some(available))
                        .exception());
    }

    private static String letters(String symbol) {
        return symbol.replace("/", "").toUpperCase(Locale.ROOT);
    }

    private static String some(List<Instrument> available) {
        return available.stream()
                .map(Instrument::symbol)
                .limit(10)
                .collect(Collectors.joining(", ", "pairs such as ", ""));
    }
}
