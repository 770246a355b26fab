package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/** Ticks that have an order only within each venue, against a matcher that looks at every tick and snapshot for each answer. */
final class VenueOrderOracleTest {
    private static final int VENUES = 3;
    private static final long NEVER = Long.MAX_VALUE;

    @TempDir
    Path directory;

    private record Tick(long id, long intendedNs, long sentNs, int venue, boolean due) {}

    private record Snapshot(long receivedNs, long id) {}

    private record Expected(int outcome, long responseNs) {}

    private record Stretch(long sinceNs, long fromNs, long toNs, boolean answered) {}

    /** What came out of one matching. */
    private record Matched(List<Expected> soonest, List<Expected> latest, List<Stretch> stale, SessionTally tally) {}

    static IntStream seeds() {
        return IntStream.range(0, 400);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agreesWithTheObviousMatcher(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = ticks(random);
        List<Snapshot> snapshots = snapshots(random, ticks);
        String policy = random.nextBoolean() ? Conflation.NONE : Conflation.UNKNOWN;
        Matched matched = matched(ticks, snapshots, policy, Matching.PER_VENUE);
        assertThat(matched.soonest())
                .as("soonest: as if all ticks had one order")
                .isEqualTo(matched(ticks, snapshots, policy, Matching.TOTAL).latest());
        assertThat(matched.latest())
                .as("latest: each venue by itself")
                .isEqualTo(ticks.stream()
                        .map(tick -> expected(tick, ticks, snapshots, policy))
                        .toList());
        assertThat(matched.tally().regressed()).isEqualTo(regressed(ticks, snapshots));
        assertStale(matched, ticks, snapshots);
    }

    @Test
    void aTickOfOneVenueDoesNotAnswerForAnother() {
        List<Tick> ticks = List.of(new Tick(1, 100, 100, 0, true), new Tick(2, 110, 110, 1, true));
        List<Snapshot> snapshots = List.of(new Snapshot(120, 2), new Snapshot(500_000_120, 1));
        Matched matched = matched(ticks, snapshots, Conflation.UNKNOWN, Matching.PER_VENUE);
        assertThat(matched.latest())
                .as("a venue whose path stalls for half a second")
                .containsExactly(
                        new Expected(ResultCell.PUBLISHED, 500_000_020), new Expected(ResultCell.PUBLISHED, 10));
        assertThat(matched.soonest())
                .containsExactly(new Expected(ResultCell.PUBLISHED, 20), new Expected(ResultCell.PUBLISHED, 10));
        assertThat(matched.tally().regressed()).isZero();
    }

    private static List<Tick> ticks(RandomGenerator random) {
        List<Tick> ticks = new ArrayList<>();
        long now = 1_000;
        long intended = 990;
        for (int id = 1; id <= 5 + random.nextInt(25); id++) {
            now += random.nextInt(12);
            intended = Math.max(intended, now - random.nextInt(4));
            ticks.add(new Tick(id, intended, now, random.nextInt(VENUES), random.nextInt(5) > 0));
        }
        return ticks;
    }

    private static List<Snapshot> snapshots(RandomGenerator random, List<Tick> ticks) {
        List<Snapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < ticks.size(); i++) {
            Tick tick = ticks.get(random.nextInt(ticks.size()));
            snapshots.add(new Snapshot(tick.sentNs() + random.nextInt(60), tick.id()));
        }
        snapshots.sort(Comparator.comparingLong(Snapshot::receivedNs));
        return snapshots;
    }

    private Matched matched(List<Tick> ticks, List<Snapshot> snapshots, String policy, String order) {
        MatchPlan plan = plan(ticks.size(), policy, order);
        List<Stretch> stale = new ArrayList<>();
        Path scratch = directory.resolve(order);
        try (TickResults soonest = TickResults.create(scratch.resolveSibling(order + "-soonest"), 1);
                TickResults latest = TickResults.create(scratch.resolveSibling(order + "-latest"), 1)) {
            Bound low = new Bound(soonest, (at, age) -> {}, stale(new ArrayList<>()));
            Bound high = new Bound(latest, (at, age) -> {}, stale(stale));
            Matcher matcher = order.equals(Matching.TOTAL)
                    ? Matcher.byId(plan, high)
                    : Matcher.byId(plan, SessionGroup.all(1), low, high);
            feed(matcher, ticks, snapshots);
            matcher.finish();
            return new Matched(
                    outcomes(soonest, ticks),
                    outcomes(latest, ticks),
                    stale,
                    matcher.tallies().get(0));
        }
    }

    private static MatchPlan plan(int ticks, String policy, String order) {
        List<SessionPlan> sessions = List.of(new SessionPlan(0, "a", 0, List.of(0)));
        return new MatchPlan(
                sessions,
                1,
                VENUES,
                Matching.byId(299, "decimal").with(order),
                MatchPlan.declaredTiers(sessions, 1),
                new Conflation(policy, 0),
                0,
                ticks,
                0);
    }

