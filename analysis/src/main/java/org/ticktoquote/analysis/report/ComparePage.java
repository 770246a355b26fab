package org.ticktoquote.analysis.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.compare.CompareTables;
import org.ticktoquote.analysis.compare.Compared;
import org.ticktoquote.analysis.compare.ComparedPair;
import org.ticktoquote.analysis.compare.Comparison;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.PageText;
import org.ticktoquote.report.table.Table;

/**
 * A comparison as a single page that needs nothing else.
 *
 * @param subtitle what is compared
 * @param found in sentences
 * @param curves of all
 * @param percentiles of all
 * @param bounds of those that have any
 * @param leftOut attempts that are in no figure
 * @param pairs each beside the baseline
 */
public record ComparePage(
        String subtitle,
        List<String> found,
        CurvesChart curves,
        Table percentiles,
        Table bounds,
        List<String> leftOut,
        List<Pair> pairs) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, ComparePage.class.getClassLoader(), ComparePage.class.getPackageName());

    /** One beside the baseline. */
    record Pair(String headline, List<String> conditions, Table differences) {}

    /** The page. */
    public static String html(Comparison comparison) {
        StringOutput page = new StringOutput(1 << 18);
        TEMPLATES.render("compare.jte", of(comparison), page);
        return PageText.of(page.toString());
    }

    private static ComparePage of(Comparison comparison) {
        List<Pair> pairs = new ArrayList<>();
        for (ComparedPair pair : comparison.pairs()) {
            pairs.add(new Pair(
                    CompareTables.headline(comparison, pair),
                    pair.conditions(),
                    CompareTables.differences(comparison, pair)));
        }
        LatencyTerm term = LatencyTerm.of(comparison.latency());
        return new ComparePage(
                "Of runs: " + term.title() + ", " + term.meaning() + ". Baseline: " + comparison.baseline() + ".",
                CompareTables.found(comparison),
                chart(comparison),
                CompareTables.percentiles(comparison),
                CompareTables.bounds(comparison),
                CompareTables.leftOut(comparison),
                pairs);
    }

    /** Each has a colour and a marker of its own, in the order given. */
    private static CurvesChart chart(Comparison comparison) {
        List<ChartData.NamedCurve> curves = new ArrayList<>();
        List<CurvesChart.Entry> entries = new ArrayList<>();
        for (int style = 0; style < comparison.compared().size(); style++) {
            Compared one = comparison.compared().get(style);
            if (!one.curve().points().isEmpty()) {
                String lost = one.lost() == 0 ? "" : ", " + Figures.count(one.lost()) + " lost";
                entries.add(new CurvesChart.Entry(
                        one.name(), one.curve().label(), style, Figures.count(one.count()) + " values" + lost));
                curves.add(new ChartData.NamedCurve(one.curve(), style));
            }
        }
        return new CurvesChart("curves", "Percentile curves", entries, ChartData.curves(curves), false);
    }
}
