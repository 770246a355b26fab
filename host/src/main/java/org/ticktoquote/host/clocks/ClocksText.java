package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.host.clocks.ClockMeasurements.CostExperiment.CostFigures;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.NativeClockMeasurements.CounterExperiment.CounterFigures;
import org.ticktoquote.host.clocks.Series.Histogram;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Bars;
import org.ticktoquote.report.plot.Bars.Bar;
import org.ticktoquote.report.plot.Bars.Point;
import org.ticktoquote.report.table.TextLines;
import org.ticktoquote.report.table.TextTable;

/** Formats the report for a terminal and as a page. */
final class ClocksText {
    private static final int BAR = 50;
    private static final double SECOND_NS = 1e9;

    private final List<String> lines = new ArrayList<>();

    private ClocksText() {}

    /** Returns the lines, with the histograms of all clocks or only of the clock that the harness uses. */
    static List<String> of(ClocksReport report, boolean allHistograms) {
        ClocksText text = new ClocksText();
        ClocksReportTables tables = new ClocksReportTables(report);
        TextLines paragraph = new TextLines();
        paragraph.add("%s", report.interpretation().text());
        text.lines.addAll(paragraph.all());
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

    static Report page(ClocksReport report) {
        ClocksReportTables tables = new ClocksReportTables(report);
        return Report.ofExperiment(
                "t2q clocks",
                List.of(report.about().takenAt() + ", " + report.about().product(), tables.machine(), tables.javas()),
                report.interpretation().text(),
                List.of(
                        Section.plain(tables.costTitle(), List.of(tables.cost()), List.of(), histograms(report)),
                        Section.plain(tables.resolutionTitle(), List.of(tables.resolution()), List.of(), List.of()),
                        Section.plain(tables.orderTitle(), List.of(tables.order()), tables.orderLines(), List.of()),
                        Section.plain(tables.counterTitle(), List.of(), tables.counterLines(), drift(report)),
                        Section.plain(tables.idleTitle(), List.of(tables.idle()), List.of(), List.of())));
    }

    private static List<Picture> histograms(ClocksReport report) {
        List<Picture> plots = new ArrayList<>();
        for (Measured<CostFigures> row : report.found().clocks().cost()) {
            CostFigures figures = row.figures();
            if (figures != null) {
                String caption = row.clock() + ", Java " + row.java() + ": ns per call, blocks (logarithmic)";
                List<Bar> bars = figures.histogramNs().bins().stream()
                        .filter(bin -> bin.count() > 0)
                        .map(ClocksText::bar)
                        .toList();
                plots.add(Picture.under(caption, Bars.counts(caption, bars)));
            }
        }
        return plots;
    }

    private static Bar bar(Histogram.Bin bin) {
        return new Bar(String.format(Locale.ROOT, "%,.2f .. %,.2f", bin.from(), bin.to()), bin.count());
    }

    private static List<Picture> drift(ClocksReport report) {
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
        return List.of(Picture.under(caption, Bars.line(caption, points)));
    }
}
