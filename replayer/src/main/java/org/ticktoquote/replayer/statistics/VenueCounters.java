package org.ticktoquote.replayer.statistics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/** The figures of each venue of each instrument, for instruments that more than one venue quotes. */
final class VenueCounters {
    private final Recording recording;
    private final CoveredPeriods periods;
    private final Map<Integer, Map<Integer, Venue>> byInstrument = new TreeMap<>();

    /** A venue's ticks, and what the venue itself had before. */
    private record Venue(InstrumentTops tops, StreamCounter counter) {}

    VenueCounters(Recording recording, CoveredPeriods periods) {
        this.recording = recording;
        this.periods = periods;
    }

    /** Takes the next tick; without several venues there is nothing to tell apart. */
    void add(RecordedQuote quote) {
        if (recording.venues().size() < 2) {
            return;
        }
        Venue venue = byInstrument
                .computeIfAbsent(quote.instrumentId(), id -> new TreeMap<>())
                .computeIfAbsent(quote.venueId(), id -> venue(quote.instrumentId(), id));
        venue.counter.add(quote.venueTimeNs(), venue.tops.apply(quote));
    }

    private Venue venue(int instrumentId, int venueId) {
        Instrument instrument = recording.instruments().get(instrumentId);
        String stream = instrument.symbol() + '@' + recording.venues().get(venueId);
        return new Venue(
                new InstrumentTops(recording.venues().size()), new StreamCounter(stream, instrument.pip(), periods));
    }

    /** By instrument, then venue. */
    List<StreamFigures> figures() {
        return byInstrument.values().stream()
                .filter(venues -> venues.size() > 1)
                .flatMap(venues -> venues.values().stream())
                .map(venue -> venue.counter.figures())
                .toList();
    }
}
