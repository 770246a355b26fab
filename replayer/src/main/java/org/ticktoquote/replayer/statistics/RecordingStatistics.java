package org.ticktoquote.replayer.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Statistics of a recording or a window of it, computed in one pass.
 *
 * @param all every tick of all instruments
 * @param instruments instruments in the order of the recording, including those without ticks
 * @param venues a stream, such as {@code EUR/USD@OANDA}, for each venue of each instrument that has ticks from several
 *     venues; ordered by instrument, then venue
 * @param quantities distribution of the quantities of both sides of all ticks
 */
public record RecordingStatistics(
        StreamFigures all, List<StreamFigures> instruments, List<StreamFigures> venues, QuantityFigures quantities) {
    public static final String ALL = "all";

    private static final long PROGRESS_EVERY = 1 << 14;

    public RecordingStatistics {
        instruments = List.copyOf(instruments);
        venues = List.copyOf(venues);
    }

    /**
     * Reads the ticks of a window.
     *
     * @param progress called occasionally with the index of a tick
     */
    public static RecordingStatistics of(Recording recording, RecordingWindow window, LongConsumer progress) {
        CoveredPeriods periods = CoveredPeriods.of(recording.header(), window);
        StreamCounter all = new StreamCounter(ALL, 0, periods);
        List<StreamCounter> counters = new ArrayList<>();
        List<InstrumentTops> tops = new ArrayList<>();
        VenueCounters venues = new VenueCounters(recording, periods);
        QuantityFigures quantities = QuantityFigures.none(recording.header().addedQuantity());
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
            quantities = quantities.with(quote);
            if (index % PROGRESS_EVERY == 0) {
                progress.accept(index);
            }
        }
        RecordingStatistics statistics = new RecordingStatistics(
                all.figures(), counters.stream().map(StreamCounter::figures).toList(), venues.figures(), quantities);
        return recording.priced() ? statistics : statistics.withoutPrices();
    }

    private RecordingStatistics withoutPrices() {
        return new RecordingStatistics(
                all.withoutPrices(),
                instruments.stream().map(StreamFigures::withoutPrices).toList(),
                venues.stream().map(StreamFigures::withoutPrices).toList(),
                quantities);
    }

    /** Figures per venue of the instruments that several venues quote. */
    private static final class VenueCounters {
        private final Recording recording;
        private final CoveredPeriods periods;
        private final Map<Integer, Map<Integer, Venue>> byInstrument = new TreeMap<>();

        private record Venue(InstrumentTops tops, StreamCounter counter) {}

        VenueCounters(Recording recording, CoveredPeriods periods) {
            this.recording = recording;
            this.periods = periods;
        }

        /** Adds the next tick. Does nothing if the recording has only one venue. */
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
                    new InstrumentTops(recording.venues().size()),
                    new StreamCounter(stream, instrument.pip(), periods));
        }

        /** Returns the figures by instrument, then venue. */
        List<StreamFigures> figures() {
            return byInstrument.values().stream()
                    .filter(venues -> venues.size() > 1)
                    .flatMap(venues -> venues.values().stream())
                    .map(venue -> venue.counter.figures())
                    .toList();
        }
    }

    /** Tops of one instrument at all venues, and every (bid, ask) so far. Memory grows with the number of distinct tops. */
    private static final class InstrumentTops {
        private final long[] bids;
        private final long[] asks;
        private final Set<Top> seen = new HashSet<>();

        private record Top(long bid, long ask) {}

        InstrumentTops(int venues) {
            this.bids = new long[venues];
            this.asks = new long[venues];
            Arrays.fill(bids, Price.NONE);
            Arrays.fill(asks, Price.NONE);
        }

        /** Applies a tick. An absent side keeps its value. */
        TickEffect apply(RecordedQuote quote) {
            int venue = quote.venueId();
            bids[venue] = quote.hasBid() ? quote.bid() : bids[venue];
            asks[venue] = quote.hasAsk() ? quote.ask() : asks[venue];
            boolean repeated = !seen.add(new Top(bids[venue], asks[venue]));
            return new TickEffect(bids[venue], asks[venue], !quote.twoSided(), repeated);
        }
    }

    /**
     * Quantities of the sides of ticks, in units of the base currency.
     *
     * @param smallest smallest quantity above 0; 0 if there is none
     * @param largest 0 if there is none
     * @param zeroSides number of sides with quantity 0
     * @param added quantity that import gave to sides without one; 0 if all had one
     */
    public record QuantityFigures(long smallest, long largest, long zeroSides, long added) {
        static QuantityFigures none(long added) {
            return new QuantityFigures(0, 0, 0, added);
        }

        /** Returns these figures with a tick added. */
        QuantityFigures with(RecordedQuote quote) {
            QuantityFigures bid = quote.hasBid() ? with(quote.bidQuantity()) : this;
            return quote.hasAsk() ? bid.with(quote.askQuantity()) : bid;
        }

        private QuantityFigures with(long quantity) {
            if (quantity == 0) {
                return new QuantityFigures(smallest, largest, zeroSides + 1, added);
            }
            boolean within = smallest > 0 && quantity >= smallest && quantity <= largest;
            return within
                    ? this
                    : new QuantityFigures(
                            smallest == 0 ? quantity : Math.min(smallest, quantity),
                            Math.max(largest, quantity),
                            zeroSides,
                            added);
        }

        /** Returns one line of text, without a line feed. */
        public String text() {
            String range = largest == 0
                    ? "none"
                    : smallest == largest
                            ? String.format(Locale.ROOT, "%,d", largest)
                            : String.format(Locale.ROOT, "%,d to %,d", smallest, largest);
            String zero = zeroSides == 0 ? "" : String.format(Locale.ROOT, ", sides with quantity 0: %,d", zeroSides);
            String given = added == 0
                    ? ""
                    : String.format(
                            Locale.ROOT, "; sides without a quantity in the files were imported with %,d", added);
            return "quantities " + range + zero + given;
        }
    }
}
