package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.host.clocks.ClockMeasurements.CostFigures;
import org.ticktoquote.host.clocks.ClocksMeasurement.ProcessOrdering;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan.CostPlan;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.ClocksReport.Published;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.clocks.IdleMeasurements.IdleMeasurement;
import org.ticktoquote.host.clocks.NativeClockMeasurements.CounterFigures;
import org.ticktoquote.host.clocks.Series.Histogram;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Bars;
import org.ticktoquote.report.plot.Bars.Bar;
import org.ticktoquote.report.plot.Bars.Point;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/** Formats clock measurements as a report. Figures published by others follow the measured ones. */
final class ClocksSections {
    private static final int BAR = 50;
    private static final double SECOND_NS = 1e9;

    private final ClocksReport report;

    private ClocksSections(ClocksReport report) {
        this.report = report;
    }

    static Report of(ClocksReport report) {
        return new ClocksSections(report).report();
    }

    private Report report() {
        return Report.ofExperiment(
                "t2q clocks",
                List.of(report.takenAt() + ", " + report.product(), machine(), javas()),
                report.interpretation().text(),
                List.of(
                        Section.plain(costTitle(), List.of(cost()), List.of(), histograms()),
                        Section.plain("Resolution, ns: steps between consecutive readings of one thread", resolution()),
                        Section.plain(
                                "Order of readings: one reader per CPU; no reading may be less than one that another"
                                        + " CPU published before",
                                List.of(order()),
                                orderLines(),
                                List.of()),
                        Section.plain(counterTitle(), List.of(), counterLines(), drift()),
                        Section.plain(
                                "What an idle CPU costs, ns: System.nanoTime read twice, then a block of 100, right"
                                        + " after a wait",
                                idle())));
    }

    /** Returns the histograms of all clocks, or only of the clock that the harness uses, as lines for a terminal. */
    static List<String> histograms(ClocksReport report, boolean all) {
        List<String> lines = new ArrayList<>();
        for (Measured<CostFigures> row : report.clocks().cost()) {
            CostFigures figures = row.figures();
            if (figures != null
                    && (all || row.clock().equals(report.interpretation().clock()))) {
                lines.add("");
                lines.add(row.clock() + ", ns per call, blocks");
                lines.addAll(bars(figures.histogramNs()));
            }
        }
        return lines;
    }

    private static List<String> bars(Histogram histogram) {
        return histogram.bins().stream()
                .filter(bin -> bin.count() > 0)
                .map(bin -> bar(bin, (int) Math.ceil((double) BAR * bin.count() / histogram.highest())))
                .toList();
    }

    private static String bar(Histogram.Bin bin, int length) {
        return String.format(
                Locale.ROOT, "%10.2f .. %10.2f %,10d  %s", bin.from(), bin.to(), bin.count(), "#".repeat(length));
    }

    /** Returns one row per clock, with a reason instead of figures if it was not measured. */
    private static <T> List<Row> rows(List<Measured<T>> clocks, BiFunction<Measured<T>, T, Row> measured) {
        List<Row> rows = new ArrayList<>();
        for (Measured<T> clock : clocks) {
            T figures = clock.figures();
            rows.add(figures == null ? Row.remark(clock.clock(), clock.missing()) : measured.apply(clock, figures));
        }
        return rows;
    }

    private static Row published(String title, String... cells) {
        return Row.numbers(title, cells).as(Row.Kind.PART);
    }

    private Table cost() {
        List<Row> rows = rows(report.clocks().cost(), ClocksSections::costRow);
        rows.add(Row.remark("published", ""));
        report.published().cost().forEach(row -> rows.add(publishedRow(row)));
        return Table.of(
                "clock",
                Column.all(
                        "java", "min", "max", "average", "std dev", "50 %", "99 %", "99.99 %", "cold", "100 M calls"),
                rows);
    }

    private static Row costRow(Measured<CostFigures> row, CostFigures figures) {
        Series ns = figures.perCallNs();
        return Row.numbers(
                row.clock(),
                Integer.toString(row.java()),
                exact(ns.min()),
                exact(ns.max()),
                exact(ns.average()),
                exact(ns.standardDeviation()),
                exact(ns.p50()),
                exact(ns.p99()),
                exact(ns.p99_99()),
                whole(figures.coldNs()),
                hundredMillion(ns.average()));
    }

