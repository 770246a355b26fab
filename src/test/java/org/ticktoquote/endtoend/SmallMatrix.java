package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A matrix of short runs of two sessions and two pairs, with one run per case. */
final class SmallMatrix {
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
        return Files.writeString(
                folder.resolve("two.yaml"), """
                repeats: 1
                retries: 0
                defaults:
                  jvm: own
                  run:
                    recording: %s
                    window: %s
                    sessions: 2
                    warm-up: 200ms
                    warm-up-limit: 4s
                    warm-up-tolerance: 1000
                    drain: 500ms
                baseline: %s
                cases:
                  %s
                """.formatted(recording, window, baseline, String.join("\n  ", cases)));
    }
}
