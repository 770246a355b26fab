package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * Faults of each kind at random moments, forty a run, on real processes: how often the right cause is found first, how much of
 * the time is explained, and how much of the quiet time is put down to it wrongly.
 */
@FullProof
class CauseProofIT {
    private static final ProofTable TABLE = new ProofTable("causes");
    private static final int FAULTS = 40;
    private static final long MS = 1_000_000;
    private static final long LATER_NS = 10 * MS;
    /** For what a fault leaves behind. */
    private static final long AFTER_NS = 100 * MS;

    private static final double FOUND = 0.95;
    private static final double WRONG = 0.02;
    private static final Path JVMS = Path.of("/usr/lib/jvm");

    @TempDir
    private static Path shared;

    private static Path recording;
    private static Path agent;

    @TempDir
    private Path folder;

    private record Fault(long fromNs, long toNs) {
        private boolean touches(long from, long to, long afterNs) {
            return from < toNs + afterNs && to > fromNs;
        }
    }

    private record Episode(long fromNs, long toNs, String cause, JsonNode json) {}

    @BeforeAll
    static void record() throws Exception {
        recording = Scenario.recording(shared, "--length", "4min", "--pairs", "15");
        agent = FaultAgent.jar(shared);
    }

    @AfterAll
    static void print() throws IOException {
        TABLE.print();
    }

    private Scenario scenario() {
        return Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1500ms..T0+42s")
                .with("--feed", "tcp://127.0.0.1:0");
    }

