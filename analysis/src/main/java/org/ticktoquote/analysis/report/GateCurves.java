package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.analysis.gate.verdict.GateReport;
import org.ticktoquote.analysis.gate.verdict.GateSide;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.LogScale;
import org.ticktoquote.report.plot.PlotLabel;

/**
 * The response of the last client of both sides over the percentile: the geometric mean of the runs as a line, from the
 * lowest to the highest of them as a band. A curve ends where one of its runs does.
 *
 * @param sides with a curve
 * @param percentiles labels of the axis below
 * @param latencies labels of the axis beside
 */
record GateCurves(List<Side> sides, List<PlotLabel> percentiles, List<PlotLabel> latencies) {
    static final int WIDTH = 960;
    static final int HEIGHT = 380;
    static final int LEFT = 74;
    static final int RIGHT = 940;
    static final int TOP = 14;
    static final int BOTTOM = 340;
    private static final int STEPS_PER_DECADE = 30;
    private static final double DECADE = 10;
    private static final double[] STEPS = {1, 2, 5};

    /**
     * One of the two.
     *
     * @param name as a class of the style sheet too
     * @param runs how many it is made of
     */
    record Side(String name, int runs, String band, String line) {}

    /** At one place of the axis, over the runs. */
    private record Spread(double x, double low, double middle, double high) {}

    static GateCurves of(GateReport report) {
        List<Spread> before = spreads(runs(report.baseline()));
        List<Spread> now = spreads(runs(report.candidate()));
        List<Spread> all = new ArrayList<>(before);
        all.addAll(now);
        if (all.isEmpty()) {
            return new GateCurves(List.of(), List.of(), List.of());
        }
        LogScale x = new LogScale(1, all.stream().mapToDouble(Spread::x).max().orElse(DECADE), LEFT, RIGHT);
        double low = all.stream().mapToDouble(Spread::low).min().orElse(1);
        double high = all.stream().mapToDouble(Spread::high).max().orElse(DECADE);
        LogScale y = new LogScale(low / 1.1, Math.max(high, 2 * low) * 1.1, BOTTOM, TOP);
        List<Side> sides = new ArrayList<>();
        side("baseline", report.baseline(), before, x, y).ifPresent(sides::add);
        side("candidate", report.candidate(), now, x, y).ifPresent(sides::add);
        return new GateCurves(sides, percentiles(x), latencies(y));
    }

    /** Those that are used, or before the first look all; none without a curve. */
    private static List<GateSide.Run> runs(GateSide side) {
        List<GateSide.Run> drawn =
                side.runs().stream().filter(run -> !run.curve().isEmpty()).toList();
        List<GateSide.Run> used = drawn.stream().filter(GateSide.Run::used).toList();
        return used.isEmpty() ? drawn : used;
    }

    private static List<Spread> spreads(List<GateSide.Run> runs) {
        List<Spread> spreads = new ArrayList<>();
        if (runs.isEmpty()) {
            return spreads;
        }
        double end = runs.stream().mapToDouble(GateCurves::end).min().orElse(1);
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

    /** Up to where a run has values: one over its smallest share. */
    private static double end(GateSide.Run run) {
        return 1
                / run.curve().stream()
                        .mapToDouble(GateSide.Point::share)
                        .filter(share -> share > 0)
                        .min()
                        .orElse(1);
    }

    /** The rank rule: the smallest value that no larger share is later than. */
    private static long value(GateSide.Run run, double share) {
        return run.curve().stream()
                .filter(point -> point.share() <= share * (1 + 1e-9))
                .mapToLong(GateSide.Point::valueNs)
                .min()
                .orElse(0);
    }

    private static Optional<Side> side(String name, GateSide side, List<Spread> spreads, LogScale x, LogScale y) {
        if (spreads.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder line = new StringBuilder();
        StringBuilder band = new StringBuilder();
        for (Spread each : spreads) {
            append(line, x.at(each.x()), y.at(each.middle()));
            append(band, x.at(each.x()), y.at(each.high()));
        }
        for (int i = spreads.size() - 1; i >= 0; i--) {
            append(band, x.at(spreads.get(i).x()), y.at(spreads.get(i).low()));
        }
        return Optional.of(new Side(name, runs(side).size(), band.append('Z').toString(), line.toString()));
    }

    private static void append(StringBuilder path, double x, double y) {
        path.append(path.isEmpty() ? 'M' : 'L')
                .append(Figures.pixel(x))
                .append(',')
                .append(Figures.pixel(y));
    }

    private static List<PlotLabel> percentiles(LogScale x) {
        List<PlotLabel> labels = new ArrayList<>();
        for (double place = 1; place <= x.high() * (1 + 1e-9); place *= DECADE) {
            labels.add(label(x, place));
            if (place == 1 && x.high() >= 2) {
                labels.add(label(x, 2));
            }
        }
        return labels;
    }

    private static PlotLabel label(LogScale x, double place) {
        return new PlotLabel(
                Figures.pixel(x.at(place)), Figures.number(Math.round((100 - 100 / place) * 1e9) / 1e9) + " %");
    }

    private static List<PlotLabel> latencies(LogScale y) {
        return y.steps(STEPS, 1).stream()
                .map(value -> new PlotLabel(Figures.pixel(y.at(value)), Figures.round(Math.round(value))))
                .toList();
    }
}
