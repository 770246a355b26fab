package org.ticktoquote.analysis.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.AnnualBase;
import org.ticktoquote.analysis.matrix.CaseComparison;
import org.ticktoquote.analysis.matrix.CaseCurve;
import org.ticktoquote.analysis.matrix.ComparedFigure;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.matrix.OverRuns;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.report.Figures;

/**
 * The chart of the curves of all cases.
 *
 * @param figures that it can show, the headline first
 * @param bases that time per year can be reported in
 * @param entries of the legend, in the order of the data
 * @param absent cases without any curve, with the reason
 * @param axes with their values, where there is something to choose
 * @param reference of normalised units; empty without one
 * @param json for the script
 */
record MatrixChart(
        List<Choice> figures,
        List<Choice> bases,
        List<Entry> entries,
        List<Entry> absent,
        Map<String, List<String>> axes,
        String reference,
        String json) {
    private static final int MOST_VISIBLE = 8;

    /** Something to choose: its name in the data, its title, what it means, and whether it is chosen at first. */
    record Choice(String name, String title, String meaning, boolean chosen) {}

    /** A case in the legend. */
    record Entry(String title, String hint, int style) {}

    static MatrixChart of(MatrixComparison comparison) {
        List<Entry> entries = new ArrayList<>();
        List<Entry> absent = new ArrayList<>();
        for (int style = 0; style < comparison.cases().size(); style++) {
            CaseComparison one = comparison.cases().get(style);
            if (drawn(one)) {
                entries.add(new Entry(one.name(), ComparisonText.runs(one, comparison.repeats()), style));
            } else {
                absent.add(new Entry(one.name(), one.absence().isEmpty() ? "no curve" : one.absence(), style));
            }
        }
        @Nullable Long referenceNs = comparison.referenceNs();
        return new MatrixChart(
                ComparedFigure.LATENCIES.stream()
                        .map(name -> new Choice(
                                name,
                                LatencyTerm.of(name).title(),
                                LatencyTerm.of(name).meaning(),
                                name.equals(ComparedFigure.LATENCIES.get(0))))
                        .toList(),
                bases(comparison),
                entries,
                absent,
                axes(comparison),
                referenceNs == null ? "" : Figures.duration(referenceNs),
                json(comparison));
    }

    /** Whether there is a curve of any latency. */
    private static boolean drawn(CaseComparison one) {
        return one.curves().stream().anyMatch(curve -> !curve.points().isEmpty());
    }

    private static List<Choice> bases(MatrixComparison comparison) {
        String regime = comparison.annual().regime();
        String of = regime.isEmpty() ? "" : " of the regime " + regime;
        List<Choice> bases = new ArrayList<>();
        for (AnnualBase base : AnnualBase.values()) {
            boolean chosen = base == comparison.annual().base();
            bases.add(new Choice(base.text(), base.text(), "base " + base.text() + of, chosen));
        }
        @Nullable Double hours = comparison.annual().hoursPerYear();
        if (hours != null) {
            String meaning = Figures.number(hours) + " h a year" + of;
            bases.add(new Choice("regime", "such hours", meaning, false));
        }
        return bases;
    }

    private static Map<String, List<String>> axes(MatrixComparison comparison) {
        Map<String, List<String>> axes = new LinkedHashMap<>();
        for (String axis : comparison.axes()) {
            List<String> values = comparison.cases().stream()
                    .map(one -> one.coordinates().get(axis))
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            if (values.size() > 1) {
                axes.put(axis, values);
            }
        }
        return axes;
    }

    /**
     * {@code {"referenceNs", "annual": {"base", "hoursPerYear"}, "figures": [{"name", "title"}], "cases": [...]}}. A case:
     * {@code {"name", "style", "visible", "coordinates", "curves": {latency: {"count", "points": [...]}}}}. A point:
     * {@code [percentile, low, high, lowest, highest, supported, refused, independent, year]}, where a year is
     * {@code [share, low, high, timeLow, timeHigh]}; high and highest are null where there is no upper bound, the year
     * where nothing is known of it.
     */
    private static String json(MatrixComparison comparison) {
        return ChartData.text(json -> {
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
        ChartData.writeNs(json, runs.highNs());
        json.writeNumber(runs.lowestNs());
        ChartData.writeNs(json, runs.highestNs());
        json.writeNumber(runs.supported() ? 1 : 0);
        json.writeNumber(runs.refused() ? 1 : 0);
        json.writeNumber(runs.independent());
        write(json, point.late());
        json.writeEndArray();
    }
}
