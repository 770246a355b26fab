package org.ticktoquote.analysis.slo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.ProofLevel;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.LevelWindowFigure;

final class LevelJudgeTest {
    private static final long MS = 1_000_000;
    private static final long LOST = TickResults.LOST;
    private static final long NOT_DUE = TickResults.NONE;

    @TempDir
    Path directory;

    private int files;

    /** One session with a response, LOST or NOT_DUE for the tick at each time. */
    private TickResults oneSession(long[] intendedNs, long[] responses) {
        return oneSession(directory.resolve("r" + files++), intendedNs, responses);
    }

    static TickResults oneSession(Path file, long[] intendedNs, long[] responses) {
        TickResults results = TickResults.create(file, 1);
        for (int i = 0; i < intendedNs.length; i++) {
            long tick = results.append(intendedNs[i], intendedNs[i], 0, 0, 1);
            results.setCell(tick, 0, cell(responses[i]));
            results.setClients(tick, responses[i], responses[i], responses[i], responses[i] == LOST ? 1 : 0);
        }
        return results;
    }

    static long cell(long response) {
        if (response == LOST) {
            return ResultCell.of(ResultCell.LOST);
        }
        return response == NOT_DUE
                ? ResultCell.of(ResultCell.UNCHANGED)
                : ResultCell.of(ResultCell.PUBLISHED, response);
    }

    static final LongBinaryOperator NO_STALLS = (from, to) -> 0;

    private static LevelOutcome outcome(String level, long partNs, TickResults soonest, TickResults latest) {
        ToDoubleBiFunction<Latency, Double> ample = (latency, share) -> 1_000;
        return new LevelJudge(
                        new LevelJudge.Part(latest, ample),
                        new LevelJudge.Part(soonest, ample),
                        partNs,
                        List.of(),
                        NO_STALLS,
                        "")
                .outcomes(List.of(ServiceLevel.parse(level)), Workers.ALONE)
                .get(0);
    }

    private LevelOutcome of(String level, long partNs, long[] intendedNs, long... responses) {
        try (TickResults results = oneSession(intendedNs, responses)) {
            return outcome(level, partNs, results, results);
        }
    }

    static long[] every(long stepNs, int ticks) {
        return LongStream.range(0, ticks).map(i -> 1_000 + i * stepNs).toArray();
    }

    @Test
    void findsBrokenWindowBetweenAlignedOnes() {
        // late ones at 9 ms and 10 ms: one in each aligned window of 10 ms, two in those from 1 ms to 9 ms
        long[] responses = new long[20];
        Arrays.fill(responses, 100);
        responses[9] = 5 * MS;
        responses[10] = 6 * MS;
        LevelOutcome outcome = of("p90 of response in any 10 ms < 5 ms", 20 * MS, every(MS, 20), responses);
        assertThat(outcome.state()).isEqualTo(LevelState.BROKEN);
        assertThat(outcome.figures().first()).isEqualTo(new LevelWindowFigure(null, 1, 10 * MS + 1, 10, 2, 5 * MS));
        assertThat(outcome.figures().windows()).isEqualTo(10 * MS + 1);
        assertThat(outcome.figures().broken())
                .as("from 1 ns, when the tick at 10 ms enters, to 9 ms")
                .isEqualTo(9 * MS);
        assertThat(outcome.limitNs()).isEqualTo(5 * MS);
    }

    @Test
    void lostTickExceedsAnyLimitAndHasNoValue() {
        LevelOutcome outcome = of("no answer later than 3600 s", 0, every(MS, 2), 1, LOST);
        assertThat(outcome.state()).isEqualTo(LevelState.BROKEN);
        assertThat(outcome.figures().worst()).isEqualTo(new LevelWindowFigure(null, 0, MS + 1, 2, 1, null));
    }

