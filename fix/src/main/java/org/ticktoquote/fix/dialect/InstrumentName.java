package org.ticktoquote.fix.dialect;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a counterparty names an instrument.
 *
 * @param symbol Symbol (55); empty for none
 * @param securityId SecurityID (48); empty for none
 * @param source SecurityIDSource (22) of the SecurityID; empty for none
 */
public record InstrumentName(String symbol, String securityId, String source) {
    /** Of an instrument that the counterparty does not have. */
    public static final InstrumentName NONE = new InstrumentName("", "", "");

    /** By its symbol alone. */
    public static InstrumentName of(String symbol) {
        return new InstrumentName(symbol, "", "");
    }

    /** Fields of a message, {@code |} for SOH. */
    public String fields() {
        return (symbol.isEmpty() ? "" : "55=" + symbol + "|")
                + (securityId.isEmpty() ? "" : "48=" + securityId + "|")
                + (source.isEmpty() ? "" : "22=" + source + "|");
    }

    /** Whether the fields of a request name it. */
    public boolean matches(Map<Integer, String> fields) {
        return !symbol.isEmpty() && symbol.equals(fields.get(55))
                || !securityId.isEmpty() && securityId.equals(fields.get(48));
    }

    /** The name in the fields of a request, for messages. */
    public static String described(Map<Integer, String> fields) {
        String names = IntStream.of(48, 55)
                .filter(fields::containsKey)
                .mapToObj(fields::get)
                .collect(Collectors.joining(" "));
        return names.isEmpty() ? "neither 55 nor 48" : names;
    }
}
