package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A known stall of the metering process itself: every meter must show it, once and whole. */
class HostHiccupsIT {
    private static final long STALL_NS = 600_000_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"wake-up", "spin-gap"})
    void everyCpuShowsAStopOfTheProcess(String meter) throws IOException, InterruptedException {
        try (T2qProcess host =
                T2qProcess.start(folder, "host", "hiccups", "--meters", meter, "--duration", "3s", "--json")) {
            await().atMost(T2qProcess.PATIENCE).until(() -> host.err().contains(meter + " meters on"));
            ProcessHandle process = ProcessHandle.of(host.pid()).orElseThrow();
            LockSupport.parkNanos(500_000_000); // into the measurement, wherever
            Processes.stop(process);
            long stoppedNs = System.nanoTime();
            while (System.nanoTime() - stoppedNs < STALL_NS) {
                LockSupport.parkNanos(STALL_NS - (System.nanoTime() - stoppedNs));
            }
            Processes.signal(process, "CONT");

            assertThat(host.awaitEnd()).as(host.texts()).isZero();
            JsonNode cpus = JsonMapper.builder().build().readTree(host.out()).get("cpus");
            assertThat(cpus).isNotEmpty().allSatisfy(cpu -> {
                // a wake-up was due within the first millisecond of the stop
                assertThat(cpu.get("maxNs").asLong()).isGreaterThanOrEqualTo(STALL_NS - 10_000_000);
                assertThat(cpu.get("timelineNs"))
                        .filteredOn(point -> point.asLong() >= STALL_NS - 10_000_000)
                        .hasSizeBetween(1, 2); // two where it began at the very end of one point
            });
        }
    }
}
