package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;

/** Numbers of instruments and venues in a recording, in the order in which they are added. */
final class Directory {
    private final Map<String, Integer> instrumentIds = new LinkedHashMap<>();
    private final Map<String, Integer> venueIds = new LinkedHashMap<>();

    void addInstrument(String symbol) {
        instrumentIds.putIfAbsent(symbol, instrumentIds.size());
    }

    void addVenue(String name) {
        venueIds.putIfAbsent(name, venueIds.size());
    }

    /** The number of an instrument, null where it was not added. */
    @Nullable
    Integer instrument(String symbol) {
        return instrumentIds.get(symbol);
    }

    /** The number of a venue, null where it was not added. */
    @Nullable
    Integer venue(String name) {
        return venueIds.get(name);
    }

    /**
     * The instruments by their numbers.
     *
     * @param facts what the user says of them, and the rule for all others
     * @param decoded what a decoder says of them, by symbol
     */
    List<Instrument> instruments(InstrumentFacts facts, Map<String, Instrument> decoded) {
        facts.requireKnown(instrumentIds.keySet());
        List<Instrument> instruments = new ArrayList<>();
        instrumentIds.forEach((symbol, id) -> instruments.add(facts.instrument(id, symbol, decoded.get(symbol))));
        return instruments;
    }

    List<String> venues() {
        return List.copyOf(venueIds.keySet());
    }
}
