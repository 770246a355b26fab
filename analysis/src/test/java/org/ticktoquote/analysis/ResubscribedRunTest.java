package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.reason;
import static org.ticktoquote.analysis.Reasons.rules;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
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
        TickOutcomes outcomes = summary.counts().tickOutcomes();
        assertThat(outcomes.published()).isEqualTo(3);
        assertThat(outcomes.unchanged()).isEqualTo(1);
        assertThat(outcomes.excluded()).isEqualTo(2);
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

    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void venueNeedsNoTickAfterTheSubscription(String by) {
        Summary summary = summary(by, BEFORE, UNSENT, AFTER);

        assertThat(rules(summary)).containsExactly("feed-unsubscribed");
        assertThat(summary.counts().snapshotClasses().unattributed()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "price"})
    void applicationCanSubscribeAndUnsubscribeBetweenTwoUnsentTicks(String by) {
        Summary summary =
                summary(by, BEFORE, UNSENT.replace("tick 3", "session 0 gets 2 at 26\ntick 3"), AFTER, NEXT_TICKS);

        assertThat(rules(summary)).containsExactly("feed-unsubscribed");
        assertThat(summary.counts().snapshotClasses().unattributed()).isEqualTo(2);
    }

    /** Another venue's ticks are judged up to the last tick that was not sent. */
    @Test
    void venueDroppedForGoodExcludesNoTicksOfOthers() {
        Summary summary = summary("id", BEFORE, """
                tick 2 EUR/USD at 20 unsubscribed
                tick 3 EUR/USD at 25 of B answered at 26
                tick 4 EUR/USD at 30 unsubscribed
                """);

        assertThat(summary.counts().tickOutcomes().excluded()).isZero();
        assertThat(summary.counts().tickOutcomes().published()).isEqualTo(2);
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

    /** The session has its first price before the tick, which changes nothing. */
    @Test
    void tickThatEndsAnUnknownPriceOwesNoFirstPrice() {
        String logon = "session 0 logs-on at 31\n";
        Summary summary = summary("id", BEFORE, UNSENT, logon, AFTER, "tick 5 EUR/USD like 3 at 50");

        assertThat(rules(summary)).containsExactly("feed-unsubscribed");
    }
}
