package org.ticktoquote.comparison.matrix.files;

import static org.ticktoquote.report.plot.Svg.number;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.AnnualText;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseCurve;
import org.ticktoquote.comparison.matrix.FigureOverRuns;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.plot.Axes;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.Path;
import org.ticktoquote.report.plot.Svg;

/**
 * Draws the percentile curves of all cases as SVG for publications. A line is the median of a case, and a band covers
 * all of its runs. The time per year is below each percentile.
 *
 * <p>Unsupported parts are dashed. A refused median is drawn as an arrow that leaves the picture.
 */
final class CurvesPicture {
    private static final int WIDTH = 1000;
    private static final int LEFT = 84;
    private static final int RIGHT = 760;
    private static final int TOP = 48;
    private static final int BOTTOM = 470;
    private static final int ROW = 18;
    private static final int HEIGHT = 580;
    private static final int LEGEND = RIGHT + 28;
    /** Maximum number of characters of a name, each about 6.5 pixels wide. */
    private static final int MAX_NAME_LENGTH = 27;

    private static final int MAX_FOOTER_LENGTH = 135;
    private static final String NOT_RUN = " (not run)";
    private static final int MAX_DECADES = 9;
    private static final int PERCENTILE_DECIMALS = 9;
    private static final double UNITS = 100;
    private static final String MUTED = "#566270";
    private static final String GRID = "#dfe4ea";
    private static final double[] STEPS = {1, 2, 5};
    /** Positions of markers as one over the share beyond: p50, p90, p99 and so on. */
    private static final double[] MARKED = {2, 10, 100, 1e3, 1e4, 1e5, 1e6};

    private static final List<String> COLOURS = List.of(
            "#0072b2", "#d55e00", "#009e73", "#c0609c", "#a68200", "#56309a", "#6b7684", "#0b8a9c", "#7a4419",
            "#16202b");
    /** SVG paths around 0,0. The second ten curves reuse the colours with other shapes. */
    private static final List<String> SHAPES = List.of(
            "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
            "M-3.6,-3.6h7.2v7.2h-7.2Z",
            "M0,-4.8L4.6,3.4H-4.6Z",
            "M0,-5.2L5.2,0L0,5.2L-5.2,0Z",
            "M-4,-4L4,4M-4,4L4,-4",
            "M-4.8,0H4.8M0,-4.8V4.8",
            "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z",
            "M-2,-5.6h4v11.2h-4Z",
            "M-2,0a2,2 0 1,0 4,0a2,2 0 1,0 -4,0Z",
            "M-3.6,-3.6h7.2v7.2h-7.2Z");

    private static final List<Integer> LINES = List.of(4, 5);
    private static final List<Integer> HOLLOW = List.of(6, 9);
    private static final int SHIFT = 3;
    private static final String PAPER = "#ffffff";

    private final MatrixComparison comparison;
    private final String latency;
    private final @Nullable Long referenceNs;
    private final List<Drawn> cases = new ArrayList<>();
    private final LogScale x;
    private final LogScale y;
    private final Svg svg;

    /** Case with its index among all cases, which determines its colour. */
    private record Drawn(int index, CaseComparison one, CaseCurve curve) {
        String colour() {
            return CurvesPicture.colour(index);
        }

        double x(CaseCurve.Point point) {
            return point.percentile() >= 100 ? Math.max(1, curve.count()) : 100 / (100 - point.percentile());
        }
    }

    private CurvesPicture(MatrixComparison comparison, String latency, @Nullable Long referenceNs) {
        this.comparison = comparison;
        this.latency = latency;
        this.referenceNs = referenceNs;
        for (int i = 0; i < comparison.cases().size(); i++) {
            CaseComparison one = comparison.cases().get(i);
            int index = i;
            one.curves().stream()
                    .filter(curve ->
                            curve.latency().equals(latency) && !curve.points().isEmpty())
                    .forEach(curve -> cases.add(new Drawn(index, one, curve)));
        }
        x = new LogScale(
                1,
                cases.stream().mapToDouble(drawn -> drawn.curve().count()).max().orElse(10),
                LEFT,
                RIGHT);
        y = values();
        svg = Svg.file(
                WIDTH,
                Math.max(HEIGHT, TOP + ROW * (comparison.cases().size() + 2)),
                comparison.name() + ": " + title(latency));
    }

    /** Draws the curves in nanoseconds, or in normalised units if there is a reference. */
    static String of(MatrixComparison comparison, String latency, @Nullable Long referenceNs) {
        CurvesPicture picture = new CurvesPicture(comparison, latency, referenceNs);
        picture.axes();
        picture.cases.forEach(picture::band);
        picture.cases.forEach(picture::line);
        picture.legend();
        return picture.svg.end();
    }

