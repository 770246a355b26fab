package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.PayloadDecoder;
import org.ticktoquote.replayer.feed.QuoteSink;
import org.ticktoquote.replayer.payload.PayloadDeclaration;

/** What a user's decoder says of payloads, checked: it may say anything, and fail. */
final class DecodedQuotes implements QuoteSource {
    /** A datagram has no room for more. */
    private static final int MOST_QUOTES = 65_507;

    private static final int MOST_INSTRUMENTS = 1 << 16;

    private final PayloadDecoder decoder;
    private final PayloadDeclaration declaration;
    private final Map<String, Instrument> instruments = new HashMap<>();

    DecodedQuotes(PayloadDecoder decoder, PayloadDeclaration declaration) {
        this.decoder = decoder;
        this.declaration = declaration;
    }

    @Override
    public List<DecodedQuote> of(int line, DirectBuffer payload, int length) throws BadValue {
        Said said = new Said();
        try {
            decoder.decode(declaration.lines().get(line).name(), payload, length, said);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            throw Problem.of("--plugin")
                    .fault("the decoder %s failed at a payload of %d bytes: %s"
                            .formatted(decoder.getClass().getName(), length, e))
                    .refusal(ExitStatus.BAD_INPUT, e);
        }
        if (!said.fault.isEmpty()) {
            throw new BadValue("decoder", said.fault, "", said.expected);
        }
        return said.quotes;
    }

    @Override
    public Map<String, Instrument> instruments() {
        return Map.copyOf(instruments);
    }

    @Override
    public boolean priced() {
        return true;
    }

    /** What it says of one payload; the first thing that cannot be counts. */
    private final class Said implements QuoteSink {
        private final List<DecodedQuote> quotes = new ArrayList<>();
        private String fault = "";
        private String expected = "";

        @Override
        public void instrument(String symbol, long pip, long tickSize) {
            require(isSymbol(symbol), symbol, SymbolNames.EXPECTED);
            require(
                    pip > 0 && tickSize > 0 && tickSize <= pip,
                    pip + ", " + tickSize,
                    "a pip and a tick of at most a pip");
            require(instruments.size() < MOST_INSTRUMENTS, symbol, MOST_INSTRUMENTS + " instruments at most");
            if (fault.isEmpty()) {
                instruments.put(symbol, new Instrument(0, symbol, pip, tickSize));
            }
        }

        @Override
        public void quote(String symbol, String venue, long bid, long ask, long bidQuantity, long askQuantity) {
            require(isSymbol(symbol), symbol, SymbolNames.EXPECTED);
            require(venue != null && SymbolNames.isVenue(venue), venue, SymbolNames.EXPECTED_VENUE);
            require(bid != Price.NONE || ask != Price.NONE, symbol, "a bid, an ask or both");
            require(quotes.size() < MOST_QUOTES, symbol, MOST_QUOTES + " quotes of a payload at most");
            if (fault.isEmpty()) {
                quotes.add(new DecodedQuote(symbol, venue, bid, ask, bidQuantity, askQuantity));
            }
        }

        private static boolean isSymbol(String symbol) {
            return symbol != null && SymbolNames.isSymbol(symbol);
        }

        private void require(boolean sound, String said, String wanted) {
            if (!sound && fault.isEmpty()) {
                fault = Shown.text(String.valueOf(said), 80);
                expected = wanted;
            }
        }
    }
}
