package org.ticktoquote.host.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.evidence.EvidenceLine.CpuCounts;
import org.ticktoquote.core.evidence.EvidenceLine.StoppedProcess;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.ThreadCounts;
import org.ticktoquote.host.sampling.ApplicationWatch.CpuSampler;
import org.ticktoquote.host.sampling.ApplicationWatch.StopSampler;
import org.ticktoquote.host.threads.ProcessFiles;

/** Samples a simulated {@code /proc}. */
class SamplersTest {
    private static final List<Long> ONE = List.of(10L);

    @TempDir
    private Path proc;

    private ThreadSampler threads;
    private long nowNs;

    @BeforeEach
    void create() {
        threads = new ThreadSampler(new ProcessFiles(proc));
    }

    private List<ThreadCounts> sample() {
        return Written.line("counts", counts -> threads.sample(ONE, counts)).counts();
    }

    @Test
    void reportsOnlyThreadsThatChanged() throws Exception {
        thread(10, "java", 'S', 100, 50, 7, 3, 1, 20, 2);
        thread(11, "io", 'S', 5, 5, 1, 1, 0, 0, 0);
        assertThat(sample()).isEmpty();
        assertThat(threads.newThreads())
                .containsExactly(
                        new EvidenceThread(0, 10, 10, "java", "other"), new EvidenceThread(1, 10, 11, "io", "other"));
        thread(10, "java", 'R', 2_000_100, 650, 9, 4, 3, 25, 3);
        assertThat(sample()).containsExactly(new ThreadCounts(0, 600, 2_000_000, 1, 2, 2, 5, 1));
        assertThat(threads.newThreads()).isEmpty();
        assertThat(sample()).isEmpty();
    }

    /** The larger files of a mostly idle thread are read in every tenth sample. */
    @Test
    void reportsSwitchesOfIdleThreadsLater() throws Exception {
        thread(10, "java", 'S', 100, 50, 0, 0, 0, 0, 0);
        assertThat(sample()).isEmpty();
        for (int i = 1; i < 10; i++) {
            thread(10, "java", 'S', 100 + i, 50 + i, 0, i, 0, 0, 0);
            assertThat(sample()).containsExactly(new ThreadCounts(0, 1, 1, 0, 0, 0, 0, 0));
        }
        thread(10, "java", 'S', 110, 60, 0, 10, 0, 0, 0);
        assertThat(sample()).containsExactly(new ThreadCounts(0, 1, 1, 10, 0, 0, 0, 0));
    }

    @Test
    void treatsReusedIdAsANewThread() throws Exception {
        thread(10, "java", 'S', 100, 50, 0, 3, 0, 0, 0);
        assertThat(sample()).isEmpty();
        assertThat(threads.newThreads()).hasSize(1);
        thread(10, "java", 'S', 9_000_000, 70, 0, 4, 0, 0, 0);
        Path stat = proc.resolve("10/task/10/stat");
        Files.writeString(stat, Files.readString(stat).replace(" 1 0 77 ", " 1 0 99 "));
        assertThat(sample()).containsExactly(new ThreadCounts(1, 70, 9_000_000, 4, 0, 0, 0, 0));
        assertThat(threads.newThreads()).containsExactly(new EvidenceThread(1, 10, 10, "java", "other"));
    }

    @Test
    void reportsNewThreadFromItsStart() throws Exception {
        thread(10, "java", 'S', 100, 50, 7, 3, 1, 20, 2);
        assertThat(sample()).isEmpty();
        thread(12, "late", 'S', 40, 30, 2, 1, 1, 9, 0);
        assertThat(sample()).containsExactly(new ThreadCounts(1, 30, 40, 1, 1, 2, 9, 0));
    }

    @Test
    void keepsFilesOfAtMost512ThreadsOpen() throws Exception {
        for (int tid = 0; tid < 514; tid++) {
            thread(tid, "java", 'S', 1, 1, 0, 0, 0, 0, 0);
        }
        assertThat(sample()).isEmpty();
        assertThat(open()).isEqualTo(512);
        thread(513, "java", 'S', 2, 1, 0, 0, 0, 0, 0);
        assertThat(sample()).hasSize(1);
        threads.close();
        assertThat(open()).isZero();
    }

