package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.QuoteMessage;

/** Assigns the ids of instruments and venues in a recording, in order of addition. */
final class IdAssignment {
    private final Map<String, Integer> instrumentIds = new LinkedHashMap<>();
    private final Map<String, Integer> venueIds = new LinkedHashMap<>();

    void addInstrument(String symbol) {
        add(instrumentIds, symbol, QuoteMessage.MAX_INSTRUMENTS, "symbol", "instruments");
    }

    void addVenue(String name) {
        add(venueIds, name, QuoteMessage.MAX_VENUES, "venue", "venues; --venue NAME merges FIX sessions");
    }

    private static void add(Map<String, Integer> ids, String name, int limit, String what, String remedy) {
        ids.putIfAbsent(name, ids.size());
        if (ids.size() > limit) {
            throw Problem.of(what)
                    .value(name)
                    .fault("is one too many")
                    .expected("at most " + limit + " " + remedy)
                    .exception(ExitStatus.BAD_INPUT);
        }
    }

    /** Returns the id of an instrument, null if it was not added. */
    @Nullable
    Integer instrument(String symbol) {
        return instrumentIds.get(symbol);
    }

    /** Returns the id of a venue, null if it was not added. */
    @Nullable
    Integer venue(String name) {
        return venueIds.get(name);
    }

    /**
     * Returns the instruments by id.
     *
     * @param facts the user's pips and tick sizes, and the rule for other instruments
     * @param decoded the decoder's pips and tick sizes, by symbol
     */
    List<Instrument> instruments(InstrumentSizes facts, Map<String, Instrument> decoded) {
        facts.requireKnown(instrumentIds.keySet());
        List<Instrument> instruments = new ArrayList<>();
        instrumentIds.forEach((symbol, id) -> instruments.add(facts.instrument(id, symbol, decoded.get(symbol))));
        return instruments;
    }

    List<String> venues() {
        return List.copyOf(venueIds.keySet());
    }
}
