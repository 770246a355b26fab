package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A known stall of the metering process: every meter must show it completely and once. */
class HostHiccupsIT {
    private static final long STALL_NS = 600_000_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"wake-up", "spin-gap"})
    void everyCpuShowsAStoppedProcess(String meter) throws IOException, InterruptedException {
        int seconds = 2;
        while (!showsStop(meter, seconds)) {
            seconds *= 4;
        }
    }

    /** Returns false if the machine was so busy that the stop did not end within the measurement. */
    private boolean showsStop(String meter, int seconds) throws IOException, InterruptedException {
        AtomicLong beganNs = new AtomicLong(System.nanoTime()); // or later
        try (T2qProcess host =
                T2qProcess.start(folder, "host", "hiccups", "--meters", meter, "--duration", seconds + "s", "--json")) {
            await().atMost(T2qProcess.PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> {
                        long nowNs = System.nanoTime();
                        boolean began = host.err().contains(meter + " meters on");
                        beganNs.set(began ? beganNs.get() : nowNs);
                        return began || !host.alive();
                    });
            if (!Processes.stopIfAlive(host.handle())) {
                host.ended(0);
                return false;
            }
            long stoppedNs = System.nanoTime();
            while (System.nanoTime() - stoppedNs < STALL_NS) {
                LockSupport.parkNanos(STALL_NS - (System.nanoTime() - stoppedNs));
            }
            host.signal("CONT");
            boolean within = System.nanoTime() - beganNs.get() < TimeUnit.SECONDS.toNanos(seconds) / 2;

            host.ended(0);
            if (!within) {
                return false;
            }
            JsonNode cpus = JsonMapper.builder().build().readTree(host.out()).get("cpus");
            assertThat(cpus).isNotEmpty().allSatisfy(cpu -> {
                // a wake-up was due within the first millisecond of the stop
                assertThat(cpu.get("maxNs").asLong()).isGreaterThanOrEqualTo(STALL_NS - 10_000_000);
                assertThat(cpu.get("timelineNs"))
                        .as("a busy machine adds stalls of its own")
                        .anyMatch(point -> point.asLong() >= STALL_NS - 10_000_000);
            });
            return true;
        }
    }
}
