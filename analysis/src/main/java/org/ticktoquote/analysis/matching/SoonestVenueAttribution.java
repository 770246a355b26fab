package org.ticktoquote.analysis.matching;

import java.util.Arrays;
import org.ticktoquote.analysis.matching.SessionTally.Count;

/**
 * Soonest attribution for ticks that are ordered only within each venue. A snapshot shows all ticks of other venues sent
 * before it was received, unless a later snapshot names an older tick of the same venue.
 *
 * <p>A snapshot is therefore kept until later snapshots have named a tick of every venue of which it can show new ticks.
 * Memory is bounded by {@link org.ticktoquote.core.run.Matching.Limits}. An overflow is counted. It ends the response of
 * ticks too soon, never too late.
 */
final class SoonestVenueAttribution extends VenueOrderAttribution {
    private final VenueOrderAttribution latest;
    private final SessionTally tally;
    private final AmbiguousVenueSnapshots open;
    /** Newest due tick sent by each venue. */
    private final long[] sent;
    /** Newest tick of each venue that a snapshot named. */
    private final long[] named;
    /** Newest answered tick of each venue. */
    private final long[] answered;

    private long sentBeforeLast;

    /** @param latest latest attribution of the same session and pair */
    SoonestVenueAttribution(
            AttributionOutput output,
            int superseded,
            int session,
            int instrument,
            int venues,
            VenueOrderAttribution latest,
            SessionTally tally,
            int openLimit) {
        super(output, superseded, session, instrument, venues);
        this.latest = latest;
        this.tally = tally;
        this.open = new AmbiguousVenueSnapshots(venues, openLimit);
        this.sent = new long[venues];
        this.named = new long[venues];
        this.answered = new long[venues];
    }

    @Override
    public long newest() {
        return latest.newest();
    }

    @Override
    public long newestComparableTo(long id) {
        return named[venue(id)];
    }

    @Override
    public long newestOf(int venue) {
        return named[venue];
    }

    @Override
    public int pending() {
        return 0; // any tick pending here is pending in the latest attribution
    }

    @Override
    public void addDue(long id, long intendedNs, long bid, long ask) {
        super.addDue(id, intendedNs, bid, ask);
        sentBeforeLast = sent[lastVenue];
        sent[lastVenue] = id;
    }

    @Override
    public void markLastMissed() {
        super.markLastMissed();
        sent[lastVenue] = sentBeforeLast; // only a later tick of its venue can replace it
    }

    @Override
    public boolean answer(long id, long receivedNs) {
        return reflects(id, receivedNs, true);
    }

    @Override
    public boolean repeat(long id, long receivedNs) {
        return reflects(id, receivedNs, false);
    }

    private boolean reflects(long id, long receivedNs, boolean inOrder) {
        int venue = venue(id);
        long before = named[venue];
        boolean notDue = id > before && publishNotDue(id, receivedNs);
        add(receivedNs, id);
        if (id >= before) {
            showSent();
            open.lastShows(venue, id);
            named[venue] = id;
            if (inOrder) {
                open.bound(venue, id);
            }
        }
        settle();
        return notDue;
    }

    @Override
    public void unnamed(int venue, long receivedNs) {
        add(receivedNs, 0);
        showSent();
        if (venue != NO_VENUE) {
            open.bound(venue, 0);
        }
        settle();
    }

    private void add(long receivedNs, long id) {
        if (open.full()) {
            tally.count(Count.OVERFLOWED);
            settleFirst();
            settle();
        }
        open.add(receivedNs, id);
    }

    private void showSent() {
        for (int venue = 0; venue < sent.length; venue++) {
            open.lastShows(venue, sent[venue]);
        }
    }

    private void settle() {
        while (!open.isEmpty() && firstSettled()) {
            settleFirst();
        }
    }

    /** Returns whether the ticks that the first snapshot shows are final. */
    private boolean firstSettled() {
        for (int venue = 0; venue < named.length; venue++) {
            if (open.firstShows(venue) > Math.max(named[venue], answered[venue])) {
                return false;
            }
        }
        return true;
    }

