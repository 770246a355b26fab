package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.report.Charts;
import org.ticktoquote.analysis.report.LatencyTerm;
import org.ticktoquote.comparison.compare.CompareTables;
import org.ticktoquote.comparison.compare.ComparedPair;
import org.ticktoquote.comparison.compare.Comparison;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.CurveChart;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Table;

/** A comparison as a page. */
public final class ComparePage {
    private ComparePage() {}

    /** The page. */
    public static String html(Comparison comparison) {
        LatencyTerm term = LatencyTerm.of(comparison.latency());
        List<Block> percentiles = new ArrayList<>(List.of(
                Block.Tables.of(CompareTables.percentiles(comparison)),
                Block.Text.hint(CompareTables.RULES),
                new Block.Items(CompareTables.leftOut(comparison))));
        Table bounds = CompareTables.bounds(comparison);
        if (!bounds.rows().isEmpty()) {
            percentiles.add(Block.Tables.of(bounds));
            percentiles.add(Block.Text.hint(CompareTables.BOUNDS));
        }
        List<Block> pairs = new ArrayList<>();
        for (ComparedPair pair : comparison.pairs()) {
            pairs.add(new Section(
                    "",
                    CompareTables.headline(comparison, pair),
                    "",
                    Section.Form.PLAIN,
                    List.of(
                            new Block.Items(pair.conditions()),
                            Block.Tables.of(CompareTables.differences(comparison, pair)))));
        }
        return new Report(
                        "comparison",
                        "run",
                        "Comparison",
                        List.of("Of runs: " + term.title() + ", " + term.meaning() + ". Baseline: "
                                + comparison.baseline() + "."),
                        new Report.Verdict(
                                "",
                                "",
                                "",
                                CompareTables.found(comparison).stream()
                                        .map(Block.Text::of)
                                        .toList()),
                        List.of(
                                Section.untitled("Percentile curves", curves(comparison)),
                                new Section("", "Percentiles", "", Section.Form.PLAIN, percentiles),
                                new Section(
                                        "differences",
                                        "Compared with the baseline",
                                        CompareTables.DIFFERENCES,
                                        Section.Form.PLAIN,
                                        pairs)))
                .html();
    }

    private static CurveChart curves(Comparison comparison) {
        return Charts.compared(comparison.compared().stream()
                .map(one -> new Charts.Population(one.name(), one.count(), one.lost(), one.curve()))
                .toList());
    }
}
