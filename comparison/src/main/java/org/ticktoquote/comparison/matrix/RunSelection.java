package org.ticktoquote.comparison.matrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.RunDirectory;

/**
 * Selects the attempts of a case that count: for each repeat the first that is not VOID and has no objection. A FAILED
 * attempt takes precedence over all others of its repeat.
 *
 * <p>No later attempt can replace an earlier one because of a better result. A FAILED attempt counts even if it failed
 * before anything was measured, so that a repetition cannot hide it. Other attempts are listed with the reason.
 *
 * @param counted attempts that count, at most one per repeat, ordered by repeat
 * @param others all other attempts, ordered by repeat and attempt
 */
record RunSelection(List<CountedRun> counted, List<UncountedRun> others) {

    /** Attempt with the contents of its directory. */
    private record Tried(Attempt attempt, @Nullable RunFigures figures, String unreadable) {
        @Nullable
        Verdict validity() {
            @Nullable Verdict stated = attempt.validity();
            if (figures == null) {
                return stated;
            }
            return stated == null ? figures.validity() : stated.worse(figures.validity());
        }

        /** Returns the reason why the attempt does not count; otherwise empty. */
        String obstacle() {
            if (!attempt.objections().isEmpty()) {
                return String.join("; ", attempt.objections());
            }
            if (validity() == Verdict.VOID || attempt.state() == AttemptState.INTERRUPTED) {
                return reason(validity() == Verdict.VOID ? "VOID" : "interrupted");
            }
            if (attempt.state() == AttemptState.RUNNING) {
                return "did not finish";
            }
            if (figures != null || validity() == Verdict.FAILED) {
                return "";
            }
            return unreadable.isEmpty() ? reason("nothing was measured") : unreadable;
        }

        private String reason(String otherwise) {
            return attempt.reason().isEmpty() ? otherwise : attempt.reason();
        }

        boolean failed() {
            return validity() == Verdict.FAILED;
        }
    }

    static RunSelection of(Path matrixDirectory, List<Attempt> attempts) {
        TreeMap<Integer, List<Tried>> repeats = new TreeMap<>();
        attempts.stream()
                .sorted(Comparator.comparingInt(Attempt::repeat).thenComparingInt(Attempt::attempt))
                .forEach(attempt -> repeats.computeIfAbsent(attempt.repeat(), repeat -> new ArrayList<>())
                        .add(tried(matrixDirectory, attempt)));
        RunSelection selection = new RunSelection(new ArrayList<>(), new ArrayList<>());
        repeats.values().forEach(selection::repeat);
        return selection;
    }

    private static Tried tried(Path matrixDirectory, Attempt attempt) {
        try {
            RunDirectory directory = new RunDirectory(inside(matrixDirectory, attempt));
            @Nullable RunFigures figures = RunFigures.read(directory);
            if (figures != null) {
                attempt.requireOwn(figures.manifest());
            }
            return new Tried(attempt, figures, "");
        } catch (ProblemException unreadable) {
            return new Tried(attempt, null, String.valueOf(unreadable.getMessage()));
        }
    }

    private static Path inside(Path matrixDirectory, Attempt attempt) {
        Path whole = matrixDirectory.toAbsolutePath().normalize();
        Path run = whole.resolve(attempt.directory()).normalize();
        if (!run.startsWith(whole) || run.equals(whole)) {
            throw Problem.ofValue(attempt.directory())
                    .fault("is not a directory within the matrix directory")
                    .exception(ExitStatus.BAD_INPUT);
        }
        return run;
    }

    private void repeat(List<Tried> attempts) {
        List<Tried> eligible =
                attempts.stream().filter(tried -> tried.obstacle().isEmpty()).toList();
        @Nullable
        Tried chosen = eligible.stream()
                .min(Comparator.comparing(Tried::failed)
                        .reversed()
                        .thenComparingInt(tried -> tried.attempt().attempt()))
                .orElse(null);
        for (Tried tried : attempts) {
            if (chosen != null && tried.attempt().equals(chosen.attempt())) {
                counted.add(counted(tried));
            } else {
                others.add(other(tried, chosen));
            }
        }
    }

    private static CountedRun counted(Tried tried) {
        Attempt attempt = tried.attempt();
        Verdict validity = tried.validity() == null ? Verdict.VALID : tried.validity();
        return new CountedRun(
                attempt.repeat(), attempt.attempt(), attempt.directory(), validity, attempt.reason(), tried.figures());
    }

    private static UncountedRun other(Tried tried, @Nullable Tried chosen) {
        Attempt attempt = tried.attempt();
        String obstacle = tried.obstacle();
        String why = obstacle.isEmpty() && chosen != null
                ? "attempt " + chosen.attempt().attempt() + " counts instead"
                : obstacle;
        return new UncountedRun(
                attempt.repeat(), attempt.attempt(), attempt.directory(), attempt.state(), tried.validity(), why);
    }
}
