package org.ticktoquote.pricing.venue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;

/** Parses an application's pairs, as in a bank's static data: {@code EUR/USD:0.0001:0.00001}. */
public final class PairList {
    private static final Pattern FORM = Pattern.compile("([!-~&&[^:,]]{1,16}):([0-9.]{1,11}):([0-9.]{1,11})");
    private static final String EXPECTED = "SYMBOL:PIP:TICKSIZE, as in EUR/USD:0.0001:0.00001";

    private PairList() {}

    /**
     * Returns the instruments, numbered in order.
     *
     * @throws ProblemException with the pair that is invalid or given twice
     */
    public static List<Instrument> parse(List<String> texts) {
        List<Instrument> pairs = new ArrayList<>();
        for (String text : texts) {
            Instrument pair = pair(pairs.size(), text);
            if (pairs.stream().anyMatch(other -> other.symbol().equals(pair.symbol()))) {
                throw Problem.ofValue(text).fault("is given twice").exception();
            }
            pairs.add(pair);
        }
        return pairs;
    }

    private static Instrument pair(int id, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw Problem.ofValue(text).expected(EXPECTED).exception();
        }
        return new Instrument(id, matcher.group(1), size(text, matcher.group(2)), size(text, matcher.group(3)));
    }

    private static long size(String text, String number) {
        try {
            long size = Price.parse(number);
            if (size > 0) {
                return size;
            }
        } catch (IllegalArgumentException e) {
            throw Problem.ofValue(text).expected(EXPECTED).exception(e);
        }
        throw Problem.ofValue(text).expected(EXPECTED).exception();
    }
}
