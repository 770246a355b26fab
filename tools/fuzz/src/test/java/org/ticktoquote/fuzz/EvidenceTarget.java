package org.ticktoquote.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.analysis.evidence.JvmLog;
import org.ticktoquote.analysis.evidence.JvmStop;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.analysis.evidence.UptimeLog;
import org.ticktoquote.analysis.evidence.VerboseGcLog;
import org.ticktoquote.core.evidence.KernelTraceSegment;
import org.ticktoquote.core.evidence.KernelWait;
import org.ticktoquote.core.evidence.KernelWait.CpuOccupant;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.host.trace.TraceReader;

/** Evidence of an application's pauses, which any program can write and a kill can truncate. */
enum EvidenceTarget implements FuzzTarget {
    /** Unified log of a JVM, read as a whole file and as a rotated part. */
    JVM_LOG(EvidenceTarget.LOG) {
        @Override
        public void read(byte[] input, Path folder) throws IOException {
            Path log = Files.write(folder.resolve("whole.log"), input);
            Path rotated = folder.resolve("gc.log");
            Files.write(folder.resolve("gc.log.3"), input);
            JvmLog whole = JvmLog.read(log, Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);
            JvmLog parts = JvmLog.read(rotated, Long.MIN_VALUE / 4, Long.MAX_VALUE / 4);
            if (!whole.stops().equals(parts.stops())) {
                throw new AssertionError("rotated " + parts.stops() + ", whole " + whole.stops());
            }
            long lastNs = Long.MIN_VALUE;
            for (JvmStop stop : whole.stops()) {
                if (stop.lengthNs() < 0 || stop.toNs() < lastNs) {
                    throw new AssertionError("stops that do not rise: " + whole.stops());
                }
                lastNs = stop.toNs();
            }
        }
    },

    /** Log with time stamps in milliseconds, limited to a minute of a run. Read as a whole file and as a rotated part. */
    UPTIME_LOG(EvidenceTarget.UPTIMES) {
        @Override
        public void read(byte[] input, Path folder) throws IOException {
            long fromNs = TimeUnit.SECONDS.toNanos(1_603_024_028);
            long toNs = fromNs + TimeUnit.MINUTES.toNanos(1);
            JvmLog whole = UptimeLog.read(Files.write(folder.resolve("whole.log"), input), fromNs, toNs);
            Files.write(folder.resolve("gc.log.3"), input);
            JvmLog parts = UptimeLog.read(folder.resolve("gc.log"), fromNs, toNs);
            if (!whole.stops().equals(parts.stops())) {
                throw new AssertionError("rotated " + parts.stops() + ", whole " + whole.stops());
            }
            for (JvmStop stop : whole.stops()) {
                if (stop.lengthNs() < 0 || stop.fromNs() < fromNs || stop.toNs() > toNs) {
                    throw new AssertionError("outside the run: " + stop);
                }
            }
        }
    },

    /** XML log of OpenJ9, limited to a minute of a run. */
    VERBOSE_GC_LOG(EvidenceTarget.XML) {
        @Override
        public void read(byte[] input, Path folder) throws IOException {
            long fromNs = TimeUnit.SECONDS.toNanos(1_603_024_028);
            long toNs = fromNs + TimeUnit.MINUTES.toNanos(1);
            JvmLog log = VerboseGcLog.read(Files.write(folder.resolve("gc.log"), input), fromNs, toNs);
            for (JvmStop stop : log.stops()) {
                if (stop.lengthNs() < 0
                        || stop.fromNs() < fromNs
                        || stop.toNs() > toNs + TimeUnit.MILLISECONDS.toNanos(1)) {
                    throw new AssertionError("outside the run: " + stop);
                }
            }
            for (EvidenceInterval beat : log.pacing()) {
                if (beat.lengthNs() < 0 || beat.mostNs() < 0 || beat.fromNs() < fromNs) {
                    throw new AssertionError("outside the run: " + beat);
                }
            }
        }
    },

    /** The kernel's trace, in which task names are arbitrary. */
    KERNEL_TRACE(EvidenceTarget.TRACE) {
        @Override
        public void read(byte[] input, Path folder) {
            TraceReader reader = new TraceReader(Map.of(41L, 0), 1_000, 0);
            new String(input, StandardCharsets.ISO_8859_1).lines().forEach(reader::line);
            KernelTraceSegment traced = reader.traced(Long.MAX_VALUE / 16, 10);
            for (KernelWait wait : traced.waits()) {
                long others = wait.instead().stream().mapToLong(CpuOccupant::ns).sum();
                if (wait.lengthNs() < 1_000 || others > wait.lengthNs()) {
                    throw new AssertionError("more ran instead than there was time: " + wait);
                }
            }
        }
    },

    /** Samples of the application's threads written by the harness. */
    APPLICATION(EvidenceTarget.LOOKS) {
        @Override
        public void read(byte[] input, Path folder) throws IOException {
            RunDirectory directory = new RunDirectory(folder);
            Files.write(directory.manifest(), SmallRun.FILES.get("run.json"));
            Files.write(directory.applicationEvidence(), input);
            RunManifest manifest = RunManifest.read(directory.manifest());
            if (RunEvidence.host(directory, manifest)
                            .between(0, Long.MAX_VALUE / 16)
                            .size()
                    > 8) { // six of the host, one of threads and one of queues
                throw new AssertionError("more than a line a source");
            }
            for (CauseEvidence source : RunEvidence.of(directory, manifest)) {
                for (EvidenceInterval interval : source.intervals()) {
                    if (interval.lengthNs() < 0 || interval.mostNs() < 0) {
                        throw new AssertionError("an interval that ends before it begins: " + interval);
                    }
                }
            }
        }
    };

