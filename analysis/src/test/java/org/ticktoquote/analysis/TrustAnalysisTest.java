package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.ticktoquote.analysis.Reasons.assertVerdict;
import static org.ticktoquote.analysis.Reasons.reason;
import static org.ticktoquote.analysis.Reasons.rules;
import static org.ticktoquote.analysis.Refusals.assertRefused;
import static org.ticktoquote.analysis.RunValues.assertHas;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.report.RunReport;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.AttributionFigures.SessionPair;
import org.ticktoquote.analysis.summary.AttributionFigures.State;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.StaleCell;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.ExcusedCharge;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.Role;

/** Reliability of results and attribution of failures. */
final class TrustAnalysisTest {
    @TempDir
    Path directory;

    private RunFixture run(int sessions) {
        return new RunFixture(directory, sessions);
    }

    @ParameterizedTest
    @ValueSource(strings = {Matching.BY_ID, Matching.BY_PRICE})
    void refusesPerVenueOrderIfDeclaredPricesNeedACommonOrder(String by) {
        RunFixture run = run(1);
        run.matching = new Matching(
                by, 278, "decimal", List.of(), Matching.DECLARED, Matching.PER_VENUE, Matching.Limits.DEFAULT);
        assertRefused(run.play("tick 1 EUR/USD at 10")::analysis, "order of venues is per-venue");
    }

    /** The application's ids or their declaration can be wrong. */
    @ParameterizedTest
    @CsvSource({"19, FAILED, unexplained", "20, VOID, ids-refused"})
    void doesNotBlameTheApplicationIfNoSnapshotNamesATick(int snapshots, Verdict verdict, String rule) {
        RunFixture run = run(1).play("session 0 logs-on at 0\ntick 1 EUR/USD at 10");
        for (int i = 0; i < snapshots; i++) {
            run.play("session 0 gets " + (900_000 + i) + " at " + (20 + i));
        }
        Summary summary = run.summary();
        assertThat(reason(summary, rule).verdict()).isEqualTo(verdict);
        assertThat(rules(summary)).doesNotContain(rule.equals("unexplained") ? "ids-refused" : "unexplained");
        assertThat(summary.counts().tickOutcomes().lost()).isEqualTo(verdict == Verdict.VOID ? 0 : 1);
    }

    private static final String REGRESSION = """
            tick %d EUR/USD at 210
            session 0 gets %d at 211
            tick %d EUR/USD at 212
            session 0 gets %d at 213
            session 0 gets %d at 214
            """;

    /** Answers the given number of ticks and ends with a snapshot that shows the second-last price. */
    private RunFixture regressing(int answered) {
        RunFixture run = run(1);
        run.matching = Matching.byPrice(Matching.DECLARED);
        for (int tick = 1; tick <= answered; tick++) {
            run.play("tick " + tick + " USD/JPY at " + (10 + tick));
            run.play("session 0 gets " + tick + " at " + (10 + tick + 0.5));
        }
        int next = answered + 1;
        return run.play(String.format(REGRESSION, next, next, next + 1, next + 1, next));
    }

    private boolean certain(int tick) {
        try (TickResults results = TickResults.open(directory.resolve("tick-results.bin"))) {
            return ResultCell.isCertain(results.cell(tick, 0));
        }
    }

    @Test
    void contradictedSessionPairHasNoCertainTicks() {
        Summary summary = regressing(120).summary();

        assertThat(summary.counts().snapshotClasses().regressed()).isEqualTo(1);
        ModelFigures model = summary.model();
        assertThat(model.due()).isEqualTo(122);
        assertThat(model.certain()).isEqualTo(120);
        assertThat(model.attribution().holds()).isTrue();
        assertThat(model.attribution().places())
                .contains(
                        new SessionPair(0, "EUR/USD", 2, 0, 3, 1, State.CONTRADICTED),
                        new SessionPair(0, "USD/JPY", 120, 120, 120, 0, State.EXPLAINED));
        assertThat(rules(summary)).contains("regressed");
        assertThat(certain(121)).isFalse();
        assertThat(certain(120)).isTrue();
    }

