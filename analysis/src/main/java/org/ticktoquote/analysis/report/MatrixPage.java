package org.ticktoquote.analysis.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.matrix.CaseComparison;
import org.ticktoquote.analysis.matrix.CountedRun;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.run.RunDirectory;

/** A matrix in the words of its template. */
record MatrixPage(
        String title,
        String subtitle,
        String description,
        String conclusion,
        Table limits,
        MatrixChart chart,
        List<Table> latencies,
        Table outcomes,
        List<Table> effects,
        Table annual,
        Table hosts,
        List<Table> differences,
        List<String> alike,
        List<List<RunPicture>> timeLines,
        Table uncounted) {

    static MatrixPage of(MatrixComparison comparison, Path directory) {
        MatrixTables tables = new MatrixTables(comparison);
        return new MatrixPage(
                comparison.name(),
                "tick-to-quote matrix, started " + comparison.startedUtc() + ", " + comparison.repeats()
                        + " runs for each case, order from seed " + comparison.seed() + ", " + comparison.product(),
                comparison.description(),
                conclusion(comparison),
                MatrixLimits.of(comparison),
                MatrixChart.of(comparison),
                tables.latencies(),
                tables.outcomes(),
                tables.effects(),
                tables.annual(),
                MatrixHosts.of(comparison),
                differences(comparison),
                alike(comparison),
                timeLines(comparison, directory),
                tables.uncounted());
    }

    private static String conclusion(MatrixComparison comparison) {
        long compared = comparison.cases().stream()
                .filter(one -> one.absence().isEmpty())
                .count();
        long runs =
                comparison.cases().stream().mapToLong(one -> one.runs().size()).sum();
        long others = comparison.cases().stream()
                .mapToLong(one -> one.others().size())
                .sum();
        return compared + " of " + comparison.cases().size() + " cases are compared, from " + runs
                + " runs; baseline is " + comparison.baseline() + "."
                + MatrixLimits.conclusion(comparison)
                + (others == 0 ? "" : " " + others + (others == 1 ? " attempt does" : " attempts do") + " not count.");
    }

    private static List<Table> differences(MatrixComparison comparison) {
        List<Table> tables = new ArrayList<>();
        for (CaseComparison one : comparison.cases()) {
            if (!one.differences().isEmpty()) {
                tables.add(new Table(
                        "differences-" + tables.size(),
                        one.name(),
                        "",
                        "fact",
                        List.of(new Column(comparison.baseline(), "baseline"), new Column(one.name(), "")),
                        one.differences().stream()
                                .map(difference -> Row.of(
                                        difference.fact(),
                                        "",
                                        List.of(
                                                value(difference.baseline(), difference.here()),
                                                value(difference.here(), difference.baseline()))))
                                .toList()));
            }
        }
        return tables;
    }

    /** With the words marked that the other one does not have. */
    private static Cell value(String value, String other) {
        return value.isEmpty() ? Cell.text(LatencyText.NOTHING) : Cell.marked(value, other);
    }

    /** Cases that differ from the baseline in nothing that the runs state. */
    private static List<String> alike(MatrixComparison comparison) {
        return comparison.cases().stream()
                .filter(one -> !one.name().equals(comparison.baseline()))
                .filter(one -> one.absence().isEmpty() && one.differences().isEmpty())
                .map(CaseComparison::name)
                .toList();
    }

    /** A row for each case that has any. */
    private static List<List<RunPicture>> timeLines(MatrixComparison comparison, Path directory) {
        Map<CountedRun, List<TimeBucket>> lines = new LinkedHashMap<>();
        comparison.cases().stream()
                .flatMap(one -> one.runs().stream())
                .forEach(run -> lines.put(run, timeLine(new RunDirectory(directory.resolve(run.directory())))));
        RunPicture.Scale scale = RunPicture.Scale.of(List.copyOf(lines.values()));
        return comparison.cases().stream()
                .map(one -> one.runs().stream()
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
