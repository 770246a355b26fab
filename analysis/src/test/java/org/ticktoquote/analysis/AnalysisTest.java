package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.ticktoquote.analysis.Reasons.rules;
import static org.ticktoquote.analysis.RunValues.assertHas;
import static org.ticktoquote.analysis.distribution.Latency.FIRST_CLIENT;
import static org.ticktoquote.analysis.distribution.Latency.LAST_CLIENT;
import static org.ticktoquote.analysis.distribution.Latency.QUOTE_AGE;
import static org.ticktoquote.analysis.distribution.Latency.RESPONSE;
import static org.ticktoquote.analysis.distribution.Latency.RESPONSE_PUBLISHED;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.summary.PairSummary;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.StaleCell;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.RunManifest;

final class AnalysisTest {
    @TempDir
    Path directory;

    private RunFixture run(int sessions) {
        return new RunFixture(directory, sessions);
    }

    private static LatencyFigures response(Summary summary) {
        return summary.latencies().of(RESPONSE);
    }

    @Test
    void measuresEveryLatencyOfACleanRun() {
        Summary summary = run(3).summary("""
                        tick 1 EUR/USD at 10 sent 10.1 answered at 12, 13, 15
                        tick 2 USD/JPY at 20 answered at 21, 21.5, 22
                        """);
        assertHas(summary, "verdict VALID, outcomes 6/0/0/0/0/0/0, classes 6/0/0/0/0/0/0/0");
        assertHas(summary, "response 1/5/2.416667, service 1/4.9/2.366667");
        assertHas(summary, "quote-age 1/4.9/2.366667, first-client 1/2/1.5, median-client 1.5/3/2.25");
        assertHas(summary, "last-client 2/5/3.5, fan-out-skew 1/3/2, replay-lag 0/0.1/0.05, response-published none");
        assertThat(List.of(
                        summary.measured().ticks(),
                        summary.measured().sessions(),
                        summary.measured().pairs()))
                .hasToString("[2, 3, 2]");
    }

