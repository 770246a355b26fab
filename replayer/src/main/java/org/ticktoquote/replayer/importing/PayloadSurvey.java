package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;

/**
 * The instruments and venues of the payloads that a recording will have, numbered in the order in which they come, and which
 * payloads these are.
 */
final class PayloadSurvey {
    private final RecordingWindow window;
    private final Map<String, Integer> instrumentIds = new LinkedHashMap<>();
    private final Map<String, Integer> venueIds = new LinkedHashMap<>();
    private boolean ticked;
    private long ticks;

    PayloadSurvey(RecordingWindow window) {
        this.window = window;
    }

    /** Takes the next payload. */
    void add(CapturedPayload captured) {
        if (chooses(captured)) {
            for (DecodedQuote quote : captured.quotes()) {
                instrumentIds.putIfAbsent(quote.symbol(), instrumentIds.size());
                venueIds.putIfAbsent(quote.venue(), venueIds.size());
                ticks++;
            }
        }
    }

    /** Whether it is to be recorded: it is of the window, or comes before any tick. Asked for each, in their order. */
    boolean chooses(CapturedPayload captured) {
        ticked |= !captured.quotes().isEmpty();
        return !ticked || window.contains(captured.payload().timeNs());
    }

    /** Begins anew with the first payload. */
    void rewind() {
        ticked = false;
    }

    long ticks() {
        return ticks;
    }

    List<Instrument> instruments(InstrumentFacts facts, Map<String, Instrument> decoded) {
        facts.requireKnown(instrumentIds.keySet());
        List<Instrument> instruments = new ArrayList<>();
        instrumentIds.forEach((symbol, id) -> {
            @Nullable Instrument said = facts.isGiven(symbol) ? null : decoded.get(symbol);
            instruments.add(
                    said == null
                            ? facts.instrument(id, symbol)
                            : new Instrument(id, symbol, said.pip(), said.tickSize()));
        });
        return instruments;
    }

    List<String> venues() {
        return List.copyOf(venueIds.keySet());
    }

    /** A quote of a payload that was added, with the numbers of instrument and venue. */
    RecordedQuote quote(DecodedQuote of, long timeNs) {
        Integer instrument = instrumentIds.get(of.symbol());
        Integer venue = venueIds.get(of.venue());
        if (instrument == null || venue == null) {
            throw Problem.of("--plugin")
                    .fault("the decoder says '" + of.symbol() + "' or '" + of.venue() + "' only when asked again")
                    .expected("the same of each payload whenever it is read")
                    .refusal(ExitStatus.BAD_INPUT);
        }
        return new RecordedQuote(timeNs, instrument, venue, of.bid(), of.ask(), of.bidQuantity(), of.askQuantity());
    }
}
