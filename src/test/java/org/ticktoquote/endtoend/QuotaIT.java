package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report attributes the delays of an application with a CPU limit to its quota. */
@LongProof
class QuotaIT {
    /** Quota per tenth of a second: 2 % of a CPU, which 2,000 snapshots per second exceed on any machine. */
    private static final int MICROS = 2_000;

    @TempDir
    private Path folder;

    @Test
    void quotaDelaysAreAttributedToTheRunQueueAndReported() throws Exception {
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0+1500ms..T0+30s", "--length", "1min", "--pairs", "15")
                .tcp();
        try (T2qProcess unused = scenario.start()) {
            try (CpuQuota quota = CpuQuota.of(MICROS)) {
                scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(300));
                quota.hold(Processes.of(scenario.directory(), Stop.APPLICATION).pid());
                scenario.awaitMore(TimeUnit.SECONDS.toNanos(2));
            }
            scenario.terminateAfter(TimeUnit.SECONDS.toNanos(1));
        }
        Path json = folder.resolve("causes.json");
        T2qProcess asked = T2qProcess.run(
                folder, "outliers", scenario.directory().toString(), "--later-than", "20ms", "--json", json.toString());
        asked.ended(0);
        JsonNode worst = Summaries.json(json).at("/runs/0/worst/0");
        assertThat(worst.path("nsByCause").path("run-queue").asLong())
                .as(asked.texts())
                .isPositive();
        assertThat(worst.path("evidence"))
                .as(asked.texts())
                .anyMatch(line -> line.asText().matches("host, CPU quota, the worst of .*: CPUs kept from .*"));
    }
}