    @Test
    void modelThatLeavesOverOnePercentUnexplainedVoidsTheRun() {
        RunFixture run = regressing(90);
        run.play("tick 93 EUR/USD at 215"); // never answered
        Summary summary = run.summary();

        assertThat(summary.findings().validity()).isEqualTo(Verdict.VOID);
        assertThat(rules(summary))
                .contains("model-refused")
                .doesNotContain("regressed", "unexplained", "lost", "skipped");
        assertThat(summary.model().attribution().holds()).isFalse();
        assertThat(summary.counts().tickOutcomes()).isEqualTo(new TickOutcomes(0, 0, 0, 0, 0, 0, 93));
        assertThat(summary.perSession().get(0).tickOutcomes().unknown()).isEqualTo(93);
        assertThat(summary.perPair())
                .allMatch(pair -> pair.tickOutcomes().lost() == 0)
                .allMatch(pair -> pair.stalenessNs().diagnostic());
        assertThat(summary.model().certain()).isZero();
        assertThat(certain(1)).isFalse();
        summary.latencies().byField().forEach((name, figures) -> {
            boolean attributed = name.equals("replayLagNs");
            assertThat(figures.diagnostic()).as(name).isEqualTo(!attributed);
            assertThat(attributed || figures.percentiles().values().stream().noneMatch(PercentileFigure::supported))
                    .as(name)
                    .isTrue();
        });
        assertThat(run.analysis().result().curves())
                .filteredOn(curve -> !curve.name().equals("replayLagNs"))
                .allMatch(curve -> curve.points().stream().noneMatch(CurvePoint::supported));
        assertThat(summary.stalenessNs().diagnostic()).isTrue();
        assertThat(summary.staleness()).isNotEmpty().allMatch(StaleCell::diagnostic);
        assertThat(summary.measuredPart().drain().answeredLate()).isZero();
        assertThat(RunReport.lines(summary, Map.of(), "RUN"))
                .contains("staleness is unknown, as the outcomes of the ticks are unknown")
                .noneMatch(line -> line.contains("with an old price") || line.contains("slowest responses"));
    }

