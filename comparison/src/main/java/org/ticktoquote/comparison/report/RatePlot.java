package org.ticktoquote.comparison.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.LatencyCell;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.comparison.rate.OfferedRate;
import org.ticktoquote.comparison.rate.RateFigure;
import org.ticktoquote.comparison.rate.RateOutcome;
import org.ticktoquote.comparison.rate.RateResult;
import org.ticktoquote.comparison.rate.RateRun;
import org.ticktoquote.comparison.rate.RateSearch;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.Axes;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.Path;
import org.ticktoquote.report.plot.Svg;

/** Plots latency over offered rate, both logarithmic: a line through the medians of counted runs, a mark for each run. */
final class RatePlot {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 420;
    private static final Axes AXES = new Axes(74, 880, 22, 372);
    private static final double ROOM = 1.15;
    private static final double[][] STEPS = {
        {1, 2, 5}, {1, 1.5, 2, 3, 5, 7}, {1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9}
    };
    private static final int MIN_LABELS = 4;
    private static final int NAME_HEIGHT = 15;
    private static final int RATES_APART = 46;
    private static final int LATENCIES_APART = 24;
    private static final String LEGEND =
            "Both axes are logarithmic. Lines: median of the counted runs. Dot: a run that met all levels. Cross: a run that"
                    + " did not. Hollow: a VOID run (not counted). Triangle at the top: lost ticks, no value. Dashed: bounds of"
                    + " the levels, and the rates on both sides of the limit.";
    private static final List<Named> NAMED = List.of(
            new Named("p50", "p50", RateRun.Response::p50Ns),
            new Named("p99", "p99", RateRun.Response::p99Ns),
            new Named("p99.9", "p999", RateRun.Response::p999Ns));

    private final List<Drawn> drawn;
    private final LogScale x;
    private final LogScale y;
    private final Svg svg =
            Svg.of(WIDTH, HEIGHT, "Latency over the offered rate of each run; the table below has the figures");

    private RatePlot(List<Drawn> drawn, List<ServiceLevel> levels) {
        this.drawn = drawn;
        x = scale(drawn.stream().mapToDouble(Drawn::rate), AXES.left(), AXES.right());
        y = scale(
                DoubleStream.concat(
                        drawn.stream()
                                .flatMap(each -> NAMED.stream().map(named -> named.figure.apply(each.response)))
                                .filter(Objects::nonNull)
                                .mapToDouble(ns -> Math.max(1_000, ns)),
                        levels.stream().mapToDouble(ServiceLevel::limitNs)),
                AXES.bottom(),
                AXES.top());
    }

    private record Named(String name, String style, Function<RateRun.Response, @Nullable Long> figure) {}

    /** Run with figures. */
    private record Drawn(RateRun run, double rate, RateRun.Response response) {
        static Stream<Drawn> of(RateRun run) {
            OfferedRate offered = run.offered();
            RateRun.Response response = run.lastClient();
            return offered == null || response == null
                    ? Stream.empty()
                    : Stream.of(new Drawn(run, offered.perSecond(), response));
        }

        boolean counts() {
            return run.outcome() != RateOutcome.VOID;
        }
    }

    /** Returns the plot; empty if nothing was measured. */
    static Optional<Picture> of(RateResult result) {
        List<Drawn> drawn = result.runs().stream().flatMap(Drawn::of).toList();
        if (drawn.isEmpty()) {
            return Optional.empty();
        }
        List<ServiceLevel> levels = result.plan().levels().stream()
                .map(ServiceLevel::parse)
                .filter(level -> level.kind() != ServiceLevel.Kind.SESSION)
                .toList();
        return Optional.of(new RatePlot(drawn, levels).picture(result, levels));
    }

    private Picture picture(RateResult result, List<ServiceLevel> levels) {
        AXES.rows(svg, labels(y, LATENCIES_APART, ns -> Figures.round(Math.round(ns))), "");
        AXES.columns(svg, labels(x, RATES_APART, Figures::number), "");
        svg.text((AXES.left() + AXES.right()) / 2.0, AXES.bottom() + 38, "middle", "ticks/s offered, mean");
        bracket(result.holds(), -5, "end");
        bracket(result.above(), 5, "start");
        for (ServiceLevel level : levels) {
            double at = y.at((double) level.limitNs());
            svg.path("limit", "M" + AXES.left() + "," + Svg.number(at) + "H" + AXES.right());
            svg.text(AXES.left() + 6.0, at - 5, "start", level.text(), "class", "limit");
        }
        for (Named named : NAMED) {
            svg.open("g", "class", named.style);
            svg.path("line", line(named));
            drawn.forEach(each -> mark(named, each));
            svg.close("g");
        }
        names();
        return Picture.of(svg.end(), LEGEND);
    }

