package org.ticktoquote.analysis.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.ClockTranslation;

class HostStateTest {
    private static final UUID RUN = new UUID(5, 6);
    private static final String QUIET = "{\"fromNs\":1000000000,\"toNs\":1100000000,\"pressure\":[10000000,0,0,0,0,0],"
            + "\"cpus\":[[0,100,50,3000000,50000000],[1,90,20,3100000,0]],\"runnable\":2,\"throttledNs\":0}";
    private static final String BUSY = "{\"fromNs\":1100000000,\"toNs\":1200000000,"
            + "\"pressure\":[90000000,0,20000000,5000000,0,0],"
            + "\"cpus\":[[0,100,50,3000000,1000000],[1,900,450,1200000,250000000]],\"runnable\":9,\"throttledNs\":150000000}";

    @TempDir
    private Path folder;

    private HostState read(String looks) throws Exception {
        return of(
                "{\"formatVersion\":1,\"run\":\"" + RUN + "\",\"intervalNs\":100000000}",
                "{\"fromNs\":1000000000,\"toNs\":1200000000" + looks + "}",
                "{\"fromNs\":1200000000,\"toNs\":1200000000,\"end\":{\"looks\":2,\"longestGapNs\":1,"
                        + "\"longestStopGapNs\":1,\"cpuNs\":9,\"cpuNsBy\":{\"host\":4,\"threads\":5},"
                        + "\"elapsedNs\":2,\"problem\":\"\"}}",
                "");
    }

    @Test
    void reportsWorstSampleOfAnIntervalAndMeanOfTheRun() throws Exception {
        HostState host = read(",\"host\":[" + QUIET + "," + BUSY + "]");
        assertThat(host.between(1_150_000_000, 1_160_000_000))
                .containsExactly(
                        "host, run queue, the worst of 1 sample: threads running or ready 9 (mean 5.5)",
                        "host, run queues of its CPUs, the worst of 1 sample: threads waiting for one CPU 2.50 on CPU 1"
                                + " (mean 1.50)",
                        "host, CPU quota, the worst of 1 sample: CPUs kept from the application 1.50 (mean 0.75)",
                        "host, pressure, the worst of 1 sample: waiting for a CPU 90.0 % (mean 50.0 %), waiting for a disk"
                                + " 20.0 % (mean 10.0 %), all waiting for a disk 5.0 % (mean 2.5 %)",
                        "host, interrupts, the worst of 1 sample: interrupts of one CPU 9,000/s (mean 5,000/s), softirqs of"
                                + " one CPU 4,500/s (mean 2,500/s)",
                        "host, frequency, the worst of 1 sample: slowest CPU 1.20 GHz (mean 2.10 GHz)");
        assertThat(host.between(1_050_000_000, 1_150_000_000).get(3)).contains("the worst of 2 samples", "90.0 %");
        assertThat(host.between(1_050_000_000, 1_150_000_000).get(5)).contains("the worst of 2 samples", "1.20 GHz");
        assertThat(host.between(1_000_000_000, 1_100_000_000).get(3)).contains("the worst of 1 sample", "10.0 %");
        assertThat(host.between(1_200_000_000, 1_300_000_000)).isEmpty();
    }

    @Test
    void reportsSamplesAndCostOfEachSourceOrWhyItIsAbsent() throws Exception {
        HostState host = read(",\"host\":[{\"fromNs\":1000000000,\"toNs\":1100000000,\"cpus\":[[0,100,-1,-1,-1]],"
                + "\"runnable\":-1,\"throttledNs\":-1}]");
        assertThat(host.sources()).extracting(EvidenceSource::intervals).containsExactly(0, 0, 0, 0, 1, 0);
        assertThat(host.sources())
                .extracting(EvidenceSource::absence)
                .containsExactly(
                        "the host does not show it in /proc/loadavg",
                        "the kernel has no /proc/schedstat (CONFIG_SCHEDSTATS), or a" + " version other than 15 to 17",
                        "the control group of the application has no quota, or the host does not show it",
                        "the kernel has no /proc/pressure, or was booted with psi=0",
                        "",
                        "the host does not show it: its CPUs have no cpufreq");
        assertThat(host.sources().get(4).costNs()).isEqualTo(4);
        assertThat(host.between(1_000_000_000, 1_100_000_000))
                .containsExactly(
                        "host, interrupts, the worst of 1 sample: interrupts of one CPU 1,000/s (mean 1,000/s)");
    }

    @Test
    void eachSourceReportsDamageOfTheFile() throws Exception {
        read(",\"host\":[" + QUIET + "," + BUSY + "]");
        List<String> lines = Files.readAllLines(folder.resolve("evidence-application.jsonl"));
        HostState cut = of(lines.get(0), lines.get(1), "");
        assertThat(cut.sources()).extracting(EvidenceSource::intervals).containsExactly(2, 2, 2, 2, 2, 2);
        assertThat(reservations(cut)).containsOnly("evidence-application.jsonl has no closing line");
        assertThat(reservations(of(lines.get(0), lines.get(1), lines.get(2).substring(0, 30))))
                .allSatisfy(text -> assertThat(text).startsWith("evidence-application.jsonl line 3: "));
        String full = lines.get(2).replace("\"problem\":\"\"", "\"problem\":\"the disk is full\"");
        assertThat(reservations(of(lines.get(0), lines.get(1), full))).containsOnly("the disk is full");
        assertThat(reservations(read(",\"host\":[" + QUIET + "]"))).containsOnly("");
    }

