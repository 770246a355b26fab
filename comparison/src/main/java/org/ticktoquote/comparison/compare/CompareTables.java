package org.ticktoquote.comparison.compare;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.compare.Compared.Figure;
import org.ticktoquote.comparison.compare.Compared.Kind;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.SmallestEffect;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.TextLines;

/** Formats a comparison as tables and sentences, for terminals and reports. */
public final class CompareTables {
    /** Note below the table of percentiles. */
    public static final String RULES =
            "Lost values rank above all others. A percentile among them is > drain. *: fewer than 10 independent"
                    + " episodes above it (unknown for files). Curves are dashed there.";

    /** Note below the table of intervals. */
    public static final String BOUNDS =
            "Intervals allow for 4 clusters of late ticks that the runs did not show, and for starts up to 10 % slower or faster.";

    /** Note below the table of differences. */
    public static final String DIFFERENCES =
            "Ratio of the geometric means of the runs, with a 95 % interval (Student's t"
                    + " on the logarithms, Welch), not adjusted for several comparisons. Each run is one observation.";

    private static final int DECIMALS_BELOW = 10;

    private CompareTables() {}

    /** Returns percentiles, maximum and counts. */
    public static Table percentiles(Comparison comparison) {
        Columns<Compared> columns = Columns.<Compared>of("", Compared::name)
                .hint(Compared::note)
                .add("runs", one -> one.kind() == Kind.FILE ? Cell.word("file") : Cell.count(one.runCount()))
                .add("values", one -> Cell.count(one.count()))
                .add("lost", one -> Cell.count(one.lost()));
        for (ComparedFigure figure : ComparedFigure.values()) {
            columns.add(figure.title(), one -> cell(one, figure));
        }
        return columns.table("percentiles", "", "", comparison.compared());
    }

    private static Cell cell(Compared one, ComparedFigure figure) {
        Figure value = one.figure(figure);
        @Nullable Long ns = value.valueNs();
        if (ns == null) {
            return one.count() == 0 ? Cell.NONE : Cell.word("> drain");
        }
        boolean doubtful = one.kind() != Kind.FILE && figure != ComparedFigure.MAX && !value.supported();
        Cell cell = Cell.duration(ns);
        return doubtful ? Cell.word(cell.text() + "*") : cell;
    }

    /** Returns the 95 % intervals of the percentiles of results that have runs. */
    public static Table bounds(Comparison comparison) {
        Columns<Compared> columns = Columns.<Compared>of("95 % interval", Compared::name)
                .add(
                        "of",
                        one -> Cell.word(one.runCount() == 1 ? "one run: none" : CountText.of(one.runCount(), "run")));
        for (ComparedFigure figure : ComparedFigure.values()) {
            if (figure != ComparedFigure.MAX) {
                columns.add(figure.title(), one -> interval(one.figure(figure)));
            }
        }
        List<Compared> known = comparison.compared().stream()
                .filter(one -> one.kind() == Kind.RUNS && one.runCount() > 0)
                .toList();
        return columns.table("bounds", "", "", known);
    }

    private static Cell interval(Figure figure) {
        @Nullable Long low = figure.lowNs();
        @Nullable Long high = figure.highNs();
        if (low != null && high != null) {
            return Cell.duration(low, high);
        }
        if (low != null) {
            return Cell.number("at least " + DurationText.format(low));
        }
        return high == null ? Cell.NONE : Cell.number("at most " + DurationText.format(high));
    }

    /** Returns the statistics of a pair. */
    public static Table differences(Comparison comparison, ComparedPair pair) {
        return Columns.<ComparedPair.Ratio>of("", ratio -> title(ratio.statistic(), comparison.thresholdNs()))
                .add("ratio", ratio -> number(ratio.ratio()))
                .add("at least", ratio -> number(ratio.low()))
                .add("at most", ratio -> number(ratio.high()))
                .add("smallest detectable effect", ratio -> percent(ratio.smallest()))
                .add("result", ratio -> Cell.word(text(ratio)))
                .table("", "", "", pair.differences());
    }

    private static String title(GateStatistic statistic, long thresholdNs) {
        return statistic == GateStatistic.SHARE ? "share > " + DurationText.format(thresholdNs) : statistic.text();
    }

    private static Cell number(@Nullable Double ratio) {
        return ratio == null
                ? Cell.NONE
                : Cell.number(String.format(Locale.ROOT, ratio < DECIMALS_BELOW ? "%.3f" : "%.1f", ratio));
    }

    private static Cell percent(@Nullable Double effect) {
        return effect == null ? Cell.NONE : Cell.number(SmallestEffect.describe(effect));
    }

    private static String text(ComparedPair.Ratio ratio) {
        @Nullable Double low = ratio.low();
        @Nullable Double high = ratio.high();
        if (low == null || high == null) {
            return "a run has no value";
        }
        return low > 1 ? "more" : high < 1 ? "less" : "not told apart";
    }

    /** Returns the findings, one sentence each: best and worst overall, then each result against the baseline. */
    public static List<String> found(Comparison comparison) {
        return CompareFindings.of(comparison);
    }

    /** Returns the attempts that do not count, one sentence each. */
    public static List<String> leftOut(Comparison comparison) {
        return comparison.compared().stream()
                .flatMap(one -> one.leftOut().stream().map(run -> one.name() + ": not counted: " + run))
                .toList();
    }

    /** Returns the heading of a pair's table. */
    public static String headline(Comparison comparison, ComparedPair pair) {
        return pair.name() + " against " + comparison.baseline()
                + (pair.refusal().isEmpty() ? "" : ": not compared: " + pair.refusal());
    }

    public static List<String> lines(Comparison comparison) {
        TextLines lines = new TextLines();
        List<String> found = found(comparison);
        found.forEach(one -> lines.add("%s", one));
        if (!found.isEmpty()) {
            lines.blank();
        }
        lines.add(percentiles(comparison));
        comparison.compared().forEach(one -> lines.add("%s: %s", one.name(), one.note()));
        leftOut(comparison).forEach(run -> lines.add("%s", run));
        Table bounds = bounds(comparison);
        if (!bounds.rows().isEmpty()) {
            lines.blank();
            lines.add(bounds);
            lines.add("%s", BOUNDS);
        }
        for (ComparedPair pair : comparison.pairs()) {
            lines.blank();
            lines.add("%s", headline(comparison, pair));
            pair.conditions().forEach(one -> lines.add("  differs: %s", one));
            if (!pair.differences().isEmpty()) {
                lines.add(differences(comparison, pair));
            }
        }
        return lines.all();
    }
}
