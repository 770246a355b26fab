package org.ticktoquote.analysis.matching;

import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Matches each tick with the snapshots that answer it, session by session.
 *
 * <p>Call {@link #tick} and {@link #event} in time order, then {@link #finish()}. The time of a tick is its sent time,
 * that of an event its received time plus the clock uncertainty. If times are equal, ticks come first. Appends ticks
 * that the results do not hold yet. With a total order, a snapshot of tick k answers k and every earlier due tick of
 * the pair. A snapshot without a price answers no tick, and one after the drain answers only ticks still pending.
 * Writes outcomes and responses to the results, and passes quote ages and stale times to their consumers. Heap grows
 * with the number of pending ticks only; does not allocate per snapshot. Not thread-safe.
 */
public final class Matcher implements JournalMerge.Listener {
    private final MatchPlan plan;
    private final AttributionOutput low;
    private final AttributionOutput high;
    private final boolean exact;
    private final TickEvidence evidence;
    private final @Nullable DueTicks model;
    private final SessionState[] sessions;
    private final PairState[][] subscribers;
    private long lastNs;
    private long lastTickId;

    /** Matches some sessions by echoed id. */
    public static Matcher byId(MatchPlan plan, SessionGroup group, AttributionOutput output) {
        return new Matcher(plan, group, output, output, new IdEvidence(plan, output, null), null);
    }

    /**
     * Matches by echoed id if ticks are ordered only within each venue.
     *
     * @param low output of the soonest attribution
     * @param high output of the latest attribution
     */
    public static Matcher byId(MatchPlan plan, SessionGroup group, AttributionOutput low, AttributionOutput high) {
        return new Matcher(plan, group, low, high, new IdEvidence(plan, high, null), null);
    }

    /**
     * Matches some sessions by echoed id and checks prices. The model must apply each tick before the tick is reported here.
     */
    public static Matcher byId(MatchPlan plan, SessionGroup group, AttributionOutput output, DueTicks model) {
        IdEvidence evidence = new IdEvidence(plan, output, new IdPrices(plan, group, model));
        return new Matcher(plan, group, output, output, evidence, model);
    }

    /**
     * Matches the evidence's sessions by price.
     *
     * @param low output of the soonest attribution
     * @param high output of the latest attribution
     */
    public static Matcher byPrice(
            MatchPlan plan, AttributionOutput low, AttributionOutput high, PriceEvidence evidence) {
        return new Matcher(plan, evidence.group(), low, high, evidence, evidence.model());
    }

    private Matcher(
            MatchPlan plan,
            SessionGroup group,
            AttributionOutput low,
            AttributionOutput high,
            TickEvidence evidence,
            @Nullable DueTicks model) {
        this.model = model;
        this.plan = plan;
        this.low = low;
        this.high = high;
        this.exact = plan.matching().exact();
        this.evidence = evidence;
        this.sessions = group.sessions().stream().map(this::session).toArray(SessionState[]::new);
        this.subscribers = IntStream.range(0, plan.instruments())
                .mapToObj(this::subscribers)
                .toArray(PairState[][]::new);
    }

    private SessionState session(int position) {
        SessionTally tally = new SessionTally(plan.instruments());
        boolean timed = ConflationPolicy.of(plan.conflation()).timed();
        ConsumedTicks taken = new ConsumedTicks(plan.uncertaintyNs(), timed);
        @Nullable PairState[] pairs = new PairState[plan.instruments()];
        for (int instrument : plan.sessions().get(position).instruments()) {
            pairs[instrument] = pair(position, instrument, tally, taken);
        }
        return new SessionState(tally, pairs);
    }

    private PairState pair(int session, int instrument, SessionTally tally, ConsumedTicks taken) {
        ConflationPolicy conflation = ConflationPolicy.of(plan.conflation());
        int tier = plan.tier(session, instrument);
        int openLimit = plan.matching().limits().openSnapshots();
        TickAttribution soonest;
        TickAttribution latest;
        if (plan.matching().identified() && !exact) {
            int superseded = conflation.conflates() ? ResultCell.CONFLATED : ResultCell.SKIPPED;
            int venues = plan.venues();
            VenueOrderAttribution each = new VenueOrderAttribution(high, superseded, session, instrument, venues);
            soonest = new SoonestVenueAttribution(low, superseded, session, instrument, venues, each, tally, openLimit);
            latest = each;
        } else {
            soonest = new TotalOrderAttribution(low, conflation, taken, session, instrument, tier);
            latest = exact ? soonest : new TotalOrderAttribution(high, conflation, taken, session, instrument, tier);
        }
        return new PairState(session, instrument, tier, tally, taken, soonest, latest, openLimit, plan.venues());
    }

    private PairState[] subscribers(int instrument) {
        return Stream.of(sessions)
                .map(session -> session.pair(instrument))
                .filter(pair -> pair != null)
                .toArray(PairState[]::new);
    }

    @Override
    public void warmUpTick(TickRecord tick, long dueTiers) {
        evidence.warmUpTick(tick, dueTiers);
    }

    @Override
    public void warmedUp(boolean whole) {
        evidence.warmedUp(whole);
    }

    @Override
    public void tick(TickRecord tick, long dueTiers) {
        int instrument = tick.instrumentId();
        long id = ++lastTickId;
        low.tick(id, tick, dueTiers);
        if (high != low) {
            high.tick(id, tick, dueTiers);
        }
        lastNs = Math.max(lastNs, tick.sentNs());
        evidence.tick(id, tick, dueTiers);
        for (PairState pair : subscribers[instrument]) {
            pair.tick(id, tick, dueTiers, model);
        }
    }

    @Override
    public void pricesUnknown(int instrument, long atNs) {
        for (PairState pair : subscribers[instrument]) {
            evidence.settle(pair);
            pair.pricesUnknown(atNs, lastTickId > 0);
        }
    }

    @Override
    public void pricesKnown(TickRecord tick) {
        for (PairState pair : subscribers[tick.instrumentId()]) {
            pair.pricesKnown(tick.sentNs(), evidence.newestPosition(pair, tick));
        }
    }

    @Override
    public void ticksEnded() {
        for (SessionState session : sessions) {
            session.forEachPair(PairState::ticksEnded);
        }
    }

    @Override
    public void event(int session, SnapshotRecord event) {
        SessionState state = sessions[session];
        boolean snapshot = event.kind() == SnapshotRecord.SNAPSHOT;
        if (plan.drainDeadlineNs() != 0 && event.receivedNs() > plan.drainDeadlineNs()) {
            late(state, event);
            return;
        }
        lastNs = Math.max(lastNs, event.receivedNs());
        if (snapshot) {
            snapshot(state, event);
        } else if (event.kind() == SnapshotRecord.ORDERED_DOWN) {
            resolvePending(state, ResultCell.EXCLUDED, event.receivedNs(), TickAttribution.ALWAYS);
            state.orderedDown(event.receivedNs());
        } else if (event.kind() == SnapshotRecord.NOT_CAPTURED) {
            resolvePending(state, ResultCell.EXCLUDED, event.receivedNs(), TickAttribution.NEVER);
            state.notCaptured(event.receivedNs());
        } else if (event.kind() == SnapshotRecord.UNSUBSCRIBED || event.kind() == SnapshotRecord.SUBSCRIBED) {
            subscription(state.pair(event.instrumentId()), event);
        } else {
            state.event(event);
            onId(state, event);
        }
    }

    /** Handles a captured client that ended its subscription of a pair, or subscribed again. */
    private void subscription(@Nullable PairState pair, SnapshotRecord event) {
        if (pair == null) {
            return;
        }
        evidence.settle(pair);
        if (event.kind() == SnapshotRecord.UNSUBSCRIBED) {
            pair.unsubscribed(event.receivedNs(), event.endsStream());
        } else {
            pair.subscribed();
        }
    }

    /** When matching by id, a refresh that names a tick answers it even if its book is unknown. */
    private void onId(SessionState state, SnapshotRecord refresh) {
        PairState pair = answers(refresh) ? state.pair(refresh.instrumentId()) : null;
        if (pair != null) {
            priced(pair, refresh);
        }
    }

    private void priced(PairState pair, SnapshotRecord event) {
        if (pair.streamEnds(event.receivedNs())) {
            evidence.settle(pair);
            pair.endStream(TickAttribution.ALWAYS);
        }
        if (!event.possDup()) {
            pair.priceArrived(event.receivedNs());
        }
        pair.restored = !event.possDup() // a repeated price can be older than the withdrawal
                && pair.hasPriceAgain(event.receivedNs());
        evidence.snapshot(pair, event);
    }

    private boolean answers(SnapshotRecord event) {
        return event.kind() == SnapshotRecord.SNAPSHOT
                ? event.hasPrice()
                : plan.matching().identified() && event.namesTickWithoutBook();
    }

    /**
     * Handles an event after the drain deadline. It answers pending ticks, since the drain was too short for them, but is
     * counted only as late.
     */
    private void late(SessionState state, SnapshotRecord event) {
        state.tally.countIf(event.kind() == SnapshotRecord.SNAPSHOT, Count.AFTER_DRAIN);
        PairState pair = answers(event) ? state.pair(event.instrumentId()) : null;
        if (pair != null && pair.waits()) {
            evidence.snapshot(pair, event);
        }
    }

    private void snapshot(SessionState state, SnapshotRecord snapshot) {
        state.tally.countMessageType(snapshot);
        state.tally.countIf(snapshot.onlyZeroSizes(), Count.ONLY_ZERO_SIZES);
        PairState pair = state.pair(snapshot.instrumentId());
        if (pair == null) {
            state.tally.count(Count.UNEXPLAINED);
        } else if (snapshot.hasPrice()) {
            priced(pair, snapshot);
        } else if (snapshot.possDup()) {
            state.tally.count(Count.DUPLICATE);
        } else {
            pair.withdraw(snapshot.receivedNs());
        }
    }

    private void resolvePending(SessionState state, int outcome, long atNs, long answerableUntilNs) {
        state.forEachPair(pair -> {
            evidence.settle(pair);
            pair.resolvePending(outcome, atNs, answerableUntilNs);
        });
    }

    /** Returns the time at which the last tick was sent or the last event arrived, whichever is later. */
    public long lastNs() {
        return lastNs;
    }

    /** Finishes a complete run: ticks still pending are lost. */
    public void finish() {
        finish(lastNs, TickAttribution.ALWAYS);
    }

    /**
     * Finishes a complete run.
     *
     * @param lastOfAllNs time of the last event over all sessions of the run
     * @param answerableUntilNs a capture can lack the answers to ticks sent later, so that they leave no price stale
     */
    public void finish(long lastOfAllNs, long answerableUntilNs) {
        long endNs = plan.drainDeadlineNs() == 0 ? lastOfAllNs : plan.drainDeadlineNs();
        end(ResultCell.LOST, endNs, answerableUntilNs);
    }

    /** Finishes a run whose clients ended before the drain was over: pending ticks are excluded. */
    public void breakOff(long lastOfAllNs) {
        end(ResultCell.EXCLUDED, lastOfAllNs, TickAttribution.ALWAYS);
    }

    private void end(int pending, long endNs, long answerableUntilNs) {
        for (SessionState session : sessions) {
            session.finish();
            resolvePending(session, pending, endNs, answerableUntilNs);
            session.forEachPair(pair -> {
                pair.endExclusion(endNs);
                pair.hasPriceAgain(endNs);
                session.tally.add(Count.UNCHANGED, pair.high.unchanged());
            });
        }
        low.finish();
        if (high != low) {
            high.finish();
        }
    }

    /**
     * Returns whether every snapshot of a session and pair agrees with the assumptions of the matching.
     *
     * @param session position in the group
     */
    public boolean agreed(int session, int instrument) {
        PairState pair = sessions[session].pair(instrument);
        return pair == null || pair.agreed();
    }

    /** Returns the counts of each session and pair, in the plan's order. */
    public List<PairTally> pairTallies() {
        return Stream.of(subscribers)
                .flatMap(Stream::of)
                .map(pair -> new PairTally(
                        pair.session,
                        pair.instrument,
                        pair.tier,
                        pair.snapshots,
                        pair.contradictions,
                        pair.checkedPrices,
                        pair.unknownPrices,
                        pair.olderPrices))
                .sorted(Comparator.comparingInt(PairTally::session).thenComparingInt(PairTally::instrument))
                .toList();
    }

    /** Returns one tally per session, in the group's order. */
    public List<SessionTally> tallies() {
        return Stream.of(sessions).map(session -> session.tally).toList();
    }

    /** Matching state of one session: connection, pairs and counts. */
    private static final class SessionState {
        final SessionTally tally;
        private final @Nullable PairState[] pairs;
        private boolean loggedOn;
        private boolean harnessDisconnected;
        private boolean interrupted;

        /** @param pairs pair states by instrument id; null where the session does not subscribe */
        SessionState(SessionTally tally, @Nullable PairState[] pairs) {
            this.tally = tally;
            this.pairs = pairs;
        }

        /** Returns the pair's state; null if the session does not subscribe to it. */
        @Nullable
        PairState pair(int instrument) {
            return instrument < pairs.length ? pairs[instrument] : null;
        }

        void forEachPair(Consumer<PairState> action) {
            for (PairState pair : pairs) {
                if (pair != null) {
                    action.accept(pair);
                }
            }
        }

        /** Handles a disconnect order of the harness: excludes everything up to the next first snapshots. */
        void orderedDown(long atNs) {
            tally.count(Count.ORDERED_DOWN);
            harnessDisconnected = true;
            forEachPair(pair -> pair.exclude(atNs));
        }

        /**
         * Handles a gap in the capture: excludes everything up to the next prices, which answer no ticks. Pairs without such a
         * price count as unanswered only if requested since then.
         */
        void notCaptured(long atNs) {
            loggedOn = true;
            interrupted = true;
            forEachPair(pair -> {
                pair.exclude(atNs);
                pair.awaitFirst();
                pair.asked = false;
            });
        }

        void event(SnapshotRecord event) {
            switch (event.kind()) {
                case SnapshotRecord.LOGGED_ON -> loggedOn();
                case SnapshotRecord.DISCONNECTED -> disconnected(event);
                case SnapshotRecord.SEQUENCE_GAP -> tally.count(Count.SEQUENCE_GAPS);
                case SnapshotRecord.SEQUENCE_RESET -> tally.count(Count.SEQUENCE_RESETS);
                case SnapshotRecord.MESSAGE_FLOOD -> tally.flood(event.messageSequence());
                case SnapshotRecord.UNKNOWN_BOOK -> tally.withoutBook(event.expectedSequence());
                case SnapshotRecord.UNKNOWN_CANCEL -> tally.count(Count.UNKNOWN_ENTRIES);
                case SnapshotRecord.SUBSCRIPTION_REJECTED -> tally.count(Count.REJECTED);
                case SnapshotRecord.MESSAGE_REJECTED -> tally.count(Count.MESSAGES_REJECTED);
                case SnapshotRecord.UNKNOWN_SYMBOL -> tally.count(Count.UNKNOWN_SYMBOLS);
                default ->
                    // MALFORMED, or a kind of a later version
                    tally.add(Count.MALFORMED, Math.max(1, event.expectedSequence()));
            }
        }

        private void loggedOn() {
            tally.count(Count.LOGONS);
            if (!loggedOn) {
                forEachPair(PairState::back);
            }
            loggedOn = true;
            harnessDisconnected = false;
            interrupted = false;
            forEachPair(PairState::awaitFirst);
        }

        private void disconnected(SnapshotRecord event) {
            boolean dropped = loggedOn && !harnessDisconnected;
            tally.countIf(dropped, Count.DROPS);
            tally.countIf(dropped && event.endedByNonFixData(), Count.ENDED);
            loggedOn = false;
            long atNs = event.receivedNs();
            forEachPair(pair -> {
                pair.awaitingFirst = false;
                pair.hasPriceAgain(atNs);
            });
        }

        void finish() {
            forEachPair(pair ->
                    tally.countIf(pair.awaitingFirst && pair.owed && (!interrupted || pair.asked), Count.UNANSWERED));
        }
    }
}
