package org.ticktoquote.comparison.gate.runs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.run.RunDirectory;

/** Finds the runs of a user's path: a run, a case of a matrix, or a folder of runs. */
public final class RunFinder {
    private static final Comparator<GatedRun> ORDER =
            Comparator.comparing(GatedRun::startedAt).thenComparing(GatedRun::name);

    private RunFinder() {}

    /**
     * Returns the runs of a path, in execution order. The path can be a link to a case.
     *
     * @throws ProblemException if there are none, or one is damaged, or a folder in a matrix is none of its cases
     */
    public static List<GatedRun> of(Path given) {
        Path path = UserPath.folder(given);
        if (Files.isRegularFile(new RunDirectory(path).manifest())) {
            return List.of(GatedRun.read(name(path), path));
        }
        Path whole = path.toAbsolutePath().normalize();
        if (Files.isRegularFile(whole.resolve(MatrixRecord.FILE))) {
            throw notACase(given, "is a matrix of several cases", whole, given);
        }
        Path real = FileAccess.run(given, "cannot be read", ExitStatus.ENVIRONMENT, path::toRealPath);
        List<Path> places = List.of(whole, real);
        for (Path place : places) {
            Optional<CaseRecord> one = matrixCase(place);
            if (one.isPresent()) {
                return sorted(attempts(place.resolveSibling(""), one.get()));
            }
        }
        places.stream().filter(RunFinder::isInMatrix).findFirst().ifPresent(place -> {
            Path matrix = place.resolveSibling("");
            throw notACase(given, "is not the directory of a case of the matrix", matrix, matrix);
        });
        return sorted(folder(given, path));
    }

    /** @param shown directory of the matrix, for users */
    private static ProblemException notACase(Path given, String fault, Path matrix, Path shown) {
        String cases = MatrixRecord.read(matrix.resolve(MatrixRecord.FILE)).cases().stream()
                .map(one -> shown.resolve(one.name()).toString())
                .collect(Collectors.joining(", "));
        return Problem.of(given)
                .fault(fault)
                .expected("one of its cases: " + cases)
                .exception();
    }

    /**
     * Returns the attempts of a matrix case, in execution order.
     *
     * @param matrix directory of the matrix
     */
    public static List<GatedRun> ofCase(Path matrix, String name) {
        Path whole = matrix.toAbsolutePath().normalize();
        return matrixCase(whole.resolve(name))
                .map(one -> sorted(attempts(whole, one)))
                .orElse(List.of());
    }

    /** Returns the runs in execution order. */
    public static List<GatedRun> sorted(List<GatedRun> runs) {
        return runs.stream().sorted(ORDER).toList();
    }

    private static boolean isInMatrix(Path whole) {
        @Nullable Path matrix = whole.getParent();
        return matrix != null && Files.isRegularFile(matrix.resolve(MatrixRecord.FILE));
    }

    private static Optional<CaseRecord> matrixCase(Path whole) {
        if (!isInMatrix(whole)) {
            return Optional.empty();
        }
        return MatrixRecord.read(whole.resolveSibling(MatrixRecord.FILE)).cases().stream()
                .filter(one -> one.name().equals(String.valueOf(whole.getFileName())))
                .findFirst();
    }

    /** Returns the runs of a folder, each once: {@code latest} and other links can lead to a run of the same folder. */
    private static List<GatedRun> folder(Path given, Path path) {
        return FileAccess.run(given, "cannot be read", ExitStatus.ENVIRONMENT, () -> {
            try (Stream<Path> entries = Files.list(path)) {
                Map<String, GatedRun> runs = new LinkedHashMap<>();
                entries.filter(entry -> Files.isRegularFile(new RunDirectory(entry).manifest()))
                        .sorted(Comparator.comparing(Files::isSymbolicLink).thenComparing(Comparator.naturalOrder()))
                        .map(entry -> GatedRun.read(name(entry), entry))
                        .forEach(run -> runs.putIfAbsent(run.id(), run));
                if (runs.isEmpty()) {
                    throw Problem.of(given)
                            .fault("contains no run")
                            .expected("the directory of a run or of a matrix case, or a directory of runs")
                            .exception();
                }
                return List.copyOf(runs.values());
            }
        });
    }

    private static List<GatedRun> attempts(Path matrix, CaseRecord one) {
        List<GatedRun> runs = new ArrayList<>();
        String startedAt = MatrixRecord.read(matrix.resolve(MatrixRecord.FILE)).startedUtc();
        for (Attempt attempt : one.attempts()) {
            GatedRun run = attempt(matrix, attempt, startedAt);
            startedAt = run.startedAt();
            runs.add(run);
        }
        return runs;
    }

    private static GatedRun attempt(Path matrix, Attempt attempt, String before) {
        String name = attempt.directory();
        if (attempt.state() == AttemptState.UNMEASURED) {
            Standing standing = attempt.validity() == Verdict.FAILED ? Standing.COUNTS : Standing.VOID;
            return GatedRun.unmeasured(
                    name, before, standing, standing == Standing.COUNTS ? "" : reason(attempt, "nothing was measured"));
        }
        if (attempt.state() != AttemptState.COMPLETE) {
            return GatedRun.unmeasured(name, before, Standing.LEFT_OUT, reason(attempt, "it did not finish"));
        }
        GatedRun run = GatedRun.read(name, matrix.resolve(attempt.directory()));
        if (attempt.run() != null && !attempt.run().toString().equals(run.id())) {
            throw Problem.of(matrix.resolve(attempt.directory()))
                    .fault("belongs to run " + run.id())
                    .expected("run " + attempt.run() + " (" + MatrixRecord.FILE + ")")
                    .exception(ExitStatus.BAD_INPUT);
        }
        if (attempt.objections().isEmpty() || run.standing() != Standing.COUNTS) {
            return run;
        }
        return run.standing(Standing.LEFT_OUT, String.join("; ", attempt.objections()));
    }

    private static String reason(Attempt attempt, String otherwise) {
        return attempt.reason().isEmpty() ? otherwise : attempt.reason();
    }

    private static String name(Path path) {
        return String.valueOf(path.toAbsolutePath().normalize().getFileName());
    }
}
