package org.ticktoquote.comparison.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.comparison.report.ComparisonText;

/** The effect of an axis between cases that differ in nothing else. */
final class MatrixEffectTest {
    @TempDir
    Path directory;

    @Test
    void listsTheEffectOfEachAxisPairByPair() {
        MatrixComparison comparison = new MatrixFixture(directory)
                .with("PV-001", "hotspot", "unmanaged", valid(2_000))
                .with("PV-002", "hotspot", "managed", valid(1_000))
                .with("PV-003", "zing", "unmanaged", valid(4_000))
                .notRun("PV-004", "zing", "managed", "no Zing JVM; give --jvm zing=PATH")
                .compare();
        assertThat(comparison.effects())
                .extracting(effect -> effect.axis() + " " + effect.from() + " " + effect.to())
                .containsExactly("jvm hotspot zing", "threads unmanaged managed");
        List<AxisEffect.Pair> threads = comparison.effects().get(1).pairs();
        assertThat(threads)
                .extracting(pair -> pair.from() + " " + pair.to())
                .containsExactly("PV-001 PV-002", "PV-003 PV-004");
        assertThat(threads.get(0).within()).isEqualTo(Map.of("jvm", "hotspot"));
        assertThat(Objects.requireNonNull(threads.get(0).latencies().get("serviceNs"))
                        .get("p99"))
                .satisfies(ratio -> assertThat(ratio.low()).isCloseTo(1_001.0 / 2_001, within(1e-9)));
        assertThat(threads.get(1).absence()).isEqualTo("PV-004 not run: no Zing JVM; give --jvm zing=PATH");
        assertThat(comparison.cases().get(3).absence()).isEqualTo("not run: no Zing JVM; give --jvm zing=PATH");
    }

    /** An effect of another machine must not be taken for an effect of the operating system. */
    @Test
    void reportsThatBothSidesOfAnEffectRanOnDifferentMachines() {
        String path = "replayer on here, application on away, clients on here";
        Map<String, String> stock = Map.of("kernel", "6.1.0", "cpuModel", "Xeon A", "clockSource", "tsc");
        Map<String, String> rt = Map.of(
                "kernel", "6.1.0-18-rt-amd64",
                "kernelVersion", "#1 SMP PREEMPT_RT",
                "cpuModel", "Xeon B",
                "clockSource", "kvm-clock",
                "hosts", path);
        MatrixComparison comparison = new MatrixFixture(directory)
                .on("A", "hotspot", stock)
                .on("B", "zing", rt)
                .on("C", "openj9", stock)
                .compare();
        assertThat(comparison.cases().get(1).host())
                .isEqualTo(new CaseHost("6.1.0-18-rt-amd64 #1 SMP PREEMPT_RT", "Xeon B", "", "kvm-clock", path));
        assertThat(comparison.effects().stream().flatMap(effect -> effect.pairs().stream()))
                .extracting(pair -> pair.from() + pair.to() + " " + ComparisonText.machines(pair))
                .containsExactly(
                        "AB different machines: CPU Xeon A and Xeon B; clock source tsc and kvm-clock; path one host and "
                                + path,
                        "AC ",
                        "BC different machines: CPU Xeon B and Xeon A; clock source kvm-clock and tsc; path " + path
                                + " and one host");
    }

    @Test
    void omitsEffectsOfCasesThatDifferInMoreThanTheAxis() {
        MatrixComparison comparison = new MatrixFixture(directory)
                .with("B-01", 2_000)
                .with("B-02", "hotspot", "auto", valid(1_000))
                .with("B-04", 9_000)
                .beside("run.app-args", "--hold 3ms")
                .compare();
        assertThat(comparison.effects()).hasSize(1);
        assertThat(comparison.effects().get(0).pairs())
                .extracting(pair -> pair.from() + " " + pair.to())
                .containsExactly("B-01 B-02");
    }
}
