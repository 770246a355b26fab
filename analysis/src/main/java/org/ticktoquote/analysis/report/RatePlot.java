package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.rate.OfferedRate;
import org.ticktoquote.analysis.rate.RateFigure;
import org.ticktoquote.analysis.rate.RateOutcome;
import org.ticktoquote.analysis.rate.RateResult;
import org.ticktoquote.analysis.rate.RateRun;
import org.ticktoquote.analysis.rate.RateSearch;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.PlotLabel;

/**
 * Latency over the offered rate, both logarithmic: a line through the medians of the runs that count, a mark for each run.
 *
 * @param series one for each percentile
 * @param names of the series, where their lines end
 * @param limits of the levels that are latencies
 * @param bracket from the highest rate that holds to the lowest that does not; empty without one
 * @param rates labels of the axis below
 * @param latencies labels of the axis beside
 */
record RatePlot(
        List<Series> series,
        List<PlotLabel> names,
        List<Limit> limits,
        List<PlotLabel> bracket,
        List<PlotLabel> rates,
        List<PlotLabel> latencies) {
    static final int WIDTH = 960;
    static final int HEIGHT = 420;
    static final int LEFT = 74;
    static final int RIGHT = 880;
    static final int TOP = 22;
    static final int BOTTOM = 372;
    private static final double ROOM = 1.15;
    private static final double[][] STEPS = {
        {1, 2, 5}, {1, 1.5, 2, 3, 5, 7}, {1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9}
    };
    private static final int FEWEST_LABELS = 4;
    private static final int NAME_HEIGHT = 15;
    private static final int RATES_APART = 46;
    private static final int LATENCIES_APART = 24;

    /**
     * A percentile.
     *
     * @param style a class
     * @param line through the medians
     * @param marks of the runs
     */
    record Series(String style, String line, List<Mark> marks) {}

    /**
     * A run.
     *
     * @param style its outcome
     * @param path a circle where the levels were met, a cross where not, hollow where it does not count
     * @param text for people who point at it
     */
    record Mark(String style, String path, String text) {}

    /** The bound of a level. */
    record Limit(String at, String text) {}

    private record Named(String name, String style, Function<RateRun.Response, @Nullable Long> figure) {}

    private static final List<Named> NAMED = List.of(
            new Named("p50", "p50", RateRun.Response::p50Ns),
            new Named("p99", "p99", RateRun.Response::p99Ns),
            new Named("p99.9", "p999", RateRun.Response::p999Ns));

    /** A run with figures. */
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

    /** No series where nothing was measured. */
    static RatePlot of(RateResult result) {
        List<Drawn> drawn = result.runs().stream().flatMap(Drawn::of).toList();
        if (drawn.isEmpty()) {
            return new RatePlot(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        }
        List<ServiceLevel> levels = result.plan().levels().stream()
                .map(ServiceLevel::parse)
                .filter(level -> level.kind() != ServiceLevel.Kind.SESSION)
                .toList();
        LogScale x = scale(drawn.stream().mapToDouble(Drawn::rate), LEFT, RIGHT);
        LogScale y = scale(
                DoubleStream.concat(
                        drawn.stream()
                                .flatMap(each -> NAMED.stream().map(named -> named.figure.apply(each.response)))
                                .filter(Objects::nonNull)
                                .mapToDouble(ns -> Math.max(1_000, ns)),
                        levels.stream().mapToDouble(ServiceLevel::limitNs)),
                BOTTOM,
                TOP);
        List<Series> series =
                NAMED.stream().map(named -> series(named, drawn, x, y)).toList();
        List<Limit> limits = levels.stream()
                .map(level -> new Limit(Figures.pixel(y.at((double) level.limitNs())), level.text()))
                .toList();
        return new RatePlot(
                series,
                names(drawn, y),
                limits,
                bracket(result, x),
                labels(x, RATES_APART, Figures::number),
                labels(y, LATENCIES_APART, ns -> Figures.round(Math.round(ns))));
    }

    private static LogScale scale(DoubleStream values, double from, double to) {
        double[] sorted = values.sorted().toArray();
        double low = sorted[0];
        double high = sorted[sorted.length - 1];
        return new LogScale(low / ROOM, high * ROOM, from, to);
    }

    private static List<PlotLabel> bracket(RateResult result, LogScale x) {
        return Stream.of(result.holds(), result.above())
                .filter(Objects::nonNull)
                .filter(rate -> rate.offered() != null)
                .map(rate -> bracket(rate, x))
                .toList();
    }

    private static PlotLabel bracket(RateFigure rate, LogScale x) {
        return new PlotLabel(
                Figures.pixel(x.at(Objects.requireNonNull(rate.offered()).perSecond())),
                (rate.outcome() == RateOutcome.HOLDS ? "holds at " : rate.outcome() + " at ").toLowerCase(Locale.ROOT)
                        + RateSearch.text(rate.speed()));
    }

    /** In the coarsest steps of which there are some. */
    private static List<PlotLabel> labels(LogScale axis, int apart, Function<Double, String> text) {
        List<PlotLabel> labels = List.of();
        for (double[] steps : STEPS) {
            labels = labels(axis, apart, steps, text);
            if (labels.size() >= FEWEST_LABELS) {
                break;
            }
        }
        return labels;
    }

    private static List<PlotLabel> labels(LogScale axis, int apart, double[] steps, Function<Double, String> text) {
        List<PlotLabel> labels = new ArrayList<>();
        double last = Double.NaN;
        for (double value : axis.steps(steps, 1)) {
            double at = axis.at(value);
            if (!(Math.abs(at - last) < apart)) {
                labels.add(new PlotLabel(Figures.pixel(at), text.apply(value)));
                last = at;
            }
        }
        return labels;
    }

    /** Names at the ends of the lines, the lowest first, each above those before. */
    private static List<PlotLabel> names(List<Drawn> drawn, LogScale y) {
        List<PlotLabel> names = new ArrayList<>();
        double end = drawn.stream()
                .filter(Drawn::counts)
                .mapToDouble(Drawn::rate)
                .max()
                .orElse(Double.NaN);
        double last = Double.MAX_VALUE;
        for (Named named : Double.isNaN(end) ? List.<Named>of() : NAMED) {
            last = Math.min(last - NAME_HEIGHT, y.at(middle(named, drawn, end, y)));
            names.add(new PlotLabel(Figures.pixel(last), named.name));
        }
        return names;
    }

    /** Median of the runs that count at one rate; what is lost stands at the top. */
    private static double middle(Named named, List<Drawn> drawn, double rate, LogScale y) {
        List<Double> values = drawn.stream()
                .filter(each -> each.counts() && each.rate == rate)
                .map(each -> named.figure.apply(each.response))
                .map(ns -> ns == null ? y.high() : (double) ns)
                .sorted()
                .toList();
        return Math.sqrt(values.get((values.size() - 1) / 2) * values.get(values.size() / 2));
    }

    private static Series series(Named named, List<Drawn> drawn, LogScale x, LogScale y) {
        StringBuilder line = new StringBuilder();
        double[] rates = drawn.stream()
                .filter(Drawn::counts)
                .mapToDouble(Drawn::rate)
                .distinct()
                .sorted()
                .toArray();
        for (double rate : rates) {
            line.append(line.isEmpty() ? 'M' : 'L')
                    .append(Figures.pixel(x.at(rate)))
                    .append(',')
                    .append(Figures.pixel(y.at(middle(named, drawn, rate, y))));
        }
        List<Mark> marks = drawn.stream().map(each -> mark(named, each, x, y)).toList();
        return new Series(named.style, line.toString(), marks);
    }

    private static Mark mark(Named named, Drawn each, LogScale x, LogScale y) {
        @Nullable Long ns = named.figure.apply(each.response);
        String at = Figures.pixel(x.at(each.rate)) + "," + Figures.pixel(ns == null ? TOP : y.at(ns));
        String text = named.name + " " + (ns == null ? LatencyCell.REFUSED : Figures.duration(ns)) + ", "
                + each.run.directory() + ", " + each.run.outcome().word();
        boolean unmet = each.run.outcome() == RateOutcome.BROKEN || each.run.outcome() == RateOutcome.UNDECIDED;
        String shape =
                ns == null ? "m0,-7l5,9h-10Z" : unmet ? "m-4,-4l8,8m0,-8l-8,8" : "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z";
        return new Mark(each.run.outcome().word(), "M" + at + shape, text);
    }
}
