package org.ticktoquote.replayer.payload;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
        return isIn(payload, length) ? symbols.getOrDefault(field.read(payload, 0, length), "") : "";
    }

    /** The number that it says, where that is none of those that are named. */
    OptionalLong unnamed(DirectBuffer payload, int length) {
        if (!isIn(payload, length)) {
            return OptionalLong.empty();
        }
        long number = field.read(payload, 0, length);
        return symbols.containsKey(number) ? OptionalLong.empty() : OptionalLong.of(number);
    }

    private boolean isIn(DirectBuffer payload, int length) {
        return field.within(length) && Condition.allHold(conditions, payload, 0, length);
    }
}
