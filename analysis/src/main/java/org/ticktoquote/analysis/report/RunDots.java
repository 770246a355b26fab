package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ticktoquote.analysis.gate.GateStatistic;
import org.ticktoquote.analysis.gate.verdict.GateWords;
import org.ticktoquote.analysis.report.GatePage.SideRun;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.PlotLabel;

/**
 * One statistic of every run, in the order made: what drifts, and what belongs to one side, is seen at once.
 *
 * @param title of the statistic
 * @param dots one for each run
 * @param labels of the values
 */
record RunDots(String title, List<Dot> dots, List<PlotLabel> labels) {
    static final int WIDTH = 460;
    static final int HEIGHT = 170;
    static final int LEFT = 74;
    static final int TOP = 34;
    static final int BOTTOM = 162;
    private static final int MARGIN = 14;
    private static final double ROOM = 1.02;

    /**
     * A run.
     *
     * @param style its side, whether it is used, and whether the figure is defined, as classes
     * @param path a circle of the baseline, a square of the candidate, a triangle at the top where it is not defined
     * @param text for people who point at it
     */
    record Dot(String style, String path, String text) {}

    /** No dots where no run has the figure. */
    static RunDots of(GateStatistic statistic, String title, List<SideRun> made) {
        List<Double> values = made.stream()
                .map(each -> each.run().values().get(statistic))
                .filter(Objects::nonNull)
                .toList();
        if (values.isEmpty()) {
            return new RunDots(title, List.of(), List.of());
        }
        double low = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
        double high = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        LogScale axis = new LogScale(low / ROOM, high * ROOM, BOTTOM, TOP);
        List<Dot> dots = new ArrayList<>();
        for (SideRun each : made) {
            dots.add(dot(each, statistic, x(dots.size(), made.size()), axis));
        }
        List<PlotLabel> labels = new ArrayList<>();
        for (double value : new double[] {low, Math.sqrt(low * high), high}) {
            PlotLabel label = new PlotLabel(Figures.pixel(axis.at(value)), GateWords.value(statistic, value));
            if (labels.stream().noneMatch(other -> other.text().equals(label.text()))) {
                labels.add(label);
            }
        }
        return new RunDots(title, dots, labels);
    }

    private static double x(int place, int runs) {
        return LEFT + MARGIN + (place + 0.5) * (WIDTH - LEFT - 2 * MARGIN) / runs;
    }

    private static Dot dot(SideRun each, GateStatistic statistic, double x, LogScale axis) {
        Double value = each.run().values().get(statistic);
        String style = each.side() + (each.run().used() ? "" : " unused") + (value == null ? " undefined" : "");
        String what = each.side() + ", " + each.run().name() + ", " + each.run().startedAt() + ": "
                + (value == null ? "not defined" : GateWords.value(statistic, value));
        if (value == null) {
            return new Dot(style, "M" + Figures.pixel(x) + "," + (TOP - 9) + "l5,9h-10Z", what);
        }
        String at = Figures.pixel(x) + "," + Figures.pixel(axis.at(value));
        return new Dot(
                style,
                each.candidate()
                        ? "M" + at + "m-4,-4h8v8h-8Z"
                        : "M" + at + "m-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0Z",
                what);
    }
}
