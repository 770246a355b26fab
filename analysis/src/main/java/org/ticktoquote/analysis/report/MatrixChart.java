package org.ticktoquote.analysis.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.AnnualBase;
import org.ticktoquote.analysis.matrix.CaseComparison;
import org.ticktoquote.analysis.matrix.CaseCurve;
import org.ticktoquote.analysis.matrix.ComparedFigure;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.matrix.OverRuns;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.report.ChartJson;
import org.ticktoquote.report.CurveChart;
import org.ticktoquote.report.CurveChart.Choice;
import org.ticktoquote.report.CurveChart.Entry;
import org.ticktoquote.report.CurveChart.Option;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;

/** The chart of the curves of all cases. */
final class MatrixChart {
    private static final int MOST_VISIBLE = 8;
    private static final String HINT =
            "Line: median of the runs of a case; band: from the lowest to the highest of them. Dashed:"
                    + " unsupported, in one run at least fewer than 10 independent episodes lie beyond. Dotted along the top edge: the"
                    + " median is refused, its rank falls among the lost ticks (> drain). A curve ends with its maximum where one"
                    + " observation is left. Under the percentiles: time per year to the right of each, plain arithmetic of the"
                    + " percentile and the base; for the last client the legend has what the runs support, with its interval. The curves"
                    + " are in curves.csv and the SVG files next to this page, too.";

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
                ComparedFigure.LATENCIES.stream()
                        .map(LatencyTerm::of)
                        .map(term -> new Option(
                                term.field(),
                                term.title(),
                                term.meaning(),
                                term.field().equals(ComparedFigure.LATENCIES.get(0))))
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

    /** Whether there is a curve of any latency. */
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
            bases.add(new Option("regime", "such hours", meaning, false));
        }
        return bases;
    }

    /**
     * {@code {"referenceNs", "annual": {"base", "hoursPerYear"}, "figures": [{"name", "title"}], "cases": [...]}}. A case:
     * {@code {"name", "style", "visible", "coordinates", "curves": {latency: {"count", "points": [...]}}}}. A point:
     * {@code [percentile, low, high, lowest, highest, supported, refused, independent, year]}, where a year is
     * {@code [share, low, high, timeLow, timeHigh]}; high and highest are null where there is no upper bound, the year
     * where nothing is known of it.
     */
    private static String json(MatrixComparison comparison) {
        return ChartJson.text(json -> {
            json.writeStartObject();
            if (comparison.referenceNs() != null) {
                json.writeNumberField("referenceNs", comparison.referenceNs());
            }
            json.writeObjectFieldStart("annual");
            json.writeStringField("base", comparison.annual().base().text());
            if (comparison.annual().hoursPerYear() != null) {
                json.writeNumberField("hoursPerYear", comparison.annual().hoursPerYear());
            }
            json.writeEndObject();
            json.writeArrayFieldStart("figures");
            for (String name : ComparedFigure.LATENCIES) {
                json.writeStartObject();
                json.writeStringField("name", name);
                json.writeStringField("title", LatencyTerm.of(name).title());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("cases");
            int drawn = 0;
            for (int style = 0; style < comparison.cases().size(); style++) {
                CaseComparison one = comparison.cases().get(style);
                if (drawn(one)) {
                    write(json, one, style, drawn++ < MOST_VISIBLE);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, @Nullable LateShare late) throws IOException {
        if (late == null) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        json.writeNumber(late.quotes());
        json.writeObject(late.quotesLow());
        json.writeObject(late.quotesHigh());
        json.writeNumber(late.timeLow());
        json.writeNumber(late.timeHigh());
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, CaseComparison one, int style, boolean visible) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", one.name());
        json.writeNumberField("style", style);
        json.writeBooleanField("visible", visible);
        json.writeObjectFieldStart("coordinates");
        for (Map.Entry<String, String> coordinate : one.coordinates().entrySet()) {
            json.writeStringField(coordinate.getKey(), coordinate.getValue());
        }
        json.writeEndObject();
        json.writeObjectFieldStart("curves");
        for (CaseCurve curve : one.curves()) {
            json.writeObjectFieldStart(curve.latency());
            json.writeNumberField("count", curve.count());
            json.writeArrayFieldStart("points");
            for (CaseCurve.Point point : curve.points()) {
                write(json, point);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, CaseCurve.Point point) throws IOException {
        OverRuns runs = point.overRuns();
        json.writeStartArray();
        json.writeNumber(point.percentile());
        json.writeNumber(runs.lowNs());
        ChartJson.writeNs(json, runs.highNs());
        json.writeNumber(runs.lowestNs());
        ChartJson.writeNs(json, runs.highestNs());
        json.writeNumber(runs.supported() ? 1 : 0);
        json.writeNumber(runs.refused() ? 1 : 0);
        json.writeNumber(runs.independent());
        write(json, point.late());
        json.writeEndArray();
    }
}
