package org.ticktoquote.host.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientsHeapTest {
    @ParameterizedTest
    @CsvSource({
        "24689012 kB, 2048, 1802",
        "8388608 kB, 1024, 901",
        "4194304 kB, 512, 450",
        "1048576 kB, 192, 168",
        "'', 2048, 1802",
        "much, 2048, 1802"
    })
    void clientHeapIsAnEighthOfMemoryWithinBounds(String memory, int heapMib, int youngMib) {
        assertThat(HeapFlags.ofClients(memory))
                .contains("-Xms" + heapMib + "m", "-Xmx" + heapMib + "m", "-Xmn" + youngMib + "m");
    }
}
