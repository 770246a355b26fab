package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.Reasons.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/** The two runs of a duet that takes turns, analysed separately. */
class TurnsRunTest {
    private static final double MS = 1e6;
    private static final double T0_MS = 10;

    @TempDir
    private Path folder;

    private final TurnSchedule leader = leader();

    private static TurnSchedule leader() {
        TurnSchedule first = new TurnSchedule(5, true);
        return first.leads(0) ? first : first.other();
    }

    private RunFixture run(TurnSchedule turns) throws IOException {
        RunFixture run = new RunFixture(Files.createDirectory(folder.resolve(turns.first() ? "one" : "other")), 1);
        run.facts.put(RunManifest.DUET_PARTNER_FACT, "22222222-2222-4333-8444-555555555555");
        run.facts.put(RunManifest.DUET_TURNS_FACT, Long.toString(turns.seed()));
        run.facts.put(RunManifest.DUET_FIRST_FACT, Boolean.toString(turns.first()));
        run.drainMs = 30_000;
        return run;
    }

    private static String at(double ms) {
        return String.format(Locale.ROOT, "%.6f", ms);
    }

    /** Ticks 1 and 3 are sent at the start of a turn, 2 and 4 after the application has settled. */
    private static RunFixture played(RunFixture run, TurnSchedule turns, double settlingMs, double measuredMs) {
        run.play("session 0 logs-on at 5");
        for (int slice = 0; slice < 2; slice++) {
            double turnMs = T0_MS + turns.turnNs(slice) / MS;
            int id = 2 * slice + 1;
            run.play("tick " + id + " EUR/USD at " + at(turnMs));
            run.play("session 0 gets " + id + " at " + at(turnMs + settlingMs));
            run.play("tick " + (id + 1) + " EUR/USD at " + at(turnMs + 600));
            run.play("session 0 gets " + (id + 1) + " at " + at(turnMs + 600 + measuredMs));
        }
        return run;
    }

    @Test
    void measuresTicksOfItsTurnsAfterSettling() throws IOException {
        for (TurnSchedule turns : new TurnSchedule[] {leader, leader.other()}) {
            double measuredMs = turns.first() ? 2 : 3;
            RunFixture run = played(run(turns), turns, 50, measuredMs);
            Summary summary = run.summary();
            assertThat(rules(summary))
                    .doesNotContain("schedule-differs", "tick-count", "ticks-differ", "lost", "busy-while-idle");
            assertThat(summary.counts().tickOutcomes()).isEqualTo(new TickOutcomes(2, 0, 0, 0, 0, 2));
            LatencyFigures response = summary.latencies().of(Latency.RESPONSE);
            assertThat(response.max()).isEqualTo(response.min()).isEqualTo(RunFixture.ns(measuredMs));
        }
    }

    @Test
    void tickOutsideItsTurnsIsOffSchedule() throws IOException {
        RunFixture run = played(run(leader), leader, 50, 2);
        run.facts.put(RunManifest.DUET_FIRST_FACT, Boolean.toString(!leader.first()));
        assertThat(rules(run.summary())).contains("schedule-differs");
    }

    @Test
    void tickLostDuringSettlingCountsAsLost() throws IOException {
        RunFixture run = run(leader);
        double lastMs = T0_MS + leader.turnNs(1) / MS;
        run.play("session 0 logs-on at 5");
        run.play("tick 1 EUR/USD at " + at(T0_MS + 600));
        run.play("session 0 gets 1 at " + at(T0_MS + 601));
        run.play("tick 2 EUR/USD at " + at(lastMs));
        Summary summary = run.summary();
        assertThat(summary.counts().tickOutcomes()).isEqualTo(new TickOutcomes(1, 0, 0, 0, 1, 0));
        assertThat(rules(summary)).contains("lost");
    }

    @Test
    void cpuTimeInTurnsOfTheOtherSideVoidsTheRun() throws IOException {
        double idleMs = T0_MS + leader.other().turnNs(1) / MS;
        RunFixture busy = run(leader);
        busy.audit.grownBetween(
                idleMs + 600, idleMs + 1_600, Role.HARNESS, AuditSample.APPLICATION_CPU_NS, RunFixture.ns(150));
        Summary summary = played(busy, leader, 50, 2).summary();
        assertThat(summary.findings().reasons())
                .extracting(Reason::text)
                .anyMatch(text -> text.startsWith("The application used 15.0 % of a CPU in the turns of the other"));
    }
}