    private void settleFirst() {
        for (int venue = 0; venue < answered.length; venue++) {
            answered[venue] = Math.max(answered[venue], open.firstShows(venue));
        }
        show(open.firstNamed(), open.shown(), open.firstPlace(), open.firstReceivedNs());
        open.removeFirst();
    }

    @Override
    public void lose(long sentUntilNs, long atNs) {
        settleAll();
        super.lose(sentUntilNs, atNs);
    }

    private void settleAll() {
        while (!open.isEmpty()) {
            settleFirst();
        }
    }

    @Override
    public void resolvePending(int outcome, long atNs, long answerableUntilNs) {
        settleAll();
        System.arraycopy(sent, 0, answered, 0, sent.length); // no tick is pending
        super.resolvePending(outcome, atNs, answerableUntilNs);
    }

    /**
     * Snapshots of one session and pair in the order received, each with the newest tick that it can show of every venue.
     *
     * <p>A snapshot that names a tick bounds all earlier snapshots: they cannot show a newer tick of that venue. Each snapshot
     * is bounded once per venue. Ring that grows up to a limit. Not thread-safe.
     */
    private static final class AmbiguousVenueSnapshots {
        private static final int INITIAL = 4;
        private static final int RECEIVED = 0;
        private static final int NAMED = 1;
        private static final int SHOWN = 2;

        private final int venues;
        private final int limit;
        private int room = INITIAL;
        private long[] ring;
        private long first;
        private long end;
        /** First snapshot not yet bounded for each venue. */
        private final long[] unbounded;

        /** @param limit maximum number of snapshots, a power of two */
        AmbiguousVenueSnapshots(int venues, int limit) {
            this.venues = venues;
            this.limit = limit;
            this.ring = new long[INITIAL * (SHOWN + venues)];
            this.unbounded = new long[venues];
        }

        boolean isEmpty() {
            return first == end;
        }

        /** Returns whether the first snapshot must be removed before another is added. */
        boolean full() {
            return end - first == limit;
        }

        /** Appends a snapshot that shows no ticks yet. The ring must not be {@link #full}. */
        void add(long receivedNs, long named) {
            if (end - first == room) {
                grow();
            }
            int at = at(end);
            ring[at + RECEIVED] = receivedNs;
            ring[at + NAMED] = named;
            Arrays.fill(ring, at + SHOWN, at + SHOWN + venues, 0);
            end++;
        }

        private void grow() {
            int stride = SHOWN + venues;
            long[] larger = new long[ring.length * 2];
            for (long each = first; each < end; each++) {
                System.arraycopy(ring, at(each), larger, (int) (each & 2L * room - 1) * stride, stride);
            }
            ring = larger;
            room *= 2;
        }

        private int at(long snapshot) {
            return (int) (snapshot & room - 1) * (SHOWN + venues);
        }

        /** Sets the newest tick of a venue that the last snapshot can show. */
        void lastShows(int venue, long id) {
            ring[at(end - 1) + SHOWN + venue] = id;
        }

        /** Limits all snapshots, including the last one, to ticks of a venue up to the id. */
        void bound(int venue, long id) {
            for (long each = Math.max(first, unbounded[venue]); each < end; each++) {
                int shown = at(each) + SHOWN + venue;
                ring[shown] = Math.min(ring[shown], id);
            }
            unbounded[venue] = end;
        }

        long firstReceivedNs() {
            return ring[at(first) + RECEIVED];
        }

        /** Returns the tick that the first snapshot names; 0 if it names none. */
        long firstNamed() {
            return ring[at(first) + NAMED];
        }

        /** Returns the newest tick of a venue that the first snapshot can show. */
        long firstShows(int venue) {
            return ring[at(first) + SHOWN + venue];
        }

        /** Returns the backing array; the first snapshot's ticks, by venue, start at {@link #firstPlace()}. */
        long[] shown() {
            return ring;
        }

        int firstPlace() {
            return at(first) + SHOWN;
        }

        void removeFirst() {
            first++;
        }
    }
}
