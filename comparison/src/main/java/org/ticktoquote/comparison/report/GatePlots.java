package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateSide;
import org.ticktoquote.comparison.gate.verdict.VerdictText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.Axes;
import org.ticktoquote.report.plot.Forest;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.Path;
import org.ticktoquote.report.plot.Svg;

/** Draws the plots of a gate: ratios, curves of both sides, and each statistic run by run. */
final class GatePlots {
    /** Largest ratio to which the axis extends for estimates and margins; bounds can reach 25 % further. */
    private static final double FARTHEST = 8;

    private static final double[] RATIOS = {1, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 8};
    private static final int RATIOS_APART = 44;
    private static final double[] LATENCIES = {1, 2, 5};
    private static final Axes CURVES = new Axes(74, 940, 14, 340);
    private static final int STEPS_PER_DECADE = 30;
    private static final double DECADE = 10;
    private static final Axes DOTS = new Axes(74, 460, 34, 162);
    private static final int DOTS_MARGIN = 14;

    private GatePlots() {}

    /** Run with its side. */
    record SideRun(boolean candidate, GateSide.Run run) {
        String side() {
            return candidate ? "candidate" : "baseline";
        }
    }

    /** Draws one row per ratio, from its lower to its upper bound, with its margin. */
    static Picture ratios(List<StatisticResult> results, VerdictText words) {
        double reach = results.stream()
                .flatMap(result -> Stream.of(result.ratio(), result.margin()))
                .filter(Objects::nonNull)
                .flatMapToDouble(value -> DoubleStream.of(value, 1 / value))
                .max()
                .orElse(1);
        double edge = 1.25 * Math.min(FARTHEST, Math.max(reach, 1.1));
        List<Double> steps = new ArrayList<>();
        for (double ratio : RATIOS) {
            steps.add(ratio);
            steps.add(1 / ratio);
        }
        List<Forest.Row> rows = results.stream()
                .map(result -> new Forest.Row(
                        result.label().name().toLowerCase(Locale.ROOT) + (result.gated() ? "" : " aside"),
                        words.name(result.statistic()),
                        result.ratio() == null ? null : result.low(),
                        result.ratio(),
                        result.ratio() == null || result.low() == null ? null : result.high(),
                        result.margin(),
                        text(result)))
                .toList();
        String svg = new Forest(
                        "Ratio of each statistic from its lower to its upper bound, and its margin; the table below has the"
                                + " figures",
                        150,
                        660,
                        1 / edge,
                        edge,
                        steps,
                        GatePlots::ratio,
                        rows)
                .svg(RATIOS_APART);
        return Picture.of(
                svg,
                "Dot: ratio of the geometric means. Line: from the one-sided lower bound (decides FAIL) to the one-sided upper"
                        + " bound (decides PASS). Red stroke: margin. Thin lines with hollow dots: not gated. Arrow: the bound"
                        + " is outside.");
    }

    private static String ratio(double value) {
        return Figures.number(Math.round(value * 1e3) / 1e3);
    }

    private static String text(StatisticResult result) {
        if (result.ratio() == null) {
            return "undefined in at least one run";
        }
        return VerdictText.number(result.ratio())
                + (result.low() == null || result.high() == null
                        ? ""
                        : " (" + VerdictText.number(result.low()) + " to " + VerdictText.number(result.high()) + ")")
                + ", " + VerdictText.text(result);
    }

    /** Latencies of a side at one position of the percentile axis. */
    private record Spread(double x, double low, double middle, double high) {}

    /** Side with its curve. */
    private record Side(String name, List<GateSide.Run> runs, List<Spread> spreads) {
        static Side of(String name, GateSide side) {
            List<GateSide.Run> drawn =
                    side.runs().stream().filter(run -> !run.curve().isEmpty()).toList();
            List<GateSide.Run> used = drawn.stream().filter(GateSide.Run::used).toList();
            List<GateSide.Run> runs = used.isEmpty() ? drawn : used;
            return new Side(name, runs, GatePlots.spreads(runs));
        }
    }

    /**
     * Draws the response of the last client of both sides over the percentile. Line: geometric mean of the runs. Band:
     * lowest to highest run. A curve ends at the end of its shortest run. Empty without a curve.
     */
    static Optional<Picture> curves(GateReport report) {
        List<Side> sides = Stream.of(Side.of("baseline", report.baseline()), Side.of("candidate", report.candidate()))
                .filter(side -> !side.spreads.isEmpty())
                .toList();
        List<Spread> all = sides.stream().flatMap(side -> side.spreads.stream()).toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        LogScale x = new LogScale(
                1, all.stream().mapToDouble(Spread::x).max().orElse(DECADE), CURVES.left(), CURVES.right());
        double low = all.stream().mapToDouble(Spread::low).min().orElse(1);
        double high = all.stream().mapToDouble(Spread::high).max().orElse(DECADE);
        LogScale y = new LogScale(low / 1.1, Math.max(high, 2 * low) * 1.1, CURVES.bottom(), CURVES.top());
        Svg svg = Svg.of(
                960,
                380,
                "Percentile curves of both sides: mean of the runs, with a band from the lowest to the highest run");
        CURVES.rows(svg, Axes.Label.of(y.steps(LATENCIES, 1), y, ns -> Figures.round(Math.round(ns))), "");
        CURVES.columns(svg, Axes.Label.of(percentiles(x), x, GatePlots::percentile), "");
        sides.forEach(side -> svg.path("band " + side.name, band(side.spreads, x, y)));
        for (Side side : sides) {
            Path line = new Path();
            side.spreads.forEach(each -> line.to(x.at(each.x), y.at(each.middle)));
            svg.path("line " + side.name, line.toString());
        }
        return Optional.of(Picture.of(
                        svg.end(),
                        "Line: geometric mean of the runs (dashed: candidate). Band: lowest to highest run. A curve ends with"
                                + " the run that ends first.")
                .with(sides.stream()
                        .map(side -> new Block.Key(side.name, side.name + ", runs: " + side.runs.size()))
                        .toList()));
    }

