package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.verdict.GateReport;

/**
 * Gates that execute their runs. Equal releases do not reliably pass on a noisy machine, so the tests check only
 * properties that do not depend on noise: the runs, the ledger and the status.
 */
class GateRunIT {
    private static final int REFUSED_INPUT = 2;

    @TempDir
    private Path folder;

    private List<String> ledgerLines() throws Exception {
        try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
            List<String> lines = new ArrayList<>();
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
            return lines;
        }
    }

    @Test
    @FullProof
    void alternatesTwoCasesAndIgnoresAnInterruptedRun() throws Exception {
        String[] cases = {"old: {}", "new: {run: {app-args: '--hold 1ms'}}", "other: {run: {app-args: '--hold 9ms'}}"};
        Path matrix = SmallMatrix.write(folder, "T0..T0+1s", "old", cases);
        Path directory = folder.resolve("gate");
        T2qProcess first = T2qProcess.startHurried(folder, SmallGate.command(folder, matrix, "gate"));
        first.awaitOrEnd(() -> Stream.of("old", "new")
                .anyMatch(name -> Files.exists(directory.resolve(name + "/run-1/warmup.journal"))));
        first.signal("INT");
        first.ended(SmallGate.INTERRUPTED);
        Processes.awaitNone(directory);
        assertThat(first.err()).contains("Resume with: t2q gate run --resume");
        assertThat(GateReport.read(directory.resolve(GateReport.FILE)).memory().ledger())
                .isNull();
        assertThat(ledgerLines()).isEmpty();

        T2qProcess slip = T2qProcess.run(
                folder, "gate", "run", "--baseline", "/no/such {fixPort}", "--candidate", "builtin", "--out", "slip");
        assertThat(slip.ended(REFUSED_INPUT).err()).contains("baseline: --app: '/no/such' cannot be executed");
        assertThat(folder.resolve("slip")).doesNotExist();

        T2qProcess wrong = T2qProcess.run(folder, "run", "--resume", directory.toString());
        assertThat(wrong.ended(REFUSED_INPUT).err())
                .contains("is the directory of a gate, expected t2q gate run --resume");

        T2qProcess second = T2qProcess.run(folder, "gate", "run", "--resume", directory.toString());
        GateReport report = GateReport.read(directory.resolve(GateReport.FILE));
        second.ended(SmallGate.status(report.verdict()));
        assertThat(report.baseline().application())
                .isNotEqualTo(report.candidate().application());
        assertThat(directory.resolve("other")).doesNotExist();
        assertThat(directory.resolve("gate.html")).exists();
        if (report.memory().ledger() != null) {
            assertThat(report.memory().ledger().entries())
                    .as("one gate%s", second.texts())
                    .hasSize(1);
        }

        T2qProcess.run(folder, "gate", "run", "--resume", directory.toString())
                .ended(SmallGate.status(report.verdict()));
        assertThat(GateReport.read(directory.resolve(GateReport.FILE)).json())
                .as("nothing left to do")
                .isEqualTo(report.json());
    }

    /** A delay of twenty times the usual answer never passes, and fails if noise does not make the runs VOID. */
    @Test
    @FullProof
    void releaseThatDelaysEveryTickNeverPasses() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "2");
        Path directory = folder.resolve("slower");
        T2qProcess process = slower(recording, directory);
        GateReport report = GateReport.read(directory.resolve(GateReport.FILE));
        assertThat(process.ended(SmallGate.status(report.verdict())).err())
                .as("announced before the runs")
                .contains("at most 4 runs of 2 cases")
                .contains("what it can find");
        assertThat(report.verdict()).as(process.texts()).isIn(GateVerdict.FAIL, GateVerdict.INCONCLUSIVE);

        if (report.decision().look() > 0) {
            T2qProcess again = slower(recording, folder.resolve("again"));
            assertThat(again.ended(SmallGate.status(report.verdict())).err())
                    .contains("already decided by earlier gates of these releases: " + report.verdict());
            assertThat(folder.resolve("again/baseline/run-2")).doesNotExist();
        }
    }

    /** With a margin that two runs a side never decide. Four runs and two pairs. */
    @Test
    @FullProof
    void goesOnByTurnsIfRunsWouldNotDecideInTime() throws Exception {
        Path policy = Files.writeString(folder.resolve("narrow.yaml"), "{margins: {p50: 0.01 %}, looks: [2]}");
        String gate = "gate run --baseline builtin --candidate builtin --policy " + policy + " --state "
                + folder.resolve("state") + " --out gate --recording "
                + Scenario.recording(folder, "--length", "1min", "--pairs", "2")
                + " --window T0..T0+2s --sessions 2 --warm-up 200ms --warm-up-limit 1s --drain 500ms";
        T2qProcess tooShort = T2qProcess.run(folder, gate + " --time 5s");
        assertThat(tooShort.ended(REFUSED_INPUT).err()).contains("--time: '5.00 s', expected at least ");
        assertThat(folder.resolve("gate")).doesNotExist();

        T2qProcess process = T2qProcess.run(folder, gate + " --time 20min");
        GateReport report = GateReport.read(folder.resolve("gate").resolve(GateReport.FILE));
        process.ended(SmallGate.status(report.verdict()));
        assertThat(process.err()).contains("ended after 20 min");
        assumeTrue(process.err().contains("goes on with a duet by turns"), process.texts());
        assertThat(report.duet()).isNotNull();
        assertThat(report.duet().solo()).as(process.texts()).isEqualTo(2);
        assertThat(report.memory().ledger()).isNotNull();
        assertThat(report.memory().ledger().entries()).as("one gate").hasSize(1);
    }

    private T2qProcess slower(Path recording, Path directory) throws Exception {
        Path policy = Files.writeString(folder.resolve("release.yaml"), "looks: [2]\n");
        return T2qProcess.run(
                folder,
                "gate run --baseline builtin --candidate 'builtin --hold 20ms' --policy " + policy + " --state "
                        + folder.resolve("state") + " --out " + directory + " --recording " + recording
                        + " --window T0..T0+1s --sessions 2 --warm-up 200ms --warm-up-limit 1s --drain 500ms");
    }
}
