package org.ticktoquote.analysis.matching;

import org.ticktoquote.analysis.results.ResultCell;

/**
 * Soonest attribution for ticks that are ordered only within each venue. A snapshot shows all ticks of other venues sent
 * before it was received, unless a later snapshot names an older tick of the same venue.
 *
 * <p>A snapshot is therefore kept until later snapshots have named a tick of every venue of which it can show new ticks.
 * Memory is bounded by {@link org.ticktoquote.core.run.Matching.Limits}. An overflow is counted. It ends the response of
 * ticks too soon, never too late.
 */
final class SoonestVenueAttribution implements TickAttribution {
    private final VenueOrderAttribution answers;
    private final VenueOrderAttribution latest;
    private final SessionTally tally;
    private final AmbiguousVenueSnapshots open;
    /** Newest due tick sent by each venue. */
    private final long[] sent;
    /** Newest tick of each venue that a snapshot named. */
    private final long[] named;
    /** Newest answered tick of each venue. */
    private final long[] answered;

    private int lastVenue;
    private long sentBeforeLast;

    /**
     * @param answers due ticks of the same session and pair under this attribution
     * @param latest latest attribution of the same session and pair
     */
    SoonestVenueAttribution(
            VenueOrderAttribution answers,
            VenueOrderAttribution latest,
            SessionTally tally,
            int venues,
            int openLimit) {
        this.answers = answers;
        this.latest = latest;
        this.tally = tally;
        this.open = new AmbiguousVenueSnapshots(venues, openLimit);
        this.sent = new long[venues];
        this.named = new long[venues];
        this.answered = new long[venues];
    }

    @Override
    public AttributionOutput output() {
        return answers.output();
    }

    @Override
    public long newest() {
        return latest.newest();
    }

    @Override
    public long newestComparableTo(long id) {
        return named[answers.venue(id)];
    }

    @Override
    public long newestOf(int venue) {
        return named[venue];
    }

    @Override
    public boolean hasPending() {
        return false; // any tick pending here is pending in the latest attribution
    }

    @Override
    public void addDue(long id, long intendedNs, long bid, long ask) {
        answers.addDue(id, intendedNs, bid, ask);
        lastVenue = answers.venue(id);
        sentBeforeLast = sent[lastVenue];
        sent[lastVenue] = id;
    }

    @Override
    public void markLastMissed() {
        answers.markLastMissed();
        sent[lastVenue] = sentBeforeLast; // only a later tick of its venue can replace it
    }

    @Override
    public void markAllMissed() {
        answers.markAllMissed();
    }

    @Override
    public void setOutcome(long id, long cell) {
        answers.setOutcome(id, cell);
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
        int venue = answers.venue(id);
        long before = named[venue];
        boolean notDue = id > before && answers.publishNotDue(id, receivedNs);
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
            tally.overflowed++;
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
        answers.show(open.firstNamed(), open.shown(), open.firstPlace(), open.firstReceivedNs());
        open.removeFirst();
    }

    @Override
    public void setPrice(long bid, long ask) {
        answers.setPrice(bid, ask);
    }

    @Override
    public boolean isPrice(long bid, long ask) {
        return answers.isPrice(bid, ask);
    }

    @Override
    public long unchanged() {
        return answers.unchanged();
    }

    @Override
    public void excluded(long fromNs, long toNs) {
        answers.excluded(fromNs, toNs);
    }

    @Override
    public void resolvePending(int outcome, long atNs, boolean seen) {
        while (!open.isEmpty()) {
            settleFirst();
        }
        System.arraycopy(sent, 0, answered, 0, sent.length); // no tick is pending
        answers.resolvePending(outcome, atNs, seen);
        if (outcome == ResultCell.EXCLUDED) {
            latest.excludeFrom(answers.output());
        }
    }
}
