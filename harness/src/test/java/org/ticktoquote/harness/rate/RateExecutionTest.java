package org.ticktoquote.harness.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.comparison.rate.RateAnswer;
import org.ticktoquote.comparison.rate.RatePlan;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.execution.MatrixDirectory;
import org.ticktoquote.harness.matrix.resolution.ResolvedCase;
import org.ticktoquote.harness.matrix.resolution.ResolvedMatrix;
import org.ticktoquote.harness.run.RunSequence;

class RateExecutionTest {
    private static final List<String> LEVELS = List.of("p99 < 5 ms");
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    private Path folder;

    /** The port of the application is in use. */
    @Test
    void endsWithoutAnAnswerIfTheHostRefusesTheRuns() throws Exception {
        try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ResolvedMatrix resolved = resolved(used.getLocalPort());
            RatePlan plan = new RatePlan(RatePlan.FORMAT_VERSION, LEVELS, 1, 4, 4, 0.05, 2, SECOND_NS, 10 * SECOND_NS);
            try (MatrixDirectory made = MatrixDirectory.create(folder.resolve("m"), "", resolved)) {
                plan.write(made.path());
                Progress progress = Progress.onStandardError();
                RateExecution search = new RateExecution(
                        made,
                        resolved,
                        resolved.record(made.sourceSha256()),
                        plan,
                        new RunSequence(progress),
                        progress,
                        run -> {});
                assertThat(assertTimeoutPreemptively(Duration.ofMinutes(1), search::run)
                                .answer())
                        .isEqualTo(RateAnswer.UNFINISHED);
            }
        }
    }

    private static ResolvedMatrix resolved(int port) {
        Matrix matrix = RateExecution.matrix(
                1,
                Map.of("app", "sleep 600", "fix-port", Integer.toString(port)),
                "unmanaged",
                LEVELS,
                2,
                Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", null));
        return new ResolvedMatrix(
                matrix,
                List.of(new ResolvedCase.Ready(matrix.cases().get(0), InventoryHost.LOCAL, null, List.of(), List.of())),
                Map.of());
    }
}
