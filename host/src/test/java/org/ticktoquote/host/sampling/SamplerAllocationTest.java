package org.ticktoquote.host.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.file.JsonBuffer;
import org.ticktoquote.host.sampling.ApplicationWatch.CpuSampler;
import org.ticktoquote.host.sampling.ApplicationWatch.StopSampler;
import org.ticktoquote.host.sockets.HostCounters;
import org.ticktoquote.host.threads.ProcessFiles;

/**
 * Limits the bytes that each sampler allocates per sample, over the threads and sockets of this process or a simulated
 * {@code /proc} of one process on four CPUs. All samplers together stay below 50 kB/s.
 */
class SamplerAllocationTest {
    private static final List<Long> ONE = List.of(1000L);
    private static final List<Long> SELF = List.of(ProcessHandle.current().pid());
    private static final int LOOKS = 200;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private static Path root;

    private static Path proc;

    @BeforeAll
    static void write() throws IOException {
        proc = root.resolve("proc");
        for (int tid = 1000; tid < 1020; tid++) {
            String stat =
                    tid + " (java) S 1 1000 1000 0 -1 4194304 1 0 1 0 1 1 0 0 20 0 1 0 77 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"
                            + " 0 17 1 0 0 0 0 0\n";
            write("1000/task/" + tid + "/stat", stat);
            write("1000/task/" + tid + "/schedstat", "5000 60 7\n");
            write("1000/task/" + tid + "/status", "Cpus_allowed_list:\t0-3\n");
            write("1000/stat", stat);
        }
        for (int pid = 1; pid < 200; pid++) {
            write(pid + "/stat", pid + " (other) S 1 1 1 0 -1 0 0 0 0 0 1 1 0 0 20 0\n");
        }
        String row = " 1000000 2000000 3000000 4000000";
        write("interrupts", "  CPU0 CPU1 CPU2 CPU3\n" + (" 24:" + row + " IO-APIC eth0\n").repeat(80));
        write("softirqs", "  CPU0 CPU1 CPU2 CPU3\n" + (" HI:" + row + "\n").repeat(10));
        StringBuilder stat = new StringBuilder("cpu 9 9 9 9 9 9 9 9 9 9\n");
        StringBuilder waits = new StringBuilder("version 15\n");
        for (int cpu = 0; cpu < 4; cpu++) {
            stat.append("cpu").append(cpu).append(" 1 2 3 4 5 6 7 8 9 10\n");
            waits.append("cpu").append(cpu).append(" 0 0 9 8 7 6 5000 900 4\n");
            Path frequency = root.resolve("cpus/cpu" + cpu + "/cpufreq/scaling_cur_freq");
            Files.createDirectories(frequency.getParent());
            Files.writeString(frequency, "2400000\n");
        }
        write("stat", stat + "intr" + " 12345".repeat(400) + "\n");
        write("schedstat", waits.toString());
        write("loadavg", "0.20 0.18 0.12 3/271 5000\n");
        for (String resource : List.of("cpu", "io", "memory")) {
            write("pressure/" + resource, "some avg10=1.00 total=500\nfull avg10=0.00 total=9\n");
        }
        write("1000/cgroup", "0::/pod/app\n");
        Path quota = Files.createDirectories(root.resolve("groups/pod/app"));
        Files.writeString(quota.resolve("cpu.stat"), "usage_usec 5\nnr_periods 9\nthrottled_usec 70\n");
    }

    private static void write(String file, String text) throws IOException {
        Files.createDirectories(proc.resolve(file).getParent());
        Files.writeString(proc.resolve(file), text);
    }

    private static long bytesPerSample(Runnable look) {
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 4; round++) {
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < LOOKS; i++) {
                look.run();
            }
            fewest = Math.min(
                    fewest,
                    THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        return fewest / LOOKS;
    }

    @Test
    void samplingStopsAllocatesNothing() {
        StopSampler sampler = new StopSampler(new ProcessFiles(proc), () -> 1_000_000);
        assertThat(bytesPerSample(() -> sampler.sample(ONE))).isLessThan(8);
        sampler.end();
    }

    @Test
    void samplingCpuTimesAllocatesNothing() {
        CpuSampler sampler = new CpuSampler(proc);
        JsonBuffer cpus = new JsonBuffer();
        assertThat(bytesPerSample(() -> sampler.sample(cpus.clear()))).isLessThan(8);
    }

    /** Because this thread runs, its larger files are read and reported, too. */
    @Test
    void samplingThreadsOfThisProcessAllocatesLittle() {
        try (ThreadSampler sampler = new ThreadSampler(new ProcessFiles())) {
            JsonBuffer counts = new JsonBuffer();
            boolean[] reported = {false};
            assertThat(bytesPerSample(() -> {
                        sampler.sample(SELF, counts.clear());
                        reported[0] |= !counts.isEmpty();
                        List<EvidenceThread> unused = sampler.newThreads();
                    }))
                    .isLessThan(500);
            assertThat(reported[0]).isTrue();
        }
    }

    @Test
    void samplingTheHostAllocatesLittle() {
        HostSampler sampler = new HostSampler(proc, root.resolve("cpus"), root.resolve("groups"), () -> 1_000_000);
        JsonBuffer line = new JsonBuffer();
        assertThat(bytesPerSample(() -> {
                    sampler.sample(ONE);
                    sampler.drain(line.clear());
                }))
                .isLessThan(500);
        sampler.sample(ONE);
        assertThat(Written.drain(sampler))
                .last()
                .satisfies(look -> assertThat(look.throttledNs()).isZero());
        sampler.close();
    }

    /** Samples 20 sessions every 100 ms: they are listed in every 100th sample and all reported in every tenth. */
    @Test
    void samplingSocketsOfThisProcessAllocatesLittle() throws IOException {
        long[] nowNs = {0};
        NetworkSampler sampler = new NetworkSampler(Path.of("/proc"), () -> nowNs[0]);
        List<SocketChannel> sessions = new ArrayList<>();
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(any)) {
            for (int i = 0; i < 20; i++) {
                sessions.add(SocketChannel.open(server.getLocalAddress()));
                sessions.add(server.accept());
            }
            JsonBuffer line = new JsonBuffer();
            assertThat(bytesPerSample(() -> {
                        nowNs[0] += 100_000_000;
                        sampler.sample(SELF);
                        sampler.drain(line.clear());
                    }))
                    .isLessThan(2_000);
        } finally {
            for (SocketChannel session : sessions) {
                session.close();
            }
            sampler.close();
        }
    }

    @Test
    void readingHostCountersAllocatesLittle() {
        Map<String, Long> counters = new HashMap<>();
        HostCounters host = new HostCounters();
        assertThat(bytesPerSample(() -> host.read(counters::put))).isLessThan(2_000);
    }
}
