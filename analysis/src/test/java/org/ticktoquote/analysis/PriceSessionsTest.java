package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.RunValues.assertHas;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;

/** Exclusions around logons and disconnects, matched by price. */
final class PriceSessionsTest {
    @TempDir
    Path directory;

    private RunFixture run;

    @BeforeEach
    void byPrice() {
        run = new RunFixture(directory, 1);
        run.matching = Matching.byPrice(Matching.DECLARED);
    }

    @Test
    void firstPriceAfterALogonEndsTheExclusion() {
        run.play("""
                warm-up 1 EUR/USD at 1
                session 0 logs-on at 2
                session 0 gets w1 at 3
                tick 1 EUR/USD at 10 answered at 11
                session 0 ordered-down at 12
                session 0 disconnects at 12.5
                tick 2 EUR/USD at 13
                session 0 logs-on at 14
                session 0 gets 2 at 15
                tick 3 EUR/USD at 16 answered at 17
                """);
        Summary summary = run.summary();
        assertHas(summary, "initial 2, matched 2, outcomes 2/0/0/0/0/1/0, unanswered 0, drops 0");
    }

    /** The price of tick 4 at 33 ms proves that tick 3 was consumed, and no slice of 5 ms reaches from it to tick 5. */
    @Test
    void tickConsumedForSureIsSkippedUnderIntervalConflation() {
        run.conflation = new Conflation(Conflation.INTERVAL, 5_000_000);
        run.play("""
                tick 1 EUR/USD at 10 answered at 10.5
                tick 2 EUR/USD at 30
                tick 3 EUR/USD at 31
                tick 4 USD/JPY at 32 answered at 33
                tick 5 EUR/USD at 50 answered at 51
                """);
        Summary summary = run.summary();
        assertThat(summary.counts().tickOutcomes())
                .as("tick 2 conflated, tick 3 skipped")
                .isEqualTo(new TickOutcomes(3, 1, 1, 0, 0, 0));
    }
}
