package org.ticktoquote.replayer.payload;

import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Where a payload that nobody decodes says its instrument.
 *
 * @param field a number
 * @param symbols by number
 */
public record InstrumentField(NumberField field, Map<Long, String> symbols) {
    public InstrumentField {
        symbols = Map.copyOf(symbols);
    }

    /** The symbol; empty where the payload has none of those that are named. */
    String symbol(DirectBuffer payload, int length) {
        return field.within(length) ? symbols.getOrDefault(field.read(payload, 0, length), "") : "";
    }
}
