package org.ticktoquote.comparison.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.outliers.CaseOutliers;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.Outliers;
import org.ticktoquote.comparison.matrix.AxisEffect;
import org.ticktoquote.comparison.matrix.CountedRun;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.outliers.OutliersOfRuns;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/**
 * Tables of the causes of late ticks in each case of a matrix. All cases use the same threshold.
 *
 * @param comparison comparison of the cases
 * @param outliers outliers of all runs with tick results; empty if there is none, the threshold is unknown, or a file
 * cannot be read
 * @param absence reason why there are no outliers; otherwise empty
 */
record CauseTables(MatrixComparison comparison, Optional<Outliers> outliers, String absence) {
    private static final int WORST = 20;

    /** Reads the tick results and the evidence of the runs. */
    static CauseTables of(MatrixComparison comparison, Path directory) {
        try {
            Optional<Outliers> found = OutliersOfRuns.ofMatrix(directory, comparison, WORST);
            String absence = found.isEmpty()
                    ? "p99 of the baseline at the last client is unknown (it defines late ticks)"
                    : found.get().runs().isEmpty() ? "no run has tick results, which t2q analyze derives again" : "";
            return new CauseTables(comparison, absence.isEmpty() ? found : Optional.empty(), absence);
        } catch (ProblemException unreadable) {
            return new CauseTables(comparison, Optional.empty(), String.valueOf(unreadable.getMessage()));
        } catch (IOException e) {
            throw Problem.of(directory).fault("cannot be read", e).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /** Returns a row for each case with a run that counts; no rows if nothing is known. */
    Table byCase() {
        return Columns.<CaseOutliers>of("case", CaseOutliers::testCase)
                .hint(one -> CountText.of(one.runs().size(), "run") + ", " + CountText.of(one.ticks(), "due tick")
                        + (isUsuallyLate(one) ? "; usually later, so no causes" : ""))
                .add("all", "late ticks", one -> Cell.number(share(one.late(), one)))
                .addEach(seen(), cause -> Table.Column.of(cause, ""), this::cell)
                .table(
                        "causes",
                        "Why ticks were late",
                        "Ticks later at their last client than "
                                + outliers.map(Outliers::laterThan).orElse("")
                                + " (p99 of the baseline), as a share of the due ticks, by the cause of their episode."
                                + " Episodes without evidence are unexplained.",
                        counted());
    }

    /** Returns the directories of counted runs that have no tick results. */
    List<String> omitted() {
        return comparison.cases().stream()
                .flatMap(one -> one.attempts().runs().stream()
                        .filter(run -> run.figures() != null && !isKnown(one.name(), run)))
                .map(CountedRun::directory)
                .toList();
    }

    private boolean isKnown(String testCase, CountedRun run) {
        return outliers.stream()
                .flatMap(all -> all.runs().stream())
                .anyMatch(known -> known.testCase().equals(testCase)
                        && Path.of(run.directory()).endsWith(known.run()));
    }

    /** Returns a table for each axis, with a row for each pair of cases that differ only on it; can be empty. */
    List<Table> effects() {
        Map<String, CaseOutliers> cases = counted().stream()
                .filter(one -> !isUsuallyLate(one))
                .collect(Collectors.toMap(CaseOutliers::testCase, Function.identity()));
        List<Table> tables = new ArrayList<>();
        for (AxisEffect effect : comparison.effects()) {
            List<AxisEffect.Pair> pairs = effect.pairs().stream()
                    .filter(pair -> cases.containsKey(pair.from()) && cases.containsKey(pair.to()))
                    .toList();
            if (!pairs.isEmpty()) {
                tables.add(effect(tables.size(), effect, pairs, cases));
            }
        }
        return tables;
    }

    private Table effect(int number, AxisEffect effect, List<AxisEffect.Pair> pairs, Map<String, CaseOutliers> cases) {
        return Columns.<AxisEffect.Pair>of("cases", pair -> pair.from() + " to " + pair.to())
                .hint(pair -> ComparisonText.coordinates(pair.within()))
                .add("all", "late ticks", pair -> change(cases, pair, CaseOutliers::late))
                .addEach(
                        seen(),
                        cause -> Table.Column.of(cause, ""),
                        (pair, cause) ->
                                change(cases, pair, one -> figures(one, cause).ticks()))
                .table(
                        "cause-effect-" + number,
                        effect.axis() + ": " + effect.from() + " to " + effect.to(),
                        "Late ticks of both cases by cause, as measured, without an interval.",
                        pairs);
    }

    private static Cell change(
            Map<String, CaseOutliers> cases, AxisEffect.Pair pair, Function<CaseOutliers, Long> ticks) {
        @Nullable CaseOutliers from = cases.get(pair.from());
        @Nullable CaseOutliers to = cases.get(pair.to());
        return from == null || to == null
                ? MatrixTables.ABSENT
                : Cell.number(share(ticks.apply(from), from) + " to " + share(ticks.apply(to), to));
    }

    private List<CaseOutliers> counted() {
        return outliers.stream()
                .flatMap(all -> all.cases().stream())
                .filter(one -> !one.runs().isEmpty())
                .toList();
    }

    /** Returns the labels of all causes that occur in a case. */
    private List<String> seen() {
        return counted().stream()
                .filter(one -> !isUsuallyLate(one))
                .flatMap(one -> one.causes().stream())
                .filter(cause -> cause.episodes() > 0)
                .map(CauseFigures::label)
                .distinct()
                .sorted(this::inOrder)
                .toList();
    }

    private int inOrder(String one, String other) {
        List<String> order = counted().stream()
                .findFirst()
                .map(each -> each.causes().stream().map(CauseFigures::label).toList())
                .orElse(List.of());
        return Integer.compare(order.indexOf(one), order.indexOf(other));
    }

    /** Returns whether the usual response of a case exceeds the threshold; lateness then has no particular cause. */
    private boolean isUsuallyLate(CaseOutliers one) {
        return outliers.stream()
                .flatMap(all -> all.runs().stream())
                .filter(run ->
                        run.testCase().equals(one.testCase()) && one.runs().contains(run.run()))
                .anyMatch(run -> run.laterThanNs() != null && run.usualNs() >= run.laterThanNs());
    }

    private Cell cell(CaseOutliers one, String cause) {
        CauseFigures figures = figures(one, cause);
        return figures.episodes() == 0 || isUsuallyLate(one)
                ? MatrixTables.ABSENT
                : Cell.number(share(figures.ticks(), one))
                        .withNote(CountText.of(figures.episodes(), "episode")
                                + (figures.longestNs() == 0 ? "" : ", worst " + Figures.duration(figures.longestNs())));
    }

    private static CauseFigures figures(CaseOutliers one, String cause) {
        return one.causes().stream()
                .filter(each -> each.label().equals(cause))
                .findFirst()
                .orElseThrow();
    }

    private static String share(long ticks, CaseOutliers one) {
        return ticks == 0 ? "0 %" : Figures.share(ticks, one.ticks());
    }
}
