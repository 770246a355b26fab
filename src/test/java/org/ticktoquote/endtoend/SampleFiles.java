package org.ticktoquote.endtoend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The shared sample files of real ticks, if present. */
final class SampleFiles {
    private SampleFiles() {}

    /** Imports the announcement's hour into {@code real.t2q}; skips the test if the files are missing. */
    static Path imported(Path folder) throws IOException, InterruptedException {
        Path recording = folder.resolve("real.t2q");
        List<String> arguments = new ArrayList<>(
                List.of("import", "--out", recording.toString(), "--from", "12:00:00", "--to", "13:00:00"));
        files().forEach(file -> arguments.add(file.toString()));
        T2qProcess.run(folder, arguments.toArray(String[]::new)).ended(0);
        return recording;
    }

    private static List<Path> files() throws IOException {
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
