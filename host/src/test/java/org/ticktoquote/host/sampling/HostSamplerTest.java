package org.ticktoquote.host.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.evidence.HostSample;
import org.ticktoquote.core.evidence.HostSample.CpuSample;
import org.ticktoquote.core.evidence.Pressure;

/** Samples a simulated {@code /proc} and {@code /sys}. */
class HostSamplerTest {
    @TempDir
    private Path root;

    private long nowNs;
    private HostSampler sampler;

    @BeforeEach
    void create() throws Exception {
        sampler = new HostSampler(root.resolve("proc"), root.resolve("cpus"), root.resolve("groups"), () -> nowNs);
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
        sampler.sample(List.of(10L));
    }

    private void pressure(String resource, long some, long full) throws IOException {
        String averages = " avg10=1.00 avg60=0.00 avg300=0.00 total=";
        write("proc/pressure/" + resource, "some" + averages + some + "\nfull" + averages + full + "\n");
    }

    @Test
    void pressureIsTheDifferenceBetweenSamples() throws Exception {
        pressure("cpu", 500, 9);
        pressure("io", 7, 0);
        look(100);
        assertThat(Written.drain(sampler))
                .as("the first sample is the baseline")
                .isEmpty();
        pressure("cpu", 740, 10);
        pressure("io", 7, 3);
        look(250);
        assertThat(Written.drain(sampler)).singleElement().satisfies(found -> {
            assertThat(found.fromNs()).isEqualTo(100);
            assertThat(found.toNs()).isEqualTo(250);
            assertThat(found.pressure()).isEqualTo(new Pressure(240_000, 1_000, 0, 3_000, -1, -1));
        });
        assertThat(Written.drain(sampler)).isEmpty();
    }

    @Test
    void reportsNoPressureIfTheKernelHasNone() {
        look(100);
        look(200);
        assertThat(Written.drain(sampler)).extracting(HostSample::pressure).containsExactly((Pressure) null);
    }

    @Test
    void readsRunQueueLength() throws Exception {
        write("proc/loadavg", "0.20 0.18 0.12 3/271 5000\n");
        look(100);
        write("proc/loadavg", "0.20 0.18 0.12 7/271 5000\n");
        look(200);
        for (String none : List.of("", "0.20 0.18 0.12\n", "0.20 0.18 0.12 99999999999/271 5000\n", "a b c d/1 2\n")) {
            write("proc/loadavg", none);
            look(nowNs + 100);
        }
        assertThat(Written.drain(sampler)).extracting(HostSample::runnable).containsExactly(7L, -1L, -1L, -1L, -1L);
    }

    @Test
    void sumsInterruptsOfAllKindsPerCpu() throws Exception {
        write("proc/interrupts", "       CPU0  CPU1\n 24:  10  20  IO-APIC 5-edge eth0\nLOC: 100 200 timer\nERR: 77\n");
        write("proc/softirqs", "       CPU0  CPU1\n  HI:  1  2\n");
        look(100);
        write("proc/interrupts", "       CPU0  CPU1\n 24:  15  20  IO-APIC 5-edge eth0\nLOC: 101 209 timer\nERR: 99\n");
        write("proc/softirqs", "       CPU0  CPU1\n  HI:  1  5\n");
        write("cpus/cpu0/cpufreq/scaling_cur_freq", "2400000\n");
        look(200);
        assertThat(cpus()).containsExactly(new CpuSample(1, 9, 3, -1, -1), new CpuSample(0, 6, 0, 2_400_000, -1));
    }

    /** The format of domain lines depends on the version. Domains have names since 17. */
    @ParameterizedTest
    @CsvSource({"15, domain0 3 ", "16, domain0 3 ", "17, domain0 MC 3 "})
    void readsRunDelayFromEighthSchedstatField(int version, String domain) throws Exception {
        schedstat(version, domain, 1_000, 70);
        look(100);
        schedstat(version, domain, 1_500, 70);
        look(200);
        assertThat(cpus()).extracting(CpuSample::cpu, CpuSample::waitNs).containsExactly(tuple(0, 500L), tuple(1, 0L));
        schedstat(version, domain, 900, 71);
        look(300);
        assertThat(cpus()).as("reset counter").extracting(CpuSample::waitNs).containsExactly(0L, 1L);
    }

    @Test
    void ignoresUnknownSchedstatFormats() throws Exception {
        for (int version : List.of(14, 18)) {
            schedstat(version, "domain0 3 ", nowNs, 70);
            look(nowNs + 100);
            schedstat(version, "domain0 3 ", nowNs, 70);
            look(nowNs + 100);
            assertThat(cpus()).extracting(CpuSample::waitNs).containsOnly(-1L);
        }
        for (String none :
                List.of("", "version 15", "version 15\ncpu0 1 2\ncpux 1 2 3 4 5 6 7 8 9\ncpu0 a b c d e f g h i\n")) {
            write("proc/schedstat", none);
            look(nowNs + 100);
            look(nowNs + 100);
            assertThat(Written.drain(sampler))
                    .flatMap(HostSample::cpus)
                    .extracting(CpuSample::waitNs)
                    .containsOnly(-1L);
        }
    }

