package org.ticktoquote.host.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

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
import org.ticktoquote.core.evidence.EvidenceLine;
import org.ticktoquote.core.evidence.EvidenceLine.StoppedProcess;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.ThreadCounts;

/** Watches real processes that are not JVMs. */
class ApplicationWatchTest {
    private static final UUID RUN = new UUID(3, 4);
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int LOOKS = 10;

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
    void measuresWaitOfThreadsThatShareACpu() throws Exception {
        long group =
                start("setsid", "sh", "-c", "taskset -p 1 $$ >/dev/null; (while :; do :; done) & while :; do :; done");
        await().atMost(ONE_MINUTE)
                .until(() -> runsOnTheFirstCpu(group)
                        && ProcessHandle.of(group).stream()
                                .flatMap(ProcessHandle::children)
                                .anyMatch(each -> true));
        List<EvidenceLine> samples = watch(List.of(group), List.of(), 2 * LOOKS);
        long waitedNs = samples.stream()
                .flatMap(sample -> sample.counts().stream())
                .mapToLong(ThreadCounts::waitNs)
                .sum();
        long elapsedNs = samples.get(samples.size() - 1).toNs() - samples.get(0).fromNs();
        assertThat(waitedNs).as("two threads on one CPU").isBetween(elapsedNs / 2, 3 * elapsedNs);
        assertThat(samples.stream().flatMap(sample -> sample.threads().stream()))
                .extracting(EvidenceThread::pid)
                .contains(group)
                .doesNotHaveDuplicates()
                .hasSizeGreaterThanOrEqualTo(2);
        for (EvidenceLine sample : samples) {
            assertThat(sample.fromNs()).isLessThan(sample.toNs());
        }
    }

    @Test
    void findsIntervalOfStopSignal() throws Exception {
        long pid = start("sleep", "60");
        await().atMost(ONE_MINUTE).until(() -> is("sleep", pid));
        Path file = folder.resolve("evidence.jsonl");
        long seenGoingNs;
        long stoppedNs;
        long goingNs;
        long seenAgainNs;
        try (ApplicationWatch watch =
                ApplicationWatch.begin(file, RUN, List.of(), List.of(pid), INTERVAL_NS, Optional.empty())) {
            awaitLooks(file, 1);
            seenGoingNs = seen(file).get(0).fromNs();
            signal("STOP", pid);
            await().atMost(ONE_MINUTE).until(() -> isStopped(pid));
            stoppedNs = System.nanoTime();
            awaitLooks(file, seen(file).size() + LOOKS); // each includes ten checks for stops
            goingNs = System.nanoTime();
            signal("CONT", pid);
            await().atMost(ONE_MINUTE)
                    .until(() -> seen(file).stream()
                            .anyMatch(sample -> !sample.stopped().isEmpty()));
            seenAgainNs = System.nanoTime();
        }
        List<StoppedProcess> stops = samples(file).stream()
                .flatMap(sample -> sample.stopped().stream())
                .toList();
        assertThat(stops).singleElement().satisfies(stop -> {
            assertThat(stop.pid()).isEqualTo(pid);
            assertThat(stop.fromNs()).isBetween(seenGoingNs, stoppedNs);
            assertThat(stop.toNs()).isBetween(goingNs, seenAgainNs);
        });
    }

    @Test
    void omitsIdleThreadsAndRecordsCost() throws Exception {
        long pid = start("sleep", "60");
        await().atMost(ONE_MINUTE).until(() -> is("sleep", pid));
        List<EvidenceLine> samples = watch(List.of(), List.of(pid), LOOKS);
        long elapsedNs = samples.get(samples.size() - 1).toNs() - samples.get(0).fromNs();
        assertThat(samples)
                .hasSizeBetween(LOOKS, (int) (elapsedNs / (INTERVAL_NS - INTERVAL_NS / 10)) + 2)
                .allSatisfy(sample -> assertThat(sample.counts()).isEmpty());
        assertThat(samples.get(0).threads()).containsExactly(new EvidenceThread(0, pid, pid, "sleep", "other"));
        EvidenceFile read = EvidenceFile.read(folder.resolve("evidence.jsonl"), RUN, sample -> {});
        assertThat(read.damage()).isEmpty();
        assertThat(read.cost().orElseThrow().looks()).isEqualTo(samples.size());
        assertThat(read.cost().orElseThrow().cpuNs()).isPositive();
        assertThat(read.cost().orElseThrow().problem()).isEmpty();
    }

    private List<EvidenceLine> watch(List<Long> groups, List<Long> processes, int looks) throws Exception {
        Path file = folder.resolve("evidence.jsonl");
        try (ApplicationWatch watch =
                ApplicationWatch.begin(file, RUN, groups, processes, INTERVAL_NS, Optional.empty())) {
            awaitLooks(file, looks);
        }
        return samples(file);
    }

    private static void awaitLooks(Path file, int count) {
        await().atMost(ONE_MINUTE).until(() -> seen(file).size() >= count);
    }

    /** Reads the samples written so far. */
    private static List<EvidenceLine> seen(Path file) {
        List<EvidenceLine> samples = new ArrayList<>();
        EvidenceFile unfinished = EvidenceFile.read(file, RUN, samples::add);
        return samples;
    }

    private static List<EvidenceLine> samples(Path file) {
        List<EvidenceLine> samples = new ArrayList<>();
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

    /** Until exec, the process has the launcher's name. */
    private static boolean is(String name, long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "comm"))
                .strip()
                .equals(name);
    }

    private static boolean isStopped(long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains("(sleep) T ");
    }

    private static boolean runsOnTheFirstCpu(long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "status")).contains("Cpus_allowed_list:\t0\n");
    }
}
