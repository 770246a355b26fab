package org.ticktoquote.replayer.payload;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.yaml.YamlFile;

/**
 * What a person declares of payloads; its text is part of the recording.
 *
 * @param lines by their places
 * @param sequence null where none is declared
 * @param decoder name of the decoder that reads prices; empty for none
 * @param instrument where there is no decoder; null where lines say it
 */
public record PayloadDeclaration(
        List<PayloadLine> lines,
        @Nullable SequenceField sequence,
        String decoder,
        @Nullable Instrument instrument,
        List<Rewriting.Rule> rewrites) {
    /**
     * Where a payload that nobody decodes says its instrument.
     *
     * @param field a number
     * @param symbols by number
     * @param conditions which payloads have it: all of them must hold
     */
    record Instrument(NumberField field, Map<Long, String> symbols, List<NumberField.Condition> conditions) {
        public Instrument {
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
            return field.within(length) && NumberField.Condition.allHold(conditions, payload, 0, length);
        }
    }

    public PayloadDeclaration {
        lines = List.copyOf(lines);
        rewrites = List.copyOf(rewrites);
    }

    /**
     * Reads a declaration.
     *
     * @param name what problems call it
     * @throws Refusal with everything that is wrong
     */
    public static PayloadDeclaration parse(String name, String text) {
        Problems problems = new Problems();
        PayloadDeclaration declaration = DeclarationReader.read(YamlFile.parse(name, text, problems));
        problems.refuseIfAny();
        return declaration;
    }

    /** The rules, for one thread. */
    public Rewriting rewriting() {
        return new Rewriting(rewrites);
    }

    /** SourceColumns.Places of lines by the addresses that their datagrams go to. */
    public Map<InetSocketAddress, Integer> byAddress() {
        Map<InetSocketAddress, Integer> places = new HashMap<>();
        for (int place = 0; place < lines.size(); place++) {
            for (InetSocketAddress address : lines.get(place).to()) {
                places.put(address, place);
            }
        }
        return places;
    }

    /** The instrument of a payload that nobody decodes; empty where it has none. */
    public String symbol(int line, DirectBuffer payload, int length) {
        String own = lines.get(line).instrument();
        return own.isEmpty() && instrument != null ? instrument.symbol(payload, length) : own;
    }

    /** The number of an instrument that a payload says and nobody named. */
    public OptionalLong unnamed(int line, DirectBuffer payload, int length) {
        return instrument != null && lines.get(line).instrument().isEmpty()
                ? instrument.unnamed(payload, length)
                : OptionalLong.empty();
    }
}