    @ParameterizedTest
    @ValueSource(strings = {Matching.BY_ID, Matching.BY_PRICE})
    void blamesTheDrainForAnswersAfterItsEnd(String by) {
        RunFixture run = run(2);
        run.matching = by.equals(Matching.BY_ID) ? run.matching : Matching.byPrice(Matching.DECLARED);
        run.model = new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 0L), 0);
        Summary summary = run.summary("""
                        tick 1 EUR/USD at 10 answered at 12, 2600
                        tick 2 USD/JPY at 20 answered at 1900
                        """);

        assertHas(summary, "verdict VOID, outcomes 3/0/0/0/1/0/0, afterDrain 2, rules drain-too-short");
        assertThat(summary.findings().excused()).extracting(ExcusedCharge::rule).containsExactly("lost");
        assertThat(summary.counts().tickOutcomesAtMost()).containsExactly("lost");
        assertThat(summary.findings().reasons().get(0).text())
                .isEqualTo(
                        "2 due ticks x sessions were answered after the drain of 980 ms. --drain 3s would have sufficed"
                                + " for these. Unanswered when the clients stopped, and not charged to the application: 1.");
        assertThat(summary.measuredPart().drain())
                .isEqualTo(new DrainFigures(RunFixture.ns(980), 2, RunFixture.ns(2_580)));
        assertThat(summary.perSession().get(0).responseNs().max()).isEqualTo(RunFixture.ns(1_880));
    }

    @ParameterizedTest
    @CsvSource({"94,1,VOID,harness-starved application-had-processors", "94,60,VALID,''", "0,1,VALID,''"})
    void reportsCpuStarvationOfReplayerOrClients(long waitedNs, long idleTicks, Verdict verdict, String rules) {
        RunFixture run = run(1);
        run.audit
                .grown(Role.CLIENTS, AuditSample.RUN_DELAY_NS, waitedNs)
                .grown(Role.CLIENTS, AuditSample.CPU_NS, 6)
                .grown(Role.HARNESS, AuditSample.HOST_TICKS, 100)
                .grown(Role.HARNESS, AuditSample.IDLE_TICKS, idleTicks)
                .grown(Role.HARNESS, AuditSample.APPLICATION_CPU_NS, RunFixture.ns(700));
        Summary summary = run.summary("""
                        tick 1 EUR/USD at 10 answered at 11
                        """);
        assertThat(String.join(" ", rules(summary))).isEqualTo(rules);
        assertThat(summary.findings().validity()).isEqualTo(verdict);
        if (verdict == Verdict.VOID) {
            assertThat(summary.findings().reasons().get(0).text())
                    .startsWith(
                            "99 % of the processors were in use, and the replayer or the clients waited for a processor in 94 %")
                    .endsWith("the application had 70 %.");
        }
    }

    private static final String LONG_RUN = """
            tick 1 EUR/USD at 10 answered at 11
            tick 2 EUR/USD at 6000 answered at 6900
            tick 3 EUR/USD at 8000
            """;

    private RunFixture runOf20Seconds() {
        RunFixture run = run(1);
        run.drainMs = 20_010;
        run.processes.replaceAll(process -> RunFixture.ended(process.role(), process.end(), 20_020));
        return run;
    }

    /** Starved from 5 s to 7 s of 20 s; half of the CPUs were idle otherwise. */
    @Test
    void detectsStarvationBurstAndExcusesTheApplication() {
        RunFixture run = runOf20Seconds();
        run.audit
                .grownBetween(5_000, 5_001, Role.HARNESS, AuditSample.HOST_TICKS, 1_000)
                .grownBetween(5_000, 5_001, Role.HARNESS, AuditSample.IDLE_TICKS, 500)
                .grownBetween(5_001, 7_001, Role.HARNESS, AuditSample.HOST_TICKS, 400)
                .grownBetween(5_001, 7_001, Role.HARNESS, AuditSample.IDLE_TICKS, 4)
                .grownBetween(5_001, 7_001, Role.HARNESS, AuditSample.APPLICATION_CPU_NS, RunFixture.ns(1_000))
                .grownBetween(5_001, 7_001, Role.CLIENTS, AuditSample.RUN_DELAY_NS, RunFixture.ns(95))
                .grownBetween(5_001, 7_001, Role.CLIENTS, AuditSample.CPU_NS, RunFixture.ns(5))
                .grownBetween(7_001, 19_000, Role.HARNESS, AuditSample.HOST_TICKS, 2_400)
                .grownBetween(7_001, 19_000, Role.HARNESS, AuditSample.IDLE_TICKS, 1_200);
        Summary summary = run.summary(LONG_RUN);

        assertVerdict(summary, Verdict.VOID, "harness-starved");
        assertThat(summary.findings().reasons().get(0).text())
                .startsWith("From 5.0 s to 7.0 s of the run 99 % of the processors were in use, and the replayer or the"
                        + " clients waited for a processor in 95 %");
        assertThat(summary.findings().excused())
                .extracting(ExcusedCharge::rule, ExcusedCharge::value, ExcusedCharge::because)
                .containsExactly(tuple("lost", 1.0, List.of("harness-starved")));
        assertThat(summary.counts().tickOutcomesAtMost()).containsExactly("skipped", "lost");
    }

    /** Starved for 0.5 s of 20 s, between two samples of the clients; their host was half idle before and after. */
    @ParameterizedTest
    @CsvSource({"99,1,VOID,true", "5,1,FAILED,true", "1,1,FAILED,false", "99,20,FAILED,false"})
    void detectsStarvationBurstBelowATenthOfTheRun(long waitedNs, long idleTicks, Verdict verdict, boolean found) {
        RunFixture run = runOf20Seconds();
        run.audit
                .grownBetween(5_000, 5_001, Role.CLIENTS, AuditSample.HOST_TICKS, 1_000)
                .grownBetween(5_000, 5_001, Role.CLIENTS, AuditSample.IDLE_TICKS, 500)
                .grownBetween(5_001, 5_501, Role.CLIENTS, AuditSample.HOST_TICKS, 100)
                .grownBetween(5_001, 5_501, Role.CLIENTS, AuditSample.IDLE_TICKS, idleTicks)
                .grownBetween(5_001, 5_501, Role.CLIENTS, AuditSample.RUN_DELAY_NS, waitedNs)
                .grownBetween(5_001, 5_501, Role.CLIENTS, AuditSample.CPU_NS, 1);
        Summary summary = run.summary(LONG_RUN);

        assertThat(rules(summary).contains("harness-starved-burst")).isEqualTo(found);
        assertThat(summary.findings().validity()).isEqualTo(verdict);
        if (verdict == Verdict.VOID) {
            assertThat(summary.findings().reasons().get(0).text())
                    .startsWith("From 5.0 s to 5.5 s of the run 99 % of the processors were in use, and the process"
                            + " fix-clients waited for a processor in 99 %");
            assertThat(summary.findings().excused().get(0).because()).containsExactly("harness-starved-burst");
        }
    }

    /** Its socket overflowed between 5.0 s and 5.5 s, with varying load of its host and threads. */
    @ParameterizedTest(name = "{0} of 100 ticks idle, waited {1} of 100 ns: {3}")
    @CsvSource({
        "60, 0,100,FAILED,feed-unread", "60,49,51,FAILED,feed-unread", "60, 0,  0,FAILED,feed-unread",
        "60,90, 10,VOID,udp-drops", " 1, 0,100,VOID,udp-drops", " 1, 0,  0,VOID,udp-drops"
    })
    void fullSocketIsChargedToAnApplicationThatCouldHaveReadIt(
            long idleTicks, long waitedNs, long ranNs, Verdict verdict, String rule) {
        RunFixture run = runOf20Seconds();
        run.disturbances.put("udp-drops", 7.0);
        run.audit
                .grownBetween(5_000, 5_001, Role.HARNESS, AuditSample.HOST_TICKS, 1_000)
                .grownBetween(5_001, 5_501, Role.HARNESS, AuditSample.HOST_TICKS, 100)
                .grownBetween(5_001, 5_501, Role.HARNESS, AuditSample.IDLE_TICKS, idleTicks)
                .grownBetween(5_001, 5_501, Role.HARNESS, AuditSample.APPLICATION_RUN_DELAY_NS, waitedNs)
                .grownBetween(5_001, 5_501, Role.HARNESS, AuditSample.APPLICATION_CPU_NS, ranNs)
                .grownBetween(5_001, 5_501, Role.HARNESS, AuditSample.APPLICATION_UDP_DROPS, 7);
        Summary summary = run.summary(LONG_RUN);

        assertThat(summary.findings().validity()).isEqualTo(verdict);
        assertThat(reason(summary, rule).value()).isEqualTo(7);
        assertThat(rules(summary)).doesNotContain(rule.equals("udp-drops") ? "feed-unread" : "udp-drops");
    }

    /** The kernel reports unread bytes at 5 s; the query takes a while, and the next message is read at 6.9 s. */
    @ParameterizedTest
    @CsvSource({"5000,100,4096,VOID,1800", "5000,100,1023,FAILED,0", "6880,1,4096,VOID,19", "6000,1000,4096,FAILED,0"})
    void bytesUnreadByClientsAreNotChargedToTheApplication(
            double atMs, double tookMs, long bytes, Verdict verdict, double waitedMs) {
        RunFixture run = runOf20Seconds();
        run.audit.unread(atMs, tookMs, bytes);
        Summary summary = run.summary(LONG_RUN);

        assertThat(summary.findings().validity()).isEqualTo(verdict);
        assertThat(summary.selfAudit().connections().get(0).unreadNs()).isEqualTo(RunFixture.ns(waitedMs));
        if (verdict == Verdict.VOID) {
            assertThat(rules(summary)).containsExactly("clients-behind");
            assertThat(summary.findings().reasons().get(0).text())
                    .startsWith(
                            "Answers had arrived at the sockets of 1 session, but the clients did not read them, the"
                                    + " longest of CLIENT-00, 4096 bytes for ");
            assertThat(summary.findings().excused().get(0).because()).containsExactly("clients-behind");
        } else {
            assertThat(rules(summary)).containsExactly("lost");
        }
    }

    @Test
    void doesNotChargeDroppedDatagramsToTheApplication() {
        RunFixture run = run(1);
        run.disturbances.put("udp-drops", 3.0);
        Summary summary = run.summary("""
                        tick 1 EUR/USD at 10
                        tick 2 EUR/USD at 20 answered at 22
                        tick 3 EUR/USD at 30
                        """);

        assertVerdict(summary, Verdict.VOID, "udp-drops");
        assertThat(summary.findings().excused())
                .extracting(ExcusedCharge::rule, ExcusedCharge::because)
                .containsExactly(tuple("lost", List.of("udp-drops")), tuple("skipped", List.of("udp-drops")));
        assertThat(summary.counts().tickOutcomesAtMost()).containsExactly("skipped", "lost");
    }

    @Test
    void acceptsDrainInWhichEverythingWasAnswered() {
        Summary summary = run(1).summary(
                        "tick 1 EUR/USD at 10 answered at 1000; session 0 gets 1 at 1500; session 0 disconnects at 1600");

        assertThat(summary.findings().reasons()).isEmpty();
        assertThat(summary.measuredPart().drain()).isEqualTo(new DrainFigures(RunFixture.ns(990), 0, 0));
    }

    @Test
    void smallNegativeValuesAreZeroAndLargeOnesVoidTheRun() {
        Summary summary = run(1).summary("""
                        tick 1 EUR/USD at 10 answered at 9.9995
                        tick 2 EUR/USD at 20 answered at 19.99
                        """);

        LatencyFigures response = summary.latencies().of(Latency.RESPONSE);
        assertThat(response.negative()).isEqualTo(1);
        assertThat(response.min()).isZero();
        assertHas(summary, "unexplained 1, verdict VOID, rules negative-values/lost/unexplained");
    }

    @Test
    void tickSentEarlyVoidsTheRun() {
        Summary summary = run(1).summary("""
                        tick 1 EUR/USD at 10 sent 9 answered at 11
                        tick 2 EUR/USD at 20 sent 18 answered at 21
                        """);

        assertThat(reason(summary, "negative-values").text())
                .isEqualTo("2 values below 0 beyond the clock uncertainty.");
    }
}
