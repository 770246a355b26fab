package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.PluginCalls;
import org.ticktoquote.replayer.feed.QuoteSink;
import org.ticktoquote.replayer.payload.PayloadDeclaration;

/** Finds the quotes in payloads. Single-threaded, except where noted. */
interface QuoteSource {
    /** A venue's top of book in a payload, with prices as in {@code RecordedQuote}. */
    record Quote(String symbol, String venue, long bid, long ask, long bidQuantity, long askQuantity) {}

    /**
     * Returns the quotes of a payload, in order.
     *
     * @param line index of its line
     * @param length payload length; the payload starts at offset 0 of the buffer
     * @param place position of the payload in its capture
     */
    List<Quote> of(int line, DirectBuffer payload, int length, Problem.Place place) throws BadValue;

    /** Throws a {@code ProblemException} if the decoder is overdue. Safe for any thread. Called a few times a second. */
    default void checkReturned() {
        // without a decoder there is nothing to wait for
    }

    /** Returns the instruments whose pip and tick size the decoder declared, by symbol. Their ids are 0. */
    Map<String, Instrument> instruments();

    /** Returns true if quotes have prices. */
    boolean priced();

    /** Returns notes on payloads that unexpectedly have no quotes. */
    default List<String> notes() {
        return List.of();
    }

    /** Returns a source without a decoder. Each payload is one tick of its declared instrument, without prices. */
    static QuoteSource declared(PayloadDeclaration declaration) {
        return new QuoteSource() {
            private final UnnamedInstruments unnamed = new UnnamedInstruments();

            @Override
            public List<Quote> of(int line, DirectBuffer payload, int length, Problem.Place place) {
                String symbol = declaration.symbol(line, payload, length);
                if (symbol.isEmpty()) {
                    declaration.unnamedInstrument(line, payload, length).ifPresent(unnamed::add);
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

    /** Counts payloads by instrument number, for numbers without a declared name. Distinguishes a limited set of numbers. */
    final class UnnamedInstruments {
        private static final int MAX_INSTRUMENTS = 1_000;
        private static final int SHOWN = 10;

        private final Map<Long, Long> counts = new TreeMap<>();
        private long payloads;

        void add(long number) {
            payloads++;
            if (counts.containsKey(number) || counts.size() < MAX_INSTRUMENTS) {
                counts.merge(number, 1L, Long::sum);
            }
        }

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
                    + CountText.of(payloads, "payload has", "payloads have")
                    + " an instrument that 'names' does not list, and no tick: "
                    + shown
                    + (counts.size() > SHOWN ? " and others" : ""));
        }
    }

    /** Quotes from a user's decoder. Checks everything that the decoder returns or throws. */
    static final class Decoded implements QuoteSource {
        private static final int MAX_PAYLOAD = 65_507;
        /** Maximum per payload: one quote per byte of the longest datagram. */
        private static final int MAX_QUOTES = MAX_PAYLOAD;

        private static final int MAX_INSTRUMENTS = 1 << 16;

        private final PayloadDecoder decoder;
        private final PayloadDeclaration declaration;
        private final PluginCalls calls;
        private final Map<String, Instrument> instruments = new HashMap<>();
        private final byte[] room = new byte[MAX_PAYLOAD];
        private final UnsafeBuffer copy = new UnsafeBuffer(room);

        Decoded(PayloadDecoder decoder, PayloadDeclaration declaration, NanoClock clock) {
            this.decoder = decoder;
            this.declaration = declaration;
            this.calls = new PluginCalls(decoder.getClass().getName(), clock);
        }

        @Override
        public void checkReturned() {
            calls.checkReturned();
        }

        @Override
        public List<Quote> of(int line, DirectBuffer payload, int length, Problem.Place place) throws BadValue {
            CollectedQuotes said = new CollectedQuotes();
            copy.wrap(room, 0, length);
            copy.putBytes(0, payload, 0, length);
            calls.begin("a payload of " + length + " bytes: " + place.file() + ": byte ", place.offset());
            try {
                decoder.decode(declaration.lines().get(line).name(), copy, length, said);
            } catch (Throwable thrown) {
                throw calls.failed(thrown);
            }
            calls.end();
            if (!said.fault.isEmpty()) {
                throw new BadValue("decoder", said.fault, "", said.expected);
            }
            return List.copyOf(said.quotes);
        }

        @Override
        public Map<String, Instrument> instruments() {
            return Map.copyOf(instruments);
        }

        @Override
        public boolean priced() {
            return true;
        }

        /** Collects the quotes of one payload. Keeps the first fault. */
        private final class CollectedQuotes implements QuoteSink {
            private final List<Quote> quotes = new ArrayList<>();
            private String fault = "";
            private String expected = "";

            @Override
            public void instrument(String symbol, long pip, long tickSize) {
                require(isSymbol(symbol), symbol, SymbolNames.EXPECTED);
                require(
                        pip > 0 && tickSize > 0 && tickSize <= pip,
                        pip + ", " + tickSize,
                        "a pip and a tick of at most a pip");
                require(instruments.size() < MAX_INSTRUMENTS, symbol, MAX_INSTRUMENTS + " instruments at most");
                if (fault.isEmpty()) {
                    instruments.put(symbol, new Instrument(0, symbol, pip, tickSize));
                }
            }

            @Override
            public void quote(String symbol, String venue, long bid, long ask, long bidQuantity, long askQuantity) {
                require(isSymbol(symbol), symbol, SymbolNames.EXPECTED);
                require(venue != null && SymbolNames.isVenue(venue), venue, SymbolNames.EXPECTED_VENUE);
                require(bid != Price.NONE || ask != Price.NONE, symbol, "a bid, an ask or both");
                require(isPrice(bid) && isPrice(ask), bid + ", " + ask, "prices above 0");
                require(
                        bidQuantity >= 0 && askQuantity >= 0,
                        bidQuantity + ", " + askQuantity,
                        "quantities of 0 or more");
                require(quotes.size() < MAX_QUOTES, symbol, MAX_QUOTES + " quotes of a payload at most");
                if (fault.isEmpty()) {
                    quotes.add(new Quote(symbol, venue, bid, ask, bidQuantity, askQuantity));
                }
            }

            private static boolean isPrice(long price) {
                return price == Price.NONE || price > 0;
            }

            private static boolean isSymbol(String symbol) {
                return symbol != null && SymbolNames.isSymbol(symbol);
            }

            private void require(boolean sound, String said, String wanted) {
                if (!sound && fault.isEmpty()) {
                    fault = Printable.text(String.valueOf(said), 80);
                    expected = wanted;
                }
            }
        }
    }
}
