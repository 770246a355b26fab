package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.matching.VenueApplication.Event;
import org.ticktoquote.analysis.matching.VenueApplication.Habits;
import org.ticktoquote.analysis.matching.VenueApplication.Tick;
import org.ticktoquote.analysis.measures.Certainty;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Intervals compared with the true answers of simulated applications: a thread per venue, any conflation, both kinds of echoed
 * ids. Each case is a pair of one run, at its own time.
 */
final class VenueApplicationTest {
    private static final int SESSIONS = 2;
    private static final int VENUES = 3;
    private static final int BATCH = 200;
    private static final long DUE = -1;
    private static final long APART_NS = 1_000;
    private static final long UNCERTAINTY_NS = 2;

    @TempDir
    Path directory;

    private record Moment(long atNs, int kind, Runnable happens) {}

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
    private final List<VenueApplication> cases = new ArrayList<>();
    private final List<Long> firstIds = new ArrayList<>();
    private long certain;
    private long due;
    private long skipped;
    private long lost;
    private long excluded;
    private long overflowed;

    private void build(int firstSeed, Function<RandomGenerator, VenueApplication> application) {
        cases.clear();
        firstIds.clear();
        long next = 1;
        for (int seed = firstSeed; seed < firstSeed + BATCH; seed++) {
            VenueApplication made = application.apply(new SplittableRandom(seed));
            cases.add(made);
            firstIds.add(next);
            next += made.ticks.stream().filter(tick -> tick.id() > 0).count();
        }
    }

    private MatchPlan plan(String policy, int openSnapshots) {
        List<Integer> pairs = IntStream.range(0, cases.size()).boxed().toList();
        List<SessionPlan> sessions = IntStream.range(0, SESSIONS)
                .mapToObj(session -> new SessionPlan(session, "s" + session, 0, pairs))
                .toList();
        Matching.Limits limits = new Matching.Limits(openSnapshots, 2);
        Matching matching =
                new Matching(Matching.BY_ID, 299, "decimal", List.of(), Matching.DECLARED, Matching.PER_VENUE, limits);
        return new MatchPlan(
                sessions,
                cases.size(),
                VENUES,
                matching,
                MatchPlan.declaredTiers(sessions, cases.size()),
                new Conflation(policy, 0),
                UNCERTAINTY_NS,
                Long.MAX_VALUE,
                0);
    }

    private long tickId(int pair, long id) {
        return id > 0 ? firstIds.get(pair) + id - 1 : warmUpId(pair, id);
    }

    /** Ids of all cases form one sequence; each case has fewer than 4. */
    private static long warmUpId(int pair, long id) {
        return TickRecord.WARM_UP_BASE + 4L * pair + 4 + id;
    }

