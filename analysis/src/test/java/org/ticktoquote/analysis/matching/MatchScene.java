package org.ticktoquote.analysis.matching;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Events of one session and one pair with times in nanoseconds, and the results of the matcher. Prices are numbers of
 * steps; ticks are numbered in order.
 */
final class MatchScene implements AutoCloseable {
    static final long NEVER = Long.MAX_VALUE;
    static final Matching BY_PRICE = Matching.byPrice(Matching.DECLARED);
    static final Matching BY_ID = Matching.byId(278, "decimal");

    private static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);
    private static final long BASE = 1_385_000_000L;
    private static final long SPREAD = 4 * EURUSD.tickSize();

    final List<Long> soonestAges = new ArrayList<>();
    final List<Long> latestAges = new ArrayList<>();
    final List<String> excluded = new ArrayList<>();
    final TickResults soonest;
    final TickResults latest;
    final Matcher matcher;
    private final DueTicks model = new DueTicks(
            new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L), 0), List.of(EURUSD), 1);
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
    private long ticks;
    private long warmUpTicks;

    MatchScene(Path directory, Matching matching) {
        this(directory, plan(matching, 10, 0));
    }

    MatchScene(Path directory, MatchPlan plan) {
        boolean exact = plan.matching().identified();
        this.latest = TickResults.create(directory.resolve("latest"), 1);
        this.soonest = exact ? latest : TickResults.create(directory.resolve("soonest"), 1);
        AttributionOutput low = new AttributionOutput(soonest, (at, age) -> soonestAges.add(age), stale("soonest"));
        AttributionOutput high = new AttributionOutput(latest, (at, age) -> latestAges.add(age), stale("latest"));
        this.matcher = exact
                ? Matcher.byId(plan, high, model)
                : Matcher.byPrice(plan, low, high, new PriceEvidence(plan, model));
    }

    /** A plan of one session with one pair and one tier. */
    static MatchPlan plan(Matching matching, long plannedTicks, long drainDeadlineNs) {
        return plan(matching, plannedTicks, drainDeadlineNs, new Conflation(Conflation.NONE, 0));
    }

    /** Likewise, with the declared conflation. */
    static MatchPlan plan(Matching matching, long plannedTicks, long drainDeadlineNs, Conflation conflation) {
        List<SessionPlan> sessions = List.of(new SessionPlan(0, "s0", 0, List.of(0)));
        return new MatchPlan(
                sessions,
                1,
                1,
                matching,
                MatchPlan.declaredTiers(sessions, 1),
                conflation,
                0,
                plannedTicks,
                drainDeadlineNs);
    }

    static Matching narrow(int openSnapshots, int rememberedPrices) {
        return new Matching(
                Matching.BY_PRICE,
                0,
                "decimal",
                List.of(),
                Matching.DECLARED,
                Matching.TOTAL,
                new Matching.Limits(openSnapshots, rememberedPrices));
    }

    private StaleTime stale(String bound) {
        return new StaleTime() {
            @Override
            public void staleInterval(
                    int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered) {
                // tested by StalenessOracleTest
            }

            @Override
            public void excluded(int session, int instrument, long fromNs, long toNs) {
                excluded.add(bound + " " + fromNs + ".." + toNs);
            }
        };
    }

    MatchScene tick(long sentNs, long steps) {
        return tick(sentNs, steps, 0);
    }

    /** A tick not sent because the application had lost its session at the venue. */
    MatchScene deserted(long sentNs, long steps) {
        return tick(sentNs, steps, TickRecord.SUBSCRIBER_DISCONNECTED);
    }

    /** A tick not sent because the application had not requested it, so it is due for no session. */
    MatchScene unwanted(long sentNs, long steps) {
        return tick(sentNs, steps, TickRecord.NOT_SUBSCRIBED);
    }

    private MatchScene tick(long sentNs, long steps, int flags) {
        TickRecord tick = write(++ticks, sentNs, steps, flags);
        matcher.tick(tick, model.dueTiers(tick));
        return this;
    }

    MatchScene warmUp(long sentNs, long steps) {
        TickRecord tick = write(TickRecord.WARM_UP_BASE + ++warmUpTicks, sentNs, steps, 0);
        matcher.warmUpTick(tick, model.dueTiers(tick));
        return this;
    }

    private TickRecord write(long id, long sentNs, long steps, int flags) {
        TickRecord.putTimes(buffer, 0, id, sentNs, sentNs, flags);
        TickRecord.putSource(buffer, 0, sentNs, 0, 0, TickRecord.BID | TickRecord.ASK);
        TickRecord.putTop(buffer, 0, bid(steps), bid(steps) + SPREAD, 1, 1);
        return new TickRecord(buffer, 0);
    }

    private static long bid(long steps) {
        return BASE + steps * EURUSD.tickSize();
    }

    /** A snapshot that names no tick. */
    MatchScene shows(long receivedNs, long steps) {
        return snapshot(receivedNs, SnapshotRecord.NO_ID, steps, 0, 0);
    }

    /** The same with PossDupFlag. */
    MatchScene showsAgain(long receivedNs, long steps) {
        return snapshot(receivedNs, SnapshotRecord.NO_ID, steps, SnapshotRecord.POSS_DUP, 0);
    }

    /** A snapshot that names a tick. */
    MatchScene names(long receivedNs, long id) {
        return snapshot(receivedNs, id, 0, 0, 0);
    }

    /** A snapshot that names a tick and whose levels are all of size 0. */
    MatchScene offersNothing(long receivedNs, long id) {
        return snapshot(receivedNs, id, Price.NONE, Price.NONE, SnapshotRecord.WITHDRAWN, 0);
    }

    /** A snapshot that names a tick, with a price. */
    MatchScene namesAt(long receivedNs, long id, long steps) {
        return snapshot(receivedNs, id, steps, 0, 0);
    }

    /** A refresh that names a tick while the book is unknown. */
    MatchScene namesWithoutBook(long receivedNs, long id) {
        SnapshotRecord.putArrival(buffer, 0, receivedNs, 1, 0);
        SnapshotRecord.putEvent(buffer, 0, SnapshotRecord.UNKNOWN_BOOK, 0, 0, 1, SnapshotRecord.AFTER_GAP);
        SnapshotRecord.putTop(buffer, 0, id, Price.NONE, Price.NONE, 0, 0);
        matcher.event(0, new SnapshotRecord(buffer, 0));
        return this;
    }

    /** A snapshot of another pair. */
    MatchScene ofInstrument(long receivedNs, int instrument) {
        return snapshot(receivedNs, 1, 0, 0, instrument);
    }

    private MatchScene snapshot(long receivedNs, long id, long steps, int flags, int instrument) {
        return snapshot(receivedNs, id, bid(steps), bid(steps) + SPREAD, flags, instrument);
    }

    private MatchScene snapshot(long receivedNs, long id, long bid, long ask, int flags, int instrument) {
        SnapshotRecord.putArrival(buffer, 0, receivedNs, 1, 0);
        SnapshotRecord.putEvent(buffer, 0, SnapshotRecord.SNAPSHOT, flags, instrument, 1, 0);
        SnapshotRecord.putTop(buffer, 0, id, bid, ask, 1, 1);
        matcher.event(0, new SnapshotRecord(buffer, 0));
        return this;
    }

    /** An event of {@link SnapshotRecord} other than a snapshot. */
    MatchScene event(long receivedNs, int kind) {
        return event(receivedNs, kind, 0);
    }

    /** Likewise, with a detail of its kind. */
    MatchScene event(long receivedNs, int kind, long expected) {
        SnapshotRecord.putArrival(buffer, 0, receivedNs, 1, 0);
        SnapshotRecord.putEvent(buffer, 0, kind, 0, SnapshotRecord.NO_INSTRUMENT, 1, expected);
        matcher.event(0, new SnapshotRecord(buffer, 0));
        return this;
    }

    SessionTally finish() {
        matcher.finish();
        return tally();
    }

    SessionTally tally() {
        return matcher.tallies().get(0);
    }

    /** Soonest answer of a tick, or {@link #NEVER}. */
    long soonestNs(long id) {
        return answeredNs(soonest, id);
    }

    /** Latest answer of a tick, or {@link #NEVER}. */
    long latestNs(long id) {
        return answeredNs(latest, id);
    }

    /** Outcome of a tick, as in {@link ResultCell}. */
    int outcome(long id) {
        return ResultCell.outcome(latest.cell(id, 0));
    }

    private static long answeredNs(TickResults results, long id) {
        long cell = results.cell(id, 0);
        return ResultCell.answered(cell) ? results.intendedNs(id) + ResultCell.responseNs(cell) : NEVER;
    }

    @Override
    public void close() {
        soonest.close();
        if (latest != soonest) {
            latest.close();
        }
    }
}
