package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.host.state.CpuList;

/** Both releases concurrently. Noise can make runs VOID, so the tests check only properties that do not depend on it. */
class DuetIT {
    private static final int VOID = 3;

    @TempDir
    private Path folder;

    private String[] duet(String window, String candidate, String... more) throws Exception {
        Path matrix = SmallMatrix.write(folder, window, "old", "old: {}", "new: {run: " + candidate + "}");
        String[] options = Stream.concat(Stream.of("--duet"), Stream.of(more)).toArray(String[]::new);
        return SmallGate.command(folder, matrix, "gate", options);
    }

    private RunDirectory run(String side, int repeat) {
        return new RunDirectory(folder.resolve("gate").resolve(side).resolve("run-" + repeat));
    }

    private static String fact(RunDirectory run, String name) {
        return RunManifest.read(run.manifest()).observed().host().getOrDefault(name, "");
    }

    /** Returns the CPUs on which the kernel lets a process run. */
    private static List<Integer> allowedCpus(ProcessHandle process) throws Exception {
        Path directory = Path.of("/proc", Long.toString(process.pid()));
        return CpuList.parse(Processes.status(directory, "Cpus_allowed_list")).numbers();
    }

    private List<Integer> allowedCpus(String side, int repeat) throws Exception {
        return allowedCpus(Processes.of(run(side, repeat).path(), "pricing-app"));
    }

    /** Each side has its own CPU; the sides swap CPUs in the next pair. */
    private void requireCpusInTurn(int one, int other) {
        requireCpu(one, "old", 1);
        requireCpu(other, "new", 1);
        requireCpu(other, "old", 2);
        requireCpu(one, "new", 2);
    }

    /** Waits, because a process becomes visible before it is placed. */
    private void requireCpu(int cpu, String side, int repeat) {
        await().atMost(T2qProcess.PATIENCE)
                .untilAsserted(() -> assertThat(allowedCpus(side, repeat)).containsExactly(cpu));
    }

    private Attempt attempt(String side, int repeat) {
        return MatrixRecord.read(folder.resolve("gate").resolve(MatrixRecord.FILE)).cases().stream()
                .filter(one -> one.name().equals(side))
                .flatMap(one -> one.attempts().stream())
                .filter(attempt -> attempt.repeat() == repeat)
                .findFirst()
                .orElseThrow();
    }

    private void requireTheSameTicksInTurn(int repeat) {
        RunDirectory old = run("old", repeat);
        RunDirectory now = run("new", repeat);
        boolean oldFirst = fact(old, RunManifest.DUET_FIRST_FACT).equals("true");
        assertThat(fact(now, RunManifest.DUET_FIRST_FACT)).isEqualTo(Boolean.toString(!oldFirst));
        assertThat(fact(old, RunManifest.DUET_PARTNER_FACT))
                .isEqualTo(RunManifest.read(now.manifest()).identity().toString());
        assertThat(fact(now, RunManifest.DUET_PARTNER_FACT))
                .isEqualTo(RunManifest.read(old.manifest()).identity().toString());
        List<SentTick> one = SentTick.of(oldFirst ? old : now);
        List<SentTick> other = SentTick.of(oldFirst ? now : old);
        assertThat(one).hasSameSizeAs(other).isNotEmpty();
        for (int i = 0; i < one.size(); i++) {
            assertThat(other.get(i).id()).isEqualTo(one.get(i).id());
            assertThat(other.get(i).intendedNs()).isEqualTo(one.get(i).intendedNs());
            boolean ahead = one.get(i).sentNs() < other.get(i).sentNs();
            assertThat(ahead)
                    .as("tick %d", one.get(i).id())
                    .isEqualTo(one.get(i).id() % 2 == 1);
        }
    }

