package org.ticktoquote.comparison.stored;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ticktoquote.analysis.export.ExportedRun;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.comparison.matrix.RunLog;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Directory of a run or a matrix.
 *
 * @param path directory itself, never a link to it
 * @param matrix whether it is a matrix, which contains the directories of its runs
 * @param startedAt start time
 * @param bytes total size of the files
 */
public record StoredResult(Path path, boolean matrix, Instant startedAt, long bytes) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String PRODUCT = "tick-to-quote ";

    /** Returns all results in a folder, newest first. Links are ignored. */
    public static List<StoredResult> in(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .flatMap(entry -> of(entry).stream())
                    .sorted(Comparator.comparing(StoredResult::startedAt)
                            .reversed()
                            .thenComparing(StoredResult::path))
                    .toList();
        }
    }

    /** Returns the result in a directory; empty if it is neither a run nor a matrix of t2q. */
    public static Optional<StoredResult> of(Path directory) {
        Optional<Instant> run = begin(directory.resolve("run.json"), "startedAt");
        Optional<Instant> matrix = begin(directory.resolve(MatrixRecord.FILE), "startedUtc");
        return matrix.or(() -> run)
                .map(startedAt -> new StoredResult(directory, matrix.isPresent(), startedAt, size(directory)));
    }

    /** Returns a problem for each directory in a folder, and each manifest in one, that cannot be read. */
    public static List<Problem> unclear(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .flatMap(StoredResult::doubt)
                    .toList();
        }
    }

    private static Stream<Problem> doubt(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries
                    .filter(file -> file.endsWith("run.json") || file.endsWith(MatrixRecord.FILE))
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .flatMap(StoredResult::unreadable)
                    .toList()
                    .stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.of(Problem.of(directory).fault("cannot be read", e));
        }
    }

    private static Stream<Problem> unreadable(Path manifest) {
        try {
            JSON.readTree(RegularFile.require(manifest).toFile());
            return Stream.empty();
        } catch (JsonProcessingException e) {
            return Stream.of(Problem.of(manifest).fault("is not JSON"));
        } catch (IOException e) {
            return Stream.of(Problem.of(manifest).fault("cannot be read", e));
        }
    }

    private static Optional<Instant> begin(Path manifest, String field) {
        if (!Files.isRegularFile(manifest, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            JsonNode content = JSON.readTree(manifest.toFile());
            return content.path("product").asText().startsWith(PRODUCT)
                    ? Optional.of(instant(content.path(field).asText(), manifest))
                    : Optional.empty();
        } catch (IOException notOurs) {
            return Optional.empty();
        }
    }

    private static Instant instant(String text, Path manifest) throws IOException {
        try {
            return Instant.parse(text);
        } catch (DateTimeException none) {
            return Files.getLastModifiedTime(manifest).toInstant();
        }
    }

    private static long size(Path directory) {
        try {
            return DirectoryTree.files(directory, Integer.MAX_VALUE).stream()
                    .filter(file -> !Files.isSymbolicLink(file))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException unreadable) {
            return 0;
        }
    }

    /**
     * Returns the runs in directories of runs and matrices; for a matrix, only complete runs. Rejects other directories.
     */
    public static List<ExportedRun> runs(List<Path> directories) throws IOException {
        List<ExportedRun> runs = new ArrayList<>();
        for (Path directory : directories) {
            if (directory.resolve(MatrixRecord.FILE).toFile().isFile()) {
                addMatrix(directory, runs);
            } else {
                runs.add(single(directory));
            }
        }
        Set<String> partitions = new HashSet<>();
        for (ExportedRun run : runs) {
            if (!partitions.add(run.partition())) {
                throw Problem.of(run.directory().path())
                        .fault("is run " + run.run() + " of case " + run.testCase() + ", as another one given is")
                        .expected("each run once, and runs of a case by different names")
                        .exception();
            }
        }
        return runs;
    }

    private static ExportedRun single(Path directory) throws IOException {
        if (!new RunDirectory(directory).manifest().toFile().isFile()) {
            throw Problem.of(directory)
                    .fault("has neither run.json nor " + MatrixRecord.FILE)
                    .expected("the directory of a run or matrix")
                    .exception();
        }
        return new ExportedRun(
                ExportedRun.SINGLE, directory.toRealPath().getFileName().toString(), new RunDirectory(directory), true);
    }

    private static void addMatrix(Path directory, List<ExportedRun> runs) {
        MatrixRecord matrix = MatrixRecord.read(directory.resolve(MatrixRecord.FILE));
        for (CaseRecord one : matrix.cases()) {
            for (Attempt attempt : one.attempts()) {
                if (attempt.state() == AttemptState.COMPLETE) {
                    Path run = directory.resolve(attempt.directory());
                    runs.add(new ExportedRun(
                            one.name(),
                            String.valueOf(run.getFileName()),
                            new RunDirectory(run),
                            RunLog.counts(attempt)));
                }
            }
        }
    }
}
