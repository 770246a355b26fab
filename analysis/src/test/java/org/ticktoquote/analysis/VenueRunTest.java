package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.RunValues.assertHas;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;

/**
 * A run with two venues, the second one 5 ms slower, and an application that conflates by 10 ms. Figures and service levels
 * are compared with the true values.
 */
final class VenueRunTest {
    private static final int TICKS = 800;
    private static final int SESSIONS = 5;
    private static final double SLICE_MS = 10;
    private static final List<String> PAIRS = List.of("EUR/USD", "USD/JPY");

    @TempDir
    Path directory;

    @TempDir
    Path warmed;

    private record Tick(int id, double atMs, int venue, int pair, double takenMs) {}

    private RunFixture run;
    private final List<Tick> ticks = new ArrayList<>();
    /** By tick and session, in milliseconds. */
    private final double[][] truth = new double[TICKS + 1][SESSIONS];

    private static double rounded(double ms) {
        return Math.round(ms * 1_000) / 1_000.0;
    }

    @BeforeEach
    void sendTicks() {
        RandomGenerator random = new SplittableRandom(1);
        run = RunFixture.inLongSegments(directory, SESSIONS);
        run.matching = Matching.byId(299, "decimal").with(Matching.PER_VENUE);
        run.model = ApplicationModel.UNKNOWN;
        run.conflation = new Conflation(Conflation.UNKNOWN, 0);
        double now = 10;
        for (int id = 1; id <= TICKS; id++) {
            int venue = random.nextInt(2);
            int pair = random.nextInt(2);
            ticks.add(new Tick(id, now, venue, pair, now + (venue == 0 ? 0.5 : 5.5)));
            run.play("tick %d %s at %s of %s".formatted(id, PAIRS.get(pair), now, venue == 0 ? "A" : "B"));
            now = rounded(now + 0.01 + random.nextDouble() * 6);
        }
        run.drainMs = Math.ceil(now) + 1_000;
    }

    /** Each session has its own slices; a quote contains every tick consumed before its slice ends. */
    private void answer(boolean highest, double loseShare) {
        RandomGenerator random = new SplittableRandom(2);
        for (int session = 0; session < SESSIONS; session++) {
            List<String> received = new ArrayList<>();
            for (int pair = 0; pair < PAIRS.size(); pair++) {
                received.addAll(quotes(session, pair, highest, loseShare, random));
            }
            received.sort(
                    Comparator.comparingDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ')))));
            received.forEach(run::play);
        }
    }

    private List<String> quotes(int session, int pair, boolean highest, double lose, RandomGenerator random) {
        Map<Long, List<Tick>> slices = new HashMap<>();
        ticks.stream()
                .filter(tick -> tick.pair() == pair)
                .forEach(tick -> slices.computeIfAbsent(
                                (long) ((tick.takenMs() + session) / SLICE_MS), slice -> new ArrayList<>())
                        .add(tick));
        List<String> lines = new ArrayList<>();
        List<Tick> unanswered = new ArrayList<>();
        int newest = 0;
        for (long slice : slices.keySet().stream().sorted().toList()) {
            List<Tick> taken = slices.get(slice);
            unanswered.addAll(taken);
            int last = taken.stream()
                    .max(Comparator.comparingDouble(Tick::takenMs))
                    .orElseThrow()
                    .id();
            newest = Math.max(newest, taken.stream().mapToInt(Tick::id).max().orElseThrow());
            if (random.nextDouble() >= lose) {
                double atMs = rounded((slice + 1) * SLICE_MS - session + 0.1 + random.nextDouble());
                lines.add(String.format(
                        Locale.ROOT,
                        "session %d gets %d as %s at %s",
                        session,
                        highest ? newest : last,
                        PAIRS.get(pair),
                        atMs));
                for (Tick tick : unanswered) {
                    truth[tick.id()][session] = atMs - tick.atMs();
                }
                unanswered.clear();
            }
        }
        unanswered.forEach(tick -> truth[tick.id()][session] = Double.POSITIVE_INFINITY);
        return lines;
    }

    private Summary summary(String... levels) {
        RequestedLevels.write(run.directory, RunFixture.IDENTITY, RequestedLevels.parse(List.of(levels)));
        return run.summary();
    }

    /** Returns the number of certain cells and asserts that every interval contains the true value. */
    private long assertCells() {
        long certain = 0;
        try (TickResults soonest = TickResults.open(run.directory.tickResultsSoonest(), RunFixture.IDENTITY);
                TickResults latest = TickResults.open(run.directory.tickResults(), RunFixture.IDENTITY)) {
            for (Tick tick : ticks) {
                for (int session = 0; session < SESSIONS; session++) {
                    long soon = soonest.cell(tick.id(), session);
                    double actual = truth[tick.id()][session];
                    String what = "tick " + tick.id() + ", session " + session;
                    assertThat(ms(soon)).as(what).isLessThanOrEqualTo(actual + 1e-6);
                    assertThat(ms(latest.cell(tick.id(), session))).as(what).isGreaterThanOrEqualTo(actual - 1e-6);
                    certain += ResultCell.isCertain(soon) ? 1 : 0;
                }
            }
        }
        return certain;
    }

    private static double ms(long cell) {
        return ResultCell.answered(cell) ? ResultCell.responseNs(cell) / 1e6 : Double.POSITIVE_INFINITY;
    }

    private double percentile(double share) {
        double[] all = ticks.stream()
                .flatMapToDouble(tick -> Arrays.stream(truth[tick.id()]))
                .sorted()
                .toArray();
        return all[(int) Math.ceil(share * all.length) - 1];
    }

    private static void assertHolds(PercentileFigure figure, double trueMs) {
        assertThat(Objects.requireNonNull(figure.low()) / 1e6).isLessThanOrEqualTo(trueMs * 1.001);
        assertThat(figure.high() == null ? Double.POSITIVE_INFINITY : figure.high() / 1e6)
                .isGreaterThanOrEqualTo(trueMs);
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "false, 0.05", "true, 0.05"})
    void intervalsContainTheTrueValues(boolean highest, double lose) {
        answer(highest, lose);
        double most = percentile(1);
        Summary summary =
                summary("p50 of response < 1 ms", "p99 of response < " + (Math.round(percentile(0.99)) + 1) + " ms");
        assertThat(assertCells()).isEqualTo(summary.model().certain()).isGreaterThan(TICKS * SESSIONS / 2);
        LatencyFigures response = summary.latencies().of(Latency.RESPONSE);
        assertHolds(response.p50(), percentile(0.5));
        assertHolds(response.p90(), percentile(0.9));
        assertHolds(response.p99(), percentile(0.99));
        assertThat(Objects.requireNonNull(response.p50().high()) / 1e6).isLessThan(percentile(0.5) * 1.5);
        assertThat(most).isLessThan(lose == 0 ? 17 : 1_000);
        assertThat(summary.findings().serviceLevels())
                .extracting(LevelOutcome::state)
                .containsExactly(LevelState.BROKEN, LevelState.UNDECIDED);
    }

