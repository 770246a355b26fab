package org.ticktoquote.harness.matrix.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

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
    void aFileWithoutTheSendLagIsNoSummary(String text) throws Exception {
        Path file = Path.of("A/run-1/summary.json");
        assertThatThrownBy(() -> {
                    RunIdentity.lagNs(file, json(text).path("replayLagNs"), "p50");
                    RunIdentity.lagNs(file, json(text).path("replayLagNs"), "p99");
                })
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageStartingWith("A/run-1/summary.json: no summary of a run: replayLagNs.p");
    }
}
