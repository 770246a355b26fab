package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files kept of a finished run, and commands possible with them. */
class KeepIT {
    @TempDir
    private Path folder;

    @Test
    @FullProof
    void matrixKeepsConfiguredFilesAndRestoresCompressedOnes() throws Exception {
        Path directory = folder.resolve("out");
        String[] cases = {"journals: {run: {keep: journals}}", "results: {run: {keep: results}}"};
        Path matrix = SmallMatrix.write(folder, "T0..T0+1s", "journals", cases);
        T2qProcess.run(folder, "run", matrix.toString(), "--out", directory.toString());
        Path results = directory.resolve("results/run-1");
        Path journals = directory.resolve("journals/run-1");
        assertThat(results.resolve("summary.json")).exists();
        assertThat(names(results, ".*\\.journal.*"))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("hiccups-")); // the causes of late ticks need them
        assertThat(names(results, "tick-results\\.bin|statistics\\.json")).hasSize(2);
        assertThat(names(journals, "tick-results.*")).isEmpty();

        assertRefused(results, "its journals were not kept (--keep results)", "analyze", results.toString());
        assertRefused(results, "its journals were not kept", "export", results.toString(), "--parquet", folder + "/p");
        assertAnalysable(journals);

        Map<String, byte[]> before = contents(journals);
        String compressed = "(?!hiccups-).*\\.journal(\\.\\d+)?";
        T2qProcess.run(folder, "compress", directory.toString()).ended(0);
        assertThat(names(journals, compressed)).isEmpty();
        assertThat(bytes(contents(journals), ".*\\.gz")).isLessThan(bytes(before, compressed) / 2);
        assertRefused(journals, "its journals are compressed: t2q compress --undo", "analyze", journals.toString());

        T2qProcess.run(folder, "compress", "--undo", journals.toString()).ended(0);
        assertThat(contents(journals)).usingRecursiveComparison().isEqualTo(before);
        assertAnalysable(journals);

        T2qProcess.run(folder, "compress", directory.toString());
        T2qProcess.run(folder, "prune", folder.toString(), "--keep", "0", "--yes")
                .ended(0);
        assertThat(directory).doesNotExist();
    }

    private void assertRefused(Path run, String words, String... arguments) throws Exception {
        Map<String, byte[]> before = contents(run);
        T2qProcess process = T2qProcess.run(folder, arguments).ended(5);
        assertThat(process.err()).contains(run.toString()).contains(words);
        assertThat(contents(run)).usingRecursiveComparison().isEqualTo(before);
    }

    /** Asserts that the analysis reproduces the figures. */
    private void assertAnalysable(Path run) throws Exception {
        byte[] summary = Files.readAllBytes(run.resolve("summary.json"));
        T2qProcess.run(folder, "analyze", run.toString()).ended(0, 3, 4);
        assertThat(Files.readAllBytes(run.resolve("summary.json"))).isEqualTo(summary);
        assertThat(run.resolve("tick-results.bin")).exists();
    }

    private static Map<String, byte[]> contents(Path run) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        for (String name : names(run, "[^.].*")) {
            Path file = run.resolve(name);
            if (Files.isRegularFile(file)) {
                contents.put(name, Files.readAllBytes(file));
            }
        }
        return contents;
    }

    private static long bytes(Map<String, byte[]> contents, String pattern) {
        return contents.entrySet().stream()
                .filter(each -> each.getKey().matches(pattern))
                .mapToLong(each -> each.getValue().length)
                .sum();
    }

    private static List<String> names(Path run, String pattern) throws IOException {
        try (Stream<Path> files = Files.list(run)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(pattern))
                    .sorted()
                    .toList();
        }
    }
}
