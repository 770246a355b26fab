package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.reason;
import static org.ticktoquote.analysis.Reasons.rules;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;

/** Applications that echo wrong ids for every tick, and applications that are at fault. */
final class EchoedIdsTest {
    private static final int WARM_UP = 240;
    private static final int MEASURED = 900;
    private static final int SESSIONS = 2;
    private static final List<String> PAIRS = List.of("EUR/USD", "USD/JPY");
    private static final String NOTHING = "nothing";
    private static final Matching DECIMAL = Matching.byId(278, "decimal");

    @TempDir
    Path directory;

    /** Delay of every answer in the measured part. */
    private double delayMs;

    private String source = RunManifest.REPLAY;

    /** A tick as the application receives it. */
    private record Met(long id, int place, int inPair, double sentMs) {
        boolean measured() {
            return !TickRecord.isWarmUp(id);
        }
    }

    /** Returns the id in a snapshot of the tick, given the number of earlier snapshots of the session. */
    @FunctionalInterface
    private interface Naming {
        String of(Met tick, int snapshotsBefore, Random random);
    }

    private static final Naming AS_SENT = number(Met::id);

    private static Naming number(ToLongFunction<Met> of) {
        return (tick, before, random) -> {
            long number = of.applyAsLong(tick);
            return number < 0 ? NOTHING : Long.toString(number);
        };
    }

    /** Digits of one notation as a client reads them in another one. */
    private static Naming read(int written, int read) {
        return (tick, before, random) -> {
            try {
                return Long.toString(Long.parseLong(Long.toString(tick.id, written), read));
            } catch (NumberFormatException e) {
                return NOTHING;
            }
        };
    }

    private static Arguments looks(String words, Naming naming) {
        return Arguments.of("look like " + words + " in ", naming, DECIMAL);
    }

    static Stream<Arguments> wrongIds() {
        return Stream.of(
                looks("tick ids plus 1", number(tick -> tick.id + 1)),
                looks("tick ids minus 1", number(tick -> tick.id - 1)),
                looks("tick ids plus 5,000", number(tick -> tick.id + 5_000)),
                looks("tick ids modulo 700", number(tick -> tick.id % 700)),
                looks("tick ids modulo 97", number(tick -> tick.id % 97)),
                looks("tick ids modulo 700, from 1", number(tick -> (tick.id - 1) % 700 + 1)),
                looks("tick ids cut to 8 bits", number(tick -> tick.id & 0xff)),
                looks("tick ids cut to 32 bits", number(tick -> tick.id & 0xffff_ffffL)),
                looks("tick ids cut to their last 2 decimal digits", number(tick -> tick.id % 100)),
                looks("tick ids without their last digit", number(tick -> tick.id / 10)),
                looks("tick ids times 10", number(tick -> tick.id * 10)),
                looks(
                        "tick ids with their bytes in the other order, of 32 bits",
                        number(tick -> Integer.reverseBytes((int) tick.id) & 0xffff_ffffL)),
                looks("the numbers of ticks since the feed began, including the warm-up", number(Met::place)),
                looks("the numbers of ticks of each pair", number(Met::inPair)),
                looks(
                        "ids of recent ticks of any pair",
                        (tick, before, random) -> Long.toString(
                                tick.id - random.nextInt((int) Math.min(8, tick.id % TickRecord.WARM_UP_BASE)))),
                looks("one number, 7", number(tick -> 7)),
                looks("a count of the snapshots of a session", (tick, before, random) -> "" + (before + 1)),
                Arguments.of("--match-keys venue-time-us", number(tick -> RunFixture.ns(tick.sentMs) / 1_000), DECIMAL),
                Arguments.of("--id-form T:hex reads them.", read(16, 10), Matching.byId(278, "T:decimal")),
                Arguments.of("--id-form decimal reads them.", read(10, 16), Matching.byId(278, "hex")),
                Arguments.of("have no decimal number in tag 278.", number(tick -> -1), DECIMAL),
                Arguments.of(
                        "Check that the application echoes ids",
                        (Naming) (tick, before, random) -> Long.toString(random.nextLong() >>> 8),
                        DECIMAL));
    }

    /** If no answer names a tick, unmatched ticks are not charged to the application. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongIds")
    void describesWrongIdsWithoutBlamingTheApplication(String words, Naming naming, Matching matching) {
        Summary summary = run(words.hashCode(), matching, naming, 0.1);

        assertThat(summary.findings().reasons())
                .as("%s", summary.findings())
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.rule()).isEqualTo("ids-refused");
                    assertThat(reason.verdict()).isEqualTo(Verdict.VOID);
                    assertThat(reason.text()).contains(words);
                });
        assertThat(summary.counts().tickOutcomes().unknown())
                .isEqualTo(summary.counts().tickOutcomes().total());
    }

    /** Ids of later ticks can come from a second capture whose clock is behind. */
    @ParameterizedTest
    @CsvSource({"wire, true", "replay, false"})
    void namesTheClocksOfSeveralCaptures(String of, boolean named) {
        source = of;
        Summary summary = run(3, DECIMAL, number(tick -> tick.id + 20), 0);
        assertThat(reason(summary, "ids-refused").text().contains("their clocks agree"))
                .isEqualTo(named);
    }

