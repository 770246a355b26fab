package org.ticktoquote.report.plot;

import java.util.List;
import java.util.Locale;

/** Draws plots of experiments: counts as bars, and a value over time. */
public final class Bars {
    private static final int WIDTH = 720;
    private static final int ROW = 16;
    private static final int LABEL = 170;
    private static final int COUNT = 80;
    private static final int HEIGHT = 180;
    private static final int MARGIN = 14;

    private Bars() {}

    /** A labelled count. */
    public record Bar(String label, long count) {}

    /** A point of a line. */
    public record Point(double x, double y) {}

    /**
     * Draws horizontal bars of logarithmic length, at least a pixel unless 0, so that one outlier is visible next to
     * thousands.
     */
    public static String counts(String label, List<Bar> bars) {
        Svg svg = Svg.of(WIDTH, bars.size() * ROW, label, "width", String.valueOf(WIDTH));
        long most = bars.stream().mapToLong(Bar::count).max().orElse(1);
        int y = 0;
        for (Bar bar : bars) {
            double share = Math.log1p((double) bar.count) / Math.log1p((double) Math.max(1, most));
            double length = bar.count == 0 ? 0 : Math.max(1, share * (WIDTH - LABEL - COUNT));
            svg.text(LABEL - 8, y + 12, "end", bar.label);
            svg.rect("bar", LABEL, y + 2.0, length, ROW - 4, bar.label);
            svg.text(WIDTH, y + 12, "end", number((double) bar.count));
            y += ROW;
        }
        return svg.end();
    }

    /**
     * Draws a line through at least one point. The points must be in ascending order of x. The vertical axis spans the
     * values and zero.
     */
    public static String line(String label, List<Point> points) {
        Svg svg = Svg.of(WIDTH, HEIGHT, label, "width", String.valueOf(WIDTH));
        double low = Math.min(0, points.stream().mapToDouble(Point::y).min().orElse(0));
        double high = Math.max(0, points.stream().mapToDouble(Point::y).max().orElse(0));
        double from = points.get(0).x;
        double to = points.get(points.size() - 1).x;
        for (double tick : new double[] {low, 0, high}) {
            double y = height(low, high, tick);
            svg.line(LABEL, y, WIDTH, y);
            svg.label(LABEL - 8, y, "end", number(tick));
        }
        Path path = new Path();
        for (Point point : points) {
            path.to(LABEL + share(from, to, point.x) * (WIDTH - LABEL - MARGIN), height(low, high, point.y));
        }
        svg.path("curve", path.toString());
        return svg.end();
    }

    private static double height(double low, double high, double value) {
        return MARGIN + (1 - share(low, high, value)) * (HEIGHT - 2 * MARGIN);
    }

    private static double share(double low, double high, double value) {
        return high == low ? 0.5 : (value - low) / (high - low);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