    /** USD/JPY had no snapshot since the logon, so that tick 3 is its first; w1 is not in the journal of the warm-up. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a superseded tick is measured to the snapshot that superseded it | interval \
            | tick 1 EUR/USD at 10; tick 2 USD/JPY at 10 answered at 11; tick 3 EUR/USD at 15.9; \
            tick 4 EUR/USD at 16.1 answered at 20 \
            | verdict FAILED, rules skipped, outcomes 2/1/1/0/0/0/0, response 1/10/4.75, quote-age 1/3.9/2.45
            ticks possibly consumed late are not skipped | interval \
            | tick 1 EUR/USD at 10; tick 2 EUR/USD at 40 answered at 41 \
            | rules none, outcomes 1/1/0/0/0/0/0, response 1/31/16
            ticks that need no quote are excluded from every latency | none \
            | tick 1 EUR/USD at 10 answered at 11; tick 2 EUR/USD same at 20; tick 3 EUR/USD crossed at 30 \
            | outcomes 1/0/0/2/0/0/0, response 1/1/1, measured 1, dueTicks 1
            a published tick that was not due is a mismatch of the model | none \
            | tick 1 EUR/USD at 10 answered at 11; tick 2 EUR/USD same at 20 answered at 25 \
            | rules model-mismatch, outcomes 2/0/0/0/0/0/0, publishedNotDue 1, due 1, response 1/5/3, last-client 1/1/1
            the last price of the warm-up is expected | none \
            | warm-up 1 EUR/USD at 1; session 0 logs-on at 0; session 0 gets w1 at 2; session 0 gets w1 at 3; \
            tick 1 EUR/USD same at 10 | outcomes 0/0/0/1/0/0/0, initial 2, response -/-/-, measured 0
            every snapshot has a class | none \
            | session 0 logs-on at 1; session 0 gets nothing at 2; tick 1 EUR/USD at 10; tick 2 EUR/USD at 11; \
            tick 3 USD/JPY at 12; session 0 gets 2 at 13; session 0 gets 2 at 14; session 0 gets 2 again at 14.5; \
            session 0 gets 1 at 15; session 0 gets w1 at 15.5; session 0 gets 3 as EUR/USD at 16; \
            session 0 gets 77 at 17; session 0 gets nothing at 18; session 0 gets 3 at 19 \
            | rules unexplained/regressed, outcomes 3/0/0/0/0/0/0, classes 1/2/2/1/4/0/0/0
            ticks missed while the harness disconnects the session are excluded | none \
            | session 0 logs-on at 1; tick 1 EUR/USD at 10; tick 2 EUR/USD at 20; tick 3 EUR/USD at 30; \
            tick 4 EUR/USD at 40; tick 5 EUR/USD at 50; session 0 gets 1 at 11; session 0 ordered-down at 21; \
            session 0 disconnects at 22; session 0 logs-on at 35; session 0 gets 4 at 41; session 0 gets 5 at 52 \
            | verdict VALID, outcomes 2/0/0/0/0/3/0, classes 1/2/0/0/0/0/0/0, drops 0
            """)
    void countsTicksAndSnapshotsByWhatBecameOfThem(String name, String conflation, String events, String expected) {
        RunFixture run = run(1);
        run.conflation = new Conflation(conflation, conflation.equals(Conflation.INTERVAL) ? RunFixture.ns(5) : 0);
        assertHas(run.summary(events), expected);
    }

    @Test
    void breaksFiguresDownBySessionAndPair() {
        Summary summary = run(2).summary("""
                        tick 1 EUR/USD at 10 answered at 12, 13
                        tick 2 USD/JPY at 20 answered at 24
                        """);

        SessionSummary answered = summary.perSession().get(0);
        SessionSummary losing = summary.perSession().get(1);
        PairSummary first = summary.perPair().get(0);
        PairSummary second = summary.perPair().get(1);
        assertThat(answered.responseNs().max()).isEqualTo(4_000_000);
        assertThat(losing.tickOutcomes().lost()).isEqualTo(1);
        assertThat(losing.responseNs().max()).isNull();
        assertThat(losing.name()).isEqualTo("CLIENT-01");
        assertThat(first.responseNs().max()).isEqualTo(3_000_000);
        assertThat(first.responseNs().latest().ticks()).isEqualTo(1);
        assertThat(second.responseNs().p50().low()).isGreaterThanOrEqualTo(4_000_000);
        assertThat(second.responseNs().latest().lostTicks()).isEqualTo(1);
        assertThat(second.ticks()).isEqualTo(1);
        assertThat(List.of(answered.stalenessNs(), losing.stalenessNs(), first.stalenessNs(), second.stalenessNs()))
                .extracting(stale -> stale.lowerBound())
                .containsExactly(false, true, false, true);
        assertThat(summary.stalenessNs().lowerBound()).isTrue();
        assertThat(summary.staleness())
                .filteredOn(StaleCell::lowerBound)
                .extracting(StaleCell::session, StaleCell::symbol)
                .containsExactly(tuple(1, "USD/JPY"));
    }

    @Test
    void countsTicksMissedAfterAnUnplannedDisconnect() {
        Summary summary = run(1).summary("""
                        session 0 logs-on at 1
                        tick 1 EUR/USD at 10 answered at 11
                        tick 2 EUR/USD at 20
                        tick 3 USD/JPY at 30
                        session 0 disconnects at 12
                        session 0 logs-on at 35
                        session 0 gets 2 at 40
                        """);

        assertThat(summary.counts().tickOutcomes()).isEqualTo(new TickOutcomes(2, 0, 0, 0, 1, 0));
        assertThat(summary.latencies().of(RESPONSE).min()).isEqualTo(1_000_000);
        assertThat(summary.perPair().get(0).responseNs().max()).isEqualTo(20_000_000);
        assertThat(rules(summary)).containsExactly("session-drops", "lost");
    }

    private RunFixture interruptedRun() {
        RunFixture run = run(1).play("""
                        tick 1 EUR/USD at 10 answered at 12
                        tick 2 EUR/USD at 20
                        """);
        run.state = RunManifest.INTERRUPTED;
        return run;
    }

    /** The replayer kept sending for a moment after the clients had stopped. */
    @Test
    void excludesTicksSentAfterTheClientsStopped() {
        RunFixture broken = interruptedRun();
        broken.drainMs = 0;
        Summary summary = broken.summary();

        assertThat(summary.counts().tickOutcomes()).isEqualTo(new TickOutcomes(1, 0, 0, 0, 0, 1));
        assertThat(summary.latencies().of(RESPONSE).max()).isEqualTo(2_000_000);
        assertThat(summary.findings().reasons())
                .extracting(Reason::text)
                .anyMatch(text -> text.endsWith("ticks without an answer are excluded, not lost."));
    }

