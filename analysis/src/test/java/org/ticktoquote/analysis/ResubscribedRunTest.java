package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.reason;
import static org.ticktoquote.analysis.Reasons.rules;
import static org.ticktoquote.analysis.RunValues.assertHas;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.run.Matching;

/** An application subscribes at a FIX venue again, and quotes the price of the answer: that of tick 3, which was not sent to it. */
final class ResubscribedRunTest {
    private static final String BEFORE = """
            session 0 logs-on at 4
            warm-up 1 EUR/USD at 5 answered at 6
            warm-up 2 USD/JPY at 5 answered at 6
            tick 1 EUR/USD at 10 answered at 11
            """;
    private static final String UNSENT = """
            tick 2 EUR/USD at 20 unsubscribed
            tick 3 EUR/USD at 30 unsubscribed
            """;
    private static final String AFTER = """
            session 0 gets 3 at 36
            tick 4 USD/JPY at 40 answered at 41
            """;
    private static final String NEXT_TICKS = """
            tick 5 EUR/USD at 50 answered at 51
            tick 6 EUR/USD at 60 answered at 61
            """;

    @TempDir
    private Path folder;

    private Summary summary(String by, String... lines) {
        RunFixture run = new RunFixture(folder, 1);
        run.matching = by.equals("id") ? run.matching : Matching.byPrice(Matching.DECLARED);
        run.facts.put("venue.A", "fix://127.0.0.1:1");
        return run.summary(String.join("", lines));
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void excludesThePairToTheNextTickAndReportsIt(String by) {
        Summary summary = summary(by, BEFORE, UNSENT, AFTER, NEXT_TICKS);

        assertThat(rules(summary)).containsExactly("feed-unsubscribed");
        assertThat(reason(summary, "feed-unsubscribed").value()).isEqualTo(0.5);
        assertThat(reason(summary, "feed-unsubscribed").text())
                .isEqualTo(
                        "2 ticks were not sent: the application had unsubscribed from the pair (263=2). These ticks are"
                                + " not due and are in no figure. 1 tick was not judged after a new subscription: the price"
                                + " that answers it is of no tick sent.");
        assertThat(summary.counts().snapshotClasses().unattributed()).isEqualTo(1);
        assertHas(summary, "published 3, unchanged 1, excluded 2");
    }

    /** The application is slow to answer ticks of venue B. */
    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void reportsTicksOfOtherVenuesThatWaitBeforeTheSubscription(String by) {
        Summary summary = summary(by, BEFORE.replaceAll("EUR/USD at \\d+", "$0 of B"), """
                tick 2 EUR/USD at 20 of B
                tick 3 EUR/USD at 25 of B answered at 36
                tick 4 EUR/USD at 30 unsubscribed
                tick 5 EUR/USD like 3 at 50
                """);

        assertThat(reason(summary, "feed-unsubscribed").value()).isEqualTo(0.6);
        assertThat(reason(summary, "feed-unsubscribed").text()).contains(" 2 ticks were not judged");
        assertThat(summary.counts().tickOutcomes().excluded()).isEqualTo(3);
    }

    /** The session can have its first price before the tick, which changes nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id    | UNSENT; AFTER | 1
            price | UNSENT; AFTER | 1
            id    | BETWEEN; AFTER; NEXT | 2
            price | BETWEEN; AFTER; NEXT | 2
            id    | UNSENT; session 0 logs-on at 31; AFTER; tick 5 EUR/USD like 3 at 50 | 1
            """)
    void newSubscriptionNeedsNoTick(String by, String events, int unattributed) {
        String between = UNSENT.replace("tick 3", "session 0 gets 2 at 26\ntick 3");
        String all = events.replace("UNSENT", UNSENT).replace("BETWEEN", between);
        Summary summary = summary(by, BEFORE, all.replace("AFTER", AFTER).replace("NEXT", NEXT_TICKS));
        assertHas(summary, "rules feed-unsubscribed, unattributed " + unattributed);
    }

    /** Another venue's ticks are judged up to the last tick that was not sent. */
    @Test
    void venueDroppedForGoodExcludesNoTicksOfOthers() {
        Summary summary = summary("id", BEFORE, """
                tick 2 EUR/USD at 20 unsubscribed
                tick 3 EUR/USD at 25 of B answered at 26
                tick 4 EUR/USD at 30 unsubscribed
                """);

        assertHas(summary, "excluded 0, published 2");
        assertThat(reason(summary, "feed-unsubscribed").text()).doesNotContain("new subscription");
    }

    @Test
    void subscriptionInTheWarmUpIsNotReported() {
        Summary summary = summary("id", """
                session 0 logs-on at 4
                warm-up 1 EUR/USD at 5 unrequested
                warm-up 2 USD/JPY at 5 answered at 6
                tick 1 EUR/USD at 10 answered at 11
                """);

        assertThat(summary.counts().tickOutcomes().excluded()).isEqualTo(1);
        assertThat(rules(summary)).doesNotContain("feed-unsubscribed");
    }

    @Test
    void unsubscriptionInTheWarmUpIsReportedWithTheTicksNotSent() {
        Summary summary = summary("id", """
                session 0 logs-on at 4
                warm-up 1 EUR/USD at 5 unsubscribed
                tick 1 EUR/USD at 10 unsubscribed
                tick 2 EUR/USD at 20 of B
                tick 3 EUR/USD at 30
                """);

        assertThat(reason(summary, "feed-unsubscribed").text()).contains(" 1 tick was not judged");
    }
}
