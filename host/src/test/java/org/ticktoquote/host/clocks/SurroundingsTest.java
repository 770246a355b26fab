package org.ticktoquote.host.clocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.host.clocks.ClocksMeasurement.NewerJava;
import org.ticktoquote.host.clocks.IdleMeasurements.CacheSweep;
import org.ticktoquote.host.clocks.IdleMeasurements.CpuLatencyRequest;

/** Tests discovery of other JDKs, the CPU latency device, the cache size and allowed CPUs. */
class SurroundingsTest {
    @TempDir
    private Path root;

    private Path java(String name, String release) throws IOException {
        Path home = root.resolve(name);
        Path executable = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(executable, "");
        assertThat(executable.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), release);
        return home;
    }

    @Test
    void choosesNewestSufficientJavaAndIgnoresBrokenHomes() throws IOException {
        Path old = java("old", "JAVA_VERSION=\"17.0.15\"\n");
        Path middle = java("middle", "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"22.0.1\"\n");
        Path newest = java("newest", "JAVA_VERSION=\"25\"\n");
        Path same = java("same", "JAVA_VERSION=\"25.0.1\"\n");
        assertThat(NewerJava.newest(List.of(old, middle, newest, same))).contains(new NewerJava(newest, 25));
        assertThat(NewerJava.newest(List.of(old, middle)).orElseThrow().executable())
                .isEqualTo(middle.resolve("bin/java"));

        old = java("old", "JAVA_VERSION=\"1.8.0_352\"\n");
        Path broken = java("broken", "JAVA_VERSION=\"newest\"\n");
        Path empty = Files.createDirectory(root.resolve("empty"));
        assertThat(NewerJava.newest(List.of(old, broken, empty, root.resolve("absent"))))
                .isEmpty();
    }

    @Test
    void writesFourZeroBytesToTheDevice() throws IOException {
        Path device = Files.writeString(root.resolve("cpu_dma_latency"), "before");
        try (CpuLatencyRequest request = new CpuLatencyRequest(device)) {
            assertThat(request).hasToString(device.toString());
            assertThat(Files.readAllBytes(device)).startsWith(0, 0, 0, 0);
        }
    }

    @Test
    void doesNotCreateMissingDevice() {
        Path device = root.resolve("cpu_dma_latency");
        assertThatThrownBy(() -> new CpuLatencyRequest(device)).hasMessage(device + " does not exist");
        assertThat(device).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"32768K, 32", "16M, 16", "much, 32", ", 32"})
    void readsSizeOfLastLevelCache(String text, int megabytes) throws IOException {
        Path file = root.resolve("size");
        if (text != null) {
            Files.writeString(file, text + "\n");
        }
        assertThat(CacheSweep.lastLevelBytes(file)).isEqualTo(megabytes << 20);
        assertThat(new CacheSweep(5 << 20).bytes()).isEqualTo(10 << 20);
    }

    @Test
    void usesOnlyAllowedCpusAndReportsThreadThatCannotBePinned() {
        AllowedCpus cpus = AllowedCpus.ofThisThread();
        assertThat(cpus.allowed()).isNotEmpty().isSorted();
        assertThat(new AllowedCpus(List.of(3)).siblingOrOther(3)).isEmpty();
        assertThat(new AllowedCpus(List.of(3, 900)).siblingOrOther(3)).hasValue(900);
        AllowedCpus.run(
                List.of(cpus.first()),
                cpu -> assertThat(AllowedCpus.ofThisThread().allowed()).containsExactly(cpu));

        assertThatThrownBy(() -> AllowedCpus.run(List.of(1_023), cpu -> {}))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith("a thread is not pinned to CPU 1023: ");
    }
}
