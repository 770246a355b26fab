package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.pricing.truth.Fate;

/**
 * Each session template of {@code docs/dialects} with an application that uses it: with a known hold, dropped
 * and duplicated quotes, outcomes by id equal the application's own record, and certain matches by price are right.
 */
class DialectIT {
    private static final ProofTable TABLE = new ProofTable("dialects");
    private static final String HOLD = "--hold 2ms ";
    private static final String FAULTS = " --fault drop:share=0.02,seed=1 --fault duplicate:share=0.02,seed=2";

    @TempDir
    private Path folder;

    private Scenario scenario(String dialect) throws Exception {
        Path template = T2qProcess.root().resolve("docs/dialects").resolve(dialect + ".yaml");
        return Scenario.coldIn(folder)
                .over("T0+1s..T0+4s", "--length", "4min", "--pairs", "3", "--venues", "2")
                .tcp()
                .with("--session-template", template.toString())
                .with("--app-args", HOLD + "--dialect " + dialect + FAULTS);
    }

    @ParameterizedTest(name = "{0}, the tick in {1}")
    @LongProof
    @CsvSource({"ctrader-like, 5001", "quotes, 117", "mass-quotes, 299"})
    void measuresBookUpdatesAndQuotes(String dialect, int idTag) throws Exception {
        measure(dialect, idTag);
    }

    @ParameterizedTest(name = "{0}, the tick in {1}")
    @FullProof
    @CsvSource({
        "lmax-like, 5001",
        "hub-like, 117",
        "xtx-like, 299",
        "integral-like, 299",
        "saxo-like, 278",
        "ebs-like, 278",
        "fixt, 278"
    })
    void measuresOtherDialects(String dialect, int idTag) throws Exception {
        measure(dialect, idTag);
    }

    @Test
    @LongProof
    void onlySlicedQuotesAreConflated() throws Exception {
        Scenario scenario = scenario("cboe-like").with("--conflation", "50ms");
        scenario.start().ended(0, 3, 4); // a slice can hide a dropped quote
        Summaries summary = scenario.summary();
        List<Truth.Quote> quotes = Truth.quotes(scenario.directory());
        long leftOut = Truth.count(quotes, Fate.CONFLATED, Fate.DROPPED_BY_FAULT);

        assertThat(TruthAudit.of(scenario.directory()).disagreements()).isEmpty();
        assertThat(summary.outcome("published")).isPositive().isEqualTo(Truth.count(quotes, Fate.SENT));
        assertThat(summary.outcome("conflated", "skipped", "lost")).isEqualTo(leftOut);
        assertThat(summary.snapshots("duplicate")).isEqualTo(Truth.count(quotes, Fate.DUPLICATE_BY_FAULT));
        PriceTwin.of(scenario.directory(), Matching.DECLARED).assertRight();
    }

    private void measure(String dialect, int idTag) throws Exception {
        Scenario scenario = scenario(dialect).with("--id-tag", Integer.toString(idTag));
        Summaries summary = scenario.measured(4);
        List<Truth.Quote> quotes = Truth.quotes(scenario.directory());
        long dropped = Truth.count(quotes, Fate.DROPPED_BY_FAULT);
        long duplicated = Truth.count(quotes, Fate.DUPLICATE_BY_FAULT);

        assertThat(TruthAudit.of(scenario.directory()).disagreements()).isEmpty();
        assertThat(dropped).isPositive();
        assertThat(summary.outcome("skipped", "lost")).isEqualTo(dropped);
        assertThat(summary.outcome("published")).isPositive().isEqualTo(Truth.count(quotes, Fate.SENT));
        assertThat(summary.snapshots("duplicate")).isPositive().isEqualTo(duplicated);
        assertThat(summary.snapshots("unexplained")).isZero();
        summary.assertPricesOfIdsAreRight();
        assertThat(summary.rules("FAILED")).containsExactly("skipped");
        TABLE.row(
                dialect + ": " + dropped + " dropped, " + duplicated + " sent twice",
                "skipped " + summary.outcome("skipped") + " + lost " + summary.outcome("lost") + ", duplicate "
                        + summary.snapshots("duplicate"),
                summary);
        PriceTwin twin = PriceTwin.of(scenario.directory(), Matching.DECLARED).assertRight();
        assertThat(twin.certainShare()).as(twin.toString()).isGreaterThan(0.9);
    }
}
