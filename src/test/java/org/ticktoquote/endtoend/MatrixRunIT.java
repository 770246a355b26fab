package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.Seal;
import org.ticktoquote.host.source.LiveHost;
import org.ticktoquote.host.state.KernelKind;

/** A matrix of real runs: reasons of skipped cases, resuming after a kill, and comparison of all runs. */
class MatrixRunIT {
    @TempDir
    private Path folder;

    private Path matrix() throws Exception {
        String[] cases = {"plain: {}", "held: {run: {app-args: '--hold 5ms'}}", "azul: {jvm: zing}"};
        return SmallMatrix.write(folder, "T0..T0+2s", "plain", cases);
    }

    private static List<Attempt> attempts(Path directory) {
        return MatrixRecord.read(directory.resolve(MatrixRecord.FILE)).cases().stream()
                .flatMap(one -> one.attempts().stream())
                .toList();
    }

    @LongProof
    @Test
    void resumesAfterKill9AndComparesAndGatesItsRuns() throws Exception {
        Path directory = folder.resolve("out");
        T2qProcess first = T2qProcess.startHurried(folder, "run", matrix().toString(), "--out", directory.toString());
        first.awaitOrEnd(() -> Stream.of("plain", "held")
                .anyMatch(name -> Files.exists(directory.resolve(name + "/run-1/warmup.journal"))));
        first.signal("KILL");
        first.awaitEnd();
        Processes.awaitNone(directory);
        assertThat(attempts(directory)).extracting(Attempt::state).containsExactly(AttemptState.RUNNING);

        T2qProcess second = T2qProcess.run(folder, "run", "--resume", directory.toString());
        assertThat(second.out())
                .as(second.texts())
                .containsPattern("azul +not run: no Zing JVM; give --jvm zing=PATH")
                .contains("the harness was killed during this run");
        List<Attempt> attempts = attempts(directory);
        assertThat(attempts)
                .extracting(Attempt::state)
                .containsExactlyInAnyOrder(AttemptState.INTERRUPTED, AttemptState.COMPLETE, AttemptState.COMPLETE);
        List<RunDirectory> runs = attempts.stream()
                .filter(attempt -> attempt.state() == AttemptState.COMPLETE)
                .map(attempt -> new RunDirectory(directory.resolve(attempt.directory())))
                .toList();
        for (RunDirectory run : runs) {
            assertThat(run.summary()).exists();
            assertThat(run.path().resolve("host-audit.json")).exists();
        }
        assertThat(directory.resolve("index.html")).exists();

        T2qProcess third = T2qProcess.run(folder, "run", "--resume", directory.toString());
        assertThat(third.err()).contains("no runs are left");
        assertThat(attempts(directory)).isEqualTo(attempts);
        FormatReader.assertAgrees(directory);
        String gate = "gate " + runs.get(0).path() + " --baseline "
                + runs.get(1).path() + " --state " + folder.resolve("state");
        assertThat(T2qProcess.run(folder, gate)
                        .ended(SmallGate.status(GateVerdict.INCONCLUSIVE))
                        .out())
                .startsWith("INCONCLUSIVE");
    }

    @Test
    void refusesRequiredCasesThatCannotRunBeforeCreatingAnything() throws Exception {
        Path directory = folder.resolve("out");
        T2qProcess process =
                T2qProcess.run(folder, "run", matrix().toString(), "--require-all", "--out", directory.toString());
        assertThat(process.ended(6).err()).contains("1 of 3 cases cannot run here");
        assertThat(directory).doesNotExist();
    }

    /**
     * One host with two kernels. Swapping the requirements in {@code resolved.json} simulates a boot: finished cases
     * are kept, cases waiting for the other kernel run, and cases with remaining runs wait.
     */
    @FullProof
    @Test
    void resumesWithTheOtherCasesAfterBootingTheOtherKernel() throws Exception {
        String other = KernelKind.read(new LiveHost()).realTime() ? "stock" : "rt";
        String booted = other.equals("rt") ? "stock" : "rt";
        Path yaml = Files.writeString(
                folder.resolve("kernels.yaml"),
                Files.readString(matrix())
                        .replace(
                                "  plain: {}\n  held: {run: {app-args: '--hold 5ms'}}\n  azul: {jvm: zing}\n",
                                """
                          plain: {host: {kernel: %s}}
                          waits: {host: {kernel: %s}}
                        """.formatted(booted, other)));
        Path directory = folder.resolve("out");
        T2qProcess first = T2qProcess.run(folder, "run", yaml.toString(), "--out", directory.toString());
        assertThat(first.out())
                .as(first.texts())
                .contains("not run: waits: no host with kernel " + other + " (local: kernel is " + booted)
                .contains("to run waits, boot a host with kernel " + other + ", then: t2q run --resume " + directory);
        List<Attempt> before = attempts(directory);

        Path resolved = directory.resolve("resolved.json");
        String text = Files.readString(resolved);
        String exchanged = text.replace("\"" + other + "\"", "\"?\"")
                .replace("\"" + booted + "\"", "\"" + other + "\"")
                .replace("\"?\"", "\"" + booted + "\"");
        assertThat(exchanged).isNotEqualTo(text);
        Files.writeString(resolved, Seal.put(exchanged.substring(0, exchanged.lastIndexOf(",\n")) + "\n}"));
        T2qProcess second = T2qProcess.run(folder, "run", "--resume", directory.toString());
        assertThat(second.out()).as(second.texts()).doesNotContain("not run: waits", "boot a host");
        assertThat(attempts(directory)).hasSizeGreaterThan(before.size()).containsAll(before);
        assertThat(directory.resolve("waits/run-1/summary.json")).exists();
    }
}
