package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.pricing.truth.Fate;

/**
 * Real ticks through the whole chain, where the shared sample files are present ({@code -Dt2q.sample.data}, else
 * {@code shared/data/ticks} beside or above the checkout). {@code -Dt2q.sample.window} and {@code -Dt2q.sample.sessions}
 * make it as long and wide as one likes.
 */
class SharedTicksIT {
    private static final String WINDOW = System.getProperty("t2q.sample.window", "12:30:01..12:30:06");
    private static final int SESSIONS = Integer.getInteger("t2q.sample.sessions", 5);

    @TempDir
    private Path folder;

    @Test
    void accountsForEveryTickOfTheSharedFilesWhenPresent() throws Exception {
        List<Path> files = samples();
        Path recording = folder.resolve("real.t2q");
        List<String> arguments = new java.util.ArrayList<>(
                List.of("import", "--out", recording.toString(), "--from", "12:00:00", "--to", "13:00:00"));
        files.forEach(file -> arguments.add(file.toString()));
        T2qProcess imported = T2qProcess.run(folder, arguments.toArray(String[]::new));
        assertThat(imported.awaitEnd()).as(imported.texts()).isZero();
        T2qProcess statistics = T2qProcess.run(folder, "recording", "stats", recording.toString());
        System.out.println(statistics.out());
        assertThat(statistics.out()).contains("12,981", "6,714", "56,765");

        Scenario scenario =
                Scenario.in(folder).sessions(SESSIONS).with("--recording", recording.toString(), "--window", WINDOW);
        T2qProcess process = scenario.run(0);
        System.out.println(process.out());
        Summaries summary = Summaries.of(scenario.directory());
        TruthAudit audit = TruthAudit.of(scenario.directory());
        System.out.println(audit.compared() + " ticks x sessions compared with the truth file, "
                + audit.disagreements().size() + " disagreements; " + audit.fates(Fate.SENT) + " quotes sent");
        assertThat(audit.disagreements()).isEmpty();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * SESSIONS).isEqualTo(audit.compared());
        assertThat(summary.outcome("published")).isEqualTo(audit.fates(Fate.SENT));
    }

    private static List<Path> samples() throws IOException {
        String given = System.getProperty("t2q.sample.data");
        Path found = given == null ? above(T2qProcess.root()) : Path.of(given);
        assumeTrue(found != null, "SKIPPED: the shared sample files are not here: set -Dt2q.sample.data=FOLDER");
        try (Stream<Path> files = Files.list(found)) {
            return files.filter(file -> file.toString().endsWith(".zip"))
                    .sorted()
                    .toList();
        }
    }

    private static Path above(Path from) {
        for (Path folder = from.toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path candidate = folder.resolve("shared").resolve("data").resolve("ticks");
            if (Files.isDirectory(candidate)) {
                return candidate;
            }
        }
        return null;
    }
}
