package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.distribution.Latency;

/**
 * Cases with the lowest and the highest median of a figure of the headline latency.
 *
 * @param figure name of the figure in {@code summary.json}
 * @param best case with the lowest median
 * @param bestRuns figure of the best case over its runs
 * @param worst case with the highest median; refused medians rank highest
 * @param worstRuns figure of the worst case over its runs
 * @param ratio ratio of the worst case to the best
 */
public record CaseRange(
        String figure,
        String best,
        @JsonIgnore FigureOverRuns bestRuns,
        String worst,
        @JsonIgnore FigureOverRuns worstRuns,
        Ratio ratio) {
    /** Figures reported first. */
    public static final List<ComparedFigure> FIGURES =
            List.of(ComparedFigure.P50, ComparedFigure.P99_9, ComparedFigure.MAX);

    private static final Comparator<FigureOverRuns> RISING =
            Comparator.comparing(FigureOverRuns::refused).thenComparingLong(FigureOverRuns::lowNs);

    /** Returns the range of each figure that at least two cases have. */
    static List<CaseRange> of(List<CaseRuns> cases) {
        List<CaseRange> ranges = new ArrayList<>();
        for (ComparedFigure figure : FIGURES) {
            List<CaseRuns> rising = cases.stream()
                    .filter(one -> one.headline(figure).isPresent())
                    .sorted(Comparator.comparing(one -> median(one, figure), RISING))
                    .toList();
            if (rising.size() > 1) {
                range(figure, rising.get(0), rising.get(rising.size() - 1)).ifPresent(ranges::add);
            }
        }
        return ranges;
    }

    private static FigureOverRuns median(CaseRuns one, ComparedFigure figure) {
        return one.headline(figure).orElseThrow();
    }

    private static Optional<CaseRange> range(ComparedFigure figure, CaseRuns best, CaseRuns worst) {
        return Optional.ofNullable(worst.ratioTo(best, Latency.COMPARED_FIELDS.get(0), figure))
                .map(ratio -> new CaseRange(
                        figure.field(),
                        best.plan().name(),
                        median(best, figure),
                        worst.plan().name(),
                        median(worst, figure),
                        ratio));
    }

    /** Returns the name for users. */
    @JsonIgnore
    public String title() {
        return FIGURES.stream()
                .filter(one -> one.field().equals(figure))
                .findFirst()
                .orElseThrow()
                .title();
    }
}
