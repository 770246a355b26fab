package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.Charts;
import org.ticktoquote.analysis.report.LatencyCell;
import org.ticktoquote.analysis.report.LatencyTerm;
import org.ticktoquote.comparison.compare.Compared;
import org.ticktoquote.comparison.compare.Compared.Figure;
import org.ticktoquote.comparison.compare.Compared.Kind;
import org.ticktoquote.comparison.compare.ComparedPair;
import org.ticktoquote.comparison.compare.Comparison;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.SmallestEffect;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.CurveChart;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Formats a comparison as a report. */
public final class CompareSections {
    private static final String RULES =
            "Lost values rank above all others. A percentile among them is > drain, as is every percentile if a FAILED run"
                    + " measured nothing. *: fewer than 10 independent episodes above it (unknown for files), or a VOID"
                    + " run. Curves are dashed there.";
    private static final String BOUNDS =
            "Intervals allow for what the runs did not show: 4 clusters of late ticks, and application starts that are"
                    + " up to 10 % slower or faster.";
    private static final String DIFFERENCES =
            "Ratio of the geometric means of the runs, with a 95 % interval (Student's t"
                    + " on the logarithms, Welch), not adjusted for several comparisons. Each run is one observation.";

    private static final int DECIMALS_BELOW = 10;

    private CompareSections() {}

    /** Returns the report: findings, curves, percentiles, and each element against the baseline. */
    public static Report of(Comparison comparison) {
        LatencyTerm term = LatencyTerm.of(comparison.latency());
        List<Block> percentiles = new ArrayList<>(List.of(
                Block.Tables.of(percentiles(comparison)), Block.Text.hint(RULES), new Block.Items(notes(comparison))));
        Table bounds = bounds(comparison);
        if (!bounds.rows().isEmpty()) {
            percentiles.add(Block.Tables.of(bounds));
            percentiles.add(Block.Text.hint(BOUNDS));
        }
        return new Report(
                "comparison",
                "run",
                "Comparison",
                List.of("Of runs: " + term.title() + ", " + term.meaning() + ". Baseline: " + comparison.baseline()
                        + "."),
                new Report.Verdict(
                        "",
                        "",
                        "",
                        comparison.findings().stream().map(Block.Text::of).toList()),
                List.of(
                        Section.untitled("Percentile curves", curves(comparison)),
                        new Section("", "Percentiles", "", Section.Form.PLAIN, percentiles),
                        new Section(
                                "differences",
                                "Compared with the baseline",
                                DIFFERENCES,
                                Section.Form.PLAIN,
                                comparison.pairs().stream()
                                        .map(pair -> pair(comparison, pair))
                                        .toList())));
    }

    private static CurveChart curves(Comparison comparison) {
        return Charts.compared(comparison.compared().stream()
                .map(one -> new Charts.Population(one.title(), one.count(), one.lost(), one.curve()))
                .toList());
    }

    private static Section pair(Comparison comparison, ComparedPair pair) {
        List<Block> content = new ArrayList<>();
        if (!pair.refusal().isEmpty()) {
            content.add(Block.Text.of("not compared: " + pair.refusal()));
        }
        content.add(new Block.Items(
                pair.conditions().stream().map(one -> "differs: " + one).toList()));
        content.add(Block.Tables.of(differences(comparison, pair)));
        return new Section("", pair.name() + " against " + comparison.baseline(), "", Section.Form.PLAIN, content);
    }

    private static Table percentiles(Comparison comparison) {
        Columns<Compared> columns = Columns.<Compared>of("", Compared::title)
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
            return one.refused(figure) ? Cell.word(LatencyCell.REFUSED) : Cell.NONE;
        }
        boolean doubtful = one.kind() != Kind.FILE && figure != ComparedFigure.MAX && !value.supported();
        Cell cell = Cell.duration(ns);
        return doubtful ? Cell.word(cell.text() + "*") : cell;
    }

    /** Returns the 95 % intervals of the percentiles of results that have runs. */
    private static Table bounds(Comparison comparison) {
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
    private static Table differences(Comparison comparison, ComparedPair pair) {
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

    /** Returns the notes on each element, and attempts that do not count. */
    private static List<String> notes(Comparison comparison) {
        return comparison.compared().stream()
                .flatMap(one -> Stream.concat(
                                Stream.of(one.note()).filter(note -> !note.isEmpty()),
                                one.leftOut().stream().map(run -> "not counted: " + run))
                        .map(text -> one.name() + ": " + text))
                .toList();
    }
}