    private static Row publishedRow(Published.CostRow row) {
        return published(
                row.experiment(),
                "",
                exact(row.minNs()),
                exact(row.maxNs()),
                exact(row.averageNs()),
                exact(row.standardDeviationNs()),
                "",
                exact(row.p99Ns()),
                exact(row.p99_99Ns()),
                "",
                hundredMillion(row.averageNs()));
    }

    private Table resolution() {
        return Table.of(
                "clock",
                Column.all("java", "reads", "zero steps", "smallest", "median", "largest", "backwards"),
                rows(
                        report.clocks().resolution(),
                        (row, figures) -> Row.numbers(
                                row.clock(),
                                Integer.toString(row.java()),
                                Figures.count(figures.reads()),
                                percent(figures.zeroShare()),
                                whole(figures.smallestNs()),
                                whole(figures.medianNs()),
                                whole(figures.largestNs()),
                                Figures.count(figures.backwards()))));
    }

    private Table order() {
        return Table.of(
                "clock",
                Column.all("java", "CPUs", "reads", "hand-overs", "violations", "worst"),
                rows(
                        report.clocks().ordering(),
                        (row, figures) -> Row.numbers(
                                row.clock(),
                                Integer.toString(row.java()),
                                Integer.toString(figures.cpus()),
                                Figures.count(figures.reads()),
                                Figures.count(figures.handovers()),
                                Figures.count(figures.violations()),
                                whole(figures.worstNs()) + " ns")));
    }

    private Table idle() {
        List<Row> rows = new ArrayList<>();
        for (IdleMeasurement row : report.idle()) {
            IdleMeasurement.Figures figures = row.figures();
            rows.add(figures == null ? Row.remark(row.condition(), row.missing()) : idleRow(row.condition(), figures));
        }
        rows.add(Row.remark("published: CLOCK_REALTIME read twice", ""));
        report.published()
                .idle()
                .forEach(row -> rows.add(published(row.condition(), "", "", "", "", whole(row.stepNs()), "", "", "")));
        return Table.of(
                "condition",
                Column.all("samples", "late 50 %", "99 %", "max", "step 50 %", "99 %", "per call 50 %", "99 %"),
                rows);
    }

    private static Row idleRow(String condition, IdleMeasurement.Figures figures) {
        return Row.numbers(
                condition,
                Integer.toString(figures.stepNs().count()),
                whole(figures.lateNs().p50()),
                whole(figures.lateNs().p99()),
                whole(figures.lateNs().max()),
                whole(figures.stepNs().p50()),
                whole(figures.stepNs().p99()),
                exact(figures.perCallNs().p50()),
                exact(figures.perCallNs().p99()));
    }

    /** Formats with two decimals; null is empty. */
    private static String exact(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.2f", value);
    }

