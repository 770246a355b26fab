package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.SessionPlan;

/**
 * An application that conflates as declared, stalls, and loses quotes on purpose. The number of skipped ticks never exceeds
 * the lost ones, and equals the minimum over all ways to divide the ticks into slices.
 */
final class ConflationOracleTest {
    private static final int PAIRS = 3;
    private static final long INTERVAL_NS = 100;

    @TempDir
    Path directory;

    private record Tick(long id, long sentNs, int pair, long takenNs) {}

    private record Shown(long id, int pair, long receivedNs) {}

    /** Quotes of the application that arrived, and the number of lost ones. */
    private record Answered(List<Shown> shown, int lost) {}

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(300, 100));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void neverCountsMoreSkippedThanLost(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = ticks(random);
        boolean sliceFromFirstTick = random.nextBoolean();
        Answered whole = answer(ticks, random, sliceFromFirstTick, 0);
        Answered lossy = answer(ticks, random, sliceFromFirstTick, 0.3);
        assertThat(skipped(ticks, whole.shown(), "whole" + seed))
                .as("seed %d", seed)
                .isZero();
        assertThat(skipped(ticks, lossy.shown(), "lossy" + seed))
                .as("seed %d, %s answered by %s", seed, ticks, lossy)
                .isLessThanOrEqualTo(lossy.lost())
                .isEqualTo(fewest(ticks, lossy.shown()));
    }

    private static List<Tick> ticks(RandomGenerator random) {
        List<Tick> ticks = new ArrayList<>();
        long now = 1_000;
        long taken = now;
        for (int id = 1; id <= 60; id++) {
            now += random.nextInt(60);
            long stall = random.nextInt(20) == 0 ? random.nextInt(400) : random.nextInt(5);
            taken = Math.max(taken, now + stall);
            ticks.add(new Tick(id, now, random.nextInt(PAIRS), taken));
        }
        return ticks;
    }

    /** Slices are on a time grid, or start with their first tick. All pairs of a slice are sent at its end. */
    private static Answered answer(List<Tick> ticks, RandomGenerator random, boolean sliceFromFirstTick, double lose) {
        List<Shown> shown = new ArrayList<>();
        Map<Integer, Long> waiting = new LinkedHashMap<>();
        long end = 0;
        long received = 0;
        int lost = 0;
        List<Tick> all = new ArrayList<>(ticks);
        all.add(new Tick(0, 0, 0, Long.MAX_VALUE));
        for (Tick tick : all) {
            if (tick.takenNs() >= end && !waiting.isEmpty()) {
                for (Map.Entry<Integer, Long> quote : waiting.entrySet()) {
                    received = Math.max(received, end + 1 + random.nextInt(30));
                    if (random.nextDouble() < lose) {
                        lost++;
                    } else {
                        shown.add(new Shown(quote.getValue(), quote.getKey(), received));
                    }
                }
                waiting.clear();
            }
            if (waiting.isEmpty()) {
                end = sliceFromFirstTick
                        ? tick.takenNs() + INTERVAL_NS
                        : tick.takenNs() + INTERVAL_NS - tick.takenNs() % INTERVAL_NS;
            }
            waiting.put(tick.pair(), tick.id());
        }
        return new Answered(shown, lost);
    }

    private long skipped(List<Tick> ticks, List<Shown> shown, String name) {
        List<SessionPlan> session = List.of(new SessionPlan(0, "a", 0, List.of(0, 1, 2)));
        MatchPlan plan = ManifestFixture.planById(
                session, PAIRS, new Conflation(Conflation.INTERVAL, INTERVAL_NS), 0, ticks.size());
        try (TickResults results = TickResults.create(directory.resolve(name), 1)) {
            Matcher matcher = Matcher.byId(
                    plan,
                    SessionGroup.all(plan.sessions().size()),
                    new AttributionOutput(results, (at, age) -> {}, new Staleness(plan, 1)));
            feed(matcher, ticks, shown);
            matcher.finish();
            return ticks.stream()
                    .filter(tick -> ResultCell.outcome(results.cell(tick.id(), 0)) == ResultCell.SKIPPED)
                    .count();
        }
    }

    private static void feed(Matcher matcher, List<Tick> ticks, List<Shown> shown) {
        MatchFeed feed = new MatchFeed(matcher);
        ticks.forEach(tick -> feed.tick(tick.id(), tick.sentNs(), tick.sentNs(), tick.pair(), 0, 1));
        shown.forEach(one -> feed.snapshot(0, one.pair(), one.receivedNs(), 0, 0, one.id()));
        feed.run();
    }

    /** Returns the sum over all pairs and answers of the fewest possible slices minus the answered one. */
    private static long fewest(List<Tick> ticks, List<Shown> shown) {
        long missing = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            int own = pair;
            long answered = 0;
            for (Shown snapshot : shown.stream().filter(s -> s.pair() == own).toList()) {
                long after = answered;
                List<Tick> group = ticks.stream()
                        .filter(tick -> tick.pair() == own && tick.id() > after && tick.id() <= snapshot.id())
                        .toList();
                missing += slices(group, shown) - 1;
                answered = snapshot.id();
            }
        }
        return missing;
    }

    /** Tries every possible first slice, with the fewest slices for the rest. */
    private static int slices(List<Tick> group, List<Shown> shown) {
        if (group.isEmpty()) {
            return 0;
        }
        int fewest = Integer.MAX_VALUE;
        for (int first = 1; first <= group.size(); first++) {
            boolean possible = group.get(first - 1).sentNs() - taken(group.get(0), shown) <= INTERVAL_NS;
            if (possible || first == 1) {
                fewest = Math.min(fewest, 1 + slices(group.subList(first, group.size()), shown));
            }
        }
        return fewest;
    }

    private static long taken(Tick tick, List<Shown> shown) {
        return shown.stream()
                .filter(snapshot -> snapshot.id() >= tick.id())
                .min(Comparator.comparingLong(Shown::receivedNs))
                .orElseThrow()
                .receivedNs();
    }
}
