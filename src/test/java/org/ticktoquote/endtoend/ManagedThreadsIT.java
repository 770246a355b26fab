package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Observes, places and restores threads of a running process, checked in {@code /proc}. */
class ManagedThreadsIT {
    private static final int CYCLES = System.getProperty("t2q.proof", "").equals("full") ? 500 : 4;

    private static final double TRUE_SHARE_BY_KERNEL = 0.99;
    private static final double TRUE_SHARE_BY_JFR = 0.8;

    @TempDir
    private Path folder;

    private Process application;
    private Path printed;
    private String first;
    private String last;
    private Path plan;

    @BeforeEach
    void start() throws IOException {
        List<String> cpus = Processes.twoCpus();
        first = cpus.get(0);
        last = cpus.get(1);
        plan = Files.writeString(
                folder.resolve("plan.yaml"),
                "rules:\n  - {who: application, threads: [park-*, queue-*, late-*], cpus: " + last
                        + "}\n  - {who: application-jvm, cpus: unmanaged}\ndefault: " + first + "\n");
        printed = folder.resolve("printed");
        application = new ProcessBuilder(
                        T2qProcess.java(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HandOffApplication.class.getName())
                .redirectOutput(printed.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        await().atMost(T2qProcess.PATIENCE)
                .until(() -> Files.readString(printed).endsWith("ready\n"));
    }

    @AfterEach
    void end() throws InterruptedException {
        if (application != null) {
            application.destroyForcibly().waitFor();
        }
    }

    /** Returns affinity masks by thread name and id. */
    private Map<String, String> masks() {
        Map<String, String> masks = new TreeMap<>();
        Processes.threads(application.pid()).forEach((id, seen) -> masks.put(seen.name() + " " + id, seen.mask()));
        return masks;
    }

    private static Map<String, String> only(Map<String, String> masks, String name) {
        Map<String, String> some = new TreeMap<>(masks);
        some.keySet().removeIf(key -> !key.startsWith(name));
        return some;
    }

    private T2qProcess threads(String... arguments) throws IOException {
        return T2qProcess.startHurriedAmong(environment(), folder, arguments(arguments));
    }

    /** Keeps its state in the test's directory. */
    private List<String> environment() {
        return List.of("env", "XDG_STATE_HOME=" + folder.resolve("state"));
    }

    private String[] arguments(String... arguments) {
        List<String> all = new ArrayList<>(List.of("threads"));
        all.addAll(T2qProcess.words(arguments));
        return all.toArray(String[]::new);
    }

    private T2qProcess apply(String... more) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("apply", plan.toString(), "--pid", Long.toString(application.pid())));
        arguments.addAll(List.of(more));
        return threads(arguments.toArray(String[]::new));
    }

    private String forPid(String command, int status) throws IOException, InterruptedException {
        return threads(command, "--pid", Long.toString(application.pid()))
                .ended(status)
                .out();
    }

    private String forLog() throws IOException, InterruptedException {
        return threads("verify-log", log().toString()).ended(0).out();
    }

    private static void awaitApplied(T2qProcess process) {
        process.awaitText("keeping new threads");
        assertThat(process.alive()).as(process.texts()).isTrue();
    }

    private T2qProcess applied(String... more) throws IOException {
        T2qProcess process = apply(more);
        awaitApplied(process);
        return process;
    }

    /** Writes commands to the application. */
    private void order(int... commands) throws IOException {
        for (int command : commands) {
            application.getOutputStream().write(command);
        }
        application.getOutputStream().flush();
    }

    private static void signal(T2qProcess process, String name) throws IOException, InterruptedException {
        process.signal(name);
        process.awaitEnd();
    }

