package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.core.run.FeedFlood;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.replayer.recording.Recording;

/** Markets of one venue and the sessions of its applications. Callers hold the venue lock. */
final class Venue {
    private static final int NOT_CARRIED = -1;

    private final VenueSetup setup;
    private final VenueMarket[] markets;
    private final int[] sources;
    private final List<ApplicationSession> links = new ArrayList<>();
    private @Nullable VenueSlices slices;

    /** @param recorded number of venues in the recording */
    Venue(VenueSetup setup, List<Instrument> instruments, int recorded) {
        this.setup = setup;
        this.markets = instruments.stream()
                .map(each -> new VenueMarket(
                        each, setup.symbols().get(each.id()), setup.carries().size()))
                .toArray(VenueMarket[]::new);
        this.sources = new int[recorded];
        Arrays.fill(sources, NOT_CARRIED);
        for (int source = 0; source < setup.carries().size(); source++) {
            sources[setup.carries().get(source)] = source;
        }
    }

    VenueSetup setup() {
        return setup;
    }

    /** Returns the venue's pairs under their names in the recording. */
    List<String> pairs() {
        return Arrays.stream(markets)
                .filter(market -> !market.name().equals(InstrumentName.NONE))
                .map(market -> market.instrument().symbol())
                .toList();
    }

    VenueMarket market(int instrument) {
        return markets[instrument];
    }

    boolean carries(int recorded) {
        return sources[recorded] != NOT_CARRIED;
    }

    /** Returns the book index of one of the recording's venues. */
    int source(int recorded) {
        return sources[recorded];
    }

    /** Finds the ticks of a recording that conflation by slices omits. */
    void study(Recording recording) {
        if (setup.sliceNs() > 0) {
            boolean[] carried = new boolean[sources.length];
            setup.carries().forEach(each -> carried[each] = true);
            slices = new VenueSlices(recording, setup.sliceNs(), carried);
        }
    }

    /** Handles {@link org.ticktoquote.replayer.feed.Feed#ahead}. */
    void ahead(long endIndex) {
        if (slices != null) {
            slices.ahead(endIndex);
        }
    }

    /** Returns true if the venue omits a tick that it carries, because another of the pair follows in the same slice. */
    boolean leavesOut(long index, int instrument) {
        return slices != null && slices.isFollowed(index, instrument);
    }

    /** Returns the market that a request's fields identify; null if there is none. */
    @Nullable
    VenueMarket market(Map<Integer, String> fields) {
        for (VenueMarket market : markets) {
            if (market.name().matches(fields)) {
                return market;
            }
        }
        return null;
    }

    /** Returns the excess messages of its applications. Safe for any thread once all sessions have been added. */
    FeedFlood flood() {
        return new FeedFlood(
                setup.name(),
                links.stream()
                        .mapToLong(ApplicationSession::excessPerSecond)
                        .max()
                        .orElse(0),
                links.stream().mapToLong(ApplicationSession::excessMessages).sum());
    }

    void add(ApplicationSession link) {
        links.add(link);
    }

    List<ApplicationSession> links() {
        return links;
    }

    boolean isSubscribed() {
        return links.stream().anyMatch(ApplicationSession::isSubscribed);
    }

    /**
     * Conflation by slices of recorded time, in which a venue sends only the last tick of each pair. Slices are contiguous from
     * 1970.
     *
     * <p>Keeps one bit per tick of the recording, which is set if the same slice has a later tick of its pair that the venue
     * carries. Queries do not allocate. Single-threaded.
     */
    static final class VenueSlices {
        private static final long NONE = -1;

        private final Recording recording;
        private final long lengthNs;
        private final boolean[] carried;
        private final long[] followed;
        private final long[] last;
        private final QuoteDecoder quote = new QuoteDecoder();
        private long end;

        /**
         * Reads the recording once.
         *
         * @param carried true for the recording's venues that the venue carries
         */
        VenueSlices(Recording recording, long lengthNs, boolean[] carried) {
            this.recording = recording;
            this.lengthNs = lengthNs;
            this.carried = carried.clone();
            this.followed = new long[Math.toIntExact((recording.count() + Long.SIZE - 1) / Long.SIZE)];
            this.last = new long[recording.instruments().size()];
            mark();
        }

        private void mark() {
            long[] sliceBehind = new long[last.length];
            Arrays.fill(sliceBehind, Long.MIN_VALUE);
            for (long index = recording.count() - 1; index >= 0; index--) {
                if (isCarried(index)) {
                    long slice = slice(index);
                    if (sliceBehind[quote.instrumentId()] == slice) {
                        followed[(int) (index / Long.SIZE)] |= 1L << index;
                    }
                    sliceBehind[quote.instrumentId()] = slice;
                }
            }
        }

        private boolean isCarried(long index) {
            return carried[recording.wrap(quote, index).venueId()];
        }

        private long slice(long index) {
            return Math.floorDiv(recording.venueTimeNs(index), lengthNs);
        }

        /** Handles {@link org.ticktoquote.replayer.feed.Feed#ahead}. Ticks that are not consecutive are all sent. */
        void ahead(long endIndex) {
            end = endIndex;
            Arrays.fill(last, NONE);
            for (long index = endIndex - 1; index >= 0 && slice(index) == slice(endIndex - 1); index--) {
                if (isCarried(index) && last[quote.instrumentId()] == NONE) {
                    last[quote.instrumentId()] = index;
                }
            }
        }

        /** Returns true if another tick of the pair follows in the same slice. Only for ticks that the venue carries. */
        boolean isFollowed(long index, int instrument) {
            return index < end && (followed[(int) (index / Long.SIZE)] & 1L << index) != 0 && last[instrument] != index;
        }
    }
}
