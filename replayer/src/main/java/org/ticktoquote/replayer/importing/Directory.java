package org.ticktoquote.replayer.importing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;

/** The numbers that instruments and venues get in the recording: in order of the arguments, only those with quotes. */
final class Directory {
    private final Quantities quantities;
    private final Map<String, Integer> instrumentIds = new LinkedHashMap<>();
    private final Map<String, Integer> venueIds = new LinkedHashMap<>();
    private final List<Instrument> instruments = new ArrayList<>();
    private String lastSymbol = "";
    private int lastInstrumentId = -1;
    private String lastVenue = "";
    private int lastVenueId = -1;

    Directory(List<SourceFindings> findings, InstrumentFacts facts, Quantities quantities) {
        this.quantities = quantities;
        for (SourceFindings found : findings) {
            found.quotes().keySet().forEach(symbol -> instrumentIds.putIfAbsent(symbol, instrumentIds.size()));
            if (found.total() > 0) {
                venueIds.putIfAbsent(found.source().venue(), venueIds.size());
            }
        }
        facts.requireKnown(instrumentIds.keySet());
        instrumentIds.forEach((symbol, id) -> instruments.add(facts.instrument(id, symbol)));
    }

    List<Instrument> instruments() {
        return List.copyOf(instruments);
    }

    List<String> venues() {
        return List.copyOf(venueIds.keySet());
    }

    /** The quote of a row; the row's instrument must be one that was found. */
    RecordedQuote quote(Merge.Merged merged) {
        Row row = merged.row();
        return new RecordedQuote(
                row.venueTimeNs(),
                instrumentId(row.symbol()),
                venueId(merged.source().venue()),
                row.bid(),
                row.ask(),
                quantities.of(row.bid(), row.bidQuantity()),
                quantities.of(row.ask(), row.askQuantity()));
    }

    private int instrumentId(String symbol) {
        if (!symbol.equals(lastSymbol)) {
            lastInstrumentId = instrumentIds.getOrDefault(symbol, -1);
            lastSymbol = symbol;
        }
        return lastInstrumentId;
    }

    private int venueId(String venue) {
        if (!venue.equals(lastVenue)) {
            lastVenueId = venueIds.getOrDefault(venue, -1);
            lastVenue = venue;
        }
        return lastVenueId;
    }
}
