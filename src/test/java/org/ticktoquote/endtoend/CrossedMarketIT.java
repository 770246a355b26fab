package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.pricing.truth.Decision;

/** Crossed tops of venues and crossed composites: rejected, or accepted if declared. */
@LongProof
class CrossedMarketIT {
    private static final int ROWS = 900;
    private static final int STEP_MS = 10;

    @TempDir
    private Path folder;

    @FullProof
    @Test
    void acceptsCrossedVenueAndCompositeIfDeclared() throws Exception {
        Scenario scenario = scenario().flag("--accept-crossed");
        TruthAudit truth = audited(scenario);
        assertThat(truth.decisions(Decision.REJECTED_CROSSED_VENUE)).isZero();
        assertThat(truth.decisions(Decision.REJECTED_CROSSED_COMPOSITE)).isZero();
        PriceTwin.assertHonest(scenario.directory());
    }

    @Test
    void rejectsBothIfNotDeclared() throws Exception {
        TruthAudit truth = audited(scenario());
        assertThat(truth.decisions(Decision.REJECTED_CROSSED_VENUE)).isPositive();
        assertThat(truth.decisions(Decision.REJECTED_CROSSED_COMPOSITE)).isPositive();
    }

    private static TruthAudit audited(Scenario scenario) throws IOException, InterruptedException {
        Summaries summary = scenario.measured(0);
        TruthAudit truth = TruthAudit.of(scenario.directory());
        assertThat(truth.disagreements()).isEmpty();
        assertThat(truth.compared()).isPositive();
        assertThat(summary.rules("FAILED")).isEmpty();
        summary.assertPricesOfIdsAreRight();
        assertThat(summary.outcome("published")).isPositive();
        return truth;
    }

    private Scenario scenario() throws IOException, InterruptedException {
        Path recording = folder.resolve("crossed.t2q");
        T2qProcess.run(
                        folder,
                        "import EUR/USD@A=" + venue("a", 1) + " EUR/USD@B=" + venue("b", 2)
                                + " --columns time=0,bid=1,ask=2 --time-format epoch-ms --announcement 12:30:05 --out "
                                + recording)
                .ended(0);
        return Scenario.hurriedIn(folder).over(recording, "T0-1s..T0+1s").tcp();
    }

    private String venue(String name, long seed) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            long timeMs = 1_399_033_800_000L + (long) row * STEP_MS + seed;
            rows.add(timeMs + "," + price(1 + random.nextInt(7)) + "," + price(4 + random.nextInt(7)));
        }
        return Files.write(folder.resolve(name + ".csv"), rows).toString();
    }

    private static String price(int ticks) {
        return String.format(Locale.ROOT, "1.38%03d", 600 + ticks);
    }
}
