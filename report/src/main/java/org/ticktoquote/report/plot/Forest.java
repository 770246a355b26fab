package org.ticktoquote.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Forest plot: figures with their intervals, one per row on a common logarithmic axis. Interval ends outside the axis are
 * drawn as arrows.
 *
 * @param label description for screen readers
 * @param left start of the axis in pixels, after the names
 * @param right end of the axis in pixels, before the texts
 * @param steps labelled values. Labels too close to earlier ones are omitted
 * @param text formats a labelled value
 */
public record Forest(
        String label,
        int left,
        int right,
        double low,
        double high,
        List<Double> steps,
        DoubleFunction<String> text,
        List<Row> rows) {
    private static final int WIDTH = 960;
    private static final int ROW = 26;
    private static final int TOP = 8;
    private static final int AXIS = 26;
    private static final int MAX_LETTERS = 24;

    /**
     * A row with a figure.
     *
     * @param style CSS classes. Can be empty
     * @param low lower end of the interval, null if only an upper bound is known
     * @param figure null if there is none
     * @param high upper end of the interval, null if there is no interval
     * @param margin value marked by a vertical stroke, null if there is none
     * @param text text after the axis
     */
    public record Row(
            String style,
            String name,
            @Nullable Double low,
            @Nullable Double figure,
            @Nullable Double high,
            @Nullable Double margin,
            String text) {}

    /** Returns the drawing. Its labels are at least {@code leastApart} pixels apart. */
    public String svg(double leastApart) {
        LogScale axis = new LogScale(low, high, left, right);
        int bottom = TOP + ROW * rows.size();
        Svg svg = Svg.of(WIDTH, bottom + AXIS, label);
        new Axes(left, right, TOP, bottom).columns(svg, labels(axis, leastApart), "1");
        int y = TOP + ROW / 2;
        for (Row row : rows) {
            draw(svg, axis, row, y);
            y += ROW;
        }
        return svg.end();
    }

    private List<Axes.Label> labels(LogScale axis, double leastApart) {
        List<Axes.Label> labels = new ArrayList<>();
        for (double step : steps) {
            double at = axis.at(step);
            boolean free = labels.stream().allMatch(other -> Math.abs(at - other.at()) >= leastApart);
            if (free && step >= low && step <= high) {
                labels.add(new Axes.Label(at, text.apply(step)));
            }
        }
        return labels;
    }

    private void draw(Svg svg, LogScale axis, Row row, int y) {
        svg.open("g", "class", row.style);
        svg.label(left - 10, y, "end", Axes.shortened(row.name, MAX_LETTERS));
        if (row.margin != null) {
            svg.path("margin", "M" + Svg.number(axis.at(row.margin)) + "," + (y - ROW / 2 + 3) + "v" + (ROW - 6));
        }
        if (row.high != null) {
            double from = row.low == null ? low : row.low;
            String line = "M" + Svg.number(axis.at(from)) + "," + y + "H" + Svg.number(axis.at(row.high));
            svg.path("bounds", line + (row.low == null ? "" : end(axis, row.low, y)) + end(axis, row.high, y));
        }
        if (row.figure != null) {
            svg.element("circle", "cx", Svg.number(axis.at(row.figure)), "cy", String.valueOf(y), "r", "5");
        }
        svg.label(right + 14, y, "start", row.text);
        svg.close("g");
    }

    /** Returns the path of an end: a stroke, or an outward arrow if the bound is outside the axis. */
    private String end(LogScale axis, double bound, int y) {
        String x = Svg.number(axis.at(bound));
        if (bound >= low && bound <= high) {
            return "M" + x + "," + (y - 5) + "v10";
        }
        int inwards = bound < low ? 7 : -7;
        return "M" + x + "," + y + "l" + inwards + ",-5M" + x + "," + y + "l" + inwards + ",5";
    }
}
