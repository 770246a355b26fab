package org.ticktoquote.replayer.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingHeader;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;
import org.ticktoquote.report.table.TextTable;

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
    private static final String ABSENT = "-";
    private static final int LINE_LENGTH = 120;
    private static final List<Column> GROUPS =
            Column.all(",ticks/s,ticks/s,peak,peak,peak,var/mean,var/mean,spread,spread,,,,".split(",", -1));
    private static final Row COLUMNS = Row.numbers(
            "stream",
            "ticks,quiet,news,10 ms,100 ms,1 s,quiet,news,quiet,news,repeated,1-sided,locked,crossed".split(","));
    private static final String LEGEND = """
            quiet: T0-30min..T0-5min; news: the first 10 s from T0 (var/mean of the counts per second: 60 s); peaks: ticks in a
            sliding window; spreads: medians in pips; repeated: ticks with an earlier (bid, ask) of the instrument,
            or of the venue in a venue's row; -: not covered, or ticks without prices
            """;

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
        RecordingHeader header = recording.header();
        StreamCounter all = new StreamCounter(ALL, 0, header, window);
        List<StreamCounter> counters = new ArrayList<>();
        VenueCounters venues = new VenueCounters(recording, window);
        QuantityFigures quantities = QuantityFigures.none(header.addedQuantity());
        for (Instrument instrument : recording.instruments()) {
            counters.add(new StreamCounter(instrument.symbol(), instrument.pip(), header, window));
        }
        long end = recording.firstAtOrAfter(window.toNs());
        for (long index = recording.firstAtOrAfter(window.fromNs()); index < end; index++) {
            RecordedQuote quote = recording.quote(index);
            all.add(quote.venueTimeNs(), counters.get(quote.instrumentId()).add(quote));
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

    /**
     * Returns a table with a row per stream, and a row of reference figures after each instrument that has them. Ends with a line
     * feed.
     */
    public String table() {
        List<Row> rows = new ArrayList<>(List.of(COLUMNS));
        boolean referred = false;
        for (StreamFigures figures : instruments) {
            rows.add(row(figures.stream(), figures));
            String venue = figures.stream() + '@';
            venues.stream()
                    .filter(each -> each.stream().startsWith(venue))
                    .forEach(each -> rows.add(row("  " + each.stream().substring(venue.length() - 1), each)));
            var reference = ReferenceFigures.of(figures.stream());
            reference.ifPresent(published -> rows.add(row("  reference", published)));
            referred |= reference.isPresent();
        }
        rows.add(row(all.stream(), all));
        StringBuilder text = new StringBuilder();
        TextTable.wrapped(Table.of("", GROUPS, rows), LINE_LENGTH)
                .forEach(line -> text.append(line).append('\n'));
        text.append(LEGEND);
        text.append(referred ? "reference: " + ReferenceFigures.SOURCE.replace(", from ", ",\n  from ") + "\n" : "");
        return text.toString();
    }

    private static Row row(String name, StreamFigures figures) {
        return Row.numbers(
                name,
                String.format(Locale.ROOT, "%,d", figures.ticks()),
                decimal(figures.rates().quiet(), 2),
                decimal(figures.rates().news(), 1),
                Long.toString(figures.peaks().peakPer10Ms()),
                Long.toString(figures.peaks().peakPer100Ms()),
                Long.toString(figures.peaks().peakPerSecond()),
                decimal(figures.dispersion().quiet(), 1),
                decimal(figures.dispersion().news(), 1),
                decimal(figures.spreads().quiet(), 1),
                decimal(figures.spreads().news(), 1),
                percent(figures.repeatedShare()),
                of(figures.tops(), tops -> percent((double) tops.oneSided() / Math.max(1, figures.ticks()))),
                of(figures.tops(), tops -> String.format(Locale.ROOT, "%,d", tops.locked())),
                of(figures.tops(), tops -> String.format(Locale.ROOT, "%,d", tops.crossed())));
    }

    private static String decimal(@Nullable Double value, int decimals) {
        return value == null ? ABSENT : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    private static String of(StreamFigures.@Nullable Tops tops, Function<StreamFigures.Tops, String> figure) {
        return tops == null ? ABSENT : figure.apply(tops);
    }

    private static String percent(@Nullable Double share) {
        return share == null ? ABSENT : String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    /** Figures per venue of the instruments that several venues quote. */
    private static final class VenueCounters {
        private final Recording recording;
        private final RecordingWindow window;
        private final Map<Integer, Map<Integer, StreamCounter>> byInstrument = new TreeMap<>();

        VenueCounters(Recording recording, RecordingWindow window) {
            this.recording = recording;
            this.window = window;
        }

        /** Adds the next tick. Does nothing if the recording has only one venue. */
        void add(RecordedQuote quote) {
            if (recording.venues().size() < 2) {
                return;
            }
            byInstrument
                    .computeIfAbsent(quote.instrumentId(), id -> new TreeMap<>())
                    .computeIfAbsent(quote.venueId(), id -> counter(quote.instrumentId(), id))
                    .add(quote);
        }

        private StreamCounter counter(int instrumentId, int venueId) {
            Instrument instrument = recording.instruments().get(instrumentId);
            String stream = instrument.symbol() + '@' + recording.venues().get(venueId);
            return new StreamCounter(stream, instrument.pip(), recording.header(), window);
        }

        /** Returns the figures by instrument, then venue. */
        List<StreamFigures> figures() {
            return byInstrument.values().stream()
                    .filter(venues -> venues.size() > 1)
                    .flatMap(venues -> venues.values().stream())
                    .map(StreamCounter::figures)
                    .toList();
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
