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
import org.ticktoquote.core.table.Table;

/** The report as a page: the same tables, and plots of every clock's cost and of the counter's drift. */
final class ClocksPage {
    private static final double SECOND_NS = 1e9;

    private ClocksPage() {}

    static ExperimentPage of(ClocksReport report) {
        ClocksSentences sentences = new ClocksSentences(report);
        ClocksTables tables = new ClocksTables(report);
        return new ExperimentPage(
                "t2q clocks",
                List.of(
                        report.about().takenAt() + ", " + report.about().product(),
                        sentences.machine(),
                        sentences.javas()),
                report.interpretation().text(),
                List.of(
                        section(sentences.cost(), tables.cost(), List.of(), histograms(report)),
                        section(sentences.resolution(), tables.resolution(), List.of(), List.of()),
                        section(sentences.order(), tables.order(), sentences.orderLines(), List.of()),
                        new Section(sentences.counter(), List.of(), sentences.counterLines(), drift(report)),
                        section(sentences.idle(), tables.idle(), List.of(), List.of())));
    }

    private static Section section(String title, Table table, List<String> lines, List<Plot> plots) {
        return new Section(title, List.of(table), lines, plots);
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
                                .map(ClocksPage::bar)
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
