package org.ticktoquote.replayer.payload;

import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Where a payload that nobody decodes says its instrument.
 *
 * @param field a number
 * @param symbols by number
 * @param conditions which payloads have it: all of them must hold
 */
public record InstrumentField(NumberField field, Map<Long, String> symbols, List<Condition> conditions) {
    public InstrumentField {
        conditions = List.copyOf(conditions);
        symbols = Map.copyOf(symbols);
    }

    /** The symbol; empty where the payload has none of those that are named. */
    String symbol(DirectBuffer payload, int length) {
        boolean has = field.within(length) && Condition.allHold(conditions, payload, 0, length);
        return has ? symbols.getOrDefault(field.read(payload, 0, length), "") : "";
    }
}
