package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunManifest;

/** With {@code ASYNC_PROFILER_HOME} a run is profiled by the async-profiler there; skipped without. */
class AsyncProfilerIT {
    private static final int WRONG = 2;

    @TempDir
    private Path folder;

    @Test
    void theWorstEpisodesSayWhereThreadsRanByAsyncProfiler() throws Exception {
        String home = System.getenv().getOrDefault("ASYNC_PROFILER_HOME", "");
        assumeThat(home).as("ASYNC_PROFILER_HOME, where async-profiler is").isNotEmpty();
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "4");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0..T0+5s", "--async-profiler", home)
                .flag("--profile-outliers");
        T2qProcess process = scenario.run(0);
        Path run = scenario.directory();
        assertThat(RunManifest.read(run.resolve("run.json")).observed().host())
                .as(process.texts())
                .containsEntry("asyncProfiler", "stacks every 10 ms of a thread's CPU time");
        assertThat(run.resolve("application.jfr")).isNotEmptyFile();
        assertThat(run.resolve("application-async.jfr")).isNotEmptyFile();
        JsonNode outliers = JsonMapper.builder()
                .build()
                .readTree(run.resolve("outliers.json").toFile())
                .path("runs")
                .path(0);
        List<String> reservations = outliers.path("sources").findValuesAsText("reservation");
        assertThat(reservations).noneMatch(text -> text.contains("stacks are the JVM's own"));
        assertThat(outliers.path("worst").path(0).path("profile").path(0).asText())
                .startsWith("application-async.jfr, ");
        T2qProcess refused = T2qProcess.run(
                folder, "run", "--profile-outliers", "--async-profiler", recording.toString(), "--recording", "none");
        assertThat(refused.awaitEnd()).as(refused.texts()).isEqualTo(WRONG);
        assertThat(refused.err())
                .contains("--async-profiler: '" + recording + "' ")
                .contains("does not start with it");
    }
}
