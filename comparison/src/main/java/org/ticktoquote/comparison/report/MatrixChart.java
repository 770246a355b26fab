package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.report.LatencyTerm;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseCurve;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.report.CurveChart;
import org.ticktoquote.report.CurveChart.Choice;
import org.ticktoquote.report.CurveChart.Entry;
import org.ticktoquote.report.CurveChart.Option;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;

/** Chart with the curves of all cases. */
final class MatrixChart {
    private static final int MAX_VISIBLE = 8;
    private static final String HINT =
            "Line: median of the runs of a case. Band: lowest to highest run. Dashed: unsupported, as at least one run has"
                    + " fewer than 10 independent episodes above. Dotted along the top edge: the rank of the median is among the"
                    + " lost ticks (> drain). A curve ends with its maximum, where one observation is left. Below each"
                    + " percentile: time per year beyond it, computed from the percentile and the selected base. For"
                    + " the last client the legend has the supported figures with intervals. curves.csv and the SVG"
                    + " files next to this page have the"
                    + " same curves.";

    private MatrixChart() {}

    static Section section(MatrixComparison comparison) {
        List<Entry> entries = new ArrayList<>();
        List<Entry> absent = new ArrayList<>();
        for (int style = 0; style < comparison.cases().size(); style++) {
            CaseComparison one = comparison.cases().get(style);
            if (drawn(one)) {
                entries.add(new Entry(one.name(), ComparisonText.runs(one, comparison.repeats()), "", style));
            } else {
                absent.add(new Entry(one.name(), one.absence().isEmpty() ? "no curve" : one.absence(), "", style));
            }
        }
        return Section.plain(
                "",
                "Percentile curves",
                new CurveChart(
                        "curves",
                        "matrix-curves",
                        "",
                        "Percentile curves of the cases: median of the runs over percentile, with a band from the lowest to the"
                                + " highest run",
                        choices(comparison),
                        "latency axis",
                        new CurveChart.Legend("at", "case", "median of the runs", entries, absent),
                        HINT,
                        json(comparison)));
    }

    private static List<Choice> choices(MatrixComparison comparison) {
        List<Choice> choices = new ArrayList<>();
        choices.add(new Choice(
                "figure",
                "figure",
                false,
                Latency.COMPARED_FIELDS.stream()
                        .map(LatencyTerm::of)
                        .map(term -> new Option(
                                term.field(),
                                term.title(),
                                term.meaning(),
                                term.field().equals(Latency.COMPARED_FIELDS.get(0))))
                        .toList()));
        @Nullable Long referenceNs = comparison.referenceNs();
        if (referenceNs != null) {
            choices.add(new Choice(
                    "in",
                    "unit",
                    false,
                    List.of(
                            new Option("time", "time", "", true),
                            new Option(
                                    "normalised", "units (100 = " + Figures.duration(referenceNs) + ")", "", false))));
        }
        choices.add(new Choice("time per year", "base", false, bases(comparison)));
        for (String axis : comparison.axes()) {
            List<Option> values = comparison.cases().stream()
                    .flatMap(one -> Stream.ofNullable(one.coordinates().get(axis)))
                    .distinct()
                    .map(value -> new Option(value, value, "", false))
                    .toList();
            if (values.size() > 1) {
                choices.add(new Choice(axis, axis, true, values));
            }
        }
        return choices;
    }

    /** Returns whether a case has a curve of any latency. */
    private static boolean drawn(CaseComparison one) {
        return one.curves().stream().anyMatch(curve -> !curve.points().isEmpty());
    }

    private static List<Option> bases(MatrixComparison comparison) {
        String regime = comparison.annual().regime();
        String of = regime.isEmpty() ? "" : " of the regime " + regime;
        List<Option> bases = new ArrayList<>();
        for (AnnualBase base : AnnualBase.values()) {
            boolean chosen = base == comparison.annual().base();
            bases.add(new Option(base.text(), base.text(), "base " + base.text() + of, chosen));
        }
        @Nullable Double hours = comparison.annual().hoursPerYear();
        if (hours != null) {
            String meaning = Figures.number(hours) + " h a year" + of;
            bases.add(new Option("regime", "given hours", meaning, false));
        }
        return bases;
    }

    /** Data for the script of the chart; the reference is null without normalised units. */
    private record Fields(@Nullable Long referenceNs, Annual annual, List<Named> figures, List<Case> cases) {}

    private record Annual(String base, @Nullable Double hoursPerYear) {}

    private record Named(String name, String title) {}

    private record Case(
            String name, int style, boolean visible, Map<String, String> coordinates, Map<String, Points> curves) {}

    /**
     * Curve of a case.
     *
     * @param points percentile, low, high, lowest, highest, supported, refused, independent, year. The year consists of the
     * share of later quotes, its bounds, and the bounds of the share of time; null if unknown. High and highest are null
     * without an upper bound.
     */
    private record Points(long count, List<List<?>> points) {}

    private static String json(MatrixComparison comparison) {
        List<Case> cases = new ArrayList<>();
        for (int style = 0; style < comparison.cases().size(); style++) {
            CaseComparison one = comparison.cases().get(style);
            if (drawn(one)) {
                Map<String, Points> curves = new LinkedHashMap<>();
                one.curves().forEach(curve -> curves.put(curve.latency(), points(curve)));
                cases.add(new Case(one.name(), style, cases.size() < MAX_VISIBLE, one.coordinates(), curves));
            }
        }
        return Figures.json(new Fields(
                comparison.referenceNs(),
                new Annual(
                        comparison.annual().base().text(), comparison.annual().hoursPerYear()),
                Latency.COMPARED_FIELDS.stream()
                        .map(name -> new Named(name, LatencyTerm.of(name).title()))
                        .toList(),
                cases));
    }

    private static Points points(CaseCurve curve) {
        return new Points(
                curve.count(),
                curve.points().stream()
                        .<List<?>>map(point -> {
                            FigureOverRuns runs = point.overRuns();
                            return Figures.point(
                                    point.percentile(),
                                    runs.lowNs(),
                                    runs.highNs(),
                                    runs.lowestNs(),
                                    runs.highestNs(),
                                    runs.supported() ? 1 : 0,
                                    runs.refused() ? 1 : 0,
                                    runs.independent(),
                                    year(point.late()));
                        })
                        .toList());
    }

    private static @Nullable List<?> year(@Nullable LateShare late) {
        return late == null
                ? null
                : Figures.point(late.quotes(), late.quotesLow(), late.quotesHigh(), late.timeLow(), late.timeHigh());
    }
}
