package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.SessionPlan;

/** Random small runs compared with a brute-force matcher that checks every tick and snapshot for each answer. */
final class MatcherOracleTest {
    private static final int PAIRS = 2;
    private static final long UNCERTAINTY_NS = 2;
    private static final long INTERVAL_NS = 25;

    @TempDir
    Path directory;

    private record Tick(long id, long intendedNs, long sentNs, int pair, long dueTiers) {}

    private record Snapshot(int session, int pair, long receivedNs, long id, boolean possDup) {}

    private record Expected(int outcome, long responseNs) {}

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(300, 120));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agreesWithTheBruteForceMatcher(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<SessionPlan> sessions =
                List.of(new SessionPlan(0, "a", 0, List.of(0, 1)), new SessionPlan(1, "b", 1, List.of(1)));
        List<Tick> ticks = ticks(random);
        List<Snapshot> snapshots = snapshots(random, ticks);
        String policy = List.of(Conflation.NONE, Conflation.INTERVAL, Conflation.UNKNOWN)
                .get(random.nextInt(3));
        MatchPlan plan = ManifestFixture.planById(
                sessions, PAIRS, new Conflation(policy, INTERVAL_NS), UNCERTAINTY_NS, ticks.size());
        List<Long> ages = new ArrayList<>();
        try (TickResults results = TickResults.create(directory.resolve("r" + seed), sessions.size())) {
            Matcher matcher = Matcher.byId(
                    plan,
                    SessionGroup.all(plan.sessions().size()),
                    new AttributionOutput(results, (at, age) -> ages.add(age), new Staleness(plan, 1)));
            feed(matcher, ticks, snapshots);
            matcher.finish();
            for (Tick tick : ticks) {
                for (SessionPlan session : sessions) {
                    assertThat(actual(results, tick, session))
                            .as("seed %d, tick %s, session %s", seed, tick, session)
                            .isEqualTo(expected(tick, session, ticks, accepted(snapshots, ticks, session), policy));
                }
            }
            assertThat(total(matcher.tallies())).as("seed %d", seed).isEqualTo(snapshots.size());
            assertThat(ages).hasSize((int) matcher.tallies().stream()
                    .mapToLong(tally -> tally.of(Count.MATCHED))
                    .sum());
        }
    }

    private static List<Tick> ticks(RandomGenerator random) {
        List<Tick> ticks = new ArrayList<>();
        long now = 1_000;
        for (int id = 1; id <= 5 + random.nextInt(25); id++) {
            now += random.nextInt(12);
            ticks.add(new Tick(id, now - random.nextInt(3), now, random.nextInt(PAIRS), random.nextInt(4)));
        }
        return ticks;
    }

    private static List<Snapshot> snapshots(RandomGenerator random, List<Tick> ticks) {
        List<Snapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < ticks.size(); i++) {
            Tick tick = ticks.get(random.nextInt(ticks.size()));
            int pair = random.nextInt(20) == 0 ? 1 - tick.pair() : tick.pair();
            long received = tick.sentNs() + random.nextInt(60) - 4;
            long id = random.nextInt(20) == 0 ? SnapshotRecord.NO_ID : tick.id();
            snapshots.add(new Snapshot(random.nextInt(2), pair, received, id, random.nextInt(10) == 0));
        }
        snapshots.sort(Comparator.comparingLong(Snapshot::receivedNs));
        return snapshots;
    }

    private static void feed(Matcher matcher, List<Tick> ticks, List<Snapshot> snapshots) {
        MatchFeed feed = new MatchFeed(matcher);
        ticks.forEach(tick -> feed.tick(tick.id(), tick.intendedNs(), tick.sentNs(), tick.pair(), 0, tick.dueTiers()));
        snapshots.forEach(one -> feed.snapshot(
                one.session(),
                one.pair(),
                one.receivedNs(),
                UNCERTAINTY_NS,
                one.possDup() ? SnapshotRecord.POSS_DUP : 0,
                one.id()));
        feed.run();
    }

    /** Valid snapshots of the session: they name a tick of their pair that had been sent. */
    private static List<Snapshot> accepted(List<Snapshot> snapshots, List<Tick> ticks, SessionPlan session) {
        return snapshots.stream()
                .filter(s ->
                        s.session() == session.index() && session.instruments().contains(s.pair()))
                .filter(s -> s.id() != SnapshotRecord.NO_ID)
                .filter(s -> ticks.get((int) s.id() - 1).pair() == s.pair())
                .filter(s -> ticks.get((int) s.id() - 1).sentNs() <= s.receivedNs() + UNCERTAINTY_NS)
                .toList();
    }

    private static Expected expected(
            Tick tick, SessionPlan session, List<Tick> ticks, List<Snapshot> accepted, String policy) {
        if (!session.instruments().contains(tick.pair())) {
            return new Expected(ResultCell.NOT_PLANNED, 0);
        }
        boolean due = (tick.dueTiers() >> session.tier() & 1) == 1;
        Snapshot answer = answer(tick, accepted);
        if (!due) {
            return published(tick, accepted)
                    ? new Expected(ResultCell.PUBLISHED_NOT_DUE, answer.receivedNs() - tick.intendedNs())
                    : new Expected(ResultCell.UNCHANGED, 0);
        }
        if (answer == null) {
            return new Expected(ResultCell.LOST, 0);
        }
        boolean explained = switch (policy) {
            case Conflation.UNKNOWN -> true;
            case Conflation.NONE -> false;
            default -> inSlice(tick, nextOfChain(tick, answer, session, ticks, accepted, policy), accepted);
        };
        int outcome = published(tick, accepted)
                ? ResultCell.PUBLISHED
                : explained ? ResultCell.CONFLATED : ResultCell.SKIPPED;
        return new Expected(outcome, answer.receivedNs() - tick.intendedNs());
    }

    /** Before or after a newer one. */
    private static boolean published(Tick tick, List<Snapshot> accepted) {
        return accepted.stream().anyMatch(s -> s.id() == tick.id());
    }

    private static Snapshot answer(Tick tick, List<Snapshot> accepted) {
        return accepted.stream()
                .filter(s -> s.pair() == tick.pair() && s.id() >= tick.id())
                .findFirst()
                .orElse(null);
    }

    /** The newest tick of the oldest slice after this tick: answered, answered out of order, or skipped. */
    private static Tick nextOfChain(
            Tick tick, Snapshot answer, SessionPlan session, List<Tick> ticks, List<Snapshot> accepted, String policy) {
        return ticks.stream()
                .filter(later -> later.id() > tick.id() && later.pair() == tick.pair() && later.id() < answer.id())
                .filter(later -> answer.equals(answer(later, accepted)))
                .filter(later -> endsSlice(
                        expected(later, session, ticks, accepted, policy).outcome()))
                .findFirst()
                .orElse(ticks.get((int) answer.id() - 1));
    }

    private static boolean endsSlice(int outcome) {
        return outcome == ResultCell.SKIPPED
                || outcome == ResultCell.PUBLISHED
                || outcome == ResultCell.PUBLISHED_NOT_DUE;
    }

    /** Whether the later tick can have been sent before the end of the slice of a tick consumed by then. */
    private static boolean inSlice(Tick tick, Tick later, List<Snapshot> accepted) {
        long takenNs = accepted.stream()
                .filter(s -> s.id() >= tick.id())
                .mapToLong(Snapshot::receivedNs)
                .min()
                .orElseThrow();
        return later.sentNs() - takenNs - UNCERTAINTY_NS <= INTERVAL_NS;
    }

    private static Expected actual(TickResults results, Tick tick, SessionPlan session) {
        long cell = results.cell(tick.id(), session.index());
        return new Expected(ResultCell.outcome(cell), ResultCell.answered(cell) ? ResultCell.responseNs(cell) : 0);
    }

    private static long total(List<SessionTally> tallies) {
        return tallies.stream()
                .mapToLong(t -> t.of(Count.MATCHED)
                        + t.of(Count.INITIAL)
                        + t.of(Count.DUPLICATE)
                        + t.of(Count.REGRESSED)
                        + t.of(Count.UNEXPLAINED))
                .sum();
    }
}
