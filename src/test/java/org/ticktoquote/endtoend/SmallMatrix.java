package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A matrix of short runs of two sessions and two pairs, with one run per case. */
final class SmallMatrix {
    /** Settings of a short run. */
    static final String RUN = "sessions: 2, warm-up: 200ms, warm-up-limit: 4s, warm-up-tolerance: 1000";

    private SmallMatrix() {}

    /**
     * Writes its file.
     *
     * @param window of its recording
     * @param baseline the name of a case
     * @param cases a line for each
     */
    static Path write(Path folder, String window, String baseline, String... cases)
            throws IOException, InterruptedException {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "2");
        return write(folder, 1, recording, "window: " + window + ", drain: 500ms", baseline, cases);
    }

    /** @param run further settings of each run, among them the window */
    static Path write(Path folder, int repeats, Path recording, String run, String baseline, String... cases)
            throws IOException {
        return Files.writeString(folder.resolve("two.yaml"), """
                repeats: %d
                retries: 0
                defaults: {jvm: own, run: {recording: '%s', %s, %s}}
                baseline: %s
                cases:
                  %s
                """.formatted(
                        repeats, recording, RUN, run, baseline, String.join("\n  ", cases)));
    }
}
