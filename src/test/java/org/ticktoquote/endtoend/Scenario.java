package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** A small run: a few sessions, a short warm-up, a window that fits a test. */
final class Scenario {
    private static final int VOID = 3;
    private static final Set<String> NOISE = Set.of(
            "replay-lag-share",
            "replay-lag-max",
            "steal",
            "clock-bound-share",
            "replayer-stall",
            "clients-stall",
            "harness-stall",
            "gc-pause",
            "harness-starved",
            "harness-starved-burst",
            "clients-behind");

    private final Path folder;
    /** Options by name; later values replace earlier ones. */
    private final Map<String, String> options = new LinkedHashMap<>();

    private final List<String> flags = new ArrayList<>();
    private List<String> among = List.of();
    private boolean hurried;
    private int sessions = 3;
    private Path name = Path.of("run");
    private @Nullable T2qProcess started;

    private Scenario(Path folder) {
        this.folder = folder;
        with("--start-limit", "3m"); // a busy machine starts slowly
    }

    static Scenario in(Path folder) {
        return new Scenario(folder).with("--warm-up", "1s", "--warm-up-limit", "3s");
    }

    /** Creates a scenario for tests of outcomes, not of speed. */
    static Scenario hurriedIn(Path folder) {
        Scenario scenario = in(folder);
        scenario.hurried = true;
        return scenario;
    }

    /** Creates a scenario with little warm-up, for tests that ignore latencies. */
    static Scenario coldIn(Path folder) {
        return hurriedIn(folder).with("--warm-up", "200ms", "--warm-up-limit", "500ms");
    }

    Scenario with(String... more) {
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return this;
    }

    /** Measures a window of a recording. */
    Scenario over(Path recording, String window) {
        return with("--recording", recording.toString(), "--window", window);
    }

    /** Measures a window of a recording generated with these options. */
    Scenario over(String window, String... generated) throws IOException, InterruptedException {
        return over(recording(folder, generated), window);
    }

    /** Sends the ticks over TCP. */
    Scenario tcp() {
        return with("--feed", "tcp://127.0.0.1:0");
    }

    /** Adds an option without a value. */
    Scenario flag(String option) {
        flags.add(option);
        return this;
    }

    Scenario named(Path run) {
        name = run;
        return this;
    }

    Scenario sessions(int count) {
        sessions = count;
        return this;
    }

    Path directory() {
        return folder.resolve(name);
    }

    RunDirectory files() {
        return new RunDirectory(directory());
    }

    RunManifest manifest() {
        return RunManifest.read(files().manifest());
    }

    Summaries summary() throws IOException {
        return Summaries.of(directory());
    }

    /** Runs to the end and returns the figures. */
    Summaries measured(int expectedStatus) throws IOException, InterruptedException {
        run(expectedStatus);
        return summary();
    }

    /** Analyses the run again. */
    T2qProcess analysedAgain() throws IOException, InterruptedException {
        return T2qProcess.run(folder, "analyze", directory().toString());
    }

    T2qProcess start() throws IOException {
        return start(folder);
    }

    /** Starts with its output in another folder. */
    T2qProcess start(Path outputs) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--out", directory().toString()));
        arguments.addAll(List.of("--sessions", Integer.toString(sessions)));
        if (!options.containsKey("--app") && !options.containsKey("--attach")) {
            arguments.add("--truth");
        }
        options.forEach((option, value) -> arguments.addAll(List.of(option, value)));
        arguments.addAll(flags);
        String[] line = arguments.toArray(String[]::new);
        T2qProcess process = hurried
                ? T2qProcess.startHurriedAmong(among, outputs, line)
                : T2qProcess.startAmong(among, outputs, line);
        started = process;
        return process;
    }

    /** Starts through a command prefix, such as in a network namespace. */
    Scenario among(List<String> prefix) {
        among = prefix;
        return this;
    }

    /** Waits until measurement has lasted for {@code ageNs}; fails if the run ends before. */
    void awaitMeasured(long ageNs) {
        awaitMeasuredOnRunClock(0, ageNs);
    }

    /** Waits as {@link #awaitMeasured} if the run's clock is ahead of this host's. */
    void awaitMeasuredOnRunClock(long aheadNs, long ageNs) {
        Path manifest = files().manifest();
        await().atMost(T2qProcess.PATIENCE)
                .ignoreExceptions()
                .failFast(this::requireGoing)
                .until(() -> {
                    long t0Ns = RunManifest.read(manifest).replay().t0Ns();
                    return t0Ns != 0 && System.nanoTime() + aheadNs - t0Ns > ageNs;
                });
    }

    /** Waits until the replayer, on this host, has sent some measured ticks; fails if the run ends before. */
    void awaitTicks(int count) {
        await().atMost(T2qProcess.PATIENCE)
                .ignoreExceptions()
                .failFast(this::requireGoing)
                .until(() -> SentTick.of(files()).size() >= count);
    }

    /** Continues measurement for {@code ns} from now. */
    void awaitMore(long ns) {
        long fromNs = System.nanoTime();
        await().atMost(T2qProcess.PATIENCE).failFast(this::requireGoing).until(() -> System.nanoTime() - fromNs > ns);
    }

    /** Terminates the run {@code ns} from now; measured data is kept. */
    void terminateAfter(long ns) throws InterruptedException {
        awaitMore(ns);
        T2qProcess process = Objects.requireNonNull(started);
        process.terminate();
        process.awaitEnd();
    }

    private void requireGoing() {
        T2qProcess process = started;
        assertThat(process == null || process.alive())
                .as(() -> "t2q goes on%s".formatted(process == null ? "" : process.texts()))
                .isTrue();
    }

    /** Runs to the end and returns the process for its texts. */
    T2qProcess run(int expectedStatus) throws IOException, InterruptedException {
        T2qProcess process = start();
        assertEnded(process, expectedStatus);
        return process;
    }

    /** Asserts the exit status, unless the run is VOID only because of a noisy machine: timings fail no test. */
    void assertEnded(T2qProcess process, int expectedStatus) throws IOException, InterruptedException {
        int status = process.awaitEnd();
        assertThat(noisy(status, directory()) ? expectedStatus : status)
                .as("exit status%s", process.texts())
                .isEqualTo(expectedStatus);
    }

    /** Returns whether a run is VOID only because of a noisy machine. */
    static boolean noisy(int status, Path run) throws IOException {
        return status == VOID && NOISE.containsAll(Summaries.of(run).rules("VOID"));
    }

    /** Generates a recording around its announcement; one with the same options is generated once for a jar. */
    static Path recording(Path folder, String... options) throws IOException, InterruptedException {
        Path file = folder.resolve("recording.t2q");
        Path kept = T2qProcess.root().resolve("target/end-to-end-tests/recordings");
        Path same = kept.resolve("recording" + String.join("", options) + ".t2q");
        if (Files.exists(same)
                && Files.getLastModifiedTime(same).compareTo(Files.getLastModifiedTime(T2qProcess.jar())) > 0) {
            return Files.copy(same, file, StandardCopyOption.REPLACE_EXISTING);
        }
        List<String> arguments = new ArrayList<>(List.of("generate", "--out", file.toString()));
        arguments.addAll(Arrays.asList(options));
        T2qProcess.run(folder, arguments.toArray(String[]::new)).ended(0);
        Path copy = Files.createTempFile(Files.createDirectories(kept), "recording", ".new");
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        Files.move(copy, same, StandardCopyOption.ATOMIC_MOVE); // other forks find it complete
        return file;
    }
}
