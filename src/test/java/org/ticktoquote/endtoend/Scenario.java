package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** A small run: a few sessions, a short warm-up, a window that fits a test. */
final class Scenario {
    private static final int VOID = 3;
    private static final Set<String> NOISE = Set.of(
            "replay-lag-share",
            "replay-lag-max",
            "steal",
            "replayer-stall",
            "clients-stall",
            "harness-stall",
            "gc-pause");

    private final Path folder;
    private final List<String> options = new ArrayList<>();

    private int sessions = 3;
    private Path name = Path.of("run");

    private Scenario(Path folder) {
        this.folder = folder;
    }

    static Scenario in(Path folder) {
        return new Scenario(folder).with("--warm-up", "1s", "--warm-up-limit", "3s", "--drain", "1s");
    }

    Scenario with(String... more) {
        options.addAll(Arrays.asList(more));
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

    T2qProcess start() throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--out", directory().toString()));
        arguments.addAll(List.of("--sessions", Integer.toString(sessions)));
        arguments.addAll(options);
        return T2qProcess.start(folder, arguments.toArray(String[]::new));
    }

    /** Runs to the end and returns the process for its texts. */
    T2qProcess run(int expectedStatus) throws IOException, InterruptedException {
        T2qProcess process = start();
        assertEnded(process, expectedStatus);
        return process;
    }

    /** The exit status is the expected one, unless a noisy machine alone made the run VOID: timings fail no test. */
    void assertEnded(T2qProcess process, int expectedStatus) throws IOException, InterruptedException {
        int status = process.awaitEnd();
        boolean noise =
                status == VOID && NOISE.containsAll(Summaries.of(directory()).rules("VOID"));
        assertThat(noise ? expectedStatus : status)
                .as("exit status%s", process.texts())
                .isEqualTo(expectedStatus);
    }

    /** A generated recording around its announcement. */
    static Path recording(Path folder, String... options) throws IOException, InterruptedException {
        Path file = folder.resolve("recording.t2q");
        List<String> arguments = new ArrayList<>(List.of("generate", "--out", file.toString()));
        arguments.addAll(Arrays.asList(options));
        T2qProcess process = T2qProcess.run(folder, arguments.toArray(String[]::new));
        assertThat(process.awaitEnd()).as("generate%s", process.texts()).isZero();
        return file;
    }
}
