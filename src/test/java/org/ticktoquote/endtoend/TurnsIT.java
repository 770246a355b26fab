package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/** A duet by turns. Noise can make runs VOID, so the tests check only properties that do not depend on it. */
@Tag("alone")
class TurnsIT {
    private static final int VOID = 3;
    private static final String NEXT_PAIR = "run 2 with";

    @TempDir
    private Path folder;

    private RunDirectory run(String side) {
        return new RunDirectory(folder.resolve("gate").resolve(side).resolve("run-1"));
    }

    /** Runs the first pair. */
    private String pair() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "2");
        String[] cases = {"old: {}", "new: {run: " + newRelease() + "}"};
        Path matrix = SmallMatrix.write(folder, 1, recording, "window: T0..T0+6s", "old", cases);
        T2qProcess process = T2qProcess.startHurried(folder, SmallGate.command(folder, matrix, "gate", "--duet=turns"));
        process.awaitText(NEXT_PAIR);
        SmallGate.interrupt(process);
        Processes.awaitNone(folder.resolve("gate"));
        return process.texts();
    }

    /** Returns the offset of each tick's intended time from the start. */
    private static List<Long> offsets(RunDirectory run) {
        long t0Ns = RunManifest.read(run.manifest()).replay().t0Ns();
        return SentTick.of(run).stream().map(tick -> tick.intendedNs() - t0Ns).toList();
    }

    /** The new release holds every tick and has a helper process that is always busy. */
    private String newRelease() throws Exception {
        Path script = Files.writeString(folder.resolve("busy.sh"), """
                (i=0; while [ $i -lt 2000000000 ]; do i=$((i+1)); done) &
                exec "$@"
                """);
        return "{app: 'sh " + script + " {java} -jar " + T2qProcess.jar()
                + " pricing-app --feed {feed} --fix-port {fixPort} --sessions {sessions} --hold 20ms',"
                + " half-spreads: '0,1,2,3,5', conflation: none}";
    }

    @Test
    @LongProof
    void eachReleaseGetsEveryTickInItsTurnAndSlownessAndBusynessInOtherTurnsAreFound() throws Exception {
        String texts = pair();
        RunDirectory old = run("old");
        RunDirectory now = run("new");
        TurnSchedule turns = RunManifest.read(old.manifest()).turns();
        assertThat(turns).as(texts).isNotNull();
        assertThat(RunManifest.read(now.manifest()).turns()).isEqualTo(turns.other());
        List<Long> one = offsets(old);
        List<Long> other = offsets(now);
        assertThat(one).hasSameSizeAs(other).isNotEmpty();
        long settling = 0;
        for (int i = 0; i < one.size(); i++) {
            long slice = turns.slice(one.get(i) / 2);
            assertThat(one.get(i) - other.get(i))
                    .as("tick %d", i)
                    .isEqualTo(turns.delayNs(slice) - turns.other().delayNs(slice));
            settling += turns.settles(one.get(i)) ? 1 : 0;
        }
        assertThat(settling).isPositive();
        for (RunDirectory run : List.of(old, now)) {
            Summaries summary = Summaries.of(run.path());
            assertThat(summary.outcome("excluded")).isGreaterThanOrEqualTo(settling);
            assertThat(summary.rules()).doesNotContain("schedule-differs", "tick-count", "ticks-differ");
            assertThat(summary.json().at("/responseNs/lostTicks").asLong()).isZero();
        }
        SmallGate.assertHeld(now);
        assertThat(Summaries.of(now.path()).rules("VOID")).as(texts).contains("busy-while-idle");
        assertThat(Summaries.of(old.path()).rules()).as(texts).doesNotContain("busy-while-idle");

        byte[] before = Files.readAllBytes(old.summary());
        T2qProcess.run(folder, "analyze", old.path().toString()).ended(0, VOID);
        assertThat(Files.readAllBytes(old.summary())).isEqualTo(before);
    }
}
