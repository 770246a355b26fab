package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.pricing.truth.Fate;

/** Compares the analysis with an application's own count of dropped, duplicated, reordered and conflated quotes. */
class FaultIT {
    private static final ProofTable TABLE = new ProofTable("faults");

    @TempDir
    private Path folder;

    private Scenario scenario(String arguments) throws Exception {
        return of(Scenario.hurriedIn(folder), arguments);
    }

    private static Scenario of(Scenario scenario, String arguments) throws Exception {
        return scenario.over("T0+1s..T0+5s", "--length", "4min", "--pairs", "4", "--venues", "2")
                .tcp()
                .with("--app-args", arguments);
    }

    @Test
    void countsDroppedDuplicatedAndReorderedQuotesExactly() throws Exception {
        Scenario scenario = of(
                Scenario.coldIn(folder),
                "--fault drop:share=0.01,seed=1 --fault duplicate:share=0.01,seed=2 --fault reorder:share=0.01,seed=3");
        Summaries summary = scenario.measured(4);
        List<Truth.Quote> quotes = Truth.quotes(scenario.directory());
        assertThat(TruthAudit.of(scenario.directory()).disagreements()).isEmpty();

        long dropped = Truth.count(quotes, Fate.DROPPED_BY_FAULT);
        long duplicated = Truth.count(quotes, Fate.DUPLICATE_BY_FAULT);
        long reordered = Truth.count(quotes, Fate.REORDERED_BY_FAULT);
        long keptBack = Truth.count(quotes, Fate.ABANDONED);
        assertThat(List.of(dropped, duplicated, reordered)).allMatch(count -> count > 0);
        assertThat(summary.outcome("skipped", "lost")).isEqualTo(dropped + keptBack);
        assertThat(summary.outcome("published"))
                .as("reordered quotes reached the session")
                .isEqualTo(Truth.count(quotes, Fate.SENT) + reordered);
        assertThat(summary.snapshots("duplicate")).isEqualTo(duplicated);
        assertThat(summary.snapshots("regressed")).isPositive().isEqualTo(Truth.regressed(quotes));
        assertThat(summary.snapshots("unexplained")).isZero();
        assertThat(summary.rules("FAILED")).contains("skipped", "regressed");
        summary.assertPricesOfIdsAreRight();
        TABLE.row(
                dropped + " quotes dropped, " + reordered + " sent behind the next one, " + duplicated + " sent twice",
                "skipped " + summary.outcome("skipped") + " + lost " + summary.outcome("lost") + ", regressed "
                        + summary.snapshots("regressed") + ", duplicate " + summary.snapshots("duplicate"),
                summary);
    }

    @Test
    @LongProof
    void findsIdsNewerThanTheirPrices() throws Exception {
        Scenario scenario =
                scenario("--fault old-price:share=0.05,seed=1").with("--skew", "2", "--stale-after", "200ms");
        Summaries summary = scenario.measured(4);
        long misquoted = PriceOracle.misquoted(scenario.directory(), Truth.quotes(scenario.directory()));
        assertThat(summary.priceCheck("looked")).isPositive();
        assertThat(summary.priceCheck("unmodelled")).isZero();
        assertThat(misquoted).isPositive();
        // a price that returned before the client read it is accepted
        assertThat(summary.priceCheck("mismatched")).isBetween(misquoted * 9 / 10, misquoted);
        assertThat(summary.priceCheck("older")).isEqualTo(summary.priceCheck("mismatched"));
        assertThat(summary.rules("FAILED")).containsExactly("id-price-mismatch");
        TABLE.row(
                misquoted + " quotes with the price of the one before",
                "id-price-mismatch " + summary.priceCheck("mismatched") + " of " + summary.priceCheck("looked"),
                summary);
    }

    @FullProof
    @Test
    void reportsNothingSkippedIfTicksAreOnlyConflated() throws Exception {
        Scenario scenario = scenario("").with("--conflation", "50ms");
        scenario.run(0);
        assertConflated(scenario, "50ms");
        PriceTwin.assertHonest(scenario.directory());
    }