    /** The drain completed, so the application lost the unanswered ticks. */
    @Test
    void countsUnansweredTicksBeforeAnInterruptionAsLost() {
        RunFixture interrupted = interruptedRun();
        interrupted.finished = false;
        interrupted.missingTicks = 5;
        Summary summary = interrupted.summary();

        assertHas(summary, "outcomes 1/0/0/0/1/0/0, at most none, rules run-interrupted/lost");
        assertThat(summary.latencies().of(RESPONSE).diagnostic()).isFalse();
    }

    @Test
    void refusesFiguresThatRankAmongLostTicks() {
        Summary summary = run(2).summary("tick 1 EUR/USD at 10 answered at 12; session 0 gets 1 at 1001");

        assertHas(summary, "lost 1, afterDrain 1, duplicate 0");
        assertThat(response(summary).latest())
                .isEqualTo(new LatencyFigures.Extremes(1, 1, 1, 1, 0, 2_000_000L, null, null));
        assertThat(response(summary).p50().high()).isNotNull();
        assertThat(response(summary).p90()).isEqualTo(new PercentileFigure(2_000_000L, null, false, 0));
        assertThat(summary.latencies().of(FIRST_CLIENT).max()).isEqualTo(2_000_000);
        assertThat(summary.latencies().of(LAST_CLIENT).p50().low()).isNull();
        assertThat(summary.latencies().of(LAST_CLIENT).censored()).isEqualTo(1);
    }

    @Test
    void labelsTheResponseWhenDueTicksAreUnknown() {
        RunFixture run = run(1);
        run.model = ApplicationModel.UNKNOWN;
        run.conflation = new Conflation(Conflation.UNKNOWN, 0);
        Summary summary = run.summary("""
                        tick 1 EUR/USD same at 10
                        tick 2 EUR/USD same at 11 answered at 12
                        """);

        LatencyFigures published = summary.latencies().of(RESPONSE_PUBLISHED);
        assertThat(response(summary).label()).endsWith("(due unknown, all)");
        assertThat(response(summary).measured()).isEqualTo(2);
        assertThat(published.measured()).isEqualTo(1);
        assertThat(published.max()).isEqualTo(1_000_000);
        assertThat(summary.latencies().of(QUOTE_AGE).label()).doesNotContain("due unknown");
        assertThat(summary.counts().tickOutcomes()).isEqualTo(new TickOutcomes(1, 1, 0, 0, 0, 0));
        assertThat(summary.latencies().byField()).containsKey("responsePublishedNs");
    }

    @Test
    void countsTheSessionsOfATickAsOneObservation() {
        StringBuilder script = new StringBuilder();
        for (int tick = 1; tick <= 40; tick++) {
            script.append("tick %d EUR/USD at %d%n".formatted(tick, tick * 10));
            boolean slow = tick % 10 == 0;
            script.append("session 0 gets %d at %s%n".formatted(tick, tick * 10 + (slow && tick % 20 == 0 ? 5 : 1)));
            script.append("session 1 gets %d at %s%n".formatted(tick, tick * 10 + (slow && tick % 20 != 0 ? 5 : 1)));
        }
        Summary summary = run(2).summary(script.toString());

        // ticks 10, 20, 30 and 40 are late, each at one of its sessions
        assertThat(response(summary).p90().independent()).isBetween(3L, 4L);
        assertThat(response(summary).p90().supported()).isFalse();
        assertThat(response(summary).measured()).isEqualTo(80);
        assertThat(response(summary).latest().ticks()).isEqualTo(40);
        assertThat(summary.perSession().get(0).responseNs().p90().independent()).isBetween(2L, 4L);
    }
}
