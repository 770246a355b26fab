package org.ticktoquote.replayer.statistics;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.recording.RecordingWindow;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.RecordingHeader;
import org.ticktoquote.replayer.statistics.StreamFigures.QuietAndNews;

/** Collects the figures of one stream, tick by tick in time order. */
final class StreamCounter {
    private static final int MINUTE_S = 60;

    private final String stream;
    private final long pip;
    private final @Nullable PeriodFigures quiet;
    private final @Nullable PeriodFigures news;
    private final @Nullable PeriodFigures firstMinute;
    private final SlidingPeak per10Ms = new SlidingPeak(TimeUnit.MILLISECONDS.toNanos(10));
    private final SlidingPeak per100Ms = new SlidingPeak(TimeUnit.MILLISECONDS.toNanos(100));
    private final SlidingPeak perSecond = new SlidingPeak(TimeUnit.SECONDS.toNanos(1));
    private final InstrumentTops tops;
    private long ticks;
    private long repeated;
    private long oneSided;
    private long locked;
    private long crossed;

    /**
     * Creates a counter. Its figures for periods that the window of the recording does not cover are null.
     *
     * @param pip of the instrument; 0 for a stream of all instruments, which has no spreads
     */
    StreamCounter(String stream, long pip, RecordingHeader header, RecordingWindow window) {
        this.stream = stream;
        this.pip = pip;
        this.quiet = PeriodFigures.of(header, window, -30 * MINUTE_S, 25 * MINUTE_S);
        this.news = PeriodFigures.of(header, window, 0, 10);
        this.firstMinute = PeriodFigures.of(header, window, 0, MINUTE_S);
        this.tops = new InstrumentTops(header.venues().size());
    }

    /** Adds the next tick of an instrument's stream. Returns its effect, which the next tick changes. */
    InstrumentTops add(RecordedQuote quote) {
        tops.apply(quote);
        add(quote.venueTimeNs(), tops);
        return tops;
    }

    /** Adds the next tick, which was applied to the tops of its instrument. */
    void add(long timeNs, InstrumentTops effect) {
        ticks++;
        per10Ms.add(timeNs);
        per100Ms.add(timeNs);
        perSecond.add(timeNs);
        repeated += effect.repeated ? 1 : 0;
        oneSided += effect.oneSided ? 1 : 0;
        locked += effect.hasSpread() && effect.bid == effect.ask ? 1 : 0;
        crossed += effect.hasSpread() && effect.bid > effect.ask ? 1 : 0;
        addTo(quiet, timeNs, effect);
        addTo(news, timeNs, effect);
        addTo(firstMinute, timeNs, effect);
    }

    private static void addTo(@Nullable PeriodFigures period, long timeNs, InstrumentTops effect) {
        if (period != null) {
            period.add(timeNs);
            if (effect.hasSpread()) {
                period.addSpread(timeNs, effect.spread());
            }
        }
    }

    StreamFigures figures() {
        return new StreamFigures(
                stream,
                ticks,
                new QuietAndNews(of(quiet, PeriodFigures::perSecond), of(news, PeriodFigures::perSecond)),
                new StreamFigures.Peaks(per10Ms.peak(), per100Ms.peak(), perSecond.peak()),
                new QuietAndNews(of(quiet, PeriodFigures::dispersion), of(firstMinute, PeriodFigures::dispersion)),
                new QuietAndNews(of(quiet, this::spreadPips), of(news, this::spreadPips)),
                ticks == 0 ? 0 : (double) repeated / ticks,
                new StreamFigures.Tops(oneSided, locked, crossed));
    }

    private static @Nullable Double of(
            @Nullable PeriodFigures period, Function<PeriodFigures, @Nullable Double> figure) {
        return period == null ? null : figure.apply(period);
    }

    private @Nullable Double spreadPips(PeriodFigures period) {
        Long spread = pip == 0 ? null : period.medianSpread();
        return spread == null ? null : (double) spread / pip;
    }

    /** Maximum number of ticks in any sliding window of a given width. Keeps the times of the current window in a ring. */
    static final class SlidingPeak {
        private static final int FIRST_CAPACITY = 16;

        private final long widthNs;
        private long[] times = new long[FIRST_CAPACITY];
        private int oldest;
        private int held;
        private int peak;

        SlidingPeak(long widthNs) {
            this.widthNs = widthNs;
        }

