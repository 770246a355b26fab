package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
}
