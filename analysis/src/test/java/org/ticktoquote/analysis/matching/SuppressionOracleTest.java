package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/**
 * An application that conflates as declared and suppresses prices equal to the last one sent. Certain answers must be true,
 * and no tick is skipped or lost. In every other run the session has prices from the warm-up before the first measured
 * tick.
 */
final class SuppressionOracleTest {
    private static final int PAIRS = 3;
    private static final long INTERVAL_NS = 100;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long BASE = 1_385_000_000L;
    private static final List<Instrument> INSTRUMENTS = IntStream.range(0, PAIRS)
            .mapToObj(id -> new Instrument(id, "P" + id, 100_000, 10_000))
            .toList();

    @TempDir
    Path directory;

    private record Tick(long id, long sentNs, int pair, long takenNs, long price) {}

    private record Shown(long id, int pair, long receivedNs, long price) {}

    /** Snapshots, and true answer times by tick; {@link #NEVER} if no answer is needed. */
    private record Answered(List<Shown> shown, Map<Long, Long> atNs) {}

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(300, 100));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void certainAnswersByIdAreTrue(int seed) {
        compare(seed, Matching.byId(278, "decimal"), INTERVAL_NS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void certainAnswersByPriceAreTrue(int seed) {
        compare(seed, Matching.byPrice(Matching.DECLARED), INTERVAL_NS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyTickIsCertainWithoutConflation(int seed) {
        compare(seed, Matching.byId(278, "decimal"), 0);
    }

    private void compare(int seed, Matching matching, long intervalNs) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = ticks(random);
        Map<Integer, Long> before = seed % 2 == 0 ? Map.of() : Map.of(0, 0L, 1, 1L, 2, 2L);
        Answered answered = answer(ticks, random, intervalNs, before);
        List<SessionPlan> sessions = List.of(new SessionPlan(0, "a", 0, List.of(0, 1, 2)));
        Conflation conflation = intervalNs == 0
                ? new Conflation(Conflation.NONE, 0, true)
                : new Conflation(Conflation.INTERVAL, intervalNs, true);
        MatchPlan plan = new MatchPlan(
                sessions, PAIRS, 1, matching, MatchPlan.declaredTiers(sessions, PAIRS), conflation, 0, ticks.size(), 0);
        boolean exact = matching.identified();
        try (TickResults latest = TickResults.create(directory.resolve("latest"), 1);
                TickResults other = TickResults.create(directory.resolve("soonest"), 1)) {
            TickResults soonest = exact ? latest : other;
            DueTicks model = model();
            AttributionOutput high = new AttributionOutput(latest, (at, age) -> {}, new Staleness(plan, 1));
            AttributionOutput low = new AttributionOutput(soonest, (at, age) -> {}, new Staleness(plan, 1));
            Matcher matcher = exact
                    ? Matcher.byId(plan, SessionGroup.all(plan.sessions().size()), high, model)
                    : Matcher.byPrice(
                            plan,
                            low,
                            high,
                            new PriceEvidence(
                                    plan, SessionGroup.all(plan.sessions().size()), model));
            warmUp(matcher, model, before, exact);
            feed(matcher, model, ticks, answered.shown());
            matcher.finish();
            Certainty certainty =
                    Certainty.mark(soonest, latest, PAIRS, matcher::agreed, intervalNs > 0, Workers.ALONE);
            assertThat(certainty.skipped()).as("seed %d: accused", seed).isZero();
            for (Tick tick : ticks) {
                String text = "seed " + seed + ", tick " + tick + ", truth " + answered;
                check(latest.cell(tick.id(), 0), tick, answered, text);
                check(soonest.cell(tick.id(), 0), tick, answered, text);
                assertThat(intervalNs > 0 || ResultCell.isCertain(latest.cell(tick.id(), 0)))
                        .as(text)
                        .isTrue();
            }
        }
    }

    private static void check(long cell, Tick tick, Answered answered, String text) {
        assertThat(ResultCell.outcome(cell)).as(text).isNotEqualTo(ResultCell.SKIPPED);
        if (ResultCell.isCertain(cell)) {
            assertThat(ResultCell.outcome(cell)).as(text).isNotEqualTo(ResultCell.LOST);
            long found = ResultCell.answered(cell) ? tick.sentNs() + ResultCell.responseNs(cell) : NEVER;
            assertThat(found).as(text).isEqualTo(answered.atNs().getOrDefault(tick.id(), NEVER));
        }
    }

    private static DueTicks model() {
        return new DueTicks(
                new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L), 0), INSTRUMENTS, 1);
    }

    private static List<Tick> ticks(RandomGenerator random) {
        List<Tick> ticks = new ArrayList<>();
        long now = 1_000;
        long taken = now;
        for (int id = 1; id <= 60; id++) {
            now += 1 + random.nextInt(60);
            long stall = random.nextInt(20) == 0 ? random.nextInt(400) : random.nextInt(5);
            taken = Math.max(taken, now + stall);
            ticks.add(new Tick(id, now, random.nextInt(PAIRS), taken, random.nextInt(3)));
        }
        return ticks;
    }

    /** Sends the latest price of every pair at the end of a slice, unless it equals the last one sent. */
    private static Answered answer(
            List<Tick> ticks, RandomGenerator random, long intervalNs, Map<Integer, Long> beforehand) {
        Answered answered = new Answered(new ArrayList<>(), new HashMap<>());
        Map<Integer, List<Tick>> waiting = new LinkedHashMap<>();
        Map<Integer, Long> sent = new HashMap<>(beforehand);
        Map<Integer, Long> expected = new HashMap<>(beforehand);
        long end = 0;
        long received = 0;
        List<Tick> all = new ArrayList<>(ticks);
        all.add(new Tick(0, 0, 0, Long.MAX_VALUE / 2, -1));
        for (Tick tick : all) {
            if (tick.takenNs() >= end) {
                for (List<Tick> slice : waiting.values()) {
                    Tick newest = slice.get(slice.size() - 1);
                    Long before = sent.put(newest.pair(), newest.price());
                    if (before == null || before != newest.price()) {
                        received = Math.max(received + 1, end + 1 + random.nextInt(30));
                        long at = received;
                        answered.shown().add(new Shown(newest.id(), newest.pair(), at, newest.price()));
                        slice.forEach(each -> answered.atNs().put(each.id(), at));
                    }
                }
                waiting.clear();
            }
            Long before = expected.put(tick.pair(), tick.price());
            if (before == null || before != tick.price()) {
                end = waiting.isEmpty() ? tick.takenNs() + intervalNs : end;
                waiting.computeIfAbsent(tick.pair(), pair -> new ArrayList<>()).add(tick);
                end = intervalNs == 0 ? tick.takenNs() : end;
            }
        }
        return answered;
    }

    /** One tick of each pair and its snapshot, all before the first measured tick. */
    private static void warmUp(Matcher matcher, DueTicks model, Map<Integer, Long> prices, boolean exact) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        SnapshotRecord.putArrival(buffer, 0, 1, 1, 0);
        SnapshotRecord.putEvent(buffer, 0, SnapshotRecord.LOGGED_ON, 0, SnapshotRecord.NO_INSTRUMENT, 1, 0);
        matcher.event(0, new SnapshotRecord(buffer, 0));
        prices.forEach((pair, price) -> {
            TickRecord tick = tick(buffer, TickRecord.WARM_UP_BASE + 1 + pair, 10L + pair, pair, price);
            matcher.warmUpTick(tick, model.dueTiers(tick));
        });
        prices.forEach((pair, price) -> {
            long id = exact ? TickRecord.WARM_UP_BASE + 1 + pair : SnapshotRecord.NO_ID;
            matcher.event(0, snapshot(buffer, id, 100L + pair, pair, price));
        });
        matcher.warmedUp(true);
    }

    private static TickRecord tick(UnsafeBuffer buffer, long id, long sentNs, int pair, long price) {
        TickRecord.putTimes(buffer, 0, id, sentNs, sentNs, 0);
        TickRecord.putSource(buffer, 0, sentNs, pair, 0, TickRecord.BID | TickRecord.ASK);
        TickRecord.putTop(buffer, 0, bid(price), bid(price) + 40_000, 1, 1);
        return new TickRecord(buffer, 0);
    }

    private static SnapshotRecord snapshot(UnsafeBuffer buffer, long id, long receivedNs, int pair, long price) {
        SnapshotRecord.putArrival(buffer, 0, receivedNs, 1, 0);
        SnapshotRecord.putEvent(buffer, 0, SnapshotRecord.SNAPSHOT, 0, pair, 1, 0);
        SnapshotRecord.putTop(buffer, 0, id, bid(price), bid(price) + 40_000, 1, 1);
        return new SnapshotRecord(buffer, 0);
    }

    private static void feed(Matcher matcher, DueTicks model, List<Tick> ticks, List<Shown> shown) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        MatchFeed feed = new MatchFeed(matcher);
        ticks.forEach(tick -> feed.at(tick.sentNs(), () -> {
            TickRecord written = tick(buffer, tick.id(), tick.sentNs(), tick.pair(), tick.price());
            matcher.tick(written, model.dueTiers(written));
        }));
        shown.forEach(one -> feed.at(
                one.receivedNs(),
                () -> matcher.event(0, snapshot(buffer, one.id(), one.receivedNs(), one.pair(), one.price()))));
        feed.run();
    }

    private static long bid(long price) {
        return BASE + price * 10_000;
    }
}
