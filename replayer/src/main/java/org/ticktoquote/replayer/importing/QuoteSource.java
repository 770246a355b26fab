package org.ticktoquote.replayer.importing;

import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.payload.PayloadDeclaration;

/** Says what payloads carry. For one thread. */
interface QuoteSource {
    /**
     * What a payload carries, in its order.
     *
     * @param line place of its line
     * @param length of the payload, which begins at the buffer's begin
     * @param place in its capture
     */
    List<DecodedQuote> of(int line, DirectBuffer payload, int length, Problem.Place place) throws BadValue;

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
            public List<DecodedQuote> of(int line, DirectBuffer payload, int length, Problem.Place place) {
                String symbol = declaration.symbol(line, payload, length);
                if (symbol.isEmpty()) {
                    declaration.unnamed(line, payload, length).ifPresent(unnamed::add);
                    return List.of();
                }
                String venue = declaration.lines().get(line).venue();
                return List.of(new DecodedQuote(symbol, venue, Price.NONE, Price.NONE, 0, 0));
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
}
