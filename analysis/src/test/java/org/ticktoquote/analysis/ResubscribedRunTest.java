package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.rules;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.core.run.Matching;

/** An application subscribes at a FIX venue again, and quotes the price of the answer: that of tick 3, which was not sent to it. */
final class ResubscribedRunTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void excludesThePairFromTheLastTickBeforeASubscriptionToTheNextOne(String by) {
        RunFixture run = new RunFixture(folder, 1);
        run.matching = by.equals("id") ? run.matching : Matching.byPrice(Matching.DECLARED);
        run.facts.put("venue.A", "fix://127.0.0.1:1");

        Summary summary = run.play("""
                        session 0 logs-on at 4
                        warm-up 1 EUR/USD at 5
                        warm-up 2 USD/JPY at 5
                        session 0 gets w1 at 6
                        session 0 gets w2 at 6
                        tick 1 EUR/USD at 10
                        session 0 gets 1 at 11
                        tick 2 EUR/USD at 20 unrequested
                        tick 3 EUR/USD at 30 unrequested
                        session 0 gets 3 at 36
                        tick 4 USD/JPY at 40
                        session 0 gets 4 at 41
                        tick 5 EUR/USD at 50
                        session 0 gets 5 at 51
                        tick 6 EUR/USD at 60
                        session 0 gets 6 at 61
                        """).analysis().result().summary();

        assertThat(rules(summary)).isEmpty();
        assertThat(summary.counts().snapshotClasses().unattributed()).isEqualTo(1);
        TickOutcomes outcomes = summary.counts().tickOutcomes();
        assertThat(outcomes.published()).isEqualTo(3);
        assertThat(outcomes.unchanged()).isEqualTo(2);
        assertThat(outcomes.excluded()).isEqualTo(1);
    }
}
