package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.results.ResultCell.CONFLATED;
import static org.ticktoquote.analysis.results.ResultCell.LOST;
import static org.ticktoquote.analysis.results.ResultCell.PUBLISHED;
import static org.ticktoquote.analysis.results.ResultCell.PUBLISHED_NOT_DUE;
import static org.ticktoquote.analysis.results.ResultCell.SKIPPED;
import static org.ticktoquote.analysis.results.ResultCell.UNCHANGED;
import static org.ticktoquote.core.run.Conflation.NONE;
import static org.ticktoquote.core.run.Conflation.UNKNOWN;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/** Per-venue tick order, compared with a brute-force matcher that checks every tick and snapshot for each answer. */
final class VenueOrderOracleTest {
    private static final int VENUES = 3;
    private static final long NEVER = Long.MAX_VALUE;

    @TempDir
    Path directory;

    record Tick(long id, long intendedNs, long sentNs, int venue, boolean due) {}

    record Snapshot(long receivedNs, long id) {}

    private record Expected(int outcome, long responseNs) {}

    private record Waiting(long intendedNs, long answerNs) {}

    private record Stretch(long sinceNs, long fromNs, long toNs, boolean answered) {}

    /** Result of one matching. */
    private record Matched(
            List<Expected> soonest,
            List<Expected> latest,
            List<Stretch> staleSoonest,
            List<Stretch> stale,
            SessionTally tally,
            boolean agreed) {}

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(400, 150));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void agreesWithTheBruteForceMatcher(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = ticks(random, 5 + random.nextInt(25), VENUES);
        List<Snapshot> snapshots = snapshots(random, ticks);
        String policy = random.nextBoolean() ? NONE : UNKNOWN;
        Matched matched = matched(ticks, snapshots, policy);
        assertThat(matched.soonest())
                .as("soonest: contains all sent ticks, unless a later snapshot names an older one")
                .isEqualTo(ticks.stream()
                        .map(tick -> soonest(tick, ticks, snapshots, policy))
                        .toList());
        assertThat(matched.latest())
                .as("latest: each venue separately")
                .isEqualTo(ticks.stream()
                        .map(tick -> expected(tick, ticks, snapshots, policy))
                        .toList());
        long regressed = snapshots.size() - inOrder(ticks, snapshots).size();
        assertThat(matched.tally().of(Count.REGRESSED)).isEqualTo(regressed);
        assertThat(matched.agreed()).isEqualTo(regressed == 0);
        assertThat(matched.tally().of(Count.OVERFLOWED)).isZero();
        assertStale(matched.stale(), ticks, snapshots, tick -> answerNs(tick, ticks, snapshots));
        assertStale(matched.staleSoonest(), ticks, snapshots, tick -> soonestNs(tick, ticks, snapshots));
    }

    /** Intervals equal those of an exhaustive search, and one explanation has all latest answers. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("smallSeeds")
    void isNoWiderThanAllExplanations(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = ticks(random, 1 + random.nextInt(6), 2 + random.nextInt(2)).stream()
                .map(tick -> new Tick(tick.id(), tick.intendedNs(), tick.sentNs(), tick.venue(), true))
                .toList();
        List<Snapshot> snapshots = inOrder(ticks, snapshots(random, ticks));
        Matched matched = matched(ticks, snapshots, UNKNOWN);
        List<List<Long>> explanations = VenueExplanations.of(snapshots, ticks, VENUES);
        List<LongSummaryStatistics> all = IntStream.range(0, ticks.size())
                .mapToObj(i -> explanations.stream()
                        .mapToLong(answers -> answers.get(i))
                        .summaryStatistics())
                .toList();
        assertThat(answers(matched.soonest(), ticks))
                .isEqualTo(all.stream().map(LongSummaryStatistics::getMin).toList());
        assertThat(answers(matched.latest(), ticks))
                .isEqualTo(all.stream().map(LongSummaryStatistics::getMax).toList());
        assertThat(explanations).contains(answers(matched.soonest(), ticks), answers(matched.latest(), ticks));
    }

    private static List<Long> answers(List<Expected> outcomes, List<Tick> ticks) {
        return IntStream.range(0, ticks.size())
                .mapToObj(i -> outcomes.get(i).outcome() == LOST
                        ? NEVER
                        : ticks.get(i).intendedNs() + outcomes.get(i).responseNs())
                .toList();
    }

    static IntStream smallSeeds() {
        return IntStream.range(0, ProofLevel.fullOr(600, 300));
    }

    @Test
    void tickOfOneVenueDoesNotAnswerForAnother() {
        List<Tick> ticks = List.of(new Tick(1, 100, 100, 0, true), new Tick(2, 110, 110, 1, true));
        List<Snapshot> snapshots = List.of(new Snapshot(120, 2), new Snapshot(500_000_120, 1));
        Matched matched = matched(ticks, snapshots, UNKNOWN);
        assertThat(matched.latest())
                .as("a venue whose path stalls for half a second")
                .containsExactly(new Expected(PUBLISHED, 500_000_020), new Expected(PUBLISHED, 10));
        assertThat(matched.soonest()).containsExactly(new Expected(PUBLISHED, 20), new Expected(PUBLISHED, 10));
        assertThat(matched.tally().of(Count.REGRESSED)).isZero();
    }

    /** A quote that names a tick can contain older and newer ticks of another venue sent before it arrived. */
    @Test
    void quoteCanContainAnyTickSentBeforeItsArrival() {
        List<Tick> ticks = List.of(new Tick(1, 100, 100, 0, true), new Tick(2, 110, 110, 1, true));
        Matched lastTaken = matched(ticks, List.of(new Snapshot(120, 1), new Snapshot(130, 2)), UNKNOWN);
        assertThat(lastTaken.soonest()).containsExactly(new Expected(PUBLISHED, 20), new Expected(PUBLISHED, 10));
        assertThat(lastTaken.latest()).containsExactly(new Expected(PUBLISHED, 20), new Expected(PUBLISHED, 20));
        Matched conflated = matched(ticks, List.of(new Snapshot(120, 1)), UNKNOWN);
        assertThat(conflated.soonest().get(1)).isEqualTo(new Expected(CONFLATED, 10));
        assertThat(conflated.latest().get(1)).isEqualTo(new Expected(LOST, 0));
        Matched tooEarly = matched(ticks, List.of(new Snapshot(105, 1)), UNKNOWN);
        assertThat(tooEarly.soonest().get(1)).as("sent later").isEqualTo(new Expected(LOST, 0));
    }

    /** With the highest id echoed, a tick can be published under the id of another venue and is not skipped for sure. */
    @Test
    void unnamedTickCanBePublishedUnderAnotherId() {
        List<Tick> ticks =
                List.of(new Tick(1, 100, 100, 1, true), new Tick(2, 110, 110, 0, true), new Tick(3, 150, 150, 1, true));
        List<Snapshot> highest = List.of(new Snapshot(120, 2), new Snapshot(130, 2), new Snapshot(160, 3));
        Matched matched = matched(ticks, highest, NONE);
        assertThat(matched.soonest().get(0)).isEqualTo(new Expected(PUBLISHED, 20));
        assertThat(matched.latest().get(0)).isEqualTo(new Expected(SKIPPED, 60));
        assertThat(matched.tally().of(Count.DUPLICATE)).isEqualTo(1);
    }

    private static List<Tick> ticks(RandomGenerator random, int count, int venues) {
        List<Tick> ticks = new ArrayList<>();
        long now = 1_000;
        long intended = 990;
        for (int id = 1; id <= count; id++) {
            now += random.nextInt(12);
            intended = Math.max(intended, now - random.nextInt(4));
            ticks.add(new Tick(id, intended, now, random.nextInt(venues), random.nextInt(5) > 0));
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

    private Matched matched(List<Tick> ticks, List<Snapshot> snapshots, String policy) {
        MatchPlan plan = plan(ticks.size(), policy);
        List<Stretch> staleSoonest = new ArrayList<>();
        List<Stretch> staleLatest = new ArrayList<>();
        try (TickResults soonest = TickResults.create(directory.resolve("soonest"), 1);
                TickResults latest = TickResults.create(directory.resolve("latest"), 1)) {
            AttributionOutput low = new AttributionOutput(soonest, (at, age) -> {}, stale(staleSoonest));
            AttributionOutput high = new AttributionOutput(latest, (at, age) -> {}, stale(staleLatest));
            Matcher matcher = Matcher.byId(plan, SessionGroup.all(1), low, high);
            feed(matcher, ticks, snapshots);
            matcher.finish();
            return new Matched(
                    outcomes(soonest, ticks),
                    outcomes(latest, ticks),
                    staleSoonest,
                    staleLatest,
                    matcher.tallies().get(0),
                    matcher.agreed(0, 0));
        }
    }

    private static MatchPlan plan(int ticks, String policy) {
        List<SessionPlan> sessions = List.of(new SessionPlan(0, "a", 0, List.of(0)));
        return new MatchPlan(
                sessions,
                1,
                VENUES,
                Matching.byId(299, "decimal").with(Matching.PER_VENUE),
                MatchPlan.declaredTiers(sessions, 1),
                new Conflation(policy, 0),
                0,
                ticks,
                0);
    }

    private static StaleTime stale(List<Stretch> into) {
        return new StaleTime() {
            @Override
            public void staleInterval(
                    int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered) {
                into.add(new Stretch(sinceNs, fromNs, toNs, answered));
            }

            @Override
            public void excluded(int session, int instrument, long fromNs, long toNs) {
                throw new IllegalStateException("unexpected ordered disconnect");
            }
        };
    }

    private static void feed(Matcher matcher, List<Tick> ticks, List<Snapshot> snapshots) {
        MatchFeed feed = new MatchFeed(matcher);
        ticks.forEach(
                tick -> feed.tick(tick.id(), tick.intendedNs(), tick.sentNs(), 0, tick.venue(), tick.due() ? 1 : 0));
        snapshots.forEach(one -> feed.snapshot(0, 0, one.receivedNs(), 0, 0, one.id()));
        feed.run();
    }

    private static List<Expected> outcomes(TickResults results, List<Tick> ticks) {
        return ticks.stream()
                .map(tick -> results.ticks() == 0 ? 0 : results.cell(tick.id(), 0))
                .map(cell -> new Expected(
                        ResultCell.outcome(cell), ResultCell.answered(cell) ? ResultCell.responseNs(cell) : 0))
                .toList();
    }

    private static Expected expected(Tick tick, List<Tick> ticks, List<Snapshot> snapshots, String policy) {
        int superseded = policy.equals(NONE) ? SKIPPED : CONFLATED;
        return expected(tick, ticks, snapshots, answerNs(tick, ticks, snapshots), superseded);
    }

    private static Expected soonest(Tick tick, List<Tick> ticks, List<Snapshot> snapshots, String policy) {
        boolean own = soonest(tick, ticks, snapshots)
                .filter(s -> venue(s, ticks) == tick.venue())
                .isPresent();
        int superseded = !policy.equals(NONE) ? CONFLATED : own ? SKIPPED : PUBLISHED;
        return expected(tick, ticks, snapshots, soonestNs(tick, ticks, snapshots), superseded);
    }

    private static Expected expected(
            Tick tick, List<Tick> ticks, List<Snapshot> snapshots, long answerNs, int superseded) {
        if (!tick.due()) {
            boolean itself = answers(tick, ticks, snapshots)
                    .findFirst()
                    .filter(s -> s.id() == tick.id())
                    .isPresent();
            return itself
                    ? new Expected(PUBLISHED_NOT_DUE, answerNs(tick, ticks, snapshots) - tick.intendedNs())
                    : new Expected(UNCHANGED, 0);
        }
        if (answerNs == NEVER) {
            return new Expected(LOST, 0);
        }
        boolean published = snapshots.stream().anyMatch(s -> s.id() == tick.id());
        return new Expected(published ? PUBLISHED : superseded, answerNs - tick.intendedNs());
    }

    private static long soonestNs(Tick tick, List<Tick> ticks, List<Snapshot> snapshots) {
        return soonest(tick, ticks, snapshots).map(Snapshot::receivedNs).orElse(NEVER);
    }

    /** First snapshot that can show the tick: later snapshots of its venue name no older one. */
    private static Optional<Snapshot> soonest(Tick tick, List<Tick> ticks, List<Snapshot> snapshots) {
        List<Snapshot> inOrder = inOrder(ticks, snapshots);
        return IntStream.range(0, inOrder.size())
                .filter(i -> inOrder.get(i).receivedNs() >= tick.sentNs())
                .filter(i -> inOrder.stream()
                        .skip(i)
                        .filter(s -> venue(s, ticks) == tick.venue())
                        .allMatch(s -> s.id() >= tick.id()))
                .mapToObj(inOrder::get)
                .findFirst();
    }

    /** Snapshots without regressions within a venue. */
    private static List<Snapshot> inOrder(List<Tick> ticks, List<Snapshot> snapshots) {
        return IntStream.range(0, snapshots.size())
                .filter(i -> snapshots.subList(0, i).stream()
                        .filter(before -> venue(before, ticks) == venue(snapshots.get(i), ticks))
                        .noneMatch(before -> before.id() > snapshots.get(i).id()))
                .mapToObj(snapshots::get)
                .toList();
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

    /** The age of the price is always that of the oldest unanswered tick of any venue. */
    private static void assertStale(
            List<Stretch> stale, List<Tick> ticks, List<Snapshot> snapshots, ToLongFunction<Tick> answerNs) {
        long lastNs = Math.max(
                ticks.get(ticks.size() - 1).sentNs(),
                snapshots.get(snapshots.size() - 1).receivedNs());
        List<Waiting> waiting = ticks.stream()
                .filter(Tick::due)
                .map(tick -> new Waiting(tick.intendedNs(), answerNs.applyAsLong(tick)))
                .toList();
        for (long ns = 990; ns < lastNs; ns++) {
            long at = ns;
            long oldestNs = waiting.stream()
                    .filter(tick -> tick.intendedNs() <= at && tick.answerNs() > at)
                    .mapToLong(Waiting::intendedNs)
                    .min()
                    .orElse(NEVER);
            List<Stretch> found = stale.stream()
                    .filter(stretch -> stretch.fromNs() <= at && at < stretch.toNs())
                    .toList();
            assertThat(found).as("at %d ns of %s", at, stale).hasSize(oldestNs == NEVER ? 0 : 1);
            assertThat(found).allMatch(stretch -> stretch.sinceNs() == oldestNs);
        }
    }
}
