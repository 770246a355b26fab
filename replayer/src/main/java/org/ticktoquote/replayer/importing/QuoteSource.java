package org.ticktoquote.replayer.importing;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.payload.PayloadDeclaration;

/** Says what payloads carry. For one thread. */
interface QuoteSource {
    /** A venue's top of book, as a payload says it; prices as of a {@code RecordedQuote}. */
    record Quote(String symbol, String venue, long bid, long ask, long bidQuantity, long askQuantity) {}

    /**
     * What a payload carries, in its order.
     *
     * @param line place of its line
     * @param length of the payload, which begins at the buffer's begin
     * @param place in its capture
     */
    List<Quote> of(int line, DirectBuffer payload, int length, Problem.Place place) throws BadValue;

    /** Refuses to wait longer for a decoder that does not return; for any thread, a few times a second. */
    default void requireReturn() {
        // without a decoder there is nothing to wait for
    }

    /** The last place that was asked for, for people; for any thread. */
    default String place() {
        return "";
    }

    /** Instruments of which it said pip and tick size, by symbol; ids are 0. */
    Map<String, Instrument> instruments();

    /** Whether its quotes carry prices. */
    boolean priced();

    /** What is to be said of payloads that carry nothing, and perhaps should. */
    default List<String> notes() {
        return List.of();
    }

    /** Without a decoder: each payload is one tick of the instrument that is declared, without prices. */
    static QuoteSource declared(PayloadDeclaration declaration) {
        return new QuoteSource() {
            private final UnnamedInstruments unnamed = new UnnamedInstruments();

            @Override
            public List<Quote> of(int line, DirectBuffer payload, int length, Problem.Place place) {
                String symbol = declaration.symbol(line, payload, length);
                if (symbol.isEmpty()) {
                    declaration.unnamed(line, payload, length).ifPresent(unnamed::add);
                    return List.of();
                }
                String venue = declaration.lines().get(line).venue();
                return List.of(new Quote(symbol, venue, Price.NONE, Price.NONE, 0, 0));
            }

            @Override
            public List<String> notes() {
                return unnamed.notes();
            }

            @Override
            public Map<String, Instrument> instruments() {
                return Map.of();
            }

            @Override
            public boolean priced() {
                return false;
            }
        };
    }

    /** Numbers of instruments that payloads say and the declaration does not name; counts a bounded number of them apart. */
    final class UnnamedInstruments {
        private static final int MOST = 1_000;
        private static final int SHOWN = 10;

        private final Map<Long, Long> counts = new TreeMap<>();
        private long payloads;

        void add(long number) {
            payloads++;
            if (counts.containsKey(number) || counts.size() < MOST) {
                counts.merge(number, 1L, Long::sum);
            }
        }

        /** One line, where there are any. */
        List<String> notes() {
            if (payloads == 0) {
                return List.of();
            }
            String shown = counts.entrySet().stream()
                    .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
                    .limit(SHOWN)
                    .map(each -> String.format(Locale.ROOT, "%d (%,d)", each.getKey(), each.getValue()))
                    .collect(Collectors.joining(", "));
            return List.of("note: "
                    + Counted.of(payloads, "payload says", "payloads say")
                    + " an instrument that 'names' does not have, without a tick therefore: "
                    + shown
                    + (counts.size() > SHOWN ? " and others" : ""));
        }
    }
}
