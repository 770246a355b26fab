package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.assertVerdict;
import static org.ticktoquote.analysis.Reasons.rules;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;

/**
 * A captured run that lacks a tick of EUR/USD after tick 2. The application prices it: {@code gets 3 as EUR/USD} is a price of no
 * captured tick. Tick 4 makes the price known again.
 */
final class PriceGapsTest {
    private static final String TICKS = """
            tick 1 EUR/USD at 10
            tick 2 EUR/USD at 20
            tick 3 USD/JPY at 35
            tick 4 EUR/USD at 50
            tick 5 EUR/USD at 60
            tick 6 EUR/USD at 70
            """;
    private static final String ANSWERS = """
            session 0 not-captured at 4
            session 0 gets 1 at 11
            session 0 gets 2 at 21
            %s
            session 0 gets 4 at 51
            session 0 gets 5 at 61
            """;
    private static final String UNKNOWN = """
            session 0 gets 3 as EUR/USD at 36
            session 0 gets 3 as EUR/USD at 50.5
            """;
    private static final long EUR_USD = 0;

    @TempDir
    private Path folder;

    private RunFixture run;

    @BeforeEach
    void createRun() {
        run = new RunFixture(folder, 1);
        run.source = RunManifest.WIRE;
        run.processes.clear();
        run.drainMs = 10_000;
        run.subscribed = List.of(0);
        run.facts.put(RunManifest.PRICE_GAPS_FACT, "1");
    }

    private void gap(double afterMs, long end) {
        try (JournalWriter gaps = JournalWriter.at(run.directory.priceGaps(), TickRecord.PRICE_GAPS)
                .run(RunFixture.IDENTITY)
                .recordsPerSegment(8)
                .open()) {
            int at = gaps.claim();
            gaps.buffer().putLong(at + TickRecord.GAP_BEGIN, RunFixture.ns(afterMs) + 1);
            gaps.buffer().putLong(at + TickRecord.GAP_END, end);
            gaps.buffer().putLong(at + TickRecord.GAP_INSTRUMENT, EUR_USD);
            gaps.commit();
        }
    }

    private Summary summary(String by, String unknown, String further) {
        run.matching = by.equals("id") ? run.matching : Matching.byPrice(Matching.DECLARED);
        return run.play(TICKS).play(ANSWERS.formatted(unknown)).summary(further);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void excludesThePairFromTheMissingTickToTheNextKnownPrice(String by) {
        gap(20, 4);

        Summary summary = summary(by, UNKNOWN, "session 0 gets 6 at 72");

        TickOutcomes outcomes = summary.counts().tickOutcomes();
        assertThat(outcomes.published()).isEqualTo(2);
        assertThat(outcomes.excluded()).isEqualTo(3);
        assertThat(summary.counts().snapshotClasses().unattributed()).isEqualTo(3);
        assertVerdict(summary, Verdict.VALID);
    }

    @ParameterizedTest
    @CsvSource({"id, unexplained", "price, model-refused"})
    void chargesAWrongPriceASecondAfterThePriceIsKnownAgain(String by, String rule) {
        gap(20, 4);

        Summary summary = summary(by, UNKNOWN, """
                session 0 gets 6 at 72
                tick 7 EUR/USD at 1055
                session 0 gets 3 as EUR/USD at 1056
                tick 8 EUR/USD at 1060
                """);

        assertThat(rules(summary)).contains(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void aPriceAfterTheLastTickCanBeOfALaterTick(String by) {
        gap(20, 4);

        Summary summary = summary(by, UNKNOWN, """
                session 0 gets 6 at 72
                tick 7 EUR/USD at 1055 answered at 1056
                session 0 gets 3 as EUR/USD at 1057
                """);

        assertThat(rules(summary)).isEmpty();
    }

    /** The application keeps the price of the missing tick, because it rejects crossed prices. */
    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void aRejectedTickMakesNoPriceKnown(String by) {
        gap(20, 4);
        run.matching = by.equals("id") ? run.matching : Matching.byPrice(Matching.DECLARED);

        Summary summary =
                run.play(TICKS.replace("4 EUR/USD", "4 EUR/USD crossed")).summary("""
                        session 0 not-captured at 4
                        session 0 gets 1 at 11
                        session 0 gets 2 at 52
                        session 0 gets 3 as EUR/USD at 53
                        session 0 gets 5 at 61
                        session 0 gets 6 at 72
                        """);

        assertThat(rules(summary)).isEmpty();
        assertThat(summary.counts().tickOutcomes().published()).isEqualTo(1);
    }

    /** The unknown price equals that of tick 5 by chance, and is sent before that of tick 4. */
    @Test
    void aKnownPriceCanBeAnUnknownOneByChance() {
        gap(20, 4);
        run.matching = Matching.byPrice(Matching.DECLARED);

        Summary summary = run.play(TICKS).summary("""
                        session 0 not-captured at 4
                        session 0 gets 1 at 11
                        session 0 gets 2 at 21
                        session 0 gets 5 at 61
                        session 0 gets 4 at 62
                        session 0 gets 3 as EUR/USD at 63
                        session 0 gets 5 at 64
                        session 0 gets 6 at 72
                        """);

        assertThat(rules(summary)).isEmpty();
        assertThat(summary.counts().tickOutcomes().published()).isEqualTo(1);
    }

    /** The application stops for two seconds and continues with the unknown price. */
    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void anUnknownPriceCanArriveAfterASecondIfNoKnownOneCameBefore(String by) {
        gap(20, 4);
        run.matching = by.equals("id") ? run.matching : Matching.byPrice(Matching.DECLARED);

        Summary summary = run.play(TICKS).summary("""
                        session 0 not-captured at 4
                        session 0 gets 1 at 11
                        session 0 gets 2 at 21
                        tick 7 EUR/USD at 1060
                        session 0 gets 3 as EUR/USD at 2000
                        session 0 gets 4 at 2001
                        session 0 gets 5 at 2002
                        session 0 gets 6 at 2003
                        session 0 gets 7 at 2004
                        """);

        assertThat(rules(summary)).isEmpty();
        assertThat(summary.counts().tickOutcomes().published()).isEqualTo(1);
        assertThat(summary.counts().tickOutcomes().excluded()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void waitsOneSecondForTheFirstKnownPrice(String by) {
        gap(60, 6);

        Summary summary = summary(by, "", """
                session 0 gets 3 as EUR/USD at 72
                tick 7 EUR/USD at 1069
                tick 8 EUR/USD at 1071
                """);

        assertThat(rules(summary)).containsExactly("lost");
        assertThat(summary.counts().tickOutcomes().lost()).isEqualTo(1);
        assertThat(summary.counts().tickOutcomes().excluded()).isEqualTo(4);
    }

    @Test
    void aPriceThatNoTickMakesKnownStaysUnknown() {
        gap(60, 0);

        Summary summary = summary("price", "", "session 0 gets 3 as EUR/USD at 5000");

        assertThat(rules(summary)).isEmpty();
        assertThat(summary.counts().tickOutcomes().published()).isEqualTo(2);
        assertThat(summary.counts().tickOutcomes().excluded()).isEqualTo(3);
    }

    @Test
    void theJournalOfGapsIsNeeded() throws Exception {
        assertThat(Files.exists(run.directory.priceGaps())).isFalse();

        assertThat(rules(summary("price", UNKNOWN, ""))).contains("journals-not-whole");
    }
}