    @Test
    @LongProof
    void bothReleasesAlternateOnEveryTickAndEachRunIsComplete() throws Exception {
        List<Integer> cpus = allowedCpus(ProcessHandle.current());
        boolean several = cpus.size() > 1;
        String[] sets = several ? new String[] {"--core-sets", cpus.get(0) + ":" + cpus.get(1)} : new String[0];
        T2qProcess process = T2qProcess.startHurried(folder, duet("T0..T0+1s", "{app-args: '--hold 20ms'}", sets));
        if (several) {
            requireCpusInTurn(cpus.get(0), cpus.get(1));
        }
        process.awaitText("run 3 (1 of 4)");
        SmallGate.interrupt(process);
        assertThat(process.err()).contains("at most 2 pairs of 2 cases").contains("old run 1 with new run 1");
        for (int repeat = 1; repeat <= 2; repeat++) {
            requireTheSameTicksInTurn(repeat);
            SmallGate.assertHeld(run("new", repeat));
        }
        assertThat(fact(run("old", 1), RunManifest.DUET_FIRST_FACT))
                .isNotEqualTo(fact(run("old", 2), RunManifest.DUET_FIRST_FACT));
        T2qProcess.run(folder, "analyze", run("old", 1).path().toString()).ended(0, VOID);
        Processes.awaitNone(folder.resolve("gate"));
    }

    /** During measurement the end of one application is a result and does not affect the other. */
    @Test
    @FullProof
    void killedApplicationFailsOnlyItsOwnRun() throws Exception {
        T2qProcess process = T2qProcess.startHurried(folder, duet("T0..T0+20s", "{}"));
        process.awaitText("replaying:");
        assertThat(process.alive()).as(process.texts()).isTrue();
        Processes.signal(Processes.of(run("new", 1).path(), "pricing-app"), "KILL");
        process.awaitOrEnd(() -> attempt("new", 1).state() != AttemptState.RUNNING);
        process.signal("INT");
        process.ended(SmallGate.INTERRUPTED);
        assertThat(attempt("new", 1).validity()).isIn(Verdict.FAILED, Verdict.VOID);
        assertThat(Summaries.of(run("new", 1).path()).rules("FAILED"))
                .as(process.texts())
                .isNotEmpty();
        assertThat(attempt("old", 1).state()).isEqualTo(AttemptState.COMPLETE);
        assertThat(Summaries.of(run("old", 1).path()).rules("FAILED")).isEmpty();
        Processes.awaitNone(folder.resolve("gate"));
    }

    @Test
    @FullProof
    void applicationThatNeverStartsEndsBothAndLeavesNothing() throws Exception {
        T2qProcess.run(folder, duet("T0..T0+1s", "{app: 'false {java} {feed} {fixPort}'}"))
                .ended(SmallGate.status(GateVerdict.FAIL));
        for (int repeat = 1; repeat <= 2; repeat++) {
            assertThat(attempt("new", repeat).state()).isEqualTo(AttemptState.UNMEASURED);
            assertThat(attempt("new", repeat).validity()).isEqualTo(Verdict.FAILED);
            assertThat(attempt("old", repeat).state()).isEqualTo(AttemptState.INTERRUPTED);
            assertThat(attempt("old", repeat).reason()).startsWith("the concurrent run ended: ");
            assertThat(run("old", repeat).path()).doesNotExist();
        }
        Processes.awaitNone(folder.resolve("gate"));
    }

    @FullProof
    @Test
    void interruptLeavesNoProcessAndTheGateCanBeResumed() throws Exception {
        Path directory = folder.resolve("gate");
        T2qProcess first = T2qProcess.startHurried(folder, duet("T0..T0+1s", "{app-args: '--hold 20ms'}"));
        first.awaitOrEnd(() -> Stream.of("old", "new")
                .allMatch(name -> Files.exists(run(name, 1).warmUp())));
        first.signal("INT");
        first.ended(SmallGate.INTERRUPTED);
        Processes.awaitNone(directory);

        T2qProcess second = T2qProcess.startHurried(folder, "gate", "run", "--resume", directory.toString());
        second.awaitText("analysing");
        assertThat(second.err()).contains("old run 1 with new run 1 (1 of 2").contains("analysing");
        SmallGate.interrupt(second);
        assertThat(new RunDirectory(directory.resolve("new/run-1-attempt-2")).manifest())
                .exists();
        Processes.awaitNone(directory);
    }
}
