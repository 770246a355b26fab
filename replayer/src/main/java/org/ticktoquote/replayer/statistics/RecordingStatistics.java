package org.ticktoquote.replayer.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/**
 * The figures of a recording, or of a window of it, in one pass.
 *
 * @param all every tick, whatever its instrument
 * @param instruments in the order of the recording, those without a tick too
 * @param venues each venue of the instruments that have ticks of several, as {@code EUR/USD@OANDA}; by instrument, then venue
 */
public record RecordingStatistics(StreamFigures all, List<StreamFigures> instruments, List<StreamFigures> venues) {
    public static final String ALL = "all";

    private static final long PROGRESS_EVERY = 1 << 14;

    public RecordingStatistics {
        instruments = List.copyOf(instruments);
        venues = List.copyOf(venues);
    }

    /**
     * Reads the ticks of a window.
     *
     * @param progress receives now and then the index of a tick that was read
     */
    public static RecordingStatistics of(Recording recording, RecordingWindow window, LongConsumer progress) {
        CoveredPeriods periods = CoveredPeriods.of(recording.header(), window);
        StreamCounter all = new StreamCounter(ALL, 0, periods);
        List<StreamCounter> counters = new ArrayList<>();
        List<InstrumentTops> tops = new ArrayList<>();
        VenueCounters venues = new VenueCounters(recording, periods);
        for (Instrument instrument : recording.instruments()) {
            counters.add(new StreamCounter(instrument.symbol(), instrument.pip(), periods));
            tops.add(new InstrumentTops(recording.venues().size()));
        }
        long end = recording.firstAtOrAfter(window.toNs());
        for (long index = recording.firstAtOrAfter(window.fromNs()); index < end; index++) {
            RecordedQuote quote = recording.quote(index);
            TickEffect effect = tops.get(quote.instrumentId()).apply(quote);
            all.add(quote.venueTimeNs(), effect);
            counters.get(quote.instrumentId()).add(quote.venueTimeNs(), effect);
            venues.add(quote);
            if (index % PROGRESS_EVERY == 0) {
                progress.accept(index);
            }
        }
        return new RecordingStatistics(
                all.figures(), counters.stream().map(StreamCounter::figures).toList(), venues.figures());
    }
}
