package org.ticktoquote.harness.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.TestCase;

final class GateSidesTest {
    private static final Map<String, String> COMMON = Map.of("sessions", "2");

    private static List<Map<String, String>> optionsOfCases(Matrix matrix) {
        return matrix.cases().stream().map(one -> one.run().givenOptions()).toList();
    }

    @Test
    void acceptsCommandsOrTheBuiltInApplicationWithOptions() {
        Matrix matrix = GateSides.ofApplications("builtin --hold 1ms", "java -jar new.jar", COMMON, "unmanaged", 10, 7);
        assertThat(optionsOfCases(matrix))
                .containsExactly(
                        Map.of("sessions", "2", "app-args", "--hold 1ms"),
                        Map.of("sessions", "2", "app", "java -jar new.jar"));
        assertThat(matrix.repeats()).isEqualTo(10);
        assertThat(matrix.seed()).isEqualTo(7);
        assertThat(optionsOfCases(GateSides.ofApplications("builtin", "builtin", Map.of(), "auto", 3, 1)))
                .containsOnly(Map.of());
        assertThatThrownBy(() -> GateSides.ofApplications(" ", "builtin", Map.of(), "auto", 3, 1))
                .hasMessage("--baseline: ' ', expected a command, or builtin with its options");
    }

    @Test
    void selectsTwoCasesOfAMatrixByName() {
        Matrix matrix = GateSides.ofApplications("builtin", "builtin", COMMON, "unmanaged", 3, 1);
        Matrix two = GateSides.ofCases(matrix, "candidate", "baseline", 5, 2);
        assertThat(two.cases()).extracting(TestCase::name).containsExactly("candidate", "baseline");
        assertThat(two.baseline()).isEqualTo("candidate");
        assertThat(two.retries()).as("as stated in its file").isEqualTo(matrix.retries());
        assertThatThrownBy(() -> GateSides.ofCases(matrix, "x", "baseline", 5, 2))
                .hasMessage("--baseline: 'x' is not a case of gate, expected one of baseline, candidate");
        assertThatThrownBy(() -> GateSides.ofCases(matrix, "baseline", "baseline", 5, 2))
                .hasMessage("--candidate: 'baseline', expected a different case than --baseline");
    }

    @Test
    void refusesAttachedApplicationInADuet() {
        Map<String, String> attached = Map.of("attach", "127.0.0.1:9000", "feed", "udp://127.0.0.1:0");
        Matrix matrix = GateSides.ofApplications("builtin", "builtin", attached, "unmanaged", 3, 1);
        assertThatThrownBy(() -> GateSides.requireDuet(matrix))
                .hasMessage("--attach: is not possible in a duet, expected applications started by t2q");
        GateSides.requireDuet(
                GateSides.ofApplications("builtin", "builtin", Map.of("feed", "udp://127.0.0.1:0"), "unmanaged", 3, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            session-template | 'defaults: {accept: 9001}'                        | false
            session-template | 'defaults: {accept: "0.0.0.0:9001"}'              | false
            session-template | 'defaults: {accept: "0.0.0.0:0"}'                 | true
            session-template | 'sessions: {3: {connect: "127.0.0.1:9001"}}'      | false
            session-template | 'defaults: {numbers: /var/lib/t2q/bank}'          | false
            session-template | 'defaults: {beginString: FIX.4.2}'                | true
            venues           | 'venues: {EBS: {port: 0}, LMAX: {port: 9001}}'    | false
            venues           | 'venues: {EBS: {port: 0}, LMAX: {version: FIX.4.2}}' | true
            """)
    void allowsADuetOnlyWithFilesWithoutFixedPortsOrSharedNumbers(
            String option, String text, boolean allowed, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file.yaml"), text);
        Matrix matrix =
                GateSides.ofApplications("builtin", "builtin", Map.of(option, file.toString()), "unmanaged", 3, 1);
        assertThat(GateSides.allowDuet(matrix)).isEqualTo(allowed);
        if (!allowed) {
            assertThatThrownBy(() -> GateSides.requireDuet(matrix))
                    .hasMessageStartingWith("--" + option + ": is not possible in a duet, expected ");
        }
    }
}
