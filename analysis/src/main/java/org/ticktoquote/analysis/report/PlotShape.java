package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.report.Figures;

/** Where the marks of a plot stand: pixels of its own picture, as texts for the template. */
final class PlotShape {
    static final int WIDTH = 720;
    static final int ROW = 16;
    static final int LABEL = 170;
    static final int COUNT = 80;
    static final int HEIGHT = 180;
    static final int MARGIN = 14;

    private PlotShape() {}

    /** Length of a bar: logarithmic, at least a pixel for what was counted at all. */
    static String length(ExperimentPage.Bars bars, ExperimentPage.Bar bar) {
        long most =
                bars.bars().stream().mapToLong(ExperimentPage.Bar::count).max().orElse(1);
        double share = bar.count() == 0 ? 0 : Math.log1p((double) bar.count()) / Math.log1p((double) Math.max(1, most));
        double pixels = share * (WIDTH - LABEL - COUNT);
        return Figures.pixel(bar.count() == 0 ? 0 : Math.max(1, pixels));
    }

    /** The points of a polyline. */
    static String points(ExperimentPage.Line line) {
        Range x = Range.of(line.points().stream().map(ExperimentPage.Point::x).toList());
        Range y = y(line);
        return line.points().stream()
                .map(point -> Figures.pixel(LABEL + x.share(point.x()) * (WIDTH - LABEL - MARGIN)) + ","
                        + height(y, point.y()))
                .collect(Collectors.joining(" "));
    }

    /** The values that the line spans; zero is always among them. */
    static Range y(ExperimentPage.Line line) {
        Range range =
                Range.of(line.points().stream().map(ExperimentPage.Point::y).toList());
        return new Range(Math.min(0, range.low), Math.max(0, range.high));
    }

    /** Where a value of the line stands. */
    static String height(Range y, double value) {
        return Figures.pixel(MARGIN + (1 - y.share(value)) * (HEIGHT - 2 * MARGIN));
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** From the lowest value to the highest. */
    record Range(double low, double high) {
        static Range of(List<Double> values) {
            return new Range(
                    values.stream().mapToDouble(Double::doubleValue).min().orElse(0),
                    values.stream().mapToDouble(Double::doubleValue).max().orElse(0));
        }

        double share(double value) {
            return high == low ? 0.5 : (value - low) / (high - low);
        }
    }
}
