package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.parallel.Workers;
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
    static final Matching BY_PRICE = Matching.byPrice(Matching.DECLARED);
    static final Matching BY_ID = Matching.byId(278, "decimal");

    private static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);
    private static final long BASE = 1_385_000_000L;
    private static final long SPREAD = 4 * EURUSD.tickSize();

    private final List<Long> soonestAges = new ArrayList<>();
    private final List<Long> latestAges = new ArrayList<>();
    private final List<String> excluded = new ArrayList<>();
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
                ? Matcher.byId(plan, SessionGroup.all(plan.sessions().size()), high, model)
                : Matcher.byPrice(
                        plan,
                        low,
                        high,
                        new PriceEvidence(plan, SessionGroup.all(plan.sessions().size()), model));
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

    /** Stale times are tested by {@link StalenessOracleTest}. */
    private StaleTime stale(String bound) {
        return new StaleTime() {
            @Override
            public void staleInterval(
                    int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered) {}

            @Override
            public void excluded(int session, int instrument, long fromNs, long toNs) {
                excluded.add(bound + ":" + fromNs + ".." + toNs);
            }
        };
    }

    /**
     * Plays events such as {@code tick 10 1; shows 20 1; end}: what happens, its time, and a price, the id of a tick or both.
     * A price below 0 is crossed, {@code none} is the id of no tick, {@code end} the end of a complete run.
     */
    MatchScene play(String events) {
        for (String event : events.split(";", -1)) {
            String[] words = event.strip().split(" ", -1);
            happens(
                    words[0],
                    Stream.of(words).skip(1).mapToLong(MatchScene::number).toArray());
        }
        return this;
    }

    private static long number(String word) {
        return word.equals("none") ? SnapshotRecord.NO_ID : Long.parseLong(word);
    }

    private void happens(String what, long[] of) {
        switch (what) {
            case "tick" -> tick(of[0], of[1]);
            case "ticks" -> ticks(of[0], (int) of[1], of[2], of[3]);
            case "tick-to-nobody" -> tick(of[0], of[1], TickRecord.SUBSCRIBER_DISCONNECTED);
            case "tick-unrequested" -> tick(of[0], of[1], TickRecord.NOT_SUBSCRIBED);
            case "warm-up" -> warmUp(of[0], of[1]);
            case "shows" -> shows(of[0], of[1]);
            case "shows-again" -> snapshot(of[0], SnapshotRecord.NO_ID, of[1], SnapshotRecord.POSS_DUP, 0);
            case "names" -> snapshot(of[0], of[1], 0, 0, 0);
            case "deletes" -> snapshot(of[0], of[1], 0, SnapshotRecord.BY_INCREMENT | SnapshotRecord.ONLY_DELETES, 0);
            case "names-again" -> snapshot(of[0], of[1], 0, SnapshotRecord.POSS_DUP, 0);
            case "names-at" -> snapshot(of[0], of[1], of[2], 0, 0);
            case "of-instrument" -> snapshot(of[0], 1, 0, 0, (int) of[1]);
            case "offers-nothing" -> snapshot(of[0], of[1], Price.NONE, Price.NONE, SnapshotRecord.WITHDRAWN, 0);
            case "offers-nothing-again" -> snapshot(of[0], of[1], Price.NONE, Price.NONE, SnapshotRecord.POSS_DUP, 0);
            case "without-book" -> withoutBook(of[0], of[1], 0, SnapshotRecord.AFTER_GAP);
            case "without-book-again" -> withoutBook(of[0], of[1], SnapshotRecord.POSS_DUP, SnapshotRecord.RESENT);
            case "logs-on" -> event(of[0], SnapshotRecord.LOGGED_ON, 0);
            case "disconnects" -> event(of[0], SnapshotRecord.DISCONNECTED, 0);
            case "ended-for-garbage" -> event(of[0], SnapshotRecord.DISCONNECTED, SnapshotRecord.NOT_FIX);
            case "ordered-down" -> event(of[0], SnapshotRecord.ORDERED_DOWN, 0);
            case "not-captured" -> event(of[0], SnapshotRecord.NOT_CAPTURED, 0);
            case "unsubscribes" -> event(of[0], SnapshotRecord.UNSUBSCRIBED, 0, 0);
            case "ends-stream" -> event(of[0], SnapshotRecord.UNSUBSCRIBED, 0, SnapshotRecord.STREAM);
            case "subscribes" -> event(of[0], SnapshotRecord.SUBSCRIBED, 0, 0);
            case "breaks-off" -> matcher.breakOff(matcher.lastNs());
            case "end" -> matcher.finish();
            default -> throw new IllegalArgumentException("not an event: " + what);
        }
    }

    /** Asserts values such as {@code matched 2, latest.1 never}, the answer of tick 1. Several values are joined by a slash. */
    void assertHas(String name, String expected) {
        List<String> wanted =
                Stream.of(expected.split(",", -1)).map(String::strip).toList();
        assertThat(wanted.stream()
                        .map(each -> each.substring(0, each.lastIndexOf(' ')))
                        .map(what -> what + " " + value(what))
                        .toList())
                .as(name)
                .isEqualTo(wanted);
    }

    private String value(String what) {
        int dot = what.indexOf('.');
        long id = dot < 0 ? 0 : Long.parseLong(what.substring(dot + 1));
        return switch (dot < 0 ? what : what.substring(0, dot)) {
            case "agreed" -> String.valueOf(matcher.agreed(0, 0));
            case "soonest" -> answeredNs(soonest, id);
            case "latest" -> answeredNs(latest, id);
            case "outcome" -> outcome(latest, id);
            case "soonest-outcome" -> outcome(soonest, id);
            case "outcomes" ->
                joined(LongStream.rangeClosed(1, ticks)
                        .mapToObj(tick -> outcome(latest, tick))
                        .toList());
            case "soonest-ages" -> joined(soonestAges);
            case "latest-ages" -> joined(latestAges);
            case "excluded" -> joined(excluded);
            default -> String.valueOf(count(what));
        };
    }

    private static String joined(List<?> values) {
        return values.isEmpty() ? "none" : values.stream().map(String::valueOf).collect(Collectors.joining("/"));
    }

    private long count(String what) {
        SessionTally tally = matcher.tallies().get(0);
        return switch (what) {
            case "no-price-ns" -> tally.noPriceNs();
            case "no-price-ns-of-pair" -> tally.noPriceNs(0);
            default -> tally.of(Count.valueOf(what.replace('-', '_').toUpperCase(Locale.ROOT)));
        };
    }

    /** Returns which answers are certain, of a finished run. */
    Certainty certainty(boolean conflates) {
        return Certainty.mark(soonest, latest, 1, matcher::agreed, conflates, Workers.ALONE);
    }

    MatchScene tick(long sentNs, long steps) {
        return tick(sentNs, steps, 0);
    }

    private MatchScene tick(long sentNs, long steps, int flags) {
        TickRecord tick = write(++ticks, sentNs, steps, flags);
        matcher.tick(tick, model.dueTiers(tick));
        return this;
    }

    /** Ticks 1 ns apart with consecutive prices, which recur after a period. */
    private void ticks(long fromNs, int count, long steps, long period) {
        for (int i = 0; i < count; i++) {
            tick(fromNs + i, steps + i % period);
        }
    }

    private void warmUp(long sentNs, long steps) {
        TickRecord tick = write(TickRecord.WARM_UP_BASE + ++warmUpTicks, sentNs, steps, 0);
        matcher.warmUpTick(tick, model.dueTiers(tick));
    }

    private TickRecord write(long id, long sentNs, long steps, int flags) {
        TickRecord.putTimes(buffer, 0, id, sentNs, sentNs, flags);
        TickRecord.putSource(buffer, 0, sentNs, 0, 0, TickRecord.BID | TickRecord.ASK);
        TickRecord.putTop(buffer, 0, bid(steps), bid(steps) + (steps < 0 ? -SPREAD : SPREAD), 1, 1);
        return new TickRecord(buffer, 0);
    }

    private static long bid(long steps) {
        return BASE + steps * EURUSD.tickSize();
    }

    /** A snapshot that names no tick. */
    MatchScene shows(long receivedNs, long steps) {
        return snapshot(receivedNs, SnapshotRecord.NO_ID, steps, 0, 0);
    }

    /** A refresh that names a tick while the book is unknown. */
    private void withoutBook(long receivedNs, long id, int flags, long because) {
        SnapshotRecord.putArrival(buffer, 0, receivedNs, 1, 0);
        SnapshotRecord.putEvent(buffer, 0, SnapshotRecord.UNKNOWN_BOOK, flags, 0, 1, because);
        SnapshotRecord.putTop(buffer, 0, id, Price.NONE, Price.NONE, 0, 0);
        matcher.event(0, new SnapshotRecord(buffer, 0));
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

    /** An event other than a snapshot, with a detail of its kind. */
    private void event(long receivedNs, int kind, long detail) {
        event(receivedNs, kind, SnapshotRecord.NO_INSTRUMENT, detail);
    }

    private void event(long receivedNs, int kind, int instrument, long detail) {
        SnapshotRecord.putArrival(buffer, 0, receivedNs, 1, 0);
        SnapshotRecord.putEvent(buffer, 0, kind, 0, instrument, 1, detail);
        matcher.event(0, new SnapshotRecord(buffer, 0));
    }

    private static String outcome(TickResults results, long id) {
        return switch (ResultCell.outcome(results.cell(id, 0))) {
            case ResultCell.NOT_PLANNED -> "not-planned";
            case ResultCell.PUBLISHED -> "published";
            case ResultCell.CONFLATED -> "conflated";
            case ResultCell.SKIPPED -> "skipped";
            case ResultCell.UNCHANGED -> "unchanged";
            case ResultCell.LOST -> "lost";
            case ResultCell.EXCLUDED -> "excluded";
            case ResultCell.PUBLISHED_NOT_DUE -> "published-not-due";
            default -> throw new IllegalStateException("outcome of tick " + id);
        };
    }

    private static String answeredNs(TickResults results, long id) {
        long cell = results.cell(id, 0);
        return ResultCell.answered(cell)
                ? String.valueOf(results.intendedNs(id) + ResultCell.responseNs(cell))
                : "never";
    }

    @Override
    public void close() {
        soonest.close();
        if (latest != soonest) {
            latest.close();
        }
    }
}