    @Test
    void ignoresTicksThatAreNotDue() {
        LevelOutcome none = of("p50 of response < 5 ms", 0, every(MS, 3), NOT_DUE, NOT_DUE, NOT_DUE);
        assertThat(none.state()).isEqualTo(LevelState.UNDECIDED);
        assertThat(none.why()).isEqualTo("p50 needs 2 values, the measured part has fewer");
    }

    @Test
    void windowsWithTooFewLateValuesAreUndecided() {
        String level = "p75 of response in any 2 ms < 5 ms";
        assertThat(of(level, 8 * MS, every(MS, 8), 1, 1, 1, 1, 1, 1, 1, 1).why())
                .isEqualTo("p75 needs 4 values, no window has as many");
        long[] dense = {0, 0, 0, 0, MS, MS, MS, MS, 6 * MS};
        LevelOutcome fine = of(level, 8 * MS, dense, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        assertThat(fine.state()).as("few values, none late").isEqualTo(LevelState.MET);
        assertThat(fine.figures().undecided()).isPositive();
        LevelOutcome doubtful = of(level, 8 * MS, dense, 1, 1, 1, 1, 1, 1, 1, 1, 7 * MS);
        assertThat(doubtful.state()).isEqualTo(LevelState.UNDECIDED);
        assertThat(doubtful.why()).isEqualTo("p75 needs 4 values, and windows with fewer have late values");
        LevelOutcome broken = of(level, 8 * MS, dense, 1, 1, 1, 1, 7 * MS, 7 * MS, 1, 1, 7 * MS);
        assertThat(broken.state()).as("another window certainly breaks it").isEqualTo(LevelState.BROKEN);
    }

    @Test
    void shareOfAllQuotesIsCountedExactly() {
        String level = "99 % of quotes within 5 ms";
        assertThat(of(level, 0, every(MS, 3), 1, 9 * MS, 1).state()).isEqualTo(LevelState.BROKEN);
        assertThat(of(level, 0, every(MS, 3), 1, 1, 1).state()).isEqualTo(LevelState.MET);
        assertThat(of(level, 0, every(MS, 3), NOT_DUE, NOT_DUE, NOT_DUE).state())
                .isEqualTo(LevelState.UNDECIDED);
        assertThat(of(level + " in any 2 ticks", 0, every(MS, 3), 1, 9 * MS, 1).state())
                .as("windows of too few")
                .isEqualTo(LevelState.UNDECIDED);
    }

    @Test
    void runShorterThanTheWindowIsUndecided() {
        LevelOutcome time =
                of("p50 of response in any 60 s < 5 ms", 35_000 * MS, every(MS, 9), 1, 1, 1, 1, 1, 1, 1, 1, 1);
        assertThat(time.state()).isEqualTo(LevelState.UNDECIDED);
        assertThat(time.why()).isEqualTo("the measured part of 35.000 s is shorter than a window of 60 s");
        assertThat(of("p50 of response in any 3 ticks < 5 ms", 0, every(MS, 3), 1, NOT_DUE, 1)
                        .why())
                .isEqualTo("the run has fewer ticks with a value than a window (3 ticks)");
        assertThat(of("p50 of response < 5 ms", 0, new long[0]).why()).isEqualTo("no tick was measured");
    }

    @Test
    void bothAttributionsMustAgree() {
        long[] times = every(MS, 4);
        try (TickResults soonest = oneSession(times, new long[] {1, 1, 1, 1});
                TickResults latest = oneSession(times, new long[] {9 * MS, 9 * MS, 9 * MS, 9 * MS})) {
            assertThat(outcome("p50 of response < 10 ms", 0, soonest, latest).state())
                    .isEqualTo(LevelState.MET);
            assertThat(outcome("p50 of response < 1 ns", 0, soonest, latest).state())
                    .isEqualTo(LevelState.BROKEN);
            LevelOutcome open = outcome("p50 of response < 5 ms", 0, soonest, latest);
            assertThat(open.state()).isEqualTo(LevelState.UNDECIDED);
            assertThat(open.why())
                    .isEqualTo("ambiguous ticks decide: met if answered at the soonest, broken at the latest");
            assertThat(open.soonest())
                    .isNotNull()
                    .extracting(LevelFigures::broken)
                    .isEqualTo(0L);
            assertThat(open.figures().broken()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithBruteForceOnRandomRuns(int seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < ProofLevel.fullOr(150, 60); trial++) {
            try (TickResults results = random(random)) {
                String window = List.of(
                                "",
                                " in any " + (1 + random.nextInt(40)) + " ns",
                                " in any " + (1 + random.nextInt(12)) + " ticks")
                        .get(random.nextInt(3));
                String share = List.of("25", "50", "75", "90", "99").get(random.nextInt(5));
                String latency = LevelText.LATENCIES.get(random.nextInt(5)).file();
                String text = random.nextInt(4) == 0
                        ? share + " % of quotes within " + (1 + random.nextInt(20)) + " ns" + window
                        : "p" + share + " of " + latency + window + " < " + (1 + random.nextInt(20)) + " ns";
                long partNs = random.nextInt(80);
                LevelOutcome outcome = outcome(text, partNs, results, results);
                SlowWay slow = new SlowWay(results, ServiceLevel.parse(text), partNs);
                assertThat(outcome.figures())
                        .as(text + " of seed " + seed + ", trial " + trial)
                        .isEqualTo(slow.figures());
                // ticks were sent late: without that lag some levels are not broken
                LevelState measured = outcome.why().startsWith("without replay lag and stalls of the harness")
                        ? LevelState.BROKEN
                        : outcome.state();
                assertThat(measured).as(text).isEqualTo(slow.state());
            }
        }
    }

    private TickResults random(Random random) {
        int sessions = 1 + random.nextInt(3);
        TickResults results = TickResults.create(directory.resolve("random" + files++), sessions);
        long time = random.nextInt(100);
        int ticks = 1 + random.nextInt(30);
        for (int i = 0; i < ticks; i++) {
            long tick = results.append(time, time + random.nextInt(4), 0, 0, 1);
            List<Long> due = new ArrayList<>();
            for (int session = 0; session < sessions; session++) {
                long cell = cell(random);
                results.setCell(tick, session, cell);
                if (ResultCell.due(cell)) {
                    due.add(ResultCell.answered(cell) ? ResultCell.responseNs(cell) : LOST);
                }
            }
            due.sort(null);
            boolean none = due.isEmpty();
            results.setClients(
                    tick,
                    none ? NOT_DUE : due.get(0),
                    none ? NOT_DUE : due.get((due.size() - 1) / 2),
                    none ? NOT_DUE : due.get(due.size() - 1),
                    0);
            time += random.nextInt(5);
        }
        return results;
    }

    private static long cell(Random random) {
        int outcome = List.of(
                        ResultCell.NOT_PLANNED,
                        ResultCell.PUBLISHED,
                        ResultCell.PUBLISHED,
                        ResultCell.CONFLATED,
                        ResultCell.SKIPPED,
                        ResultCell.UNCHANGED,
                        ResultCell.LOST,
                        ResultCell.EXCLUDED,
                        ResultCell.PUBLISHED_NOT_DUE)
                .get(random.nextInt(9));
        long cell = ResultCell.of(outcome);
        return ResultCell.answered(cell) ? ResultCell.of(outcome, random.nextInt(25) - 2) : cell;
    }

    /** Judges every window separately by sorting its values and comparing the ranked one with the limit. */
    private static final class SlowWay {
        private final TickResults results;
        private final ServiceLevel level;
        private final long begin;
        private final List<LevelWindowFigure> broken = new ArrayList<>();
        private @Nullable LevelWindowFigure worst;
        private long windows;
        private long undecided;
        private boolean lateAmongFew;

        SlowWay(TickResults results, ServiceLevel level, long partNs) {
            this.results = results;
            this.level = level;
            this.begin = results.intendedNs(1);
            long end = Math.max(begin + partNs, results.intendedNs(results.ticks()) + 1);
            long lengthNs = level.window().lengthNs();
            int length = (int) level.window().ticks();
            if (level.window().equals(LevelWindow.WHOLE)) {
                look(begin, end, ticksWithin(begin, end));
            } else if (lengthNs > 0) {
                for (long from = begin; from + lengthNs <= end; from++) {
                    look(from, from + lengthNs, ticksWithin(from, from + lengthNs));
                }
            } else {
                List<Long> valued = ticksWithin(begin, end).stream()
                        .filter(tick -> !values(List.of(tick)).isEmpty())
                        .toList();
                for (int i = 0; i + length <= valued.size(); i++) {
                    List<Long> ticks = valued.subList(i, i + length);
                    look(results.intendedNs(ticks.get(0)), results.intendedNs(ticks.get(ticks.size() - 1)) + 1, ticks);
                }
            }
        }

        private List<Long> ticksWithin(long from, long to) {
            List<Long> ticks = new ArrayList<>();
            for (long tick = 1; tick <= results.ticks(); tick++) {
                if (results.intendedNs(tick) >= from && results.intendedNs(tick) < to) {
                    ticks.add(tick);
                }
            }
            return ticks;
        }

        private List<Long> values(List<Long> ticks) {
            List<Long> values = new ArrayList<>();
            for (long tick : ticks) {
                switch (level.latency()) {
                    case FIRST_CLIENT -> values.add(results.firstClientNs(tick));
                    case MEDIAN_CLIENT -> values.add(results.medianClientNs(tick));
                    case LAST_CLIENT -> values.add(results.lastClientNs(tick));
                    default -> {
                        for (int session = 0; session < results.sessions(); session++) {
                            values.add(value(tick, results.cell(tick, session)));
                        }
                    }
                }
            }
            return values.stream()
                    .filter(value -> value != NOT_DUE)
                    .map(value -> Math.max(0, value))
                    .sorted()
                    .toList();
        }

        private long value(long tick, long cell) {
            if (ResultCell.outcome(cell) == ResultCell.LOST) {
                return LOST;
            }
            long lag = level.text().contains("service") ? results.sentNs(tick) - results.intendedNs(tick) : 0;
            return ResultCell.answered(cell) ? ResultCell.responseNs(cell) - lag : NOT_DUE;
        }

        private boolean isLate(long value) {
            return level.kind() == ServiceLevel.Kind.PERCENTILE ? value >= level.limitNs() : value > level.limitNs();
        }

        private void look(long from, long to, List<Long> ticks) {
            windows++;
            List<Long> values = values(ticks);
            long late = values.stream().filter(this::isLate).count();
            double share = level.share().partsPerBillion() / 1e9;
            boolean exact = level.kind() == ServiceLevel.Kind.QUOTES
                    && level.window().equals(LevelWindow.WHOLE)
                    && !values.isEmpty();
            if (!exact && values.size() * (1 - share) < 1 - 1e-9) {
                undecided++;
                lateAmongFew |= late > 0;
                return;
            }
            int rank = Math.max(1, (int) Math.ceil(values.size() * share - 1e-9));
            long value = values.get(rank - 1);
            LevelWindowFigure window = new LevelWindowFigure(
                    null, from - begin, to - begin, values.size(), late, value == LOST ? null : (Long) value);
            if (isLate(value)) {
                broken.add(window);
            }
            if (worst == null || late * worst.values() > worst.late() * values.size()) {
                worst = window;
            }
        }

        LevelFigures figures() {
            return windows == 0
                    ? LevelFigures.NONE
                    : new LevelFigures(
                            windows, broken.size(), undecided, broken.isEmpty() ? null : broken.get(0), worst);
        }

        LevelState state() {
            if (!broken.isEmpty()) {
                return LevelState.BROKEN;
            }
            return worst == null || lateAmongFew ? LevelState.UNDECIDED : LevelState.MET;
        }
    }
}
