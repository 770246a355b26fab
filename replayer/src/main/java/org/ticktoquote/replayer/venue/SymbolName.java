package org.ticktoquote.replayer.venue;

import java.util.Map;

/**
 * How a venue names an instrument.
 *
 * @param symbol Symbol (55); empty where there is none
 * @param securityId SecurityID (48); empty where there is none
 * @param source SecurityIDSource (22) with it; empty where there is none
 */
record SymbolName(String symbol, String securityId, String source) {
    /** Of what the venue does not have. */
    static final SymbolName NONE = new SymbolName("", "", "");

    /** By its symbol alone. */
    static SymbolName of(String symbol) {
        return new SymbolName(symbol, "", "");
    }

    /** Fields of a message, {@code |} for SOH. */
    String fields() {
        return (symbol.isEmpty() ? "" : "55=" + symbol + "|")
                + (securityId.isEmpty() ? "" : "48=" + securityId + "|")
                + (source.isEmpty() ? "" : "22=" + source + "|");
    }

    /** Whether a request's fields mean it. */
    boolean isMeantBy(Map<Integer, String> fields) {
        return !symbol.isEmpty() && symbol.equals(fields.get(55))
                || !securityId.isEmpty() && securityId.equals(fields.get(48));
    }
}