    private LogScale values() {
        double low = cases.stream()
                .flatMap(drawn -> drawn.curve().points().stream())
                .mapToDouble(point -> point.overRuns().lowestNs())
                .filter(ns -> ns > 0)
                .min()
                .orElse(1_000);
        double high = cases.stream()
                .flatMap(drawn -> drawn.curve().points().stream())
                .map(point -> highest(point.overRuns()))
                .mapToDouble(Long::doubleValue)
                .max()
                .orElse(1_000_000);
        return new LogScale(low / 1.1, Math.max(high, low * 10) * 1.15, BOTTOM, TOP);
    }

    private static long highest(FigureOverRuns runs) {
        Long highest = runs.highestNs();
        return highest == null ? runs.lowNs() : highest;
    }

    private void axes() {
        String unit = referenceNs == null ? "log" : "units of 100 = the reference, log";
        String title = comparison.name() + ": " + title(latency);
        svg.text(LEFT, 22, "start", title, "font-size", "16", "font-weight", "600");
        svg.text(LEFT, 40, "start", title(latency) + ", " + unit, "fill", MUTED);
        for (double value : y.steps(STEPS, referenceNs == null ? 1 : referenceNs / UNITS)) {
            svg.line(LEFT, y.at(value), RIGHT, y.at(value), "stroke", GRID);
            svg.text(LEFT - 8, y.at(value) + 4, "end", value(value), "fill", MUTED);
        }
        for (int decade = 0; decade < MAX_DECADES && Math.pow(10, decade) <= x.high(); decade++) {
            mark(Math.pow(10, decade));
            if (decade == 0) {
                mark(2);
            }
        }
        String percentile = "percentile; below it: time per year of the latencies beyond it";
        svg.text(LEFT, BOTTOM + 3 * ROW + 4, "start", percentile, "fill", MUTED);
        svg.text(LEFT, BOTTOM + 4 * ROW + 4, "start", Axes.shortened(base(), MAX_FOOTER_LENGTH), "fill", MUTED);
    }

    private String base() {
        String regime = comparison.annual().regime();
        return "base " + comparison.annual().base().text() + ": "
                + comparison.annual().base().meaning() + (regime.isEmpty() ? "" : "; regime: " + regime);
    }

    private void mark(double place) {
        double at = x.at(place);
        svg.line(at, TOP, at, BOTTOM + 4, "stroke", GRID);
        svg.text(at, BOTTOM + ROW, "middle", plain(rounded(100 - 100 / place)) + " %");
        String time = comparison.annual().base().secondsPerYear(1 / place).stream()
                .mapToObj(AnnualText::of)
                .findFirst()
                .orElse("< " + AnnualText.of(AnnualBase.MIN_WHOLE_SECONDS));
        svg.text(at, BOTTOM + 2 * ROW, "middle", time, "fill", MUTED, "font-size", "10");
    }

    private static double rounded(double percentile) {
        return Math.round(percentile * 1e9) / 1e9;
    }

    private String value(double ns) {
        if (referenceNs != null) {
            return plain(rounded(ns * UNITS / referenceNs));
        }
        return DurationText.format(Math.round(ns)).replaceFirst("\\.0+ ", " ").replace(" us", " µs");
    }

    private void band(Drawn drawn) {
        List<CaseCurve.Point> points = drawn.curve().points();
        if (points.get(0).overRuns().runs() < 2
                && points.stream().allMatch(point -> point.overRuns().exact())) {
            return;
        }
        Path path = new Path();
        for (CaseCurve.Point point : points) {
            Long highest = point.overRuns().highestNs();
            path.to(x.at(drawn.x(point)), highest == null ? TOP : y.at(highest));
        }
        for (int i = points.size() - 1; i >= 0; i--) {
            CaseCurve.Point point = points.get(i);
            path.to(x.at(drawn.x(point)), y.at((double) point.overRuns().lowestNs()));
        }
        svg.element("path", "d", path.close().toString(), "fill", drawn.colour(), "fill-opacity", "0.16");
    }

