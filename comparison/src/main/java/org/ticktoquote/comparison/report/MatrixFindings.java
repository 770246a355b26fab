package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.compare.RatioFinding;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseRange;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.FigureComparison;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.Ratio;
import org.ticktoquote.report.Figures;

/** What a matrix found, in sentences: best and worst case, then each case beside the baseline. */
final class MatrixFindings {
    private static final int MAX_CASES = 12;

    private MatrixFindings() {}

    static List<String> of(MatrixComparison comparison) {
        List<String> cases = comparison.cases().stream()
                .filter(one -> one.absence().isEmpty())
                .filter(one -> !one.name().equals(comparison.baseline()))
                .flatMap(one -> against(one, comparison).stream())
                .toList();
        List<String> found = new ArrayList<>();
        comparison.ranges().forEach(range -> found.add(range(range)));
        found.addAll(cases.subList(0, Math.min(MAX_CASES, cases.size())));
        if (cases.size() > MAX_CASES) {
            found.add(cases.size() - MAX_CASES + " more cases are in the tables.");
        }
        return found;
    }

    /** {@code p99.9: best THREADS 1.20 ms, worst SERIAL 6.70 ms, 5.58 times as long (1.37 to 20.0).}. */
    private static String range(CaseRange range) {
        Ratio ratio = range.ratio();
        Ratio.@Nullable Interval interval = ratio.interval();
        String told = interval == null
                ? ", not established: " + ratio.refusal()
                : " " + RatioFinding.range(interval.low(), interval.high())
                        + (interval.holdsOne()
                                ? ", not told apart: " + ComparisonText.smallest(ratio) + " would be found"
                                : "");
        return range.title() + ": best " + range.best() + " " + ComparisonText.median(range.bestRuns()) + ", worst "
                + range.worst() + " " + ComparisonText.median(range.worstRuns())
                + (ratio.unknown() ? "" : ", " + ComparisonText.times(ratio) + " times as long" + told) + ".";
    }

    private static Optional<String> against(CaseComparison one, MatrixComparison comparison) {
        List<RatioFinding> findings = CaseRange.FIGURES.stream()
                .flatMap(figure -> finding(one, figure).stream())
                .toList();
        String lost = lost(one, comparison);
        if (findings.isEmpty()) {
            return lost.isEmpty() ? Optional.empty() : Optional.of(one.name() + ": " + lost);
        }
        return Optional.of(Stream.of(RatioFinding.sentence(one.name(), comparison.baseline(), findings), lost)
                .filter(text -> !text.isEmpty())
                .reduce((all, more) -> all + " It " + more)
                .orElseThrow());
    }

    private static Optional<RatioFinding> finding(CaseComparison one, ComparedFigure figure) {
        @Nullable FigureComparison compared = one.figure(MatrixTables.HEADLINE, figure);
        @Nullable Ratio ratio = compared == null ? null : compared.ratio();
        if (ratio == null || ratio.unknown()) {
            return Optional.empty();
        }
        Ratio.@Nullable Interval interval = ratio.interval();
        return Optional.of(new RatioFinding(
                figure.title(),
                ComparisonText.times(ratio),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high(),
                ratio.refusal()));
    }

    /** A case that loses ticks pays with them. */
    private static String lost(CaseComparison one, MatrixComparison comparison) {
        long lost = one.became().outcomes().lost();
        long baseline = comparison.cases().stream()
                .filter(other -> other.name().equals(comparison.baseline()))
                .mapToLong(other -> other.became().outcomes().lost())
                .sum();
        return lost > baseline
                ? "lost " + Figures.count(lost) + " ticks x sessions, " + comparison.baseline() + " "
                        + Figures.count(baseline) + "."
                : "";
    }
}
