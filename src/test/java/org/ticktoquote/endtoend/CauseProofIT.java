package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.endtoend.CauseProof.Fault;

/**
 * Injects faults of each kind at random times into real processes, so that at least forty of a run delay ticks. {@code
 * -Dt2q.cases=gc-25,hog} selects by prefixes of names: {@code gc-17-UseG1GC}, {@code storm}, {@code safepoint-}, {@code
 * stop-}, {@code hog-}, {@code lock}, {@code disk}, {@code burst}, {@code slow-client}, {@code two-}.
 */
@FullProof
class CauseProofIT {
    private static final ProofTable TABLE = new ProofTable("causes");
    private static final int FAULTS = 46;
    /** Minimum number of faults that delay ticks. */
    private static final int FEWEST = 40;
    /** Some storms delay no tick. */
    private static final int STORMS = 64;

    private static final long MS = 1_000_000;
    private static final Path JVMS = Path.of("/usr/lib/jvm");
    /** Heap flags per fault that make pauses long enough to be detected. */
    private static final Map<String, String> FLAGS = Map.of(
            "gc",
            "-Xmx400m",
            "storm",
            "-Xmx160m",
            "storm, UseParallelGC",
            "-Xmx220m", // a smaller heap collects for seconds
            "storm, UseShenandoahGC",
            "-Xmx400m", // concurrent requests of many threads keep a smaller heap busy for seconds
            "storms",
            "-Xmx400m",
            "safepoint",
            "-XX:-UseCountedLoopSafepoints");
    /** Comma-separated prefixes of selected case names; empty selects all. */
    private static final List<String> SELECTED =
            List.of(System.getProperty("t2q.cases", "").split(","));

    @TempDir
    private Path folder;

    private Scenario scenario() throws Exception {
        return over(Scenario.hurriedIn(folder), FAULTS).tcp();
    }

    /** Sets a window long enough for consecutive faults. */
    private static Scenario over(Scenario scenario, int faults) throws Exception {
        return scenario.over("T0+1500ms..T0+" + (2 + faults * 13 / 10) + "s", "--length", "4min", "--pairs", "15");
    }

    static List<Arguments> collectors() {
        return Stream.of("17", "25")
                .flatMap(java -> Stream.of(
                                "gc UseSerialGC",
                                "gc UseParallelGC",
                                "gc UseG1GC",
                                "gc UseZGC",
                                "gc UseShenandoahGC",
                                "storm UseSerialGC",
                                "storm UseParallelGC",
                                "storm UseG1GC",
                                "storms UseZGC",
                                "storm UseShenandoahGC",
                                "safepoint UseParallelGC")
                        .map(each -> Arguments.of(each.split(" ")[0], java, each.split(" ")[1])))
                .toList();
    }