    private void line(Drawn drawn) {
        List<CaseCurve.Point> points = drawn.curve().points();
        int end = 0;
        while (end < points.size() && !points.get(end).overRuns().refused()) {
            end++;
        }
        for (int from = 0; from < end - 1; ) {
            boolean supported = points.get(from + 1).overRuns().supported();
            int to = from + 1;
            while (to + 1 < end && points.get(to + 1).overRuns().supported() == supported) {
                to++;
            }
            stretch(drawn, points.subList(from, to + 1), supported);
            from = to;
        }
        if (end < points.size()) {
            arrow(drawn, points.get(end), end == 0 ? null : points.get(end - 1));
        }
        for (double place : MARKED) {
            points.subList(0, end).stream()
                    .filter(point -> drawn.x(point) >= place * (1 - 1e-9))
                    .findFirst()
                    .ifPresent(point -> marker(drawn.index(), x.at(place), y.at(middle(point.overRuns()))));
        }
    }

    private void stretch(Drawn drawn, List<CaseCurve.Point> points, boolean supported) {
        Path path = new Path();
        points.forEach(point -> path.to(x.at(drawn.x(point)), y.at(middle(point.overRuns()))));
        svg.element(
                "path",
                "d",
                path.toString(),
                "fill",
                "none",
                "stroke",
                drawn.colour(),
                "stroke-width",
                supported ? "2" : "1.5",
                "stroke-dasharray",
                supported ? "none" : "5 4");
    }

    private static double middle(FigureOverRuns runs) {
        return Objects.requireNonNullElse(runs.highNs(), runs.lowNs());
    }

    private void arrow(Drawn drawn, CaseCurve.Point refused, CaseCurve.@Nullable Point last) {
        double at = x.at(drawn.x(refused));
        if (last != null) {
            svg.line(
                    x.at(drawn.x(last)),
                    y.at(middle(last.overRuns())),
                    at,
                    TOP,
                    "stroke",
                    drawn.colour(),
                    "stroke-width",
                    "1.5",
                    "stroke-dasharray",
                    "2 3");
        }
        svg.element("path", "d", String.format(Locale.ROOT, "M%.1f,%dl5,9h-10Z", at, TOP - 9), "fill", drawn.colour());
        svg.text(at, TOP - 12, "middle", "> drain", "fill", drawn.colour(), "font-size", "10", "font-weight", "700");
    }

    /** Returns a latency's name in the files of a run: {@code quote-age}. */
    static String file(String latency) {
        return Arrays.stream(Latency.values())
                .filter(one -> one.field().equals(latency))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(latency))
                .file();
    }

    /** Returns a latency's name for users: {@code quote age}. */
    private static String title(String latency) {
        return file(latency).replace('-', ' ');
    }

    /** Formats a number without exponent and trailing zeros, independently of the locale. */
    static String plain(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(PERCENTILE_DECIMALS, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    private void legend() {
        int row = TOP + 8;
        for (int i = 0; i < comparison.cases().size(); i++, row += ROW) {
            CaseComparison one = comparison.cases().get(i);
            boolean drawn = cases.stream().anyMatch(other -> other.one().name().equals(one.name()));
            if (drawn) {
                svg.line(LEGEND, row - 4, LEGEND + 22, row - 4, "stroke", colour(i), "stroke-width", "3");
                marker(i, LEGEND + 11, row - 4);
            }
            String name = one.name() + (one.title().isEmpty() ? "" : " " + one.title());
            svg.text(
                    LEGEND + 30,
                    row,
                    "start",
                    drawn
                            ? Axes.shortened(name, MAX_NAME_LENGTH)
                            : Axes.shortened(name, MAX_NAME_LENGTH - NOT_RUN.length()) + NOT_RUN,
                    "fill",
                    drawn ? "#16202b" : MUTED);
        }
        svg.text(LEGEND, row + 6, "start", "line: median of the runs, band: all", "fill", MUTED, "font-size", "11");
        svg.text(
                LEGEND,
                row + 6 + ROW,
                "start",
                "dashed: fewer than 10 independent episodes",
                "fill",
                MUTED,
                "font-size",
                "11");
    }

    /** Returns the colour of a case by its index among all cases, the same in every picture and in reports. */
    private static String colour(int index) {
        return COLOURS.get(index % COLOURS.size());
    }

    /** Draws the marker of a case by its index at a position. Markers distinguish curves without colours. */
    private void marker(int index, double x, double y) {
        int shape = (index + SHIFT * (index / SHAPES.size())) % SHAPES.size();
        boolean open = LINES.contains(shape) || HOLLOW.contains(shape);
        svg.element(
                "path",
                "class",
                "marker",
                "transform",
                String.format(Locale.ROOT, "translate(%s,%s)", number(x), number(y)),
                "d",
                SHAPES.get(shape),
                "fill",
                LINES.contains(shape) ? "none" : HOLLOW.contains(shape) ? PAPER : colour(index),
                "stroke",
                open ? colour(index) : PAPER,
                "stroke-width",
                open ? "2" : "1");
    }
}