    /** Formats nanoseconds as whole numbers, or with one decimal if below 10 and fractional. */
    private static String whole(double ns) {
        return String.format(Locale.ROOT, ns < 10 && ns != Math.rint(ns) ? "%,.1f" : "%,.0f", ns);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    /** Formats the time of 100,000,000 calls. */
    private static String hundredMillion(double nsPerCall) {
        return String.format(Locale.ROOT, "%.2f s", nsPerCall / 10);
    }

    private static String text(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    private String machine() {
        Map<String, String> host = report.host();
        return text(
                "%s, Linux %s, %s CPUs, clock source %s (available: %s)",
                host.getOrDefault("cpuModel", host.getOrDefault("architecture", "unknown processor")),
                host.getOrDefault("kernel", "of unknown version"),
                host.getOrDefault("cpus", "?"),
                report.clockFacts().clockSource(),
                String.join(" ", report.clockFacts().available()));
    }

    private String javas() {
        return text("%s; native clocks: %s", report.host().getOrDefault("harnessJava", "Java"), report.nativeJava());
    }

    private String costTitle() {
        CostPlan plan = report.plan().cost();
        return text(
                "Cost of a reading, ns per call: %,d blocks of %d calls timed as one, the first %d dropped; cold: the"
                        + " first %d in this process, loading and interpreter included",
                plan.blocks(), plan.calls(), plan.dropped(), Math.max(1, plan.dropped()));
    }

    private String counterTitle() {
        return text(
                "The processor's counter (%s)",
                String.join(" ", report.clockFacts().flags()));
    }

    /** Describes offsets between CPUs and the order of readings across processes. */
    private List<String> orderLines() {
        List<String> lines = offsets("System.nanoTime", report.offsets());
        ProcessOrdering figures = report.processes().figures();
        if (figures == null) {
            lines.add("across processes: " + report.processes().missing());
        } else {
            lines.add(text(
                    "across processes (the other on Java %d): %,d readings, %d outside the two readings around them;"
                            + " closest two %s apart, so the other clock is ahead by %s..%s",
                    figures.otherJava(),
                    figures.rounds(),
                    figures.violations(),
                    DurationText.format(figures.tightestNs()),
                    DurationText.format(figures.lowNs()),
                    DurationText.format(figures.highNs())));
        }
        return lines;
    }

    private static List<String> offsets(String clock, Measured<List<CpuOffset>> measured) {
        List<String> lines = new ArrayList<>();
        List<CpuOffset> offsets = measured.figures();
        if (offsets == null || offsets.isEmpty()) {
            lines.add(clock + " between CPUs: " + (offsets == null ? measured.missing() : "only one CPU"));
            return lines;
        }
        for (CpuOffset offset : offsets) {
            lines.add(text(
                    "%s of CPU %d against CPU %d: ahead by %.0f..%.0f ns (%,d round trips)%s",
                    clock,
                    offset.to(),
                    offset.from(),
                    offset.lowNs(),
                    offset.highNs(),
                    offset.rounds(),
                    offset.containsZero() ? "" : ", they DISAGREE"));
        }
        return lines;
    }

    /** Describes calibration, drift and offsets of the processor's counter. */
    private List<String> counterLines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                report.clockFacts().invariant()
                        ? "invariant: one rate in every frequency and idle state"
                        : "NOT invariant: its rate changes with frequency or idle state");
        CounterFigures figures = report.counter().figures();
        if (figures == null) {
            lines.add("not read: " + report.counter().missing());
            return lines;
        }
        lines.add(text(
                "calibration by regression over %d bracketed reads in %s (brackets of %d ns): %.6f MHz +- %.3f ppm,"
                        + " residuals %.1f ns rms, %.1f ns at most",
                figures.calibration().reads(),
                DurationText.format(figures.calibration().spanNs()),
                figures.calibration().bracketNs(),
                figures.calibration().megahertz(),
                figures.calibration().boundPpm(),
                figures.calibration().residualRmsNs(),
                figures.calibration().residualMaxNs()));
        lines.add(text(
                "without recalibration for %s: error %.0f ns at most, drift %+.3f ppm (%+.0f ns a minute)",
                DurationText.format(figures.drift().durationNs()),
                figures.drift().worstNs(),
                figures.drift().ppm(),
                figures.drift().nsPerMinute()));
        lines.add(text(
                "recalibrated ten times a second (%s): error %.0f ns at most, %.0f ns at the end",
                Clock.STEERED,
                figures.steered().worstErrorBoundNs(),
                figures.steered().errorBoundNs()));
        lines.addAll(offsets("counter", figures.offsets()));
        return lines;
    }

    private List<Picture> histograms() {
        List<Picture> plots = new ArrayList<>();
        for (Measured<CostFigures> row : report.clocks().cost()) {
            CostFigures figures = row.figures();
            if (figures != null) {
                String caption = row.clock() + ", Java " + row.java() + ": ns per call, blocks (logarithmic)";
                List<Bar> bars = figures.histogramNs().bins().stream()
                        .filter(bin -> bin.count() > 0)
                        .map(ClocksSections::bar)
                        .toList();
                plots.add(Picture.under(caption, Bars.counts(caption, bars)));
            }
        }
        return plots;
    }

    private static Bar bar(Histogram.Bin bin) {
        return new Bar(String.format(Locale.ROOT, "%,.2f .. %,.2f", bin.from(), bin.to()), bin.count());
    }

    private List<Picture> drift() {
        CounterFigures figures = report.counter().figures();
        if (figures == null) {
            return List.of();
        }
        List<Point> points = figures.drift().points().stream()
                .map(point -> new Point(point.afterNs() / SECOND_NS, point.deviationNs()))
                .toList();
        String caption = String.format(
                Locale.ROOT,
                "a calibration that is kept: ns ahead of System.nanoTime over %.0f s",
                figures.drift().durationNs() / SECOND_NS);
        return List.of(Picture.under(caption, Bars.line(caption, points)));
    }
}