    @Test
    void reportsOmittedSamplesOfThreadsAndSessions() throws Exception {
        String sample = "{\"fromNs\":1,\"toNs\":2,\"counts\":[[0,0,1,0,0,1,0,0]],\"network\":[{\"fromNs\":1,"
                + "\"toNs\":2,\"sessions\":1,\"datagramSockets\":0,\"queues\":[[1,1,0,0]]}]}\n";
        HostState host = of(
                "{\"formatVersion\":1,\"run\":\"" + RUN + "\",\"intervalNs\":100000000}",
                "{\"fromNs\":0,\"toNs\":1,\"threads\":[[0,7,7,\"main\",\"other\"]]}",
                sample.repeat(LongestElements.MAX_ELEMENTS + 2));
        assertThat(reservations(host))
                .containsOnly("evidence-application.jsonl has no closing line, 2 later samples of threads omitted,"
                        + " 2 later seconds of sessions omitted");
    }

    private HostState of(String... lines) throws Exception {
        Path file = Files.writeString(folder.resolve("evidence-application.jsonl"), String.join("\n", lines));
        return HostState.read(file, RUN, ClockTranslation.NONE);
    }

    private static List<String> reservations(HostState host) {
        return host.sources().stream().map(EvidenceSource::reservation).toList();
    }

    @Test
    void onlyMinusOneMeansUnknown() throws Exception {
        String host = ",\"host\":[" + QUIET + "]";
        assertThat(reservations(read(host.replace("\"throttledNs\":0", "\"throttledNs\":-7"))))
                .containsOnly("evidence-application.jsonl line 2: it counts -7 ns");
        assertThat(reservations(read(host.replace("\"throttledNs\":0", "\"throttledNs\":-1"))))
                .containsOnly("");
    }

    @Test
    void reportsTheLongestSendQueueOfItsSeconds() throws Exception {
        String entry = "{\"fromNs\":%d00000000,\"toNs\":%d00000000,\"sessions\":2,\"datagramSockets\":0,\"queues\":%s}";
        HostState host = read(",\"network\":["
                + String.format(entry, 9, 10, "[[40001,100,0,0],[40002,0,0,0]]") + ","
                + String.format(entry, 19, 20, "[[40001,50,0,0],[40002,61000,3,12000000]]") + ","
                + String.format(entry, 29, 30, "[[40001,0,0,0],[40002,0,0,0]]") + "]");
        assertThat(host.between(1_500_000_000, 1_600_000_000))
                .containsExactly("host, sessions, the worst of 1 second: 61,000 bytes not acknowledged from port 40002"
                        + " (mean 20,367), 3 segments retransmitted, a client's window shut for 12.0 ms");
        assertThat(host.between(2_500_000_000L, 2_600_000_000L)).isEmpty();
    }

    @Test
    void fileOfAnEarlierVersionHasNoHostSamples() throws Exception {
        HostState host = read(",\"pressureNs\":900");
        assertThat(host.sources())
                .allSatisfy(source -> assertThat(source.absence()).isEqualTo("its host was not sampled"));
        assertThat(host.between(0, Long.MAX_VALUE)).isEmpty();
        List<EvidenceSource> missing = HostState.read(folder.resolve("none"), RUN, ClockTranslation.NONE)
                .sources();
        assertThat(missing).allSatisfy(source -> assertThat(source.absence()).isEqualTo("none is missing"));
    }

    private HostState samples(String... looks) throws Exception {
        return of(
                "{\"formatVersion\":1,\"run\":\"" + RUN + "\",\"intervalNs\":100000000}", String.join("\n", looks), "");
    }

    /** A sample of 100 ms. Counts: index, wait, CPU, voluntary, involuntary, migrations, minor and major faults. */
    private static String sampled(int tenth, String threads, String counts) {
        return "{\"fromNs\":" + tenth + "00000000,\"toNs\":" + (tenth + 1) + "00000000," + threads + "\"counts\":"
                + counts + "}";
    }

    @Test
    void reportsEventsOfTheWorstSampleAndTheMostAffectedThread() throws Exception {
        HostState host = samples(
                sampled(
                        10,
                        "\"threads\":[[0,7,7,\"main\",\"other\"],[1,7,9,\"decoder\",\"other\"]],",
                        "[[0,0,1,3,2,-1,40,0],[1,0,1,3,1,-1,10,0]]"),
                sampled(11, "", "[[0,0,1,3,0,-1,0,0],[1,0,1,3,5,-1,0,12]]"),
                sampled(12, "", "[]"),
                sampled(13, "", "[[0,0,1,0,0,-1,0,0]]"));
        assertThat(host.between(1_050_000_000, 1_150_000_000))
                .containsExactly(
                        "threads, the worst of 2 samples: pages read from a disk 120/s, most of decoder (9) (mean 30/s),"
                                + " pages given by the kernel 500/s, most of main (7) (mean 125/s),"
                                + " CPUs taken away 50/s, most of decoder (9) (mean 20/s)");
        assertThat(host.between(1_100_000_000, 1_150_000_000).get(0)).contains("the worst of 1 sample", "120/s");
        assertThat(host.between(1_200_000_000, 1_400_000_000)).isEmpty();
    }

    @Test
    void reportsMigrationsIfTheKernelCountsThem() throws Exception {
        HostState host = samples(sampled(10, "\"threads\":[[0,7,7,\"main\",\"other\"]],", "[[0,0,1,3,0,1,0,0]]"));
        assertThat(host.between(0, Long.MAX_VALUE))
                .isEqualTo(List.of(
                        "threads, the worst of 1 sample: moves to another CPU 10/s, most of main (7) (mean 10/s)"));
    }
}
