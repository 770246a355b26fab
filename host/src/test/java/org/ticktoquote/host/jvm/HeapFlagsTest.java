package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.host.process.JavaCommand;

class HeapFlagsTest {
    private static final long GIB = 1L << 30;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx9999g", "-Xmx2T", "-Xms9g",
                "-XX:MaxHeapSize=8589934593", "-Xmx8388609k", "-Xmx99999999999999999999"
            })
    void refusesHeapLargerThanMemory(String flag) {
        assertThat(JvmProbe.heapProblem(List.of("-XX:+UseG1GC", flag), 8 * GIB))
                .hasValue(flag + " is more than the 8.0 GiB of memory of this host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-Xmx8g", "-Xmx8192M", "-XX:MaxHeapSize=8589934592", "-Xss9999g", "-Xmx", "-XX:MaxRAM=99999g"})
    void acceptsHeapWithinMemoryAndOtherFlags(String flag) {
        assertThat(JvmProbe.heapProblem(List.of(flag), 8 * GIB)).isEmpty();
    }

    @Test
    void usesMemoryOfThisHost() {
        assertThat(JvmProbe.heapProblem(List.of("-Xmx64m"))).isEmpty();
        assertThat(JvmProbe.heapProblem(List.of("-Xmx99999t"))).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "24689012 kB, 2048, 1802", "8388608 kB, 1024, 901", "4194304 kB, 512, 450",
        "1048576 kB, 192, 168", "'', 2048, 1802", "much, 2048, 1802"
    })
    void clientHeapIsAnEighthOfMemoryWithinBounds(String memory, int heapMib, int youngMib) {
        assertThat(JavaCommand.clientHeap(memory))
                .contains("-Xms" + heapMib + "m", "-Xmx" + heapMib + "m", "-Xmn" + youngMib + "m");
    }
}
