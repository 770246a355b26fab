package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.ResultCell;

/**
 * Due ticks of one session and pair, if ticks are ordered only within each venue of the recording. On its own this is the
 * latest attribution: a snapshot answers only ticks of the named tick's venue, up to that tick.
 *
 * <p>Ignores models, suppression of unchanged prices and conflation intervals, because all three require a total order.
 */
class VenueOrderAttribution implements TickAttribution {
    private static final int NOTHING_PENDING = -1;

    private final AttributionOutput output;
    private final int superseded;
    private final int session;
    private final int instrument;
    private final TickQueue[] pending;
    private final long[] newest;
    /** Venue of the last due tick. */
    int lastVenue;

    private long oldestSinceNs;
    private long answeredNs = Long.MIN_VALUE;

    /**
     * @param superseded outcome of a tick replaced by a later published tick of its venue
     * @param venues number of venues in the recording
     */
    VenueOrderAttribution(AttributionOutput output, int superseded, int session, int instrument, int venues) {
        this.output = output;
        this.superseded = superseded;
        this.session = session;
        this.instrument = instrument;
        this.pending = new TickQueue[venues];
        this.newest = new long[venues];
        for (int venue = 0; venue < venues; venue++) {
            pending[venue] = new TickQueue();
        }
    }

    @Override
    public AttributionOutput output() {
        return output;
    }

    @Override
    public long newest() {
        long result = 0;
        for (long each : newest) {
            result = Math.max(result, each);
        }
        return result;
    }

    @Override
    public long newestComparableTo(long id) {
        return newest[venue(id)];
    }

    @Override
    public long newestOf(int venue) {
        return newest[venue];
    }

    int venue(long id) {
        return output.recent().venueId(id);
    }

    @Override
    public int pending() {
        int ticks = 0;
        for (TickQueue own : pending) {
            ticks += own.size();
        }
        return ticks;
    }

    /** Returns the venue of the oldest pending tick. */
    private int oldest() {
        int result = NOTHING_PENDING;
        for (int venue = 0; venue < pending.length; venue++) {
            boolean waits = !pending[venue].isEmpty();
            if (waits && (result == NOTHING_PENDING || pending[venue].at(0) < pending[result].at(0))) {
                result = venue;
            }
        }
        return result;
    }

    @Override
    public void addDue(long id, long intendedNs, long bid, long ask) {
        if (oldest() == NOTHING_PENDING) {
            oldestSinceNs = Math.max(answeredNs, intendedNs); // a late tick can be scheduled before the last answer
        }
        lastVenue = venue(id);
        pending[lastVenue].add(id, intendedNs, bid, ask);
    }

    @Override
    public void markLastMissed() {
        pending[lastVenue].missLast();
    }

    @Override
    public void markAllMissed() {
        for (TickQueue own : pending) {
            own.miss();
        }
    }

    @Override
    public void setOutcome(long id, long cell) {
        output.results().setCell(id, session, cell);
    }

    @Override
    public boolean answer(long id, long receivedNs) {
        int venue = venue(id);
        if (id <= newest[venue]) {
            publishLate(id);
            return false;
        }
        newest[venue] = id;
        int oldest = oldest();
        boolean renews = oldest == venue && pending[venue].at(0) <= id;
        if (renews) {
            reportStaleInterval(oldest, receivedNs, true);
        }
        take(venue, id, id, superseded, receivedNs);
        if (renews) {
            renewed(receivedNs);
        }
        return publishNotDue(id, receivedNs);
    }