    /** With {@code per-venue} order. */
    @ParameterizedTest
    @CsvSource({"1, VOID", "0, VALID"})
    void refusesWrongIdsOfSeveralVenues(long offset, Verdict verdict) {
        Summary summary = run(7, DECIMAL.with(Matching.PER_VENUE), number(tick -> tick.id + offset), 0);

        assertThat(summary.findings().validity()).as("%s", summary.findings()).isEqualTo(verdict);
        assertThat(rules(summary)).isEqualTo(offset == 0 ? List.of() : List.of("ids-refused"));
    }

    /** Each entry has a wrong id, and a message without an id deletes it. Only the entries should name ticks. */
    @Test
    void refusesWrongIdsOfEntriesThatAreDeletedAgain() {
        RunFixture run = new RunFixture(directory, 1);
        Random random = new Random(5);
        for (int tick = 1; tick <= 30; tick++) {
            run.play("tick " + tick + " EUR/USD at " + (10 + tick));
            run.play("session 0 gets " + (1_000 + random.nextInt(100_000)) + " at " + (10.25 + tick));
            run.play("session 0 gets nothing deleting at " + (10.5 + tick));
        }
        assertThat(rules(run.summary())).contains("ids-refused");
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, ProofLevel.fullOr(3, 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void acceptsCorrectIds(long seed) {
        Summary summary = run(seed, DECIMAL, AS_SENT, 0);

        assertThat(summary.findings().reasons()).isEmpty();
        assertThat(summary.counts().tickOutcomes().published()).isEqualTo((long) SESSIONS * MEASURED);
    }

    /** Correct ids, but 5 % of the quotes are never sent. */
    @ParameterizedTest
    @MethodSource("seeds")
    void blamesAnApplicationThatDropsQuotes(long seed) {
        Summary summary = run(seed, DECIMAL, AS_SENT, 0.05);

        assertThat(summary.findings().validity()).isEqualTo(Verdict.FAILED);
        assertThat(rules(summary)).contains("skipped").doesNotContain("ids-refused");
        assertThat(summary.counts().tickOutcomesAtMost()).isEmpty();
    }

    /** 30 % of the ids match no tick, which is no different numbering. */
    @ParameterizedTest
    @MethodSource("seeds")
    void blamesAnApplicationThatOftenSendsArbitraryIds(long seed) {
        Summary garbage = run(
                seed,
                DECIMAL,
                (tick, before, random) -> tick.measured() && random.nextInt(10) < 3
                        ? Long.toString(1_000_000 + random.nextInt(1_000_000))
                        : Long.toString(tick.id),
                0);

        assertThat(garbage.findings().validity()).isEqualTo(Verdict.FAILED);
        assertThat(rules(garbage)).contains("skipped", "unexplained").doesNotContain("ids-refused");
    }

    /** A tenth of its quotes is never sent, one in 60 is out of order, and all are 250 ticks old on arrival. */
    @ParameterizedTest
    @MethodSource("seeds")
    void acceptsIdsOfASlowApplicationThatReorders(long seed) {
        delayMs = 250;
        Summary summary = run(
                seed,
                DECIMAL,
                (tick, before, random) ->
                        Long.toString(tick.measured() && tick.id > 20 && tick.place % 60 == 0 ? tick.id - 20 : tick.id),
                0.1);

        assertThat(rules(summary)).contains("regressed").doesNotContain("ids-refused");
    }

    private Summary run(long seed, Matching matching, Naming naming, double lost) {
        Random random = new Random(seed);
        RunFixture run = RunFixture.inLongSegments(directory, SESSIONS);
        run.matching = matching;
        run.source = source;
        boolean modelled = matching.exact();
        run.model = new ApplicationModel(modelled, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 0L), 0);
        int[] inPair = new int[PAIRS.size()];
        int[] snapshots = new int[SESSIONS];
        double[] readMs = new double[SESSIONS];
        for (int session = 0; session < SESSIONS; session++) {
            run.play("session " + session + " logs-on at 0");
        }
        long[] pairs = random.longs(WARM_UP + MEASURED, 0, PAIRS.size()).toArray();
        for (int place = 1; place <= WARM_UP + MEASURED; place++) {
            boolean warmUp = place <= WARM_UP;
            int pair = (int) pairs[place - 1];
            double sentMs = warmUp ? place / 30.0 : 10 + (place - WARM_UP);
            sentMs = Math.round(sentMs * 1e3) / 1e3;
            int number = warmUp ? place : place - WARM_UP;
            run.play((warmUp ? "warm-up " : "tick ") + number + " " + PAIRS.get(pair) + " at " + sentMs);
            long id = warmUp ? TickRecord.WARM_UP_BASE + number : number;
            Met met = new Met(id, place, ++inPair[pair], sentMs);
            for (int session = 0; session < SESSIONS; session++) {
                // some wait for the next tick, none much longer
                double tookMs = Math.round((warmUp ? 0.01 : 1) * (0.1 + 1.5 * random.nextDouble()) * 1e5) / 1e5
                        + (warmUp ? 0 : delayMs);
                readMs[session] = Math.max(readMs[session], sentMs + tookMs);
                boolean drops = !warmUp && place < WARM_UP + MEASURED && random.nextDouble() < lost;
                if (!drops) {
                    run.play("session " + session + " gets " + naming.of(met, snapshots[session]++, random) + " as "
                            + PAIRS.get(pair) + " at "
                            + BigDecimal.valueOf(readMs[session]).setScale(5, RoundingMode.HALF_UP));
                }
            }
        }
        return run.summary();
    }
}
