package org.ticktoquote.host.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.evidence.CpuLook;
import org.ticktoquote.core.evidence.HostLook;
import org.ticktoquote.core.evidence.Pressure;

/** Over a made-up {@code /proc} and {@code /sys}. */
class HostSamplerTest {
    @TempDir
    private Path root;

    private long nowNs;
    private HostSampler sampler;

    @BeforeEach
    void create() throws Exception {
        sampler = new HostSampler(root.resolve("proc"), root.resolve("cpus"), () -> nowNs);
        allowed("0-1");
    }

    private void allowed(String cpus) throws IOException {
        write("proc/10/task/10/status", "Cpus_allowed_list:\t" + cpus + "\nvoluntary_ctxt_switches:\t1\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void look(long atNs) {
        nowNs = atNs;
        sampler.look(Set.of(10L));
    }

    private void pressure(String resource, long some, long full) throws IOException {
        String averages = " avg10=1.00 avg60=0.00 avg300=0.00 total=";
        write("proc/pressure/" + resource, "some" + averages + some + "\nfull" + averages + full + "\n");
    }

    @Test
    void pressureIsWhatSomeAndWhatAllWaitedSinceTheLookBefore() throws Exception {
        pressure("cpu", 500, 9);
        pressure("io", 7, 0);
        look(100);
        assertThat(sampler.over()).as("what was before is nobody's business").isEmpty();
        pressure("cpu", 740, 10);
        pressure("io", 7, 3);
        look(250);
        assertThat(sampler.over()).singleElement().satisfies(found -> {
            assertThat(found.fromNs()).isEqualTo(100);
            assertThat(found.toNs()).isEqualTo(250);
            assertThat(found.pressure()).isEqualTo(new Pressure(240_000, 1_000, 0, 3_000, -1, -1));
        });
        assertThat(sampler.over()).isEmpty();
    }

    @Test
    void aKernelWithoutPressureHasNone() {
        look(100);
        look(200);
        assertThat(sampler.over()).extracting(HostLook::pressure).containsExactly((Pressure) null);
    }

    @Test
    void theRunQueueIsWhatRunsOrIsReadyAtTheLook() throws Exception {
        write("proc/loadavg", "0.20 0.18 0.12 3/271 5000\n");
        look(100);
        write("proc/loadavg", "0.20 0.18 0.12 7/271 5000\n");
        look(200);
        for (String none : List.of("", "0.20 0.18 0.12\n", "0.20 0.18 0.12 99999999999/271 5000\n", "a b c d/1 2\n")) {
            write("proc/loadavg", none);
            look(nowNs + 100);
        }
        assertThat(sampler.over()).extracting(HostLook::runnable).containsExactly(7L, -1L, -1L, -1L, -1L);
    }

    @Test
    void interruptsOfAllKindsAreAddedUpForEachCpu() throws Exception {
        write("proc/interrupts", "       CPU0  CPU1\n 24:  10  20  IO-APIC 5-edge eth0\nLOC: 100 200 timer\nERR: 77\n");
        write("proc/softirqs", "       CPU0  CPU1\n  HI:  1  2\n");
        look(100);
        write("proc/interrupts", "       CPU0  CPU1\n 24:  15  20  IO-APIC 5-edge eth0\nLOC: 101 209 timer\nERR: 99\n");
        write("proc/softirqs", "       CPU0  CPU1\n  HI:  1  5\n");
        write("cpus/cpu0/cpufreq/scaling_cur_freq", "2400000\n");
        look(200);
        assertThat(cpus()).containsExactly(new CpuLook(1, 9, 3, -1), new CpuLook(0, 6, 0, 2_400_000));
    }

    private List<CpuLook> cpus() {
        return sampler.over().get(0).cpus();
    }

    @Test
    void onlyCpusThatTheApplicationMayUseAreLookedAt() throws Exception {
        allowed("1");
        write("proc/interrupts", "  CPU0  CPU1\n 1: 1 2 x\n");
        look(100);
        look(200);
        assertThat(cpus()).containsExactly(new CpuLook(1, 0, -1, -1));
    }

    @Test
    void ofManyCpusThoseWithTheMostInterruptsAreKept() throws Exception {
        allowed("0-99");
        String cpus = IntStream.range(0, 100).mapToObj(cpu -> "CPU" + cpu).collect(Collectors.joining(" "));
        write("proc/interrupts", cpus + "\n1: " + "0 ".repeat(100) + "\n");
        look(100);
        write("proc/interrupts", cpus + "\n1: " + "0 ".repeat(98) + "7 8\n");
        look(200);
        assertThat(cpus()).hasSize(16).startsWith(new CpuLook(99, 8, -1, -1), new CpuLook(98, 7, -1, -1));
    }

    @Test
    void countsThatBeginAnewAreNoInterrupts() throws Exception {
        write("proc/interrupts", "  CPU0  CPU1\n 1: 90 90 x\n");
        look(100);
        write("proc/interrupts", "  CPU0  CPU1\n 1: 3 91 x\n");
        look(200);
        assertThat(cpus()).containsExactly(new CpuLook(1, 1, -1, -1), new CpuLook(0, 0, -1, -1));
    }

    @Test
    void whichCpusTheApplicationMayUseIsLookedUpEveryTenSeconds() throws Exception {
        write("proc/interrupts", "  CPU0  CPU1\n 1: 1 2 x\n");
        look(0);
        allowed("1");
        look(TimeUnit.SECONDS.toNanos(10) - 1);
        assertThat(cpus()).hasSize(2);
        look(TimeUnit.SECONDS.toNanos(10));
        assertThat(cpus()).hasSize(1);
    }

    @Test
    void whatIsNoTableCountsNothing() throws Exception {
        for (String table : List.of("", "CPU0 CPU1", "CPU0\n1: x\n", "CPU0\n1: 99999999999999999999\n", "1: 2\n")) {
            write("proc/interrupts", table);
            look(nowNs + 100);
        }
        assertThat(sampler.over())
                .flatMap(HostLook::cpus)
                .allSatisfy(cpu -> assertThat(cpu.interrupts()).isLessThanOrEqualTo(0));
    }
}