    /**
     * ZGC and Shenandoah collect while the application runs: threads waiting for memory are stopped, threads waiting for a CPU are not.
     * With them it uses one CPU, so that they delay the application and not the harness.
     */
    @ParameterizedTest
    @MethodSource("collectors")
    void findsPausesAndDelaysByCollectors(String kind, String java, String collector) throws Exception {
        boolean beside = collector.matches("UseZGC|UseShenandoahGC");
        assumeSelected(kind + "-" + java + "-" + collector);
        Path jvm = jvm(java);
        String launcher = jvm.resolve(Path.of("bin", "java")).toString();
        assumeTrue(command(launcher, "-XX:+" + collector, "-version") == 0, jvm + " has no " + collector);
        Path begin = folder.resolve("begin");
        Path log = folder.resolve("faults");
        String live = kind.equals("gc") ? "--churn 20MB/s,live=200MB" : "--churn 5MB/s";
        String flags = FLAGS.getOrDefault(kind + ", " + collector, FLAGS.getOrDefault(kind, ""));
        int faults = kind.startsWith("storm") ? STORMS : FAULTS;
        Path agent = FaultAgent.jar(folder);
        Scenario scenario = over(Scenario.in(folder), faults) // hurried JVMs use another collector
                .tcp()
                .with("--jvm", jvm.toString(), "--app-args", live)
                .with(
                        "--jvm-args",
                        "-XX:+" + collector + " " + flags + " -javaagent:" + agent + "=" + kind + ",5," + faults + ","
                                + begin + "," + log);
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(200 * MS);
            if (beside) {
                part(scenario);
            }
            Files.createFile(begin);
            process.awaitEnd();
        }
        Set<String> causes = beside ? Set.of("jvm-stop", "run-queue") : Set.of("jvm-stop");
        int fewest = beside && kind.equals("gc") ? 0 : FEWEST; // no thread waits for these collections
        prove(kind + " on Java " + java + ", " + collector, scenario, Fault.read(log), fewest, 1, causes);
    }

    private static Path jvm(String version) throws IOException {
        try (var all = Files.list(JVMS)) {
            return all.filter(each -> each.getFileName().toString().matches("(java|temurin)-" + version + "-.*"))
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @CsvSource({"pricing-app, stopped", "replay, harness", "clients, harness"})
    void findsStoppedProcesses(String subcommand, String cause) throws Exception {
        assumeSelected("stop-" + subcommand);
        SplittableRandom random = new SplittableRandom(9);
        Scenario scenario = scenario();
        List<Fault> faults = inject(scenario, random, 600, () -> {
            Stop stop = Stop.of(scenario, subcommand, 30 + random.nextInt(90));
            return new Fault(stop.fromNs(), stop.toNs());
        });
        prove(subcommand + " stopped", scenario, faults, cause);
    }

    /** Runs a scenario and injects faults at random times. */
    private static List<Fault> inject(Scenario scenario, SplittableRandom random, int restMs, Callable<Fault> fault)
            throws Exception {
        List<Fault> faults = new ArrayList<>();
        try (T2qProcess process = scenario.start()) {
            long atMs = 200;
            for (int i = 0; i < FAULTS; i++) {
                atMs += restMs + random.nextInt(500);
                scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(atMs));
                faults.add(fault.call());
            }
            process.awaitEnd();
        }
        return faults;
    }

    /** A process of higher priority on the application's CPU; needs root. */
    @ParameterizedTest
    @CsvSource({"60", "120"})
    void findsOtherProcessesOnItsCpu(int lengthMs) throws Exception {
        assumeSelected("hog-" + lengthMs);
        SplittableRandom random = new SplittableRandom(3);
        Scenario scenario = scenario();
        List<Fault> faults = new ArrayList<>();
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(200 * MS);
            part(scenario);
            for (int i = 0; i < FAULTS; i++) {
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(300)); // the gap between faults itself
                long from = System.nanoTime();
                command("timeout 0." + (1_000 + lengthMs + "").substring(1)
                        + " taskset -c 0 chrt -f 20 sh -c 'while :; do :; done'");
                faults.add(new Fault(from, System.nanoTime()));
            }
            process.awaitEnd();
        }
        prove("a process of higher priority on its CPU, " + lengthMs + " ms", scenario, faults, "run-queue");
    }

    /** Gives the application a CPU that the harness does not use. */
    private static void part(Scenario scenario) throws IOException, InterruptedException {
        pin(Processes.of(scenario.directory(), Stop.APPLICATION).pid(), 0);
        pin(Processes.of(scenario.directory(), Stop.CLIENTS).pid(), 1);
        pin(Processes.of(scenario.directory(), Stop.REPLAYER).pid(), 1);
    }

    private static void pin(long pid, int cpu) throws IOException, InterruptedException {
        assertThat(command("taskset", "-apc", Integer.toString(cpu), Long.toString(pid)))
                .isZero();
    }

    private static int command(String... words) throws IOException, InterruptedException {
        return Ended.of(words).status();
    }

    /** A thread of the application waits for a lock held by another thread, or for the disk. */
    @ParameterizedTest
    @CsvSource({"lock", "disk"})
    void findsBlockingLocksAndDisks(String kind) throws Exception {
        assumeSelected(kind);
        Path stalls = folder.resolve("stalls");
        Scenario scenario = over(Scenario.hurriedIn(folder), FAULTS)
                .with("--app", StallingGateway.command(kind, stalls))
                .flag("--profile-outliers");
        runToEnd(scenario);
        prove("blocked by a " + kind, scenario, Fault.read(stalls), "blocked");
        if (kind.equals("lock")) { // names thread and holder, but no thread that no tick needed
            String episodes = CauseProof.episodes(scenario, "20ms").toString();
            assertThat(episodes)
                    .contains("quoter waited", "blocked by risk-report")
                    .doesNotContain("archive-reader waited");
        }
    }

    @Test
    void findsBurstsInTheInput() throws Exception {
        assumeSelected("burst");
        Bursts bursts = Bursts.record(folder, FAULTS);
        Scenario scenario = Scenario.hurriedIn(folder)
                .over(bursts.recording(), Bursts.window())
                .with("--app", StallingGateway.command("slow", folder.resolve("none")));
        runToEnd(scenario);
        long t0Ns = scenario.manifest().replay().t0Ns();
        prove("a burst of ticks", scenario, bursts.faults(t0Ns), "burst");
    }

    @Test
    void findsASlowClient() throws Exception {
        assumeSelected("slow-client");
        Path template = Files.writeString(
                folder.resolve("slow.yaml"), "sessions:\n  0: {readPause: {every: 700ms, length: 300ms}}\n");
        Scenario scenario = scenario().with("--session-template", template.toString());
        runToEnd(scenario);
        prove("a client that does not read", scenario, silences(scenario), "harness");
    }

    /** Returns intervals in which the slow session received nothing for the length of its pauses. */
    private static List<Fault> silences(Scenario scenario) throws IOException {
        long[] times = RunCell.of(scenario.directory()).stream()
                .filter(cell -> cell.session() == 0 && cell.answered())
                .mapToLong(RunCell::answeredNs)
                .sorted()
                .toArray();
        List<Fault> silences = new ArrayList<>();
        for (int i = 1; i < times.length; i++) {
            if (times[i] - times[i - 1] > 250 * MS) {
                silences.add(new Fault(times[i - 1], times[i]));
            }
        }
        return silences;
    }

    /** Two overlapping faults: the second starts before the end of the first and ends after it. */
    @ParameterizedTest
    @CsvSource({"replay, pricing-app", "pricing-app, clients"})
    void findsTwoSimultaneousCauses(String first, String second) throws Exception {
        assumeSelected("two-" + first);
        SplittableRandom random = new SplittableRandom(31);
        Scenario scenario = scenario();
        List<Fault> faults = inject(scenario, random, 650, () -> {
            int lengthMs = 60 + random.nextInt(40);
            CompletableFuture<Stop> one = stop(scenario, first, lengthMs);
            TimeUnit.MILLISECONDS.sleep(lengthMs / 2); // the distance between the two itself
            Stop other = Stop.of(scenario, second, lengthMs);
            return new Fault(one.get().fromNs(), other.toNs());
        });
        prove(first + " and " + second + " stopped at once", scenario, faults, FEWEST, 2, Set.of("stopped", "harness"));
    }

    private static CompletableFuture<Stop> stop(Scenario scenario, String subcommand, long lengthMs) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return Stop.of(scenario, subcommand, lengthMs);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void runToEnd(Scenario scenario) throws IOException, InterruptedException {
        try (T2qProcess process = scenario.start()) {
            process.awaitEnd();
        }
    }

    private static void assumeSelected(String name) {
        assumeTrue(SELECTED.stream().anyMatch(name::startsWith), "SKIPPED: not among -Dt2q.cases");
    }

    private static void prove(String what, Scenario scenario, List<Fault> faults, String cause) throws Exception {
        prove(what, scenario, faults, FEWEST, 1, Set.of(cause));
    }

    private static void prove(
            String what, Scenario scenario, List<Fault> faults, int fewest, int atOnce, Set<String> causes)
            throws Exception {
        new CauseProof(what, scenario, faults, atOnce, causes).prove(fewest, TABLE);
    }
}
