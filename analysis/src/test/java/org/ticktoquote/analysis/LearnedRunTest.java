package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.RunValues.assertHas;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.summary.AttributionFigures.SessionPair;
import org.ticktoquote.analysis.summary.AttributionFigures.State;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.Matching;

/** Runs whose prices are learned from their own snapshots. */
final class LearnedRunTest {
    private static final int TICKS = 200;
    private static final int COLD = 80;
    private static final int BACKLOG = 60;

    @TempDir
    Path directory;

    private RunFixture run;

    @BeforeEach
    void learns() {
        run = new RunFixture(directory, 1);
        run.matching = Matching.byPrice(Matching.LEARNED);
        run.subscribed = List.of(0);
    }

    /** Prices that rise and come back. */
    private void market(int ticks) {
        Random random = new Random(11);
        for (int tick = 1; tick <= ticks; tick++) {
            String price = tick > 8 && random.nextBoolean() ? " like " + (tick - 1 - random.nextInt(8)) : "";
            run.play("tick " + tick + " EUR/USD" + price + " at " + (10 + tick));
        }
    }

    @Test
    void learnsPricesOfAnApplicationThatLagsDuringItsWarmUp() {
        run.play("session 0 logs-on at 1");
        market(TICKS);
        for (int tick = 1; tick <= TICKS; tick++) {
            double late = tick <= COLD ? BACKLOG : Math.max(0, BACKLOG + COLD - tick);
            run.play("session 0 gets " + tick + " at " + (10 + tick + late + 0.5));
        }
        Summary summary = run.summary();
        assertThat(summary.model().learned()).singleElement().satisfies(learned -> {
            assertThat(learned.accepted()).isTrue();
            assertThat(learned.explained()).isLessThan(learned.samples() * 9 / 10);
        });
        assertHas(summary, "unexplained 0, regressed 0");
        assertThat(summary.counts().tickOutcomes().published()).isPositive();
        assertThat(summary.counts().tickOutcomes().lost()).isZero();
    }

    /** Three snapshots do not suffice to learn prices, but they answer the request. */
    @Test
    void pairWithoutAnySnapshotIsUnanswered() {
        run.subscribed = List.of(0, 1);
        run.play("""
                session 0 logs-on at 1
                tick 1 EUR/USD at 10 answered at 13
                tick 2 USD/JPY at 11
                tick 3 EUR/USD at 12
                tick 4 USD/JPY at 14
                tick 5 EUR/USD at 15
                """);
        Summary summary = run.summary();
        assertThat(Reasons.reason(summary, "subscriptions-unanswered").verdict())
                .isEqualTo(Verdict.FAILED);
        assertThat(Reasons.reason(summary, "subscriptions-unanswered").value()).isEqualTo(1.0);
    }

    @Test
    void pricesWithTooLittleEvidenceDoNotBlameTheApplication() {
        market(3);
        run.play("session 0 gets 1 at 14; session 0 gets 2 at 15; session 0 gets 3 at 16");
        Summary summary = run.summary();
        assertThat(summary.model().learned())
                .singleElement()
                .satisfies(learned -> assertThat(learned.accepted()).isFalse());
        assertHas(summary, "outcomes 0/0/0/0/0/3/0, due 0, certain 0, unexplained 0, unattributed 3");
        assertThat(summary.stalenessNs().totalNs().high())
                .as("time that is judged")
                .isZero();
        assertThat(Reasons.rules(summary))
                .contains("too-little-evidence")
                .doesNotContain("model-refused", "unexplained");
        assertThat(summary.findings().reasons())
                .extracting(Reason::verdict)
                .as("too little evidence never accuses")
                .doesNotContain(Verdict.FAILED);
        assertThat(summary.model().attribution().places())
                .containsExactly(new SessionPair(0, "EUR/USD", 0, 0, 3, 0, State.TOO_LITTLE_EVIDENCE));
    }
}
