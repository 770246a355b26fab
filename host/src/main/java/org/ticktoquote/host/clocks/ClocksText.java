package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.table.TextTable;

/** The report as text for a terminal: one table for every experiment, the published rows under each. */
final class ClocksText {
    private static final int BAR = 50;
    private static final int PARAGRAPH = 120;

    private final List<String> lines = new ArrayList<>();

    private ClocksText() {}

    /** The lines; histograms of every clock, or of the harness's only. */
    static List<String> of(ClocksReport report, boolean allHistograms) {
        ClocksText text = new ClocksText();
        ClocksSentences sentences = new ClocksSentences(report);
        ClocksTables tables = new ClocksTables(report);
        text.paragraph(report.interpretation().text());
        text.lines.add("");
        text.lines.add(sentences.machine());
        text.lines.add(sentences.javas());
        text.section(sentences.cost(), TextTable.lines(tables.cost()));
        report.found().clocks().cost().stream()
                .filter(row -> allHistograms
                        || row.clock().equals(report.interpretation().clock()))
                .forEach(text::histogram);
        text.section(sentences.resolution(), TextTable.lines(tables.resolution()));
        text.section(sentences.order(), TextTable.lines(tables.order()));
        text.lines.addAll(sentences.orderLines());
        text.section(sentences.counter(), sentences.counterLines());
        text.section(sentences.idle(), TextTable.lines(tables.idle()));
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
}