    /** Counts the files of threads that this process has open. */
    private long open() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(this::isOfThread).count();
        }
    }

    private boolean isOfThread(Path open) {
        try {
            return Files.readSymbolicLink(open).startsWith(proc.toRealPath());
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void treatsRenamedThreadAsANewThread() throws Exception {
        thread(10, "java", 'S', 100, 50, 7, 3, 1, 20, 2);
        assertThat(sample()).isEmpty();
        assertThat(threads.newThreads()).hasSize(1);
        thread(10, "pricing-1", 'S', 100, 90_050, 7, 3, 1, 20, 2);
        assertThat(sample())
                .extracting(ThreadCounts::thread, ThreadCounts::waitNs)
                .singleElement()
                .satisfies(found -> assertThat(found.toList()).containsExactly(1, 90_000L));
        assertThat(threads.newThreads()).containsExactly(new EvidenceThread(1, 10, 10, "pricing-1", "other"));
    }

    @Test
    void migrationsAreUnknownWithoutSchedFile() throws Exception {
        thread(10, "sh", 'S', 100, 50, 0, 3, 1, 20, 2);
        Path task = proc.resolve("10/task/10");
        Files.delete(task.resolve("sched"));
        Files.writeString(task.resolve("status"), "voluntary_ctxt_switches:\t3\nnonvoluntary_ctxt_switches:\t1\n");
        assertThat(sample()).isEmpty();
        Files.writeString(task.resolve("schedstat"), "2000100 50 9\n");
        Files.writeString(task.resolve("status"), "voluntary_ctxt_switches:\t5\nnonvoluntary_ctxt_switches:\t1\n");
        assertThat(sample()).containsExactly(new ThreadCounts(0, 0, 2_000_000, 2, 0, -1, 0, 0));
    }

    @Test
    void stopBeginsWhenLastSeenRunning() throws Exception {
        StopSampler sampler = new StopSampler(new ProcessFiles(proc), () -> nowNs);
        for (char state : "SRTtTRS".toCharArray()) {
            thread(10, "java", state, 0, 0, 0, 0, 0, 0, 0);
            nowNs += 10;
            sampler.sample(ONE);
        }
        assertThat(Written.line(sampler::drain).stopped()).containsExactly(new StoppedProcess(10, 20, 60));
        assertThat(Written.line(sampler::drain).stopped()).isEmpty();
        thread(10, "java", 'T', 0, 0, 0, 0, 0, 0, 0);
        nowNs += 10;
        sampler.sample(ONE);
        nowNs += 5;
        sampler.end();
        assertThat(Written.line(sampler::drain).stopped()).containsExactly(new StoppedProcess(10, 70, 85));
    }

    @Test
    void reportsOnlyCpusThatLostTime() throws Exception {
        CpuSampler sampler = new CpuSampler(proc);
        assertThat(Written.line("cpus", sampler::sample).cpus()).isEmpty();
        stat("cpu0 1 2 3 4 5 6 7 8 9 10", "cpu1 1 2 3 4 5 6 7 8 9 10");
        assertThat(Written.line("cpus", sampler::sample).cpus()).isEmpty();
        stat("cpu0 9 2 3 4 5 6 7 8 9 10", "cpu1 1 2 3 4 5 6 9 13 9 10");
        assertThat(Written.line("cpus", sampler::sample).cpus())
                .containsExactly(new CpuCounts(1, 50_000_000, 20_000_000));
    }

    private void stat(String... cpus) throws IOException {
        Files.writeString(
                proc.resolve("stat"), "cpu  9 9 9 9 9 9 9 9 9 9\n" + String.join("\n", cpus) + "\nintr 1 2 3\n");
    }

    /** Nanoseconds run and waited, migrations, voluntary and involuntary switches, minor and major faults. */
    private void thread(long tid, String name, char state, long... counters) throws IOException {
        Path task = Files.createDirectories(proc.resolve("10/task/" + tid));
        Files.writeString(task.resolve("schedstat"), counters[0] + " " + counters[1] + " 1\n");
        Files.writeString(
                task.resolve("sched"),
                name + " (" + tid + ", #threads: 2)\n-----\nse.nr_migrations                             :  "
                        + counters[2]
                        + "\nnr_switches                                  :  9\nnr_voluntary_switches  :  "
                        + counters[3]
                        + "\nnr_involuntary_switches                      :  " + counters[4] + "\nprio : 120\n");
        Files.writeString(
                task.resolve("stat"),
                tid + " (" + name + ") " + state + " 1 10 10 0 -1 4194304 " + counters[5] + " 0 " + counters[6]
                        + " 0 1 1 0 0 20 0 1 0 77 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0\n");
    }
}