    /** Declared as total although each venue has its own order: no tick counts as certain. */
    @Test
    void detectsWrongDeclarationOfATotalOrder() {
        run.matching = run.matching.with(Matching.TOTAL);
        answer(false, 0);
        Summary summary = summary("no answer later than 20 ms");
        assertThat(Reasons.reason(summary, "regressed").text()).contains("use --venue-order per-venue");
        assertThat(summary.model().certain()).isZero();
        assertThat(summary.model().due()).isEqualTo(TICKS * SESSIONS);
        assertThat(summary.counts().snapshotClasses().regressed()).isPositive();
        assertThat(summary.findings().serviceLevels())
                .extracting(LevelOutcome::state)
                .containsExactly(LevelState.UNDECIDED);
    }

    /** The application's ids or their declaration can be wrong. */
    @Test
    void refusesIdsThatMatchNoTick() {
        for (int i = 0; i < 20; i++) {
            run.play("session 0 gets " + (900_000 + i) + " at " + (50 + i));
        }
        Summary summary = summary("no answer later than 20 ms");
        assertThat(Reasons.rules(summary)).contains("ids-refused");
        assertThat(summary.counts().tickOutcomes().lost()).isZero();
    }

    /** A warm-up snapshot can contain ticks of the other venue and arrive after them. */
    @Test
    void warmUpSnapshotsBelongToTheirVenue() {
        RunFixture other = new RunFixture(warmed, 1);
        other.matching = run.matching;
        other.model = ApplicationModel.UNKNOWN;
        other.conflation = new Conflation(Conflation.UNKNOWN, 0);
        Summary summary = other.summary("""
                        session 0 logs-on at 1
                        warm-up 1 EUR/USD at 2 of A answered at 4
                        warm-up 2 EUR/USD at 3 of B answered at 12
                        tick 1 EUR/USD at 10 of A answered at 13
                        tick 2 EUR/USD at 11 of B
                        session 0 gets w1 at 14
                        session 0 gets 2 at 15
                        """);
        assertHas(summary, "regressed 1, initial 2");
        assertThat(summary.model().certain()).as("contradictions").isZero();
        LatencyFigures response = summary.latencies().of(Latency.RESPONSE);
        assertThat(Objects.requireNonNull(response.soonest()).min()).isEqualTo(2_000_000);
        assertThat(response.soonest().max())
                .as("contained in no snapshot of the warm-up")
                .isEqualTo(2_000_000);
        assertThat(response.max()).isEqualTo(4_000_000);
    }
}
