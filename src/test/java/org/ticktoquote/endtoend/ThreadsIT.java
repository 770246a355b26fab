package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.endtoend.Processes.Seen;

/** Threads of the application placed by a plan, checked in {@code /proc}. */
@LongProof
class ThreadsIT {
    private static final Duration LIMIT = T2qProcess.PATIENCE;
    private static final Pattern JVMS_OWN =
            Pattern.compile("(GC |G1 |VM |C1 |C2 |Reference|Finalizer|Signal|Service|Monitor|"
                    + "Notification|Common-C|Sweeper|Attach).*");

    @TempDir
    private static Path folder;

    private static String first;
    private static String last;
    private static Path recording;

    private static boolean ofTheJvm(Seen seen) {
        return JVMS_OWN.matcher(seen.name()).matches();
    }

    @BeforeAll
    static void prepare() throws Exception {
        List<String> cpus = Processes.twoCpus();
        first = cpus.get(0);
        last = cpus.get(1);
        recording = Scenario.recording(folder, "--length", "1min", "--pairs", "3");
    }

    private static Scenario scenario(String name) {
        return Scenario.hurriedIn(folder).named(Path.of(name)).over(recording, "T0+1s..T0+6s");
    }

    @Test
    void placesTwoHundredThreadsByThePlanAndReportsThem() throws Exception {
        Path plan = Files.writeString(
                folder.resolve("plan.yaml"),
                "rules:\n  - {who: application, cpus: " + last + "}\n  - {who: application-jvm, cpus: " + first
                        + "}\ndefault: " + first + "\n");
        Scenario scenario = scenario("run")
                .with("--window", "T0+1s..T0+9s", "--threads", plan.toString(), "--app-args", "--threads 200");
        Map<Long, Seen> during = new TreeMap<>();
        T2qProcess process = scenario.start();
        long application = Processes.of(scenario.directory(), "pricing-app").pid();
        scenario.awaitMeasured(0);
        await().atMost(LIMIT).failFast("the run ended", () -> !process.alive()).untilAsserted(() -> {
            during.clear();
            during.putAll(Processes.threads(application));
            assertThat(during).hasSizeGreaterThan(200);
            assertThat(during.values())
                    .allSatisfy(
                            seen -> assertThat(seen.mask()).as(seen.name()).isEqualTo(ofTheJvm(seen) ? first : last));
        });
        assertThat(during.values()).anyMatch(ThreadsIT::ofTheJvm);
        scenario.assertEnded(process, 0);
        assertThat(process.out())
                .containsPattern("threads: managed \\(shared\\): [0-9]+ threads in 2 sets, 0 outside\n");
        assertSameInFile(scenario, during);
    }

    private static void assertSameInFile(Scenario scenario, Map<Long, Seen> during) throws IOException {
        JsonNode account = Summaries.json(new RunDirectory(scenario.directory()).threads());
        Map<Long, JsonNode> lines = new TreeMap<>();
        account.path("threads").forEach(line -> lines.put(line.path("tid").asLong(), line));
        assertThat(lines.keySet()).containsAll(during.keySet());
        during.forEach((tid, seen) -> {
            JsonNode line = lines.get(tid);
            assertThat(line.path("requested").asText()).as(line.toString()).isEqualTo(seen.mask());
            assertThat(line.path("after").asText()).as(line.toString()).isEqualTo(seen.mask());
            assertThat(line.path("cpusSeen").asText()).as(line.toString()).isIn(seen.mask(), "none");
            assertThat(line.path("problem").asText()).isEmpty();
        });
        assertThat(lines.values())
                .extracting(line -> line.path("who").asText())
                .contains("replayer", "clients", "harness");
        assertThat(lines.values())
                .filteredOn(line -> line.path("name").asText().equals("replayer-pacer"))
                .singleElement()
                .satisfies(line -> assertThat(line.path("samples").asLong()).isPositive());
        assertThat(account.path("totals").path("unmanaged").asLong()).isZero();
    }

    @Test
    void restoresMasksOfAnAttachedApplicationEvenIfKilled() throws Exception {
        try (T2qProcess application = T2qProcess.startHurried(
                folder, "pricing-app", "--feed", "udp://127.0.0.1:0", "--fix-port", "0", "--sessions", "3")) {
            await().atMost(LIMIT).until(() -> application.out().contains("\"ready\""));
            String mask =
                    Processes.threads(application.pid()).get(application.pid()).mask();
            assertPlacedAndRestored(application, mask, "ended", "TERM");
            assertPlacedAndRestored(application, mask, "killed", "KILL");
        }
    }

    private void assertPlacedAndRestored(T2qProcess application, String mask, String name, String signal)
            throws Exception {
        String attach = "127.0.0.1:" + port(application, "fixPort");
        Scenario scenario = scenario(name)
                .with("--attach", attach, "--feed", "udp://127.0.0.1:" + port(application, "feedPort"))
                .with("--threads", "auto");
        try (T2qProcess harness = scenario.start()) {
            await().atMost(LIMIT).until(() -> {
                assertThat(harness.alive()).as(harness.texts()).isTrue();
                Map<Long, Seen> threads = Processes.threads(application.pid());
                return !threads.isEmpty()
                        && threads.values().stream()
                                .noneMatch(seen -> seen.mask().equals(mask));
            });
            harness.signal(signal);
            await().atMost(LIMIT).until(() -> !harness.alive());
        }
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(Processes.threads(application.pid()).values())
                                .as("after " + signal)
                                .isNotEmpty()
                                .extracting(Seen::mask)
                                .containsOnly(mask));
        assertThat(application.alive()).isTrue();
        Processes.awaitNone(scenario.directory());
    }

    /** The first run of a case creates the plan, or states why it is auto; the second run uses the same. */
    @Test
    void matrixPlansThreadsOnce() throws Exception {
        String settings = "window: T0+1s..T0+2s, pairs: 3, drain: 500ms";
        Path matrix = SmallMatrix.write(folder, 2, recording, settings, "MANAGED", "MANAGED: {threads: managed}");
        Path directory = folder.resolve("managed");
        T2qProcess process = T2qProcess.run(folder, "run", matrix.toString(), "--out", directory.toString());
        process.awaitEnd();
        Set<String> plans = new TreeSet<>();
        for (int run = 1; run <= 2; run++) {
            RunDirectory made = new RunDirectory(directory.resolve("MANAGED/run-" + run));
            JsonNode host = Summaries.json(made.manifest()).path("host");
            String plan = host.path("threads.plan").asText();
            assertThat(plan).as(process.texts()).matches("[0-9a-f]{12}|auto: .+");
            assertThat(host.has("threads.predicted.p99")).isEqualTo(!plan.startsWith("auto"));
            plans.add(plan);
        }
        assertThat(plans).hasSize(1);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.getFileName().toString().matches("plan-[0-9a-f]{16}[.]yaml")))
                    .singleElement()
                    .satisfies(kept ->
                            assertThat(kept).hasSameTextualContentAs(directory.resolve("MANAGED/run-1/plan.yaml")));
        }
    }

    private static String port(T2qProcess application, String name) {
        Matcher port = Pattern.compile("\"" + name + "\":([0-9]+)").matcher(application.out());
        assertThat(port.find()).as(application.texts()).isTrue();
        return port.group(1);
    }
}
