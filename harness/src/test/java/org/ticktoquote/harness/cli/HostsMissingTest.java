package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ticktoquote.harness.matrix.definition.Matrix;
import org.ticktoquote.harness.matrix.definition.MatrixReader;
import org.ticktoquote.harness.matrix.definition.MatrixSource;
import org.ticktoquote.host.jvm.InstalledJvms;

final class HostsMissingTest {
    @Test
    void listsHostsToBootAndTheCommandToResume() {
        Matrix matrix =
                MatrixReader.read(new MatrixSource("m.yaml", """
                cases:
                  A: {}
                  B: {host: {kernel: rt}}
                  C: {host: {kernel: rt}}
                  D: {host: {audit.swap: fit}}
                """), () -> new InstalledJvms(List.of(), Map.of()));
        String noKernel = "no host with kernel rt (local: kernel is stock, expected rt)";
        assertThat(HostsMissing.lines(
                        matrix,
                        Map.of(
                                "A",
                                "no Zing JVM",
                                "B",
                                noKernel,
                                "C",
                                noKernel,
                                "D",
                                "no host with audit.swap fit (local: audit.swap is warning, expected fit)"),
                        Path.of("results/m")))
                .containsExactly(
                        "to run B, C, boot a host with kernel rt, then: t2q run --resume results/m",
                        "to run D, provide a host with audit.swap fit, then: t2q run --resume results/m");
    }

    @Test
    void unresponsiveHostIsNotListedForBooting() {
        Matrix matrix = MatrixReader.read(
                new MatrixSource("m.yaml", "cases: {A: {host: {kernel: stock}}, B: {host: {kernel: stock}}}"),
                () -> new InstalledJvms(List.of(), Map.of()));
        String silent =
                "host far: t2q on this host does not answer: no answer to 'ready' within 30 s; no host with kernel stock"
                        + " (near: kernel is rt, expected stock)";
        assertThat(HostsMissing.lines(
                        matrix,
                        Map.of("A", silent, "B", "host far: ssh bench@far: did not answer within 30 s"),
                        Path.of("results/m")))
                .containsExactly(
                        "host far did not answer within the inventory's answer-within. To run A, B when it answers:"
                                + " t2q run --resume results/m");
    }
}