    private static LogScale scale(DoubleStream values, double from, double to) {
        double[] sorted = values.sorted().toArray();
        double low = sorted[0];
        double high = sorted[sorted.length - 1];
        return new LogScale(low / ROOM, high * ROOM, from, to);
    }

    /** Draws a rate on one side of the limit. */
    private void bracket(@Nullable RateFigure rate, int aside, String anchor) {
        if (rate == null || rate.offered() == null) {
            return;
        }
        double at = x.at(rate.offered().perSecond());
        String outcome = rate.outcome() == RateOutcome.HOLDS ? "holds at " : rate.outcome() + " at ";
        svg.path("one", "M" + Svg.number(at) + "," + AXES.top() + "V" + AXES.bottom());
        svg.text(
                at + aside, AXES.top() - 8.0, anchor, outcome.toLowerCase(Locale.ROOT) + RateSearch.text(rate.speed()));
    }

    /** Returns labels in the coarsest steps that give at least {@link #MIN_LABELS}. */
    private static List<Axes.Label> labels(LogScale axis, int apart, Function<Double, String> text) {
        List<Axes.Label> labels = List.of();
        for (double[] steps : STEPS) {
            labels = labels(axis, apart, steps, text);
            if (labels.size() >= MIN_LABELS) {
                break;
            }
        }
        return labels;
    }

    private static List<Axes.Label> labels(LogScale axis, int apart, double[] steps, Function<Double, String> text) {
        List<Axes.Label> labels = new ArrayList<>();
        double last = Double.NaN;
        for (double value : axis.steps(steps, 1)) {
            double at = axis.at(value);
            if (!(Math.abs(at - last) < apart)) {
                labels.add(new Axes.Label(at, text.apply(value)));
                last = at;
            }
        }
        return labels;
    }

    /** Draws names at the ends of the lines, starting with the lowest, each above the previous ones. */
    private void names() {
        double end = drawn.stream()
                .filter(Drawn::counts)
                .mapToDouble(Drawn::rate)
                .max()
                .orElse(Double.NaN);
        double last = Double.MAX_VALUE;
        for (Named named : Double.isNaN(end) ? List.<Named>of() : NAMED) {
            last = Math.min(last - NAME_HEIGHT, y.at(middle(named, end)));
            svg.label(AXES.right() + 8.0, last, "start", named.name);
        }
    }

    /** Returns the median of the runs that count at one rate; lost values count as the top of the axis. */
    private double middle(Named named, double rate) {
        List<Double> values = drawn.stream()
                .filter(each -> each.counts() && each.rate == rate)
                .map(each -> named.figure.apply(each.response))
                .map(ns -> ns == null ? y.high() : (double) ns)
                .sorted()
                .toList();
        return Math.sqrt(values.get((values.size() - 1) / 2) * values.get(values.size() / 2));
    }

    private String line(Named named) {
        Path line = new Path();
        drawn.stream()
                .filter(Drawn::counts)
                .mapToDouble(Drawn::rate)
                .distinct()
                .sorted()
                .forEach(rate -> line.to(x.at(rate), y.at(middle(named, rate))));
        return line.toString();
    }

    /** Draws a circle if the levels were met, otherwise a cross; hollow if the run does not count. */
    private void mark(Named named, Drawn each) {
        @Nullable Long ns = named.figure.apply(each.response);
        String at = Svg.number(x.at(each.rate)) + "," + Svg.number(ns == null ? AXES.top() : y.at(ns));
        String text = named.name + " " + (ns == null ? LatencyCell.REFUSED : Figures.duration(ns)) + ", "
                + each.run.directory() + ", " + each.run.outcome().word();
        boolean unmet = each.run.outcome() == RateOutcome.BROKEN || each.run.outcome() == RateOutcome.UNDECIDED;
        String shape =
                ns == null ? "m0,-7l5,9h-10Z" : unmet ? "m-4,-4l8,8m0,-8l-8,8" : "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z";
        svg.titled(text, "path", "class", "mark " + each.run.outcome().word(), "d", "M" + at + shape);
    }
}
