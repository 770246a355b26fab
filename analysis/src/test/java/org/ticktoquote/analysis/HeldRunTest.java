package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.reason;
import static org.ticktoquote.analysis.Reasons.rules;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.ExcusedCharge;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/** Attribution of late ticks to an application that did not read or to the replayer. */
final class HeldRunTest {
    private static final String ANSWERS = """
            session 0 logs-on at 5
            session 0 gets 1 at 11
            session 0 gets 2 at 330
            session 0 gets 3 at 331
            session 0 gets 4 at 332
            session 0 gets 5 at 401
            """;

    @TempDir
    private Path folder;

    private RunFixture run;

    private Summary played(String ticks) {
        run = run == null ? new RunFixture(folder, 1) : run;
        return run.play(ticks).summary(ANSWERS);
    }

    private Summary waited(String waitedMs) {
        return played("""
                tick 1 EUR/USD at 10
                tick 2 EUR/USD at 20%s
                tick 3 EUR/USD at 30 sent 320.1
                tick 4 EUR/USD at 40 sent 320.2
                tick 5 EUR/USD at 400
                """.formatted(waitedMs));
    }

    private static LatencyFigures lag(Summary summary) {
        return summary.latencies().of(Latency.REPLAY_LAG);
    }

    @Test
    void applicationThatDidNotReadIsBlamedAndOnlyTheResponseIncludesTheDelay() {
        Summary summary = waited(" waited 300");

        assertThat(summary.findings().validity()).isEqualTo(Verdict.FAILED);
        assertThat(reason(summary, "feed-blocked").text())
                .isEqualTo(
                        "2 ticks were sent late, by up to 290 ms, because the application did not read its market data:"
                                + " its feed was full for 300 ms, 3.0 % of the replay. The response includes this delay, service"
                                + " and quote age do not.");
        assertThat(rules(summary)).doesNotContain("replay-lag-max", "replay-lag-share");
        assertThat(summary.measuredPart().held())
                .isEqualTo(new HeldFigures(1, RunFixture.ns(300), 2, RunFixture.ns(290)));
        assertThat(lag(summary).max()).isEqualTo(RunFixture.ns(0.1));
        try (TickResults ticks = TickResults.open(run.directory.tickResults(), RunFixture.IDENTITY)) {
            assertThat(ticks.lastClientNs(3)).isEqualTo(RunFixture.ns(301));
            assertThat(ticks.lastClientNs(4)).isEqualTo(RunFixture.ns(292));
            assertThat(ticks.heldNs(3)).isEqualTo(RunFixture.ns(290));
            assertThat(ticks.heldNs(5)).isZero();
            assertThat(ticks.offeredNs(3)).isEqualTo(RunFixture.ns(30.1));
        }
        assertThat(summary.latencies().of(Latency.SERVICE).min()).isEqualTo(RunFixture.ns(1));
        assertThat(summary.latencies().of(Latency.RESPONSE).max()).isEqualTo(RunFixture.ns(310));
    }

    @Test
    void replayerLateByItselfVoidsTheRun() {
        Summary summary = waited("");

        assertThat(summary.findings().validity()).isEqualTo(Verdict.VOID);
        assertThat(rules(summary)).contains("replay-lag-max").doesNotContain("feed-blocked");
        assertThat(lag(summary).max()).isEqualTo(RunFixture.ns(290.1));
    }

    @Test
    void replayerPauseDuringAWaitVoidsTheRun() {
        Summary summary = waited(" waited 100");

        assertThat(summary.findings().validity()).isEqualTo(Verdict.VOID);
        assertThat(lag(summary).max()).isEqualTo(RunFixture.ns(200.1));
        assertThat(summary.findings().excused())
                .filteredOn(excused -> excused.rule().equals("feed-blocked"))
                .flatExtracting(ExcusedCharge::because)
                .contains("replay-lag-max");
    }

    /** Sets CPU and run-queue wait times of the application between 11 and 390 ms, and idle ticks (of 100) of its host. */
    private void waitedForProcessors(long idleTicks, double runDelayMs, double cpuMs) {
        run = new RunFixture(folder, 1);
        run.audit
                .grownBetween(10, 11, Role.HARNESS, AuditSample.HOST_TICKS, 1_000)
                .grownBetween(11, 390, Role.HARNESS, AuditSample.HOST_TICKS, 100)
                .grownBetween(11, 390, Role.HARNESS, AuditSample.IDLE_TICKS, idleTicks)
                .grownBetween(11, 390, Role.HARNESS, AuditSample.APPLICATION_RUN_DELAY_NS, RunFixture.ns(runDelayMs))
                .grownBetween(11, 390, Role.HARNESS, AuditSample.APPLICATION_CPU_NS, RunFixture.ns(cpuMs));
    }

    @Test
    void applicationStarvedOfCpuIsNotBlamed() {
        waitedForProcessors(1, 900, 100);
        Summary summary = waited(" waited 300");

        assertThat(summary.findings().validity()).isEqualTo(Verdict.VOID);
        assertThat(summary.measuredPart().held()).isEqualTo(new HeldFigures(1, RunFixture.ns(300), 0, 0));
        assertThat(lag(summary).max()).isEqualTo(RunFixture.ns(290.1));
    }

    /** Its threads waited 20 ms for a CPU, which does not explain 300 ms. */
    @Test
    void applicationThatRarelyWaitedForACpuIsBlamed() {
        waitedForProcessors(60, 20, 10);
        run.profile = "dev";
        Summary summary = waited(" waited 300");

        assertThat(summary.findings().validity()).isEqualTo(Verdict.FAILED);
        assertThat(summary.measuredPart().held().waitedNs()).isEqualTo(RunFixture.ns(300));
        assertThat(lag(summary).max()).isEqualTo(RunFixture.ns(0.1));
    }

    @Test
    void waitUpTo100MsDegradesTheRun() {
        Summary summary = played("""
                tick 1 EUR/USD at 10
                tick 2 EUR/USD at 20 waited 90
                tick 3 EUR/USD at 30 sent 110.1
                tick 4 EUR/USD at 140
                tick 5 EUR/USD at 400
                """);

        assertThat(reason(summary, "feed-blocked").verdict()).isEqualTo(Verdict.DEGRADED);
    }
}
