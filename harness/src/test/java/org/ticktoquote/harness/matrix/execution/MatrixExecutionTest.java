package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptEnd;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.comparison.matrix.RunSlot;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.harness.settings.RunOptions;

class MatrixExecutionTest {
    @TempDir
    private Path folder;

    /** The port of the application is in use. */
    @Test
    void repeatsRunsThatTheHostRefusesNowAndAfterAResume() throws Exception {
        try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ResolvedMatrix matrix = matrix(used.getLocalPort());
            try (MatrixDirectory made = MatrixDirectory.create(folder.resolve("m"), "", matrix)) {
                MatrixExecution execution = execution(made, matrix, matrix.record(made.sourceSha256()));
                execution.run();
                assertThat(execution.hasRunsLeft()).isFalse();
                assertThat(execution.hasRefusedRuns()).isTrue();
                assertThat(execution.isComplete()).isFalse();
                MatrixRecord after = made.begun();
                assertThat(after.cases().stream().flatMap(one -> one.attempts().stream()))
                        .hasSize(4)
                        .allMatch(attempt -> attempt.reason().contains("TCP port " + used.getLocalPort()))
                        .extracting(Attempt::state)
                        .containsOnly(AttemptState.INTERRUPTED);
                assertThat(execution(made, matrix, after).hasRunsLeft()).isTrue();
            }
        }
    }

    @Test
    void refusedRunsOfACaseAreNotSettled() {
        ResolvedMatrix matrix = matrix(40001);
        try (MatrixDirectory made = MatrixDirectory.create(folder.resolve("m"), "", matrix)) {
            MatrixRecord begun = matrix.record(made.sourceSha256());
            RunLog runLog = new RunLog(made.record(), begun);
            end(runLog, "A", new AttemptEnd(AttemptState.UNMEASURED, Verdict.FAILED, "exit status 1"));
            end(runLog, "B", new AttemptEnd(AttemptState.INTERRUPTED, null, "port in use"));
            MatrixExecution resumed = execution(made, matrix, made.begun());
            assertThat(resumed.settled("A")).isEqualTo(1);
            assertThat(resumed.settled("B")).isZero();
        }
    }

    private static void end(RunLog runLog, String caseName, AttemptEnd end) {
        runLog.end(runLog.begin(new RunSlot(caseName, 1)), null, end, List.of());
    }

    private static ResolvedMatrix matrix(int port) {
        RunOptions options = RunOptions.of(Map.of("app", "sleep 600", "fix-port", Integer.toString(port)));
        List<TestCase> cases = Stream.of("A", "B")
                .map(name -> TestCase.ofOptions(name, Map.of(), "unmanaged", options, List.of()))
                .toList();
        Matrix matrix =
                Matrix.ofCases("m", 1, 1, 1, Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", null), List.of(), cases);
        List<ResolvedCase> cells = cases.stream()
                .<ResolvedCase>map(one -> new ResolvedCase.Ready(one, InventoryHost.LOCAL, null, List.of(), List.of()))
                .toList();
        return new ResolvedMatrix(matrix, cells, Map.of());
    }

    private static MatrixExecution execution(MatrixDirectory made, ResolvedMatrix matrix, MatrixRecord begun) {
        Progress progress = Progress.onStandardError();
        return new MatrixExecution(made, matrix, begun, new RunSequence(progress), progress, System::nanoTime);
    }
}
