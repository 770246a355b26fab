package org.ticktoquote.host.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ticktoquote.host.command.Refused.assertThatRefused;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.evidence.KernelTraceSegment;
import org.ticktoquote.core.evidence.KernelWait;

/** Uses the kernel's trace if this process has access. */
class KernelTraceTest {
    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void printsMountCommandIfTracefsIsMissing() {
        assertThatRefused(() -> KernelTrace.begin(folder, System::nanoTime))
                .hasMessageContaining("the kernel trace is not accessible there")
                .hasMessageContaining("mount -t tracefs nodev " + folder);
    }

    @Test
    void reportsCpuOccupantAndRemovesTraceInstance() throws Exception {
        assumeTrue(
                Files.isWritable(KernelTrace.TRACING.resolve("instances")),
                "needs root and tracefs at " + KernelTrace.TRACING);
        long one = start();
        long other = start();
        KernelWait wait;
        try (KernelTrace trace = KernelTrace.begin(KernelTrace.TRACING, System::nanoTime)) {
            wait = firstWait(trace, one, "sh (" + other + ")");
        }
        assertThat(wait.thread()).isEqualTo(5);
        assertThat(wait.instead().get(0).who()).isEqualTo("sh (" + other + ")");
        assertThat(wait.instead().get(0).ns()).isBetween(wait.lengthNs() / 2, wait.lengthNs());
        try (var left = Files.list(KernelTrace.TRACING.resolve("instances"))) {
            assertThat(left.map(String::valueOf))
                    .noneMatch(name ->
                            name.contains("/t2q-" + ProcessHandle.current().pid() + "-"));
        }
    }

    /** Returns the first wait mostly caused by the other process. On a busy machine further processes interfere. */
    private static KernelWait firstWait(KernelTrace trace, long tid, String other) throws InterruptedException {
        long deadlineNs = System.nanoTime() + DEADLINE_NS;
        while (System.nanoTime() < deadlineNs) {
            TimeUnit.MILLISECONDS.sleep(100); // traced period
            trace.want(Map.of(tid, 5));
            trace.poll();
            for (KernelTraceSegment traced : trace.drain()) {
                for (KernelWait wait : traced.waits()) {
                    if (wait.instead().stream()
                            .limit(1)
                            .anyMatch(most -> most.who().equals(other) && most.ns() >= wait.lengthNs() / 2)) {
                        return wait;
                    }
                }
            }
        }
        throw new AssertionError("no wait for " + other + " was found");
    }

    /** Starts a busy loop on the first CPU. */
    private long start() throws Exception {
        Process process = new ProcessBuilder("taskset", "-c", "0", "sh", "-c", "while :; do :; done").start();
        started.add(process);
        return process.pid();
    }
}
