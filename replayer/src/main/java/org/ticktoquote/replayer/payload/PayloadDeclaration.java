package org.ticktoquote.replayer.payload;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.yaml.YamlFile;

/**
 * The user's payload declaration. Its text is part of the recording.
 *
 * @param lines feed lines by index
 * @param sequence null if none is declared
 * @param decoder name of the decoder that reads prices; empty for none
 * @param instrument null if there is a decoder or the lines declare it
 */
public record PayloadDeclaration(
        List<Line> lines,
        @Nullable Sequence sequence,
        String decoder,
        @Nullable Instrument instrument,
        List<Rewriting.Rule> rewrites) {
    /**
     * Stream of payloads with its own sequence numbers.
     *
     * @param name line name that the user declared
     * @param to destinations of its datagrams; several addresses carry copies of the same stream
     * @param venue venue of its ticks unless a decoder sets another
     * @param instrument instrument of its ticks if neither a decoder nor a field sets it; empty for none
     */
    public record Line(String name, List<InetSocketAddress> to, String venue, String instrument) {
        public Line {
            to = List.copyOf(to);
        }
    }

    /**
     * Sequence number of a payload on its line.
     *
     * @param step distance to the number of the next payload; null for 1
     */
    public record Sequence(NumberField field, @Nullable NumberField step) {
        /** Returns true if a payload of the given length contains the number. */
        public boolean within(int length) {
            return field.within(length);
        }

        public long read(DirectBuffer payload, int offset, int length) {
            return field.read(payload, offset, length);
        }

        /** Returns the count of sequence numbers that a payload uses, 0 if it does not contain the number. Does not allocate. */
        public long step(DirectBuffer payload, int offset, int length) {
            if (!within(length)) {
                return 0;
            }
            return step == null || !step.within(length) ? 1 : step.read(payload, offset, length);
        }
    }

    /**
     * Instrument field of payloads without a decoder.
     *
     * @param symbols symbols by number
     * @param conditions all of them must hold for a payload to have the field
     */
    record Instrument(NumberField field, Map<Long, String> symbols, List<NumberField.Condition> conditions) {
        public Instrument {
            conditions = List.copyOf(conditions);
            symbols = Map.copyOf(symbols);
        }

        /** Returns the symbol; empty if the payload has no field or its number has no name. */
        String symbol(DirectBuffer payload, int length) {
            return isIn(payload, length) ? symbols.getOrDefault(field.read(payload, 0, length), "") : "";
        }

        /** Returns the field's number if no symbol is declared for it. */
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
     * Parses a declaration.
     *
     * @param name source's name in problems
     * @throws ProblemException with all faults
     */
    public static PayloadDeclaration parse(String name, String text) {
        Problems problems = new Problems();
        PayloadDeclaration declaration = DeclarationReader.read(YamlFile.parse(name, text, problems));
        problems.refuseIfAny();
        return declaration;
    }

    /**
     * Returns a rewriter that applies these rules. All rewriters of a declaration share its checksums, so only one thread
     * can use them.
     */
    public Rewriting rewriting() {
        return new Rewriting(rewrites);
    }

    /** Returns the indexes of lines by the destination address of their datagrams. */
    public Map<InetSocketAddress, Integer> byAddress() {
        Map<InetSocketAddress, Integer> places = new HashMap<>();
        for (int place = 0; place < lines.size(); place++) {
            for (InetSocketAddress address : lines.get(place).to()) {
                places.put(address, place);
            }
        }
        return places;
    }

    /** Returns the instrument of a payload without a decoder; empty if it has none. */
    public String symbol(int line, DirectBuffer payload, int length) {
        String own = lines.get(line).instrument();
        return own.isEmpty() && instrument != null ? instrument.symbol(payload, length) : own;
    }

    /** Returns a payload's instrument number if no symbol is declared for it. */
    public OptionalLong unnamedInstrument(int line, DirectBuffer payload, int length) {
        return instrument != null && lines.get(line).instrument().isEmpty()
                ? instrument.unnamed(payload, length)
                : OptionalLong.empty();
    }
}
