package org.ticktoquote.host.threads;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessCpuTimeTest {
    @TempDir
    private Path proc;

    private void process(int pid, int group, int user, int system) throws IOException {
        Files.createDirectories(proc.resolve(Integer.toString(pid)));
        String stat = pid + " (a) b) S 1 " + group + " 1 0 -1 0 0 0 0 0 " + user + " " + system + " 0 0 20 0\n";
        Files.writeString(proc.resolve(pid + "/stat"), stat);
        Path thread = Files.createDirectories(proc.resolve(pid + "/task/" + pid));
        Files.writeString(thread.resolve("schedstat"), "5 " + pid + " 3\n");
    }

    private static Map<String, Long> read(ProcessCpuTime cpu) {
        Map<String, Long> counters = new HashMap<>();
        cpu.read(counters::put);
        return counters;
    }

    @Test
    void addsUpGroupsAndNamedProcessesEvenIfEnded() throws IOException {
        assertThat(read(new ProcessCpuTime(proc, Set.of(10L), Set.of()))).isEmpty();

        process(10, 10, 100, 20);
        process(11, 10, 3, 0);
        process(12, 12, 500, 0);
        process(13, 12, 7, 0);
        ProcessCpuTime cpu = new ProcessCpuTime(proc, Set.of(10L), Set.of(13L));
        assertThat(read(cpu)).isEqualTo(Map.of("applicationCpuNs", 1_300_000_000L, "applicationRunDelayNs", 34L));
        Files.delete(proc.resolve("11/stat"));
        process(10, 10, 200, 20);
        assertThat(read(cpu)).isEqualTo(Map.of("applicationCpuNs", 2_300_000_000L, "applicationRunDelayNs", 23L));
    }

    /** Other processes are not read again for each sample. */
    @Test
    void allocatesLittleForManyOtherProcesses() throws IOException {
        process(1000, 1000, 100, 20);
        for (int pid = 1; pid <= 200; pid++) {
            process(pid, 1, 1, 1);
        }
        ProcessCpuTime cpu = new ProcessCpuTime(proc, Set.of(1000L), Set.of());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < 30; i++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            assertThat(read(cpu)).hasSize(2);
            fewest = Math.min(
                    fewest,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertThat(fewest).isLessThan(40_000);
    }
}
