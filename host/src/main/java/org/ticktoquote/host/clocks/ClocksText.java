package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Bar;
import org.ticktoquote.analysis.report.ExperimentPage.Bars;
import org.ticktoquote.analysis.report.ExperimentPage.Line;
import org.ticktoquote.analysis.report.ExperimentPage.Plot;
import org.ticktoquote.analysis.report.ExperimentPage.Point;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.core.table.TextTable;
import org.ticktoquote.host.clocks.ClockTables.CostExperiment.CostFigures;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.NativePart.CounterExperiment.CounterFigures;
import org.ticktoquote.host.clocks.Series.Histogram;

/** Formats the report for a terminal and as a page. */
final class ClocksText {
    private static final int BAR = 50;
    private static final int PARAGRAPH = 120;
    private static final double SECOND_NS = 1e9;

    private final List<String> lines = new ArrayList<>();

    private ClocksText() {}

    /** Returns the lines, with the histograms of all clocks or only of the clock that the harness uses. */
    static List<String> of(ClocksReport report, boolean allHistograms) {
        ClocksText text = new ClocksText();
        ClocksTables tables = new ClocksTables(report);
        text.paragraph(report.interpretation().text());
        text.lines.add("");
        text.lines.add(tables.machine());
        text.lines.add(tables.javas());
        text.section(tables.costTitle(), TextTable.lines(tables.cost()));
        report.found().clocks().cost().stream()
                .filter(row -> allHistograms
                        || row.clock().equals(report.interpretation().clock()))
                .forEach(text::histogram);
        text.section(tables.resolutionTitle(), TextTable.lines(tables.resolution()));
        text.section(tables.orderTitle(), TextTable.lines(tables.order()));
        text.lines.addAll(tables.orderLines());
        text.section(tables.counterTitle(), tables.counterLines());
        text.section(tables.idleTitle(), TextTable.lines(tables.idle()));
        return List.copyOf(text.lines);
    }

    private void section(String title, List<String> content) {
        lines.add("");
        lines.add(title);
        lines.addAll(content);
    }

    private void histogram(Measured<CostFigures> row) {
        CostFigures figures = row.figures();
        if (figures != null) {
            section(row.clock() + ", ns per call, blocks", bars(figures.histogramNs()));
        }
    }

    private static List<String> bars(Histogram histogram) {
        return histogram.bins().stream()
                .filter(bin -> bin.count() > 0)
                .map(bin -> bar(bin, (int) Math.ceil((double) BAR * bin.count() / histogram.highest())))
                .toList();
    }

    private static String bar(Histogram.Bin bin, int length) {
        return String.format(
                Locale.ROOT, "%10.2f .. %10.2f %,10d  %s", bin.from(), bin.to(), bin.count(), "#".repeat(length));
    }

    private void paragraph(String text) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() + 1 > PARAGRAPH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
    }

    static ExperimentPage page(ClocksReport report) {
        ClocksTables tables = new ClocksTables(report);
        return new ExperimentPage(
                "t2q clocks",
                List.of(report.about().takenAt() + ", " + report.about().product(), tables.machine(), tables.javas()),
                report.interpretation().text(),
                List.of(
                        new Section(tables.costTitle(), List.of(tables.cost()), List.of(), histograms(report)),
                        new Section(tables.resolutionTitle(), List.of(tables.resolution()), List.of(), List.of()),
                        new Section(tables.orderTitle(), List.of(tables.order()), tables.orderLines(), List.of()),
                        new Section(tables.counterTitle(), List.of(), tables.counterLines(), drift(report)),
                        new Section(tables.idleTitle(), List.of(tables.idle()), List.of(), List.of())));
    }

    private static List<Plot> histograms(ClocksReport report) {
        List<Plot> plots = new ArrayList<>();
        for (Measured<CostFigures> row : report.found().clocks().cost()) {
            CostFigures figures = row.figures();
            if (figures != null) {
                String caption = row.clock() + ", Java " + row.java() + ": ns per call, blocks (logarithmic)";
                plots.add(new Bars(
                        caption,
                        figures.histogramNs().bins().stream()
                                .filter(bin -> bin.count() > 0)
                                .map(ClocksText::bar)
                                .toList()));
            }
        }
        return plots;
    }

    private static Bar bar(Histogram.Bin bin) {
        return new Bar(String.format(Locale.ROOT, "%,.2f .. %,.2f", bin.from(), bin.to()), bin.count());
    }

    private static List<Plot> drift(ClocksReport report) {
        CounterFigures figures = report.found().counter().figures();
        if (figures == null) {
            return List.of();
        }
        List<Point> points = figures.drift().points().stream()
                .map(point -> new Point(point.afterNs() / SECOND_NS, point.deviationNs()))
                .toList();
        String caption = String.format(
                Locale.ROOT,
                "a calibration that is kept: ns ahead of System.nanoTime over %.0f s",
                figures.drift().durationNs() / SECOND_NS);
        return List.of(new Line(caption, points));
    }
}
