package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.measures.StaleSums;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.SessionPlan;

/** Age of prices, compared with a scan of every nanosecond of a small run. */
final class StalenessOracleTest {
    private static final List<SessionPlan> SESSIONS = List.of(new SessionPlan(0, "a", 0, List.of(0)));

    @TempDir
    Path directory;

    private record Tick(long id, long intendedNs, long sentNs, boolean due) {}

    private record Shown(long receivedNs, long id) {}

    static IntStream seeds() {
        return IntStream.range(0, ProofLevel.fullOr(300, 100));
    }

    private Staleness staleness(List<Tick> ticks, List<Shown> shown, long t0Ns) {
        MatchPlan plan = ManifestFixture.planById(SESSIONS, 1, new Conflation(Conflation.UNKNOWN, 0), 0, ticks.size());
        Staleness staleness = new Staleness(plan, t0Ns);
        try (TickResults results = TickResults.create(directory.resolve("results"), 1)) {
            Matcher matcher = Matcher.byId(
                    plan,
                    SessionGroup.all(plan.sessions().size()),
                    new AttributionOutput(results, (at, age) -> {}, staleness));
            MatchFeed feed = new MatchFeed(matcher);
            ticks.forEach(tick -> feed.tick(tick.id(), tick.intendedNs(), tick.sentNs(), 0, 0, tick.due() ? 1 : 0));
            shown.forEach(one -> feed.snapshot(0, 0, one.receivedNs(), 0, 0, one.id()));
            feed.run();
            matcher.finish();
        }
        return staleness;
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void equalsABruteForceScanOfEveryNanosecond(int seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Tick> ticks = new ArrayList<>();
        long now = 10;
        long sent = 10;
        for (int id = 1; id <= 2 + random.nextInt(15); id++) {
            now += random.nextInt(30);
            sent = Math.max(sent, now + (random.nextInt(3) == 0 ? random.nextInt(40) : 0));
            ticks.add(new Tick(id, now, sent, random.nextInt(4) > 0));
        }
        List<Shown> shown = new ArrayList<>();
        for (Tick tick : ticks) {
            if (random.nextInt(3) > 0) {
                shown.add(new Shown(tick.sentNs() + random.nextInt(60), tick.id()));
            }
        }
        shown.sort(Comparator.comparingLong(Shown::receivedNs));
        long end =
                Math.max(sent, shown.stream().mapToLong(Shown::receivedNs).max().orElse(0));

        Staleness staleness = staleness(ticks, shown, 10);
        StaleSums spent = staleness.spent(0, 0);

        TreeMap<Long, Long> timeAtAge = new TreeMap<>();
        for (long at = 10; at < end; at++) {
            long age = age(ticks, shown, at);
            if (age >= 0) {
                timeAtAge.merge(age, 1L, Long::sum);
            }
        }
        long stale = timeAtAge.values().stream().mapToLong(Long::longValue).sum();
        String what = "seed " + seed + ", " + ticks + ", " + shown;
        assertThat(spent.staleNs()).as(what).isEqualTo(stale);
        assertThat(staleness.all().staleNs()).as(what).isEqualTo(stale);
        assertThat(spent.maximumNs()).as(what).isEqualTo(timeAtAge.isEmpty() ? 0 : timeAtAge.lastKey() + 1);
        double integral = timeAtAge.entrySet().stream()
                .mapToDouble(entry -> (entry.getKey() + 0.5) * entry.getValue())
                .sum();
        long total = staleness.totalNs(0, 0, now);
        assertThat(spent.meanNs(total)).as(what).isCloseTo(integral / total, within(1e-9));
        assertThat(staleness.all().meanNs(total)).as(what).isCloseTo(integral / total, within(1e-9));
        for (double share : List.of(0.1, 0.5, 0.9, 0.99, 1.0)) {
            assertThat(staleness.all().percentile(share, total))
                    .as(what + " " + share)
                    .isEqualTo(percentile(timeAtAge, share, total, stale));
        }
    }

    /** Age of the oldest due tick newer than the session's price; -1 if the price is current. */
    private static long age(List<Tick> ticks, List<Shown> shown, long at) {
        long newest = shown.stream()
                .filter(one -> one.receivedNs() <= at)
                .mapToLong(Shown::id)
                .max()
                .orElse(0);
        return ticks.stream()
                .filter(tick -> tick.due() && tick.id() > newest && tick.intendedNs() <= at)
                .mapToLong(tick -> at - tick.intendedNs())
                .max()
                .orElse(-1);
    }

    private static long percentile(SortedMap<Long, Long> timeAtAge, double share, long total, long stale) {
        double within = share * total - (total - stale);
        double time = 0;
        for (var entry : timeAtAge.entrySet()) {
            if (within <= 0) {
                return 0;
            }
            time += entry.getValue();
            if (time >= within) {
                return entry.getKey();
            }
        }
        return within <= 0 ? 0 : timeAtAge.lastKey() + 1;
    }

    @Test
    void maximumEqualsTheLengthOfAStallWithDenseTicks() {
        List<Tick> ticks = new ArrayList<>();
        for (int id = 1; id <= 1_000; id++) {
            ticks.add(new Tick(id, id * 1_000_000L, id * 1_000_000L, true));
        }
        List<Shown> shown = new ArrayList<>();
        ticks.stream()
                .filter(tick -> tick.id() < 200 || tick.id() >= 700)
                .forEach(tick -> shown.add(new Shown(tick.sentNs() + 100_000, tick.id())));
        Staleness staleness = staleness(ticks, shown, 1_000_000);
        assertThat(staleness.all().maximumNs()).isEqualTo(500_100_000);
        assertThat(staleness.spent(0, 0).beyondNs(5)).isEqualTo(100_000); // beyond 500 ms
        assertThat(staleness.spent(0, 0).beyondNs(4)).isEqualTo(400_100_000); // beyond 100 ms
    }
}