        /** Adds the time of the next tick. Times must not decrease. */
        void add(long timeNs) {
            while (held > 0 && timeNs - times[oldest] >= widthNs) {
                oldest = (oldest + 1) % times.length;
                held--;
            }
            if (held == times.length) {
                grow();
            }
            times[(oldest + held) % times.length] = timeNs;
            held++;
            peak = Math.max(peak, held);
        }

        private void grow() {
            long[] larger = new long[times.length * 2];
            for (int i = 0; i < held; i++) {
                larger[i] = times[(oldest + i) % times.length];
            }
            times = larger;
            oldest = 0;
        }

        int peak() {
            return peak;
        }
    }

    /**
     * Tops of one instrument at all venues, the effect of its last tick, and every (bid, ask) so far. In the stream of a venue,
     * only ticks of this venue. Memory grows with the number of distinct tops.
     */
    static final class InstrumentTops {
        private final long[] bids;
        private final long[] asks;
        private final Set<Top> seen = new HashSet<>();
        private long bid = Price.NONE;
        private long ask = Price.NONE;
        private boolean oneSided;
        private boolean repeated;

        InstrumentTops(int venues) {
            this.bids = new long[venues];
            this.asks = new long[venues];
            Arrays.fill(bids, Price.NONE);
            Arrays.fill(asks, Price.NONE);
        }

        /** Applies a tick. An absent side keeps its value. */
        private void apply(RecordedQuote quote) {
            int venue = quote.venueId();
            bids[venue] = quote.hasBid() ? quote.bid() : bids[venue];
            asks[venue] = quote.hasAsk() ? quote.ask() : asks[venue];
            bid = bids[venue];
            ask = asks[venue];
            oneSided = !quote.twoSided();
            repeated = !seen.add(new Top(bid, ask));
        }

        private boolean hasSpread() {
            return bid != Price.NONE && ask != Price.NONE;
        }

        private long spread() {
            return ask - bid;
        }

        private record Top(long bid, long ask) {}
    }

    /** Counts per second and spreads of one stream in a period of whole seconds. */
    private static final class PeriodFigures {
        private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
        /** Tolerance at both ends, because a recording starts with its first tick, not with the start of its capture. */
        private static final long SLACK_NS = TimeUnit.MINUTES.toNanos(1);

        private final long fromNs;
        private final int[] perSecond;
        private final TreeMap<Long, Integer> spreads = new TreeMap<>();
        private int spreadCount;

        private PeriodFigures(long fromNs, int seconds) {
            this.fromNs = fromNs;
            this.perSecond = new int[seconds];
        }

        /**
         * Begins the figures of a period; null unless the window of the recording covers it completely.
         *
         * @param startS start in seconds after the announcement
         */
        static @Nullable PeriodFigures of(RecordingHeader header, RecordingWindow window, int startS, int seconds) {
            long fromNs = header.announcementNs() + startS * SECOND_NS;
            long toNs = fromNs + seconds * SECOND_NS;
            boolean inWindow = window.fromNs() <= fromNs && toNs <= window.toNs();
            boolean inRecording =
                    header.firstVenueTimeNs() - SLACK_NS <= fromNs && toNs <= header.lastVenueTimeNs() + SLACK_NS;
            boolean announced = header.announcementNs() != 0;
            return announced && inWindow && inRecording ? new PeriodFigures(fromNs, seconds) : null;
        }

        private boolean contains(long timeNs) {
            return timeNs >= fromNs && timeNs < fromNs + perSecond.length * SECOND_NS;
        }

        void add(long timeNs) {
            if (contains(timeNs)) {
                perSecond[(int) ((timeNs - fromNs) / SECOND_NS)]++;
            }
        }

        void addSpread(long timeNs, long spread) {
            if (contains(timeNs)) {
                spreads.merge(spread, 1, Integer::sum);
                spreadCount++;
            }
        }

        double perSecond() {
            long sum = 0;
            for (int count : perSecond) {
                sum += count;
            }
            return (double) sum / perSecond.length;
        }

        /** Returns the variance over the mean of the counts per second; null without ticks. */
        @Nullable
        Double dispersion() {
            double mean = perSecond();
            if (mean == 0) {
                return null;
            }
            double squares = 0;
            for (int count : perSecond) {
                squares += (count - mean) * (count - mean);
            }
            return squares / perSecond.length / mean;
        }

        /** Returns the median, the lower of two middle values; null without spreads. */
        @Nullable
        Long medianSpread() {
            int seen = 0;
            for (Map.Entry<Long, Integer> entry : spreads.entrySet()) {
                seen += entry.getValue();
                if (seen * 2 >= spreadCount) {
                    return entry.getKey();
                }
            }
            return null;
        }
    }
}