    private Path log() throws IOException {
        try (Stream<Path> logs = Files.list(folder.resolve("state/tick-to-quote/threads"))) {
            return logs.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void appliesVerifiesPinsNewThreadsAndRestoresAtTheEnd() throws Exception {
        Map<String, String> before = masks();
        assertThat(before).hasSizeGreaterThan(HandOffApplication.THREADS);
        T2qProcess applied = applied();
        assertThat(applied.out())
                .containsPattern("process \\d+: (\\d+) of \\1 threads run where \\S*plan.yaml has them");
        assertThat(only(masks(), "park-").values()).hasSize(28).containsOnly(last);
        assertThat(only(masks(), "monitor-").values()).hasSize(28).containsOnly(first);
        forPid("verify", 0);

        order(1, 1);
        await().atMost(T2qProcess.PATIENCE)
                .untilAsserted(() -> assertThat(only(masks(), "late-").values()).containsExactly(last, last));
        order(0);

        T2qProcess second = apply().ended(6);
        assertThat(second.err()).contains("t2q threads apply (process " + applied.pid() + ") is using it");

        // threads of the JVM end at any time too
        await().atMost(T2qProcess.PATIENCE)
                .untilAsserted(() -> assertThat(forLog()).contains(" late-0 ").doesNotContain(" late-1 "));
        signal(applied, "TERM");
        assertThat(applied.out()).contains("new threads: 2 (2 had to be moved)");
        Map<String, String> after = masks();
        assertThat(only(after, "late-").values())
                .containsExactly(before.values().iterator().next());
        after.keySet().retainAll(before.keySet());
        assertThat(after).isEqualTo(before);
        assertThat(forPid("restore", 0)).startsWith("nothing to restore");
    }

    @Test
    void restoresExactlyAfterRepeatedKills() throws Exception {
        Map<String, String> before = masks();
        before.keySet().removeIf(name -> !name.matches("(park|queue|monitor|cond|sema|pipe|rendez|idle)-.*"));
        long largestCycle = 0;
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            T2qProcess applied = apply();
            if (cycle % 2 == 0) {
                awaitApplied(applied);
            } else {
                // in the middle of its system calls
                await().atMost(T2qProcess.PATIENCE)
                        .pollInterval(1, TimeUnit.MILLISECONDS)
                        .until(() -> only(masks(), "park-").containsValue(last));
            }
            signal(applied, "KILL");
            forPid("restore", 0);
            largestCycle = Math.max(largestCycle, cycle < 2 ? Files.size(log()) : 0);
            Map<String, String> after = masks();
            after.keySet().retainAll(before.keySet());
            assertThat(after).as("cycle %d", cycle).isEqualTo(before);
        }
        assertThat(forLog()).contains(" " + CYCLES + " files, ");
        assertThat(Files.size(log())).as("the last of %d cycles", CYCLES).isLessThan(2 * largestCycle);
    }

    /** Starts and ends 100 threads per second, to find races between concurrent readers. */
    @Test
    @LongProof
    void staysInForceWhileThreadsStartAndEnd() throws Exception {
        T2qProcess applied = applied();
        for (int born = 0; born < 1_000 && applied.alive(); born++) {
            order(1, 0);
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(applied.alive()).as(applied.texts()).isTrue();
        forPid("verify", 0);
        signal(applied, "TERM");
        assertThat(new HashSet<>(masks().values())).hasSize(1);
    }

    @Test
    void leavesAndReportsMasksSetByAnotherProcess() throws Exception {
        T2qProcess applied = applied("--keep");
        signal(applied, "TERM");
        String foreign = only(masks(), "park-0-1 ").keySet().iterator().next();
        Ended.of("taskset", "-pc", first, foreign.replaceFirst(".* ", "")).text(0);
        assertThat(forPid("verify", 4)).contains("park-0-1: may run on " + first + ", expected " + last);
        assertThat(forPid("restore", 6))
                .contains("1 left as another process set them")
                .containsPattern("thread \\d+ park-0-1: left on " + first
                        + " as another process set it; to restore it: taskset -pc \\S+ \\d+");
        assertThat(masks()).containsEntry(foreign, first);
    }

    @Test
    void everyCallIsLogged() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/strace")), "SKIPPED: no strace here");
        Path calls = folder.resolve("calls");
        List<String> prefix = new ArrayList<>(environment());
        prefix.addAll(List.of("strace", "-f", "-qq", "-e", "trace=sched_setaffinity", "-o", calls.toString()));
        T2qProcess applied = T2qProcess.startHurriedAmong(
                prefix, folder, arguments("apply", plan.toString(), "--pid", Long.toString(application.pid())));
        awaitApplied(applied);
        Ended.of("pkill", "-TERM", "-P", Long.toString(applied.pid()));
        applied.awaitEnd();
        long made = Files.readAllLines(calls).stream()
                .filter(line -> line.contains("sched_setaffinity("))
                .count();
        List<String> lines = Files.readAllLines(log());
        assertThat(made).isGreaterThan(2L * HandOffApplication.THREADS);
        for (String action : List.of("intended", "completed")) {
            assertThat(lines.stream()
                            .filter(line -> line.contains("\"action\":\"" + action + "\""))
                            .count())
                    .as(action)
                    .isEqualTo(made);
        }
    }

    @Test
    void findsWakeUpsWithTheKernelTrace() throws Exception {
        Path graph = folder.resolve("graph.json");
        Path page = folder.resolve("graph.html");
        T2qProcess observed = threads("observe " + Long.toString(application.pid())
                + " --source kernel --seconds 4 --out " + graph + " --html " + page);
        int status = observed.awaitEnd();
        assumeTrue(!observed.err().contains("expected root"), "SKIPPED: the kernel counts nothing for this user");
        assertThat(status).as(observed.texts()).isZero();
        assertShares(graph, TRUE_SHARE_BY_KERNEL, TRUE_SHARE_BY_JFR);
        assertThat(Files.readString(page)).contains("<svg viewBox", ">park-0</text>");

        T2qProcess longer =
                threads("observe", Long.toString(application.pid()), "--source", "kernel", "--seconds", "600");
        await().atMost(T2qProcess.PATIENCE).until(() -> readsLoads(longer));
        application.destroyForcibly();
        assertThat(longer.ended(0).out())
                .containsPattern("process \\d+ ended after [0-9.]+ s of 600: all figures end there");
    }

    private boolean readsLoads(T2qProcess observing) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/" + observing.pid() + "/fd"))) {
            for (Path file : files.toList()) {
                if (Files.isSymbolicLink(file)
                        && Files.readSymbolicLink(file).startsWith("/proc/" + application.pid() + "/task")) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException closed) {
            return false;
        }
    }

