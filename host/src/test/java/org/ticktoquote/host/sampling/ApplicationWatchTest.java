package org.ticktoquote.host.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.evidence.EvidenceFile;
import org.ticktoquote.core.evidence.EvidenceSample;
import org.ticktoquote.core.evidence.SeenThread;
import org.ticktoquote.core.evidence.StoppedProcess;
import org.ticktoquote.core.evidence.ThreadCounts;

/** On real processes that are no JVMs. */
class ApplicationWatchTest {
    private static final UUID RUN = new UUID(3, 4);
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long STOP_MS = 300;
    private static final long SLACK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    @Test
    void threadsThatShareACpuWaitForIt() throws Exception {
        long group =
                start("setsid", "sh", "-c", "taskset -p 1 $$ >/dev/null; (while :; do :; done) & while :; do :; done");
        await().until(() -> runsOnTheFirstCpu(group)
                && ProcessHandle.of(group).stream()
                        .flatMap(ProcessHandle::children)
                        .anyMatch(each -> true));
        List<EvidenceSample> samples = watched(List.of(group), List.of(), 1_000);
        long waitedNs = samples.stream()
                .flatMap(sample -> sample.counts().stream())
                .mapToLong(ThreadCounts::waitNs)
                .sum();
        long elapsedNs = samples.get(samples.size() - 1).toNs() - samples.get(0).fromNs();
        assertThat(waitedNs).as("of two that want one CPU").isBetween(elapsedNs / 2, 3 * elapsedNs);
        assertThat(samples.stream().flatMap(sample -> sample.threads().stream()))
                .extracting(SeenThread::pid)
                .contains(group)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThanOrEqualTo(2);
        for (EvidenceSample sample : samples) {
            assertThat(sample.fromNs()).isLessThan(sample.toNs());
        }
    }

    @Test
    void aStopBySignalIsFoundWhereItWas() throws Exception {
        long pid = start("sleep", "60");
        await().until(() -> is("sleep", pid));
        Path file = folder.resolve("evidence.jsonl");
        long stoppedNs;
        long goingNs;
        try (ApplicationWatch watch =
                ApplicationWatch.begin(file, RUN, List.of(), List.of(pid), INTERVAL_NS, Optional.empty())) {
            await().until(() -> !seen(file).isEmpty());
            signal("STOP", pid);
            stoppedNs = System.nanoTime();
            Thread.sleep(STOP_MS); // the stop itself
            goingNs = System.nanoTime();
            signal("CONT", pid);
            await().until(() ->
                    seen(file).stream().anyMatch(sample -> !sample.stopped().isEmpty()));
        }
        List<StoppedProcess> stops = samples(file).stream()
                .flatMap(sample -> sample.stopped().stream())
                .toList();
        assertThat(stops).singleElement().satisfies(stop -> {
            assertThat(stop.pid()).isEqualTo(pid);
            assertThat(stop.fromNs()).isBetween(stoppedNs - SLACK_NS, stoppedNs);
            assertThat(stop.toNs()).isBetween(goingNs, goingNs + SLACK_NS);
        });
    }

    @Test
    void whoDoesNothingIsNotInTheFileAndTheCostIs() throws Exception {
        long pid = start("sleep", "60");
        await().until(() -> is("sleep", pid));
        List<EvidenceSample> samples = watched(List.of(), List.of(pid), 600);
        assertThat(samples)
                .hasSizeBetween(2, 14)
                .allSatisfy(sample -> assertThat(sample.counts()).isEmpty());
        assertThat(samples.get(0).threads()).containsExactly(new SeenThread(0, pid, pid, "sleep", "other"));
        EvidenceFile read = EvidenceFile.read(folder.resolve("evidence.jsonl"), RUN, sample -> {});
        assertThat(read.damage()).isEmpty();
        assertThat(read.cost().orElseThrow().looks()).isEqualTo(samples.size());
        assertThat(read.cost().orElseThrow().cpuNs()).isPositive();
        assertThat(read.cost().orElseThrow().problem()).isEmpty();
    }

    private List<EvidenceSample> watched(List<Long> groups, List<Long> processes, long ms) throws Exception {
        Path file = folder.resolve("evidence.jsonl");
        try (ApplicationWatch watch =
                ApplicationWatch.begin(file, RUN, groups, processes, INTERVAL_NS, Optional.empty())) {
            Thread.sleep(ms); // what is watched
        }
        return samples(file);
    }

    /** As far as it is written. */
    private static List<EvidenceSample> seen(Path file) {
        List<EvidenceSample> samples = new ArrayList<>();
        EvidenceFile unfinished = EvidenceFile.read(file, RUN, samples::add);
        return samples;
    }

    private static List<EvidenceSample> samples(Path file) {
        List<EvidenceSample> samples = new ArrayList<>();
        assertThat(EvidenceFile.read(file, RUN, samples::add).damage()).isEmpty();
        return samples;
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private long start(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process.pid();
    }

    /** Before it has become what it shall be a process is the launcher's. */
    private static boolean is(String name, long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "comm"))
                .strip()
                .equals(name);
    }

    private static boolean runsOnTheFirstCpu(long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "status")).contains("Cpus_allowed_list:\t0\n");
    }
}