    private List<Moment> moments(Matcher matcher) {
        List<Moment> warmUp = new ArrayList<>();
        List<Moment> moments = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            int pair = i;
            long offset = APART_NS * (pair + 1);
            List<Tick> ticks = cases.get(i).ticks;
            for (long id = -3; id <= 0; id++) { // all ids, without a gap
                long wanted = id;
                Tick tick = ticks.stream()
                        .filter(each -> each.id() == wanted)
                        .findFirst()
                        .orElse(new Tick(id, 0, 0, 0, 0, 0));
                warmUp.add(new Moment(0, 0, () -> matcher.warmUpTick(record(pair, 0, tick), DUE)));
            }
            ticks.stream()
                    .filter(tick -> tick.id() > 0)
                    .forEach(tick -> moments.add(new Moment(
                            offset + tick.sentNs(),
                            0,
                            () -> matcher.tick(record(pair, offset, tick), tick.due() ? DUE : 0))));
            for (int s = 0; s < SESSIONS; s++) {
                int session = s;
                cases.get(i)
                        .sessions
                        .get(s)
                        .forEach(event -> moments.add(new Moment(
                                offset + event.receivedNs() + UNCERTAINTY_NS,
                                1,
                                () -> event(matcher, session, pair, offset, event))));
            }
        }
        moments.sort(Comparator.comparingLong(Moment::atNs).thenComparingInt(Moment::kind));
        warmUp.add(new Moment(0, 0, () -> matcher.warmedUp(true)));
        return Stream.concat(warmUp.stream(), moments.stream()).toList();
    }

    private TickRecord record(int pair, long offset, Tick tick) {
        TickRecord.putTimes(
                buffer, 0, tickId(pair, tick.id()), offset + tick.intendedNs(), offset + tick.sentNs(), tick.flags());
        TickRecord.putSource(buffer, 0, 0, pair, tick.venue(), 3);
        return new TickRecord(buffer, 0);
    }

    private void event(Matcher matcher, int session, int pair, long offset, Event event) {
        SnapshotRecord.putArrival(buffer, 0, offset + event.receivedNs(), 1, 0);
        SnapshotRecord.putEvent(buffer, 0, event.kind(), event.possDup() ? SnapshotRecord.POSS_DUP : 0, pair, 1, 0);
        boolean named = event.shown() != null && event.id() != SnapshotRecord.NO_ID;
        SnapshotRecord.putTop(buffer, 0, named ? tickId(pair, event.id()) : event.id(), 1, 1, 1, 1);
        matcher.event(session, new SnapshotRecord(buffer, 0));
    }

    private void assertTrue(
            int batches, Function<RandomGenerator, VenueApplication> application, String policy, int openSnapshots) {
        for (int batch = 0; batch < batches; batch++) {
            build(batch * BATCH, application);
            match(batch * BATCH, policy, openSnapshots);
        }
    }

    private void match(int firstSeed, String policy, int openSnapshots) {
        MatchPlan plan = plan(policy, openSnapshots);
        Staleness staleSoonest = new Staleness(plan, 1);
        Staleness staleLatest = new Staleness(plan, 1);
        try (TickResults soonest = TickResults.create(directory.resolve("soonest"), SESSIONS);
                TickResults latest = TickResults.create(directory.resolve("latest"), SESSIONS)) {
            AttributionOutput low = new AttributionOutput(soonest, (at, age) -> {}, staleSoonest);
            AttributionOutput high = new AttributionOutput(latest, (at, age) -> {}, staleLatest);
            Matcher matcher = Matcher.byId(plan, SessionGroup.all(SESSIONS), low, high);
            moments(matcher).forEach(moment -> moment.happens().run());
            long endNs = matcher.lastNs();
            matcher.finish(endNs, TickAttribution.ALWAYS);
            Certainty.mark(soonest, latest, cases.size(), matcher::agreed, false, Workers.ALONE);
            for (int pair = 0; pair < cases.size(); pair++) {
                for (int session = 0; session < SESSIONS; session++) {
                    String what = "seed " + (firstSeed + pair) + ", session " + session;
                    assertThat(matcher.agreed(session, pair)).as(what).isTrue();
                    assertCells(what, pair, session, soonest, latest);
                    if (excluded == 0) {
                        assertStale(what, pair, session, endNs, staleSoonest, staleLatest);
                    }
                }
            }
            matcher.tallies().forEach(tally -> overflowed += tally.of(Count.OVERFLOWED));
        }
    }

    private void assertCells(String where, int pair, int session, TickResults soonest, TickResults latest) {
        VenueApplication application = cases.get(pair);
        for (Tick tick : application.ticks.stream().filter(Tick::due).toList()) {
            long id = tickId(pair, tick.id());
            long low = soonest.cell(id, session);
            long high = latest.cell(id, session);
            String what = where + ", tick " + tick.id();
            boolean down = ResultCell.outcome(high) == ResultCell.EXCLUDED;
            assertThat(ResultCell.outcome(low) == ResultCell.EXCLUDED).as(what).isEqualTo(down);
            excluded += down ? 1 : 0;
            if (!down) {
                long truth = application.answeredNs(session, tick);
                assertThat(answered(low, tick)).as(what).isLessThanOrEqualTo(truth);
                assertThat(answered(high, tick)).as(what).isGreaterThanOrEqualTo(truth);
                boolean known = ResultCell.isCertain(low);
                assertThat(known).as(what).isEqualTo(answered(low, tick) == answered(high, tick));
                count(known, low, high);
            }
        }
    }

    private void count(boolean known, long low, long high) {
        due++;
        certain += known ? 1 : 0;
        lost += known && ResultCell.outcome(high) == ResultCell.LOST ? 1 : 0;
        skipped +=
                known && ResultCell.outcome(high) == ResultCell.SKIPPED && ResultCell.outcome(low) == ResultCell.SKIPPED
                        ? 1
                        : 0;
    }

    private static long answered(long cell, Tick tick) {
        return ResultCell.answered(cell) ? tick.intendedNs() + ResultCell.responseNs(cell) : VenueApplication.NEVER;
    }

    /** Both bounds contain the true age at every time, and so do their sums. */
    private void assertStale(String what, int pair, int session, long endNs, Staleness soonest, Staleness latest) {
        VenueApplication application = cases.get(pair);
        long offset = APART_NS * (pair + 1);
        long stale = 0;
        long until = 0;
        long oldest = 0;
        for (Tick tick : application.ticks.stream().filter(Tick::due).toList()) {
            long from = offset + tick.intendedNs();
            long answered = application.answeredNs(session, tick);
            long to = answered == VenueApplication.NEVER ? endNs : Math.max(from, offset + answered);
            stale += Math.max(0, to - Math.max(from, until));
            until = Math.max(until, to);
            oldest = Math.max(oldest, to - from);
        }
        assertThat(soonest.spent(session, pair).staleNs()).as(what).isLessThanOrEqualTo(stale);
        assertThat(latest.spent(session, pair).staleNs()).as(what).isGreaterThanOrEqualTo(stale);
        assertThat(soonest.spent(session, pair).maximumNs()).as(what).isLessThanOrEqualTo(oldest);
        assertThat(latest.spent(session, pair).maximumNs()).as(what).isGreaterThanOrEqualTo(oldest);
    }

    private static Function<RandomGenerator, VenueApplication> any() {
        return random -> new VenueApplication(random, VENUES, Habits.of(random, SESSIONS), true);
    }

    private static Function<RandomGenerator, VenueApplication> plain(int venues) {
        return random -> new VenueApplication(random, venues, Habits.plain(random, SESSIONS), false);
    }

    @Test
    void containTheTruthForAnyApplication() {
        assertTrue(ProofLevel.fullOr(15, 5), any(), Conflation.UNKNOWN, 1 << 10);
        assertThat(due).isGreaterThan(10_000);
        assertThat(certain).isGreaterThan(due / 4);
        assertThat(lost).as("ticks without a later snapshot").isPositive();
        assertThat(overflowed).isZero();
    }

    /** Both bounds cover the same ticks: unanswered ones are excluded from both. */
    @Test
    void containTheTruthWithOrderedDisconnects() {
        assertTrue(
                5,
                random -> new VenueApplication(
                        random, VENUES, Habits.of(random, SESSIONS).ordered(), true),
                Conflation.UNKNOWN,
                4);
        assertThat(excluded).isPositive();
    }

    /** The capacity limit makes intervals wider, never wrong. */
    @Test
    void containTheTruthWithLittleCapacity() {
        assertTrue(5, any(), Conflation.UNKNOWN, 2);
        assertThat(overflowed).isPositive();
    }

    /** With either kind of echoed id. */
    @Test
    void noTickIsSkippedIfEachIsPublished() {
        assertTrue(5, plain(VENUES), Conflation.NONE, 1 << 10);
        assertThat(skipped + lost).isZero();
        assertThat(certain).isGreaterThan(due / 4);
    }

    /** A single venue has a total order. */
    @Test
    void everyAnswerOfASingleVenueIsCertain() {
        assertTrue(2, plain(1), Conflation.UNKNOWN, 1 << 10);
        assertThat(certain).isEqualTo(due);
    }
}
