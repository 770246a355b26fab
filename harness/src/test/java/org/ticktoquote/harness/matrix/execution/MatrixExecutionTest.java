package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixFixture;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.run.RunSequence;
import org.ticktoquote.host.sockets.FreePort;

class MatrixExecutionTest {
    @TempDir
    private Path folder;

    /** The port of the application is in use. */
    @Test
    void repeatsRunsThatTheHostRefusesNowAndAfterAResume() throws Exception {
        int port = FreePort.tcp("127.0.0.1");
        ResolvedMatrix matrix = matrix(port);
        try (ServerSocket unused = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                MatrixDirectory made = MatrixDirectory.create(folder.resolve("m"), "", matrix)) {
            MatrixExecution execution = execution(made, matrix, NewMatrixRecord.of(matrix, made.sourceSha256()));
            execution.run();
            assertThat(execution.hasRunsLeft()).isFalse();
            assertThat(execution.hasRefusedRuns()).isTrue();
            assertThat(execution.isComplete()).isFalse();
            MatrixRecord after = made.begun();
            assertThat(after.cases().stream().flatMap(one -> one.attempts().stream()))
                    .hasSize(4)
                    .allMatch(attempt -> attempt.reason().contains("TCP port " + port))
                    .extracting(Attempt::state)
                    .containsOnly(AttemptState.INTERRUPTED);
            assertThat(execution(made, matrix, after).hasRunsLeft()).isTrue();
        }
    }

    private static ResolvedMatrix matrix(int port) {
        Matrix matrix = MatrixFixture.read("""
            repeats: 1
            retries: 1
            defaults: {run: {app: "sleep 600", fix-port: %d}}
            cases: {A: {}, B: {}}
            """.formatted(port));
        List<ResolvedCase> cells = matrix.cases().stream()
                .<ResolvedCase>map(one -> new ResolvedCase.Ready(one, InventoryHost.LOCAL, null, List.of(), List.of()))
                .toList();
        return new ResolvedMatrix(matrix, cells, Map.of());
    }

    private static MatrixExecution execution(MatrixDirectory made, ResolvedMatrix matrix, MatrixRecord begun) {
        Progress progress = Progress.onStandardError();
        return new MatrixExecution(made, matrix, begun, new RunSequence(progress), progress, System::nanoTime);
    }
}