    /**
     * Handles a snapshot that shows ticks of every venue, up to the tick ids in {@code ids} from index {@code at}.
     *
     * @param named tick named by the snapshot, or 0. Other answered ticks of its venue count as superseded. Those of
     * other venues do not count as skipped for this reason, because snapshots that name newer ticks can have published
     * them
     */
    void show(long named, long[] ids, int at, long receivedNs) {
        int oldest = oldest();
        boolean renews = oldest != NOTHING_PENDING && pending[oldest].at(0) <= ids[at + oldest];
        if (renews) {
            reportStaleInterval(oldest, receivedNs, true);
        }
        int own = named == 0 ? NOTHING_PENDING : venue(named);
        int elsewhere = superseded == ResultCell.SKIPPED ? ResultCell.PUBLISHED : superseded;
        for (int venue = 0; venue < pending.length; venue++) {
            take(venue, ids[at + venue], named, venue == own ? superseded : elsewhere, receivedNs);
        }
        if (renews) {
            renewed(receivedNs);
        }
        if (named != 0) {
            publishLate(named);
        }
    }

    /** Records a named tick that calls for no quote; returns false if the tick calls for one. */
    boolean publishNotDue(long id, long receivedNs) {
        boolean notDue = ResultCell.isTentativelyUnchanged(output.results().cell(id, session));
        if (notDue) {
            long responseNs = receivedNs - output.results().intendedNs(id);
            setOutcome(id, ResultCell.of(ResultCell.PUBLISHED_NOT_DUE, responseNs));
        }
        return notDue;
    }

    /** Marks a superseded tick as published because its own snapshot arrived later. Its response is unchanged. */
    private void publishLate(long id) {
        long cell = output.results().cell(id, session);
        int outcome = ResultCell.outcome(cell);
        if (outcome == superseded || outcome == ResultCell.SKIPPED) {
            setOutcome(id, ResultCell.of(ResultCell.PUBLISHED, ResultCell.responseNs(cell)));
        }
    }

    private void take(int venue, long upTo, long named, int outcome, long receivedNs) {
        TickQueue own = pending[venue];
        int count = own.countBelow(upTo + 1);
        for (int i = 0; i < count; i++) {
            long id = own.at(i);
            int became = id == named ? ResultCell.PUBLISHED : own.missed(i) ? ResultCell.SKIPPED : outcome;
            setOutcome(id, ResultCell.of(became, receivedNs - own.intendedNs(i)));
        }
        own.removeFirst(count);
    }

    /** Starts the next stale interval after the oldest pending tick was answered. */
    private void renewed(long receivedNs) {
        answeredNs = Math.max(receivedNs, oldestSinceNs);
        int next = oldest();
        oldestSinceNs = next == NOTHING_PENDING ? answeredNs : Math.max(answeredNs, pending[next].intendedNs(0));
    }

    private void reportStaleInterval(int oldest, long untilNs, boolean answered) {
        long toNs = Math.max(oldestSinceNs, untilNs);
        output.staleTime()
                .staleInterval(session, instrument, pending[oldest].intendedNs(0), oldestSinceNs, toNs, answered);
    }

    @Override
    public void excluded(long fromNs, long toNs) {
        output.staleTime().excluded(session, instrument, fromNs, toNs);
    }

    @Override
    public void lose(long sentUntilNs, long atNs) {
        int oldest = oldest();
        if (oldest == NOTHING_PENDING || output.results().sentNs(pending[oldest].at(0)) > sentUntilNs) {
            return;
        }
        reportStaleInterval(oldest, atNs, false);
        for (TickQueue own : pending) {
            int lost = own.countSent(sentUntilNs, output.results());
            own.resolve(lost, ResultCell.LOST, this);
            own.removeFirst(lost);
        }
        renewed(atNs);
    }

    @Override
    public void resolvePending(int outcome, long atNs, long answerableUntilNs) {
        int oldest = oldest();
        if (oldest == NOTHING_PENDING) {
            return;
        }
        if (output.results().sentNs(pending[oldest].at(0)) <= answerableUntilNs) {
            reportStaleInterval(oldest, atNs, outcome != ResultCell.LOST);
        } else {
            excluded(oldestSinceNs, Math.max(oldestSinceNs, atNs));
        }
        for (TickQueue own : pending) {
            own.resolve(own.size(), outcome, this);
            own.removeFirst(own.size());
        }
    }

    @Override
    public void excludeFrom(TickAttribution other) {
        for (TickQueue own : pending) {
            own.resolve(own.size(), ResultCell.EXCLUDED, other);
        }
    }
}