    private static StaleTime stale(List<Stretch> into) {
        return new StaleTime() {
            @Override
            public void stretch(int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered) {
                into.add(new Stretch(sinceNs, fromNs, toNs, answered));
            }

            @Override
            public void excluded(int session, int instrument, long fromNs, long toNs) {
                throw new IllegalStateException("nobody is ordered down");
            }
        };
    }

    private static void feed(Matcher matcher, List<Tick> ticks, List<Snapshot> snapshots) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        TreeMap<Long, List<Runnable>> timeline = new TreeMap<>();
        for (Tick tick : ticks) {
            timeline.computeIfAbsent(tick.sentNs(), at -> new ArrayList<>()).add(() -> {
                TickRecord.putTimes(buffer, 0, tick.id(), tick.intendedNs(), tick.sentNs(), 0);
                TickRecord.putSource(buffer, 0, 0, 0, tick.venue(), 3);
                matcher.tick(new TickRecord(buffer, 0), tick.due() ? 1 : 0);
            });
        }
        for (Snapshot snapshot : snapshots) {
            timeline.computeIfAbsent(snapshot.receivedNs(), at -> new ArrayList<>())
                    .add(() -> {
                        SnapshotRecord.putArrival(buffer, 0, snapshot.receivedNs(), 1, 0);
                        SnapshotRecord.putEvent(buffer, 0, SnapshotRecord.SNAPSHOT, 0, 0, 1, 0);
                        SnapshotRecord.putTop(buffer, 0, snapshot.id(), 1, 1, 1, 1);
                        matcher.event(0, new SnapshotRecord(buffer, 0));
                    });
        }
        timeline.values().forEach(moment -> moment.forEach(Runnable::run));
    }

    private static List<Expected> outcomes(TickResults results, List<Tick> ticks) {
        return ticks.stream()
                .map(tick -> results.ticks() == 0 ? 0 : results.cell(tick.id(), 0))
                .map(cell -> new Expected(
                        ResultCell.outcome(cell), ResultCell.answered(cell) ? ResultCell.responseNs(cell) : 0))
                .toList();
    }

    private static Expected expected(Tick tick, List<Tick> ticks, List<Snapshot> snapshots, String policy) {
        long answerNs = answerNs(tick, ticks, snapshots);
        if (!tick.due()) {
            boolean itself = answers(tick, ticks, snapshots)
                    .findFirst()
                    .filter(s -> s.id() == tick.id())
                    .isPresent();
            return itself
                    ? new Expected(ResultCell.PUBLISHED_NOT_DUE, answerNs - tick.intendedNs())
                    : new Expected(ResultCell.UNCHANGED, 0);
        }
        if (answerNs == NEVER) {
            return new Expected(ResultCell.LOST, 0);
        }
        boolean published = snapshots.stream().anyMatch(s -> s.id() == tick.id());
        int superseded = policy.equals(Conflation.NONE) ? ResultCell.SKIPPED : ResultCell.CONFLATED;
        return new Expected(published ? ResultCell.PUBLISHED : superseded, answerNs - tick.intendedNs());
    }

    private static long answerNs(Tick tick, List<Tick> ticks, List<Snapshot> snapshots) {
        return answers(tick, ticks, snapshots)
                .mapToLong(Snapshot::receivedNs)
                .findFirst()
                .orElse(NEVER);
    }

    private static Stream<Snapshot> answers(Tick tick, List<Tick> ticks, List<Snapshot> snapshots) {
        return snapshots.stream().filter(s -> s.id() >= tick.id() && venue(s, ticks) == tick.venue());
    }

    private static int venue(Snapshot snapshot, List<Tick> ticks) {
        return ticks.get((int) snapshot.id() - 1).venue();
    }

    private static long regressed(List<Tick> ticks, List<Snapshot> snapshots) {
        return IntStream.range(0, snapshots.size())
                .filter(i -> snapshots.subList(0, i).stream()
                        .filter(before -> venue(before, ticks) == venue(snapshots.get(i), ticks))
                        .anyMatch(before -> before.id() > snapshots.get(i).id()))
                .count();
    }

    /** At every moment the age of the price is that of the oldest tick, of whatever venue, that waits. */
    private static void assertStale(Matched matched, List<Tick> ticks, List<Snapshot> snapshots) {
        long lastNs = Math.max(
                ticks.get(ticks.size() - 1).sentNs(),
                snapshots.get(snapshots.size() - 1).receivedNs());
        for (long ns = 990; ns < lastNs; ns++) {
            long at = ns;
            long oldestNs = ticks.stream()
                    .filter(tick -> tick.due() && tick.intendedNs() <= at && answerNs(tick, ticks, snapshots) > at)
                    .mapToLong(Tick::intendedNs)
                    .min()
                    .orElse(NEVER);
            List<Stretch> found = matched.stale().stream()
                    .filter(stretch -> stretch.fromNs() <= at && at < stretch.toNs())
                    .toList();
            assertThat(found).as("at %d ns of %s", at, matched.stale()).hasSize(oldestNs == NEVER ? 0 : 1);
            assertThat(found).allMatch(stretch -> stretch.sinceNs() == oldestNs);
        }
    }
}