    private final String seed;

    EvidenceTarget(String seed) {
        this.seed = seed;
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of("small", seed.getBytes(StandardCharsets.US_ASCII));
    }

    private static final String LOOKS = """
            {"formatVersion":1,"run":"00000000-0000-0001-0000-000000000002","intervalNs":100000000}
            {"fromNs":1000000,"toNs":2000000,"threads":[[0,7,7,"java","other"],[1,7,9,"pricing-1","other"]],\
            "counts":[[1,123000,5000,3,1,0,2,0],[0,40000,5000,3,1,-1,2,0]],"cpus":[[1,20000000,10000000]],"pressureNs":900}
            {"fromNs":1900000,"toNs":3000000,"stopped":[[7,2000000,2500000]],"network":[{"fromNs":1900000,"toNs":3000000,\
            "sessions":2,"datagramSockets":1,"dropped":3,"connections":[[40001,61,900,2,0,700]],\
            "queues":[[40001,61,2,700]]}],\
            "host":[{"fromNs":1900000,"toNs":3000000,"pressure":[900,0,5,1,-1,-1],\
            "cpus":[[0,7,3,2400000,800],[1,7,3,-1,900]],"runnable":2,"throttledNs":-1}]}
            {"fromNs":2500000,"toNs":3500000,"traced":[{"fromNs":1000000,"toNs":3000000,"waits":[[1,1500000,2500000,0,[["hog (9)",\
            900000]]]],"interrupts":[[0,1500000,1900000,"softirq vec=3 [action=NET_RX]"]]}]}
            {"fromNs":2900000,"toNs":4000000,"end":{"looks":3,"longestGapNs":1,"longestStopGapNs":1,\
            "cpuNs":7,"cpuNsBy":{"host":3,"threads":4},"elapsedNs":2,"problem":""}}
            """;

    private static final String TRACE = """
            # tracer: nop
                      <idle>-0       [001] d..2.     3.000000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 \
            prev_state=R ==> next_comm=hog next_pid=7 next_prio=79
                         hog-7       [001] d.h3.     3.001000: sched_waking: comm=a pid=41 prio=120 target_cpu=001
                         hog-7       [001] ..s1.     3.001010: softirq_entry: vec=3 [action=NET_RX]
                         hog-7       [001] ..s1.     3.001600: softirq_exit: vec=3 [action=NET_RX]
                         hog-7       [001] d..2.     3.011000: sched_switch: prev_comm=hog prev_pid=7 prev_prio=79 \
            prev_state=R+ ==> next_comm=a next_pid=41 next_prio=120
            """;

    private static final String XML = """
            <?xml version="1.0" encoding="UTF-8" ?>
            <initialized id="1" timestamp="2020-10-18T13:27:09.000">
            <exclusive-start id="3" timestamp="2020-10-18T13:27:09.603" intervalms="503.016">
              <response-info timems="0.250" idlems="0.010" threads="3" lastid="0000000000AC4600" lastname="thread-70" />
            <cycle-start id="5" type="scavenge" contextid="0" timestamp="2020-10-18T13:27:09.603" intervalms="503.115" />
            <exclusive-end id="13" timestamp="2020-10-18T13:27:09.635" durationms="31.984" />
            <gc-op id="27" type="heartbeat" contextid="26" timestamp="2020-10-18T13:27:10.209">
              <quanta quantumCount="321" quantumType="mark" minTimeMs="0.367" meanTimeMs="0.524" maxTimeMs="1.878" />
              <exclusiveaccess-info minTimeMs="0.006" meanTimeMs="0.062" maxTimeMs="0.147" />
            </gc-op>
            <gc-op id="28" type="syncgc" timems="80.000" contextid="3" timestamp="2020-10-18T13:27:12.000">
              <syncgc-info reason="system GC" exclusiveaccessTimeMs="0.150" threadPriority="11" />
            """;

    private static final String UPTIMES = """
            0.071: [GCHH : start time ms : 1603024029500 ]
            2.501: Total time for which application threads were stopped: 0.0007500 seconds, Stopping threads took: 0.0002500 seconds
            2.502: [GC New 1 1 0 1 2048 512 0.001 0.002 ]
            2020-10-18T14:27:33.751+0200: 4.251: Total time for which application threads were stopped: 0.0007500 seconds
            [5.251s][info][safepoint] Safepoint "Cleanup", Time since last: 9 ns, Reaching safepoint: 25 ns, At safepoint: 5 ns, \
            Total: 30 ns
            """;

    private static final String LOG = """
            [2000ns][900ns][7][gc,start    ] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
            [9000ns][7900ns][7][gc          ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->1M(96M) 0.006ms
            [9900ns][8800ns][7][safepoint   ] Safepoint "G1CollectForAllocation", Time since last: 10 ns, \
            Reaching safepoint: 85 ns, Cleanup: 7 ns, At safepoint: 7000 ns, Total: 7092 ns
            [9990ns][8890ns][8][gc          ] Allocation Stall (main) 0.002ms
            [20000ns][18900ns][7][safepoint   ] Safepoint "ThreadDump", Time since last: 5000 ns, \
            Reaching safepoint: 20 ns, At safepoint: 46 ns, Leaving safepoint: 9 ns, Total: 75 ns, Threads: 1 runnable, 9 total
            """;
}
