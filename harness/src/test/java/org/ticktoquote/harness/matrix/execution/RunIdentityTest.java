package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.run.Seal;

final class RunIdentityTest {
    private static ObjectNode json(String text) throws Exception {
        return (ObjectNode) new JsonMapper().readTree(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"replayLagNs\": {}}",
                "{\"replayLagNs\": {\"p50\": {\"high\": 1}}}",
                "{\"replayLagNs\": {\"p50\": {}, \"p99\": {\"high\": 1}}}"
            })
    void refusesASummaryWithoutTheSendLag(String text) throws Exception {
        Path file = Path.of("A/run-1/summary.json");
        assertThatRefused(ExitStatus.BAD_INPUT, () -> {
                    RunIdentity.lagNs(file, json(text).path("replayLagNs"), "p50");
                    RunIdentity.lagNs(file, json(text).path("replayLagNs"), "p99");
                })
                .hasMessageStartingWith("A/run-1/summary.json: is not a run summary: replayLagNs.p");
    }

    /** A resumed execution must not trust an edited send lag. */
    @Test
    void refusesAChangedSummary(@TempDir Path run) throws Exception {
        Path file = run.resolve("summary.json");
        String text = Seal.put("{\n  \"replayLagNs\" : {\"p50\" : {\"high\" : 41}, \"p99\" : {\"high\" : 43}}\n}\n");
        Files.writeString(file, text);
        assertThat(RunIdentity.lagNs(file, RunIdentity.summary(file).path("replayLagNs"), "p99"))
                .isEqualTo(43);
        for (String changed : List.of(
                text.replace("43", "42"),
                text.replace("\"high\" : 41", "\"high\" : 4"),
                text.replace(": 43", ":  43"))) {
            Files.writeString(file, changed);
            assertThatRefused(ExitStatus.BAD_INPUT, () -> RunIdentity.summary(file))
                    .hasMessageContaining(file + ": was changed after it was written")
                    .hasMessageEndingWith("; recreate it with t2q analyze " + run);
        }
    }
}