    private static String band(List<Spread> spreads, LogScale x, LogScale y) {
        Path band = new Path();
        spreads.forEach(each -> band.to(x.at(each.x), y.at(each.high)));
        for (int i = spreads.size() - 1; i >= 0; i--) {
            band.to(x.at(spreads.get(i).x), y.at(spreads.get(i).low));
        }
        return band.close().toString();
    }

    private static List<Spread> spreads(List<GateSide.Run> runs) {
        List<Spread> spreads = new ArrayList<>();
        double end = runs.stream().mapToDouble(GatePlots::end).min().orElse(0);
        for (int step = 0; Math.pow(DECADE, (double) step / STEPS_PER_DECADE) <= end * (1 + 1e-9); step++) {
            double x = Math.pow(DECADE, (double) step / STEPS_PER_DECADE);
            List<Double> values = runs.stream()
                    .map(run -> (double) Math.max(1, value(run, 1 / x)))
                    .toList();
            double logs = values.stream().mapToDouble(Math::log).sum();
            spreads.add(
                    new Spread(x, Collections.min(values), Math.exp(logs / values.size()), Collections.max(values)));
        }
        return spreads;
    }

    /** Returns the end of a run's curve: one over its smallest share. */
    private static double end(GateSide.Run run) {
        return 1
                / run.curve().stream()
                        .mapToDouble(GateSide.Point::share)
                        .filter(share -> share > 0)
                        .min()
                        .orElse(1);
    }

    /** Returns the smallest value exceeded by no more than a share of the ticks (rank rule). */
    private static long value(GateSide.Run run, double share) {
        return run.curve().stream()
                .filter(point -> point.share() <= share * (1 + 1e-9))
                .mapToLong(GateSide.Point::valueNs)
                .min()
                .orElse(0);
    }

    private static List<Double> percentiles(LogScale x) {
        List<Double> places = new ArrayList<>();
        for (double place = 1; place <= x.high() * (1 + 1e-9); place *= DECADE) {
            places.add(place);
            if (place == 1 && x.high() >= 2) {
                places.add(2.0);
            }
        }
        return places;
    }

    private static String percentile(double place) {
        return Figures.number(Math.round((100 - 100 / place) * 1e9) / 1e9) + " %";
    }

    /**
     * Draws one statistic of every run in execution order, to show drift and differences between the sides. Circle:
     * baseline. Square: candidate. Triangle at the top: undefined. Empty if no run has the statistic.
     */
    static Optional<Picture> dots(GateStatistic statistic, String title, List<SideRun> made) {
        double[] values = made.stream()
                .map(each -> each.run().values().get(statistic))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        if (values.length == 0) {
            return Optional.empty();
        }
        double low = values[0];
        double high = values[values.length - 1];
        LogScale axis = new LogScale(low / 1.02, high * 1.02, DOTS.bottom(), DOTS.top());
        Svg svg = Svg.of(460, 170, title + " of each run in execution order; the table of runs has the figures");
        svg.text(0, 11, "start", title);
        List<Axes.Label> labels = new ArrayList<>();
        for (double value : new double[] {low, Math.sqrt(low * high), high}) {
            Axes.Label label = new Axes.Label(axis.at(value), VerdictText.value(statistic, value));
            if (labels.stream().noneMatch(other -> other.text().equals(label.text()))) {
                labels.add(label);
            }
        }
        DOTS.rows(svg, labels, "");
        double width = DOTS.right() - DOTS.left() - 2.0 * DOTS_MARGIN;
        for (int place = 0; place < made.size(); place++) {
            dot(svg, made.get(place), statistic, DOTS.left() + DOTS_MARGIN + (place + 0.5) * width / made.size(), axis);
        }
        return Optional.of(Picture.of(svg.end(), ""));
    }

    private static void dot(Svg svg, SideRun each, GateStatistic statistic, double x, LogScale axis) {
        Double value = each.run().values().get(statistic);
        String style =
                "dot " + each.side() + (each.run().used() ? "" : " unused") + (value == null ? " undefined" : "");
        String text = each.side() + ", " + each.run().name() + ", " + each.run().startedAt() + ": "
                + (value == null ? "not defined" : VerdictText.value(statistic, value));
        String at = "M" + Svg.number(x) + "," + Svg.number(value == null ? DOTS.top() - 9 : axis.at(value));
        String shape = value == null
                ? "l5,9h-10Z"
                : each.candidate() ? "m-4,-4h8v8h-8Z" : "m-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0Z";
        svg.titled(text, "path", "class", style, "d", at + shape);
    }
}