    @Test
    @LongProof
    void findsWakeUpsWithTheFlightRecorder() throws Exception {
        Path graph = folder.resolve("graph.json");
        threads(
                        "observe",
                        Long.toString(application.pid()),
                        "--source",
                        "jfr",
                        "--seconds",
                        "6",
                        "--out",
                        graph.toString())
                .ended(0);
        assertShares(graph, TRUE_SHARE_BY_JFR, TRUE_SHARE_BY_JFR);
    }

    private void assertShares(Path graph, double recall, double precision) throws IOException {
        JsonNode json = Summaries.json(graph);
        Map<Integer, String> names = new TreeMap<>();
        json.path("threads")
                .forEach(thread ->
                        names.put(thread.path("id").asInt(), thread.path("name").asText()));
        Set<String> edges = new HashSet<>(Files.readAllLines(printed));
        edges.remove("ready");
        Set<String> ends = new HashSet<>();
        edges.forEach(edge -> ends.addAll(List.of(edge.split(" "))));
        Set<String> found = new HashSet<>();
        json.path("edges").forEach(edge -> {
            String from = names.get(edge.path("from").asInt());
            String to = names.get(edge.path("to").asInt());
            if (ends.contains(from) && ends.contains(to)) {
                found.add(from + " " + to);
            }
        });
        Set<String> hits = new HashSet<>(edges);
        hits.retainAll(found);
        assertThat((double) hits.size() / edges.size()).as("recall").isGreaterThanOrEqualTo(recall);
        assertThat((double) hits.size() / found.size()).as("precision").isGreaterThanOrEqualTo(precision);
    }
}
