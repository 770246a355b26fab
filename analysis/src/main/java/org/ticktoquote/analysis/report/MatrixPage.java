package org.ticktoquote.analysis.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.matrix.CountedRun;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.RunDirectory;

/** A matrix in the words of its template. */
record MatrixPage(
        String title,
        String subtitle,
        String description,
        List<String> found,
        String conclusion,
        String mark,
        MatrixChart chart,
        MatrixTables tables,
        CauseTables causes,
        List<List<RunPicture>> timeLines) {

    static MatrixPage of(MatrixComparison comparison, CauseTables causes, Path directory) {
        return new MatrixPage(
                comparison.name(),
                "tick-to-quote matrix, started " + comparison.startedUtc() + ", "
                        + Counted.of(comparison.repeats(), "run") + " for each case, order from seed "
                        + comparison.seed() + ", " + comparison.product(),
                comparison.description(),
                MatrixFindings.of(comparison),
                conclusion(comparison),
                mark(comparison),
                MatrixChart.of(comparison),
                new MatrixTables(comparison),
                causes,
                timeLines(comparison, directory));
    }

    /** The class of the bar beside the conclusion: bad, doubtful, or the empty text of a matrix without objections. */
    private static String mark(MatrixComparison comparison) {
        if (comparison.exceeded()) {
            return "failed";
        }
        boolean doubtful = comparison.undecided()
                || comparison.cases().stream().anyMatch(one -> !one.absence().isEmpty());
        return doubtful ? "inconclusive" : "";
    }

    private static String conclusion(MatrixComparison comparison) {
        long compared = comparison.cases().stream()
                .filter(one -> one.absence().isEmpty())
                .count();
        long runs = comparison.cases().stream()
                .mapToLong(one -> one.attempts().runs().size())
                .sum();
        long others = comparison.cases().stream()
                .mapToLong(one -> one.attempts().others().size())
                .sum();
        String limits = ComparisonText.limits(comparison);
        String levels = ComparisonText.levels(comparison);
        return compared + " of " + Counted.of(comparison.cases().size(), "case is", "cases are") + " compared, from "
                + Counted.of(runs, "run") + "; baseline is " + comparison.baseline() + "."
                + (limits.isEmpty() ? "" : " Limits: " + limits + ".")
                + (levels.isEmpty() ? "" : " Service levels: " + levels + ".")
                + (others == 0 ? "" : " " + Counted.of(others, "attempt does", "attempts do") + " not count.");
    }

    /** A row for each case that has any. */
    private static List<List<RunPicture>> timeLines(MatrixComparison comparison, Path directory) {
        Map<CountedRun, List<TimeBucket>> lines = new LinkedHashMap<>();
        comparison.cases().stream()
                .flatMap(one -> one.attempts().runs().stream())
                .forEach(run -> lines.put(run, timeLine(new RunDirectory(directory.resolve(run.directory())))));
        RunPicture.Scale scale = RunPicture.Scale.of(List.copyOf(lines.values()));
        return comparison.cases().stream()
                .map(one -> one.attempts().runs().stream()
                        .filter(run -> !lines.getOrDefault(run, List.of()).isEmpty())
                        .map(run -> RunPicture.of(
                                one.name() + ", run " + run.repeat() + ": " + run.validity(),
                                run.directory(),
                                lines.getOrDefault(run, List.of()),
                                scale))
                        .toList())
                .filter(row -> !row.isEmpty())
                .toList();
    }

    /** Empty where a run left no results of single ticks, or not a whole file of them. */
    private static List<TimeBucket> timeLine(RunDirectory run) {
        if (!Files.exists(run.tickResults())) {
            return List.of();
        }
        try (TickResults results = TickResults.open(run.tickResults())) {
            return TimeLine.of(results);
        } catch (Refusal damaged) {
            return List.of();
        }
    }
}
