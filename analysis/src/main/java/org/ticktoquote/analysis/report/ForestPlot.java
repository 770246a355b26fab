package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.gate.StatisticResult;
import org.ticktoquote.analysis.gate.verdict.GateWords;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.PlotLabel;

/**
 * The ratios of a gate, one below the other on a common logarithmic axis, each from its lower to its upper bound. Bounds
 * that lie far outside end in an arrow at the edge.
 *
 * @param rows one for each statistic
 * @param labels of the axis
 */
record ForestPlot(List<Row> rows, List<PlotLabel> labels) {
    static final int WIDTH = 960;
    static final int ROW = 26;
    static final int TOP = 8;
    static final int LEFT = 150;
    static final int RIGHT = 660;
    private static final int AXIS = 26;
    /** Estimates and margins are drawn as they are up to here, bounds a little further. */
    private static final double FARTHEST = 8;

    private static final double ROOM = 1.25;
    private static final double[] STEPS = {1, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 8};
    private static final int LEAST_APART = 44;

    /**
     * A statistic.
     *
     * @param style what is said of it, as a class
     * @param bounds path from the lower to the upper one; empty where it is unresolved
     * @param estimate place of the ratio; empty likewise
     * @param margin path; empty without one
     * @param text the figures
     */
    record Row(String name, String style, String bounds, String estimate, String margin, int y, String text) {}

    static ForestPlot of(List<StatisticResult> results, GateWords words) {
        LogScale axis = axis(results);
        List<Row> rows = new ArrayList<>();
        for (StatisticResult result : results) {
            rows.add(row(result, words, axis, TOP + ROW * rows.size() + ROW / 2));
        }
        return new ForestPlot(rows, labels(axis));
    }

    int height() {
        return TOP + ROW * rows.size() + AXIS;
    }

    /** Where the rows end. */
    int bottom() {
        return TOP + ROW * rows.size();
    }

    private static LogScale axis(List<StatisticResult> results) {
        double reach = results.stream()
                .flatMap(result -> Stream.of(result.ratio(), result.margin()))
                .filter(Objects::nonNull)
                .flatMapToDouble(value -> DoubleStream.of(value, 1 / value))
                .max()
                .orElse(ROOM);
        double edge = Math.min(FARTHEST, Math.max(reach, 1.1)) * ROOM;
        return new LogScale(1 / edge, edge, LEFT, RIGHT);
    }

    private static Row row(StatisticResult result, GateWords words, LogScale axis, int y) {
        Double margin = result.margin();
        Double ratio = result.ratio();
        return new Row(
                words.name(result.statistic()),
                result.label().name().toLowerCase(Locale.ROOT) + (result.gated() ? "" : " aside"),
                ratio == null ? "" : bounds(axis, result.low(), result.high(), y),
                ratio == null ? "" : Figures.pixel(axis.at(ratio)),
                margin == null ? "" : "M" + Figures.pixel(axis.at(margin)) + "," + (y - ROW / 2 + 3) + "v" + (ROW - 6),
                y,
                text(result));
    }

    private static String text(StatisticResult result) {
        if (result.ratio() == null) {
            return "not defined in every run";
        }
        return GateWords.number(result.ratio())
                + (result.low() == null || result.high() == null
                        ? ""
                        : " (" + GateWords.number(result.low()) + " to " + GateWords.number(result.high()) + ")")
                + ", " + GateWords.says(result);
    }

    private static String bounds(LogScale axis, @Nullable Double low, @Nullable Double high, int y) {
        if (low == null || high == null) {
            return "";
        }
        return "M" + Figures.pixel(axis.at(low)) + "," + y + "H" + Figures.pixel(axis.at(high))
                + end(axis, low, y, low < axis.low(), 1) + end(axis, high, y, high > axis.high(), -1);
    }

    /** A stroke across, or the two of an arrow that points outwards. */
    private static String end(LogScale axis, double bound, int y, boolean outside, int inwards) {
        String x = Figures.pixel(axis.at(bound));
        return outside
                ? "M" + x + "," + y + "l" + 7 * inwards + ",-5M" + x + "," + y + "l" + 7 * inwards + ",5"
                : "M" + x + "," + (y - 5) + "v10";
    }

    private static List<PlotLabel> labels(LogScale axis) {
        List<Double> places = new ArrayList<>(List.of(1.0));
        for (double step : STEPS) {
            boolean free = places.stream().allMatch(other -> Math.abs(axis.at(step) - axis.at(other)) >= LEAST_APART);
            if (free && step <= axis.high()) {
                places.add(step);
                places.add(1 / step);
            }
        }
        return places.stream()
                .sorted()
                .map(place ->
                        new PlotLabel(Figures.pixel(axis.at(place)), Figures.number(Math.round(place * 1e3) / 1e3)))
                .toList();
    }
}
