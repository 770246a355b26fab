package org.ticktoquote.fix.dialect;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Name of an instrument at a counterparty.
 *
 * @param symbol Symbol (55), or empty
 * @param securityId SecurityID (48), or empty
 * @param source SecurityIDSource (22) of the SecurityID, or empty
 */
public record InstrumentName(String symbol, String securityId, String source) {
    /** Name of an instrument that the counterparty does not have. */
    public static final InstrumentName NONE = new InstrumentName("", "", "");

    public static InstrumentName of(String symbol) {
        return new InstrumentName(symbol, "", "");
    }

    /** Returns the name as FIX fields, with {@code |} for SOH. */
    public String fields() {
        return (symbol.isEmpty() ? "" : "55=" + symbol + "|")
                + (securityId.isEmpty() ? "" : "48=" + securityId + "|")
                + (source.isEmpty() ? "" : "22=" + source + "|");
    }

    /** Returns whether the fields of a request name this instrument. */
    public boolean matches(Map<Integer, String> fields) {
        return !symbol.isEmpty() && symbol.equals(fields.get(55))
                || !securityId.isEmpty() && securityId.equals(fields.get(48));
    }

    /** Returns the SecurityID (48) and Symbol (55) of a request, for messages to the user. */
    public static String described(Map<Integer, String> fields) {
        String names = IntStream.of(48, 55)
                .filter(fields::containsKey)
                .mapToObj(fields::get)
                .collect(Collectors.joining(" "));
        return names.isEmpty() ? "neither 55 nor 48" : names;
    }
}
