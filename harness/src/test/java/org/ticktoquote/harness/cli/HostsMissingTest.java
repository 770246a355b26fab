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
    private static List<String> lines(String yaml, Map<String, String> reasons) {
        Matrix matrix =
                MatrixReader.read(new MatrixSource("m.yaml", yaml), () -> new InstalledJvms(List.of(), Map.of()));
        return MatrixJob.missingHosts(matrix, reasons, Path.of("results/m"));
    }

    @Test
    void listsHostsToBootAndTheCommandToResume() {
        String noKernel = "no host with kernel rt (local: kernel is stock, expected rt)";
        String noSwap = "no host with audit.swap fit (local: audit.swap is warning, expected fit)";
        assertThat(lines(
                        "cases: {A: {}, B: {host: {kernel: rt}}, C: {host: {kernel: rt}}, D: {host: {audit.swap:"
                                + " fit}}}",
                        Map.of("A", "no Zing JVM", "B", noKernel, "C", noKernel, "D", noSwap)))
                .containsExactly(
                        "to run B, C, boot a host with kernel rt, then: t2q run --resume results/m",
                        "to run D, provide a host with audit.swap fit, then: t2q run --resume results/m");
    }

    @Test
    void unresponsiveHostIsNotListedForBooting() {
        String silent =
                "host far: t2q on this host does not answer: no answer to 'ready' within 30 s; no host with kernel"
                        + " stock (near: kernel is rt, expected stock)";
        assertThat(lines(
                        "cases: {A: {host: {kernel: stock}}, B: {host: {kernel: stock}}}",
                        Map.of("A", silent, "B", "host far: ssh bench@far: did not answer within 30 s")))
                .containsExactly(
                        "host far did not answer within the inventory's answer-within. To run A, B when it answers:"
                                + " t2q run --resume results/m");
    }
}