    @Test
    @FullProof
    void resolvesReturnedPricesIfSuppressionIsDeclared() throws Exception {
        Scenario scenario = scenario("").with("--conflation", "50ms").flag("--suppress-unchanged");
        Summaries summary = scenario.measured(0);
        long suppressed = Truth.count(Truth.quotes(scenario.directory()), Fate.SUPPRESSED_AS_SENT);
        assertThat(suppressed).isPositive();
        assertThat(TruthAudit.of(scenario.directory()).disagreements()).isEmpty();
        assertThat(summary.json().path("model").path("backToLastSent").asLong()).isGreaterThanOrEqualTo(suppressed);
        assertThat(summary.rules("FAILED")).isEmpty();
        TABLE.row(
                suppressed + " quotes not sent because the price was the one sent last",
                "unchanged by that " + summary.json().path("model").path("backToLastSent"),
                summary);
        FormatReader.assertAgrees(scenario.directory());
    }

    @ParameterizedTest(name = "conflation {0}, {1} dropped")
    @FullProof
    @CsvSource({"10ms, 0", "10ms, 0.05", "50ms, 0.05"})
    void reportsNoMoreMissingThanWasDropped(String conflation, String share) throws Exception {
        Scenario scenario = scenario("--fault drop:share=" + share + ",seed=1").with("--conflation", conflation);
        scenario.start().ended(0, 3, 4);
        assertConflated(scenario, conflation);
    }

    private static void assertConflated(Scenario scenario, String conflation) throws IOException {
        Summaries summary = Summaries.of(scenario.directory());
        List<Truth.Quote> quotes = Truth.quotes(scenario.directory());
        long conflated = Truth.count(quotes, Fate.CONFLATED);
        long dropped = Truth.count(quotes, Fate.DROPPED_BY_FAULT);
        assertThat(TruthAudit.of(scenario.directory()).disagreements()).isEmpty();
        assertThat(conflated).isPositive();
        summary.assertPricesOfIdsAreRight();
        assertThat(summary.outcome("skipped")).isLessThanOrEqualTo(dropped);
        assertThat(summary.outcome("conflated", "skipped", "lost")).isEqualTo(conflated + dropped);
        assertThat(summary.rules("FAILED").contains("skipped")).isEqualTo(summary.outcome("skipped") > 0);
        TABLE.row(
                "conflation " + conflation + ": " + conflated + " conflated, " + dropped + " dropped",
                "conflated " + summary.outcome("conflated") + ", skipped " + summary.outcome("skipped") + ", lost "
                        + summary.outcome("lost"),
                summary);
    }

    /** Declared as one order although there are two: no match may appear certain. */
    @Test
    @FullProof
    void detectsTwoVenuesOnParallelPathsByIdAndByPrice() throws Exception {
        Scenario scenario = scenario("--fault delay-venue:venue=1,by=5ms");
        Summaries summary = scenario.measured(4);
        List<Truth.Quote> quotes = Truth.quotes(scenario.directory());
        assertThat(summary.snapshots("regressed")).isPositive().isEqualTo(Truth.regressed(quotes));
        assertThat(summary.rules("FAILED")).contains("regressed");
        TABLE.row(
                "venue 1 on a path of its own, 5 ms later, matched by id",
                "regressed " + summary.snapshots("regressed"),
                summary);
        PriceTwin twin = PriceTwin.of(scenario.directory(), Matching.DECLARED);
        assertThat(twin.summary().findings().validity().name()).isIn("FAILED", "VOID");
        assertThat(twin.summary().findings().reasons())
                .extracting(reason -> reason.rule())
                .contains("model-refused");
        assertThat(twin.summary().model().certain()).isLessThanOrEqualTo(twin.due() - twin.outside());
        TABLE.row(
                "the same, matched by price",
                String.format(
                        Locale.ROOT,
                        "regressed %d, unexplained %d, certain %d of %d",
                        twin.summary().counts().snapshotClasses().regressed(),
                        twin.summary().counts().snapshotClasses().unexplained(),
                        twin.summary().model().certain(),
                        twin.due()),
                twin.summary().findings().validity() + ": model-refused");
    }
}