    private void schedstat(int version, String domain, long first, long second) throws IOException {
        String balancing = domain + "0 ".repeat(36) + "\n";
        write(
                "proc/schedstat",
                "version " + version + "\ntimestamp 4295000000\ncpu0 0 0 9 8 7 6 5000 " + first + " 4\n" + balancing
                        + "cpu1 0 0 9 8 7 6 5000 " + second + " 4\n" + balancing);
    }

    @Test
    void keepsCpusWithMostInterruptsAndLongestRunDelay() throws Exception {
        allowed("0-99");
        String cpus = IntStream.range(0, 100).mapToObj(cpu -> "CPU" + cpu).collect(Collectors.joining(" ")) + "\n1: ";
        String waits = IntStream.range(0, 100)
                .mapToObj(cpu -> "cpu" + cpu + " 0 0 0 0 0 0 0 0 0\n")
                .collect(Collectors.joining("", "version 16\n", ""));
        write("proc/interrupts", cpus + "0 ".repeat(100) + "\n");
        write("proc/schedstat", waits);
        look(100);
        write("proc/interrupts", cpus + "0 ".repeat(98) + "7 8\n");
        look(200);
        assertThat(cpus()).hasSize(16).startsWith(new CpuSample(99, 8, -1, -1, 0), new CpuSample(98, 7, -1, -1, 0));
        write("proc/interrupts", cpus + "0 ".repeat(80) + "7 ".repeat(18) + "14 15\n");
        write("proc/schedstat", waits.replace("cpu5 0 0 0 0 0 0 0 0", "cpu5 0 0 0 0 0 0 0 44"));
        look(300);
        assertThat(cpus())
                .hasSize(16)
                .contains(new CpuSample(5, 0, -1, -1, 44))
                .filteredOn(cpu -> cpu.interrupts() == 7)
                .hasSizeGreaterThanOrEqualTo(12);
    }

    private List<CpuSample> cpus() {
        return Written.drain(sampler).get(0).cpus();
    }

    @Test
    void refreshesAllowedCpusEveryTenSeconds() throws Exception {
        write("proc/interrupts", "  CPU0  CPU1\n 1: 90 90 x\n");
        look(0);
        allowed("1");
        write("proc/interrupts", "  CPU0  CPU1\n 1: 3 91 x\n");
        look(TimeUnit.SECONDS.toNanos(10) - 1);
        assertThat(cpus())
                .as("a reset counter is no interrupt")
                .containsExactly(new CpuSample(1, 1, -1, -1, -1), new CpuSample(0, 0, -1, -1, -1));
        look(TimeUnit.SECONDS.toNanos(10));
        assertThat(cpus()).as("of the application").containsExactly(new CpuSample(1, 0, -1, -1, -1));
    }

    @Test
    void reportsMostThrottledGroup() throws Exception {
        write("proc/10/cgroup", "0::/pod/app\n");
        quota("pod/app", 4, 1_000);
        quota("pod", 0, 0);
        look(100);
        quota("pod/app", 5, 1_700);
        look(200);
        quota("pod", 7, 900);
        look(300);
        quota("pod", 8, 20);
        look(400);
        write("proc/10/cgroup", "0::/moved\n");
        quota("moved", 8, 5_000);
        look(500);
        look(600);
        assertThat(Written.drain(sampler))
                .extracting(HostSample::throttledNs)
                .containsExactly(700_000L, 900_000L, 0L, -1L, 0L);
    }

    @Test
    void throttlingIsUnknownWithoutQuota() throws Exception {
        look(100);
        write("proc/10/cgroup", "2:cpu,cpuacct:/app\n");
        write("groups/cpu,cpuacct/app/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n");
        look(200);
        look(300);
        write("groups/cpu,cpuacct/app/cpu.stat", "nr_periods 9\nnr_throttled 1\nthrottled_time 77\n");
        look(400);
        assertThat(Written.drain(sampler)).extracting(HostSample::throttledNs).containsExactly(-1L, -1L, 77L);
    }

    private void quota(String group, long periods, long usec) throws IOException {
        write(
                "groups/" + group + "/cpu.stat",
                "usage_usec 5\nnr_periods " + periods + "\nthrottled_usec " + usec + "\n");
    }

    @Test
    void ignoresMalformedInterruptTables() throws Exception {
        for (String table : List.of("", "CPU0 CPU1", "CPU0\n1: x\n", "CPU0\n1: 99999999999999999999\n", "1: 2\n")) {
            write("proc/interrupts", table);
            look(nowNs + 100);
        }
        assertThat(Written.drain(sampler))
                .flatMap(HostSample::cpus)
                .allSatisfy(cpu -> assertThat(cpu.interrupts()).isLessThanOrEqualTo(0));
    }
}