    /** Collectors without long pauses are not asked to make any. */
    @ParameterizedTest
    @CsvSource({
        "gc, 17, -XX:+UseSerialGC -Xmx400m",
        "gc, 17, -XX:+UseParallelGC -Xmx400m",
        "gc, 17, -XX:+UseG1GC -Xmx400m",
        "gc, 25, -XX:+UseSerialGC -Xmx400m",
        "gc, 25, -XX:+UseParallelGC -Xmx400m",
        "gc, 25, -XX:+UseG1GC -Xmx400m",
        "storm, 17, -XX:+UseSerialGC -Xmx160m",
        "storm, 17, -XX:+UseParallelGC -Xmx160m",
        "storm, 17, -XX:+UseG1GC -Xmx160m",
        "storm, 17, -XX:+UseZGC -Xmx160m",
        "storm, 25, -XX:+UseSerialGC -Xmx160m",
        "storm, 25, -XX:+UseParallelGC -Xmx160m",
        "storm, 25, -XX:+UseG1GC -Xmx160m",
        "storm, 25, -XX:+UseZGC -Xmx160m",
        "safepoint, 17, -XX:+UseParallelGC -XX:-UseCountedLoopSafepoints",
        "safepoint, 25, -XX:+UseParallelGC -XX:-UseCountedLoopSafepoints"
    })
    void whatTheJvmStopsForIsFound(String kind, String java, String flags) throws Exception {
        Path begin = folder.resolve("begin");
        Path log = folder.resolve("faults");
        String live = kind.equals("gc") ? "--churn 20MB/s,live=200MB" : "--churn 5MB/s";
        Scenario scenario = scenario()
                .with("--jvm", jvm(java).toString(), "--app-args", live)
                .with(
                        "--jvm-args",
                        flags + " -javaagent:" + agent + "=" + kind + ",5," + FAULTS + "," + begin + "," + log);
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(200 * MS);
            Files.createFile(begin);
            process.awaitEnd();
        }
        List<Fault> faults = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            String[] ends = line.split(" ");
            faults.add(new Fault(Long.parseLong(ends[0]), Long.parseLong(ends[1])));
        }
        prove(kind + " on Java " + java + ", " + flags.split(" ")[0], scenario, faults, Set.of("jvm-stop"));
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
    void stoppedProcessesAreFound(String subcommand, String cause) throws Exception {
        SplittableRandom random = new SplittableRandom(9);
        Scenario scenario = scenario();
        List<Fault> faults = new ArrayList<>();
        try (T2qProcess process = scenario.start()) {
            long atMs = 200;
            for (int i = 0; i < FAULTS; i++) {
                atMs += 600 + random.nextInt(500);
                scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(atMs));
                Stop stop = Stop.of(scenario, subcommand, 30 + random.nextInt(90));
                faults.add(new Fault(stop.fromNs(), stop.toNs()));
            }
            process.awaitEnd();
        }
        prove(subcommand + " stopped", scenario, faults, Set.of(cause));
    }

    /** Of a higher priority, on the application's own CPU: needs root. */
    @ParameterizedTest
    @CsvSource({"60", "120"})
    void othersOnItsCpuAreFound(int lengthMs) throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        Scenario scenario = scenario();
        List<Fault> faults = new ArrayList<>();
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(200 * MS);
            pin(Processes.of(scenario.directory(), Stop.APPLICATION).pid(), 0);
            pin(Processes.of(scenario.directory(), Stop.CLIENTS).pid(), 1);
            pin(Processes.of(scenario.directory(), Stop.REPLAYER).pid(), 1);
            for (int i = 0; i < FAULTS; i++) {
                TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(300)); // the gap between faults itself
                long from = System.nanoTime();
                command(
                        "timeout",
                        "0." + (1_000 + lengthMs + "").substring(1),
                        "taskset",
                        "-c",
                        "0",
                        "chrt",
                        "-f",
                        "20",
                        "sh",
                        "-c",
                        "while :; do :; done");
                faults.add(new Fault(from, System.nanoTime()));
            }
            process.awaitEnd();
        }
        prove("a process of higher priority on its CPU, " + lengthMs + " ms", scenario, faults, Set.of("run-queue"));
    }

    private static void pin(long pid, int cpu) throws IOException, InterruptedException {
        assertThat(command("taskset", "-apc", Integer.toString(cpu), Long.toString(pid)))
                .isZero();
    }

    private static int command(String... words) throws IOException, InterruptedException {
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private void prove(String what, Scenario scenario, List<Fault> faults, Set<String> causes) throws Exception {
        RunManifest manifest = RunManifest.read(new RunDirectory(scenario.directory()).manifest());
        long t0Ns = manifest.replay().t0Ns();
        List<Episode> episodes = episodes(scenario, t0Ns);
        long endNs = RunCell.of(scenario.directory()).stream()
                .mapToLong(RunCell::intendedNs)
                .max()
                .orElseThrow();
        int late = 0;
        int found = 0;
        long own = 0;
        long all = 0;
        for (Fault fault : faults) {
            Episode worst = episodes.stream()
                    .filter(episode -> fault.touches(episode.fromNs, episode.toNs, 0))
                    .findFirst()
                    .orElse(null);
            if (worst == null || fault.toNs > endNs) {
                continue; // delayed nobody by so much, or came when all was over
            }
            late++;
            found += causes.contains(worst.cause) ? 1 : 0;
            if (!causes.contains(worst.cause)) {
                System.out.println(what + ", at " + (fault.fromNs - t0Ns) / MS + " ms for "
                        + (fault.toNs - fault.fromNs) / MS + " ms: " + worst.json.path("nsByCause"));
            }
            for (String cause : causes) {
                own += worst.json.path("nsByCause").path(cause).asLong();
            }
            for (JsonNode ns : worst.json.path("nsByCause")) {
                all += ns.asLong();
            }
        }
        long wrongNs = episodes.stream()
                .filter(episode ->
                        faults.stream().noneMatch(fault -> fault.touches(episode.fromNs, episode.toNs, AFTER_NS)))
                .filter(episode -> causes.contains(episode.cause))
                .mapToLong(episode -> episode.toNs - episode.fromNs)
                .sum();
        long faultNs =
                faults.stream().mapToLong(fault -> fault.toNs - fault.fromNs).sum();
        double quiet = endNs - t0Ns - faultNs;
        TABLE.row(
                faults.size() + " x " + what,
                String.format(
                        Locale.ROOT,
                        "%d delayed ticks by 10 ms or more; right cause first in %d (%.0f %%); %.1f %% of their time explained;"
                                + " %.2f %% of the quiet time put down to it",
                        late,
                        found,
                        100.0 * found / late,
                        100.0 * own / all,
                        100 * wrongNs / quiet),
                Summaries.of(scenario.directory()).validity());
        assertThat(late).as("faults that delayed ticks").isGreaterThanOrEqualTo(FAULTS / 2);
        assertThat((double) found / late).as(what).isGreaterThanOrEqualTo(FOUND);
        assertThat(wrongNs / quiet).as(what).isLessThan(WRONG);
    }

    /** The worst first. */
    private List<Episode> episodes(Scenario scenario, long t0Ns) throws Exception {
        Path json = folder.resolve("outliers.json");
        T2qProcess asked = T2qProcess.run(
                folder,
                "outliers",
                scenario.directory().toString(),
                "--later-than",
                LATER_NS / MS + "ms",
                "--worst",
                "1000",
                "--json",
                json.toString());
        assertThat(asked.awaitEnd()).as(asked.texts()).isZero();
        List<Episode> episodes = new ArrayList<>();
        for (JsonNode one :
                new JsonMapper().readTree(json.toFile()).path("runs").path(0).path("worst")) {
            episodes.add(new Episode(
                    t0Ns + one.path("fromNs").asLong(),
                    t0Ns + one.path("toNs").asLong(),
                    one.path("cause").asText(),
                    one));
        }
        return episodes;
    }
}
