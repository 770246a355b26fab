package org.ticktoquote.harness.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;

/** The report as text for a terminal: one table for every experiment, the published rows under each. */
final class ClocksText {
    private static final int BAR = 50;
    private static final int PARAGRAPH = 120;

    private final ClocksReport report;
    private final boolean allHistograms;
    private final List<String> lines = new ArrayList<>();

    private ClocksText(ClocksReport report, boolean allHistograms) {
        this.report = report;
        this.allHistograms = allHistograms;
    }

    /** The lines; histograms of every clock, or of the harness's only. */
    static List<String> of(ClocksReport report, boolean allHistograms) {
        ClocksText text = new ClocksText(report, allHistograms);
        text.head();
        text.cost();
        text.histograms();
        text.resolution();
        text.order();
        text.counter();
        text.idle();
        text.interpretation();
        return List.copyOf(text.lines);
    }

    private void add(String form, Object... values) {
        lines.add(String.format(Locale.ROOT, form, values));
    }

    private void section(String form, Object... values) {
        lines.add("");
        add(form, values);
    }

    private void head() {
        Map<String, String> host = report.host();
        add(
                "%s, Linux %s, %s CPUs, clock source %s (available: %s)",
                host.getOrDefault("cpuModel", host.getOrDefault("architecture", "unknown processor")),
                host.getOrDefault("kernel", "of unknown version"),
                host.getOrDefault("cpus", "?"),
                report.clockFacts().clockSource(),
                String.join(" ", report.clockFacts().available()));
        add("%s; native clocks: %s", host.getOrDefault("harnessJava", "Java"), report.nativeJava());
    }

    private void cost() {
        CostPlan plan = report.plan().cost();
        section(
                "Cost of a reading, ns per call: %,d blocks of %d calls timed as one, the first %d dropped; cold: the"
                        + " first %d in this process, loading and interpreter included",
                plan.blocks(), plan.calls(), plan.dropped(), Math.max(1, plan.dropped()));
        TextTable table = new TextTable(
                "clock", "java", "min", "max", "average", "std dev", "50 %", "99 %", "99.99 %", "cold", "100 M calls");
        report.clocks().cost().forEach(row -> costRow(table, row));
        table.remark("published", "");
        report.published().cost().forEach(row -> publishedRow(table, row));
        lines.addAll(table.lines());
    }

    private static void costRow(TextTable table, Measured<CostFigures> row) {
        CostFigures figures = row.figures();
        if (figures == null) {
            table.remark(row.clock(), row.missing());
            return;
        }
        Series ns = figures.perCallNs();
        table.row(List.of(
                row.clock(),
                Integer.toString(row.java()),
                ns(ns.min()),
                ns(ns.max()),
                ns(ns.average()),
                ns(ns.standardDeviation()),
                ns(ns.p50()),
                ns(ns.p99()),
                ns(ns.p99_99()),
                whole(figures.coldNs()),
                seconds(ns.average())));
    }

    private static void publishedRow(TextTable table, Published.CostRow row) {
        table.row(List.of(
                "  " + row.experiment(),
                "",
                ns(row.minNs()),
                ns(row.maxNs()),
                ns(row.averageNs()),
                ns(row.standardDeviationNs()),
                "",
                ns(row.p99Ns()),
                ns(row.p99_99Ns()),
                "",
                row.averageNs() == null ? "" : seconds(row.averageNs())));
    }

    private static String ns(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String seconds(double nsPerCall) {
        return String.format(Locale.ROOT, "%.2f s", nsPerCall / 10);
    }

    private void histograms() {
        for (Measured<CostFigures> row : report.clocks().cost()) {
            CostFigures figures = row.figures();
            if (figures != null
                    && (allHistograms
                            || row.clock().equals(report.interpretation().clock()))) {
                section("%s, ns per call, blocks", row.clock());
                bars(figures.histogramNs());
            }
        }
    }

    private void bars(Histogram histogram) {
        for (Histogram.Bin bin : histogram.bins()) {
            if (bin.count() == 0) {
                continue;
            }
            int length = (int) Math.ceil((double) BAR * bin.count() / histogram.highest());
            String line = String.format(
                    Locale.ROOT, "%10.2f .. %10.2f %,10d  %s", bin.from(), bin.to(), bin.count(), "#".repeat(length));
            lines.add(line.stripTrailing());
        }
    }

    private void resolution() {
        section("Resolution, ns: steps between consecutive readings of one thread");
        TextTable table =
                new TextTable("clock", "java", "reads", "zero steps", "smallest", "median", "largest", "backwards");
        for (Measured<Resolution> row : report.clocks().resolution()) {
            Resolution figures = row.figures();
            if (figures == null) {
                table.remark(row.clock(), row.missing());
                continue;
            }
            table.row(List.of(
                    row.clock(),
                    Integer.toString(row.java()),
                    String.format(Locale.ROOT, "%,d", figures.reads()),
                    String.format(Locale.ROOT, "%.2f %%", 100 * figures.zeroShare()),
                    whole(figures.smallestNs()),
                    whole(figures.medianNs()),
                    whole(figures.largestNs()),
                    Long.toString(figures.backwards())));
        }
        lines.addAll(table.lines());
    }

    private static String whole(double ns) {
        return String.format(Locale.ROOT, ns < 10 && ns != Math.rint(ns) ? "%,.1f" : "%,.0f", ns);
    }

    private void order() {
        section("Order of readings: a reader on every CPU; no one may read less than another published before");
        TextTable table = new TextTable("clock", "java", "CPUs", "reads", "hand-overs", "violations", "worst");
        for (Measured<OrderingFigures> row : report.clocks().ordering()) {
            OrderingFigures figures = row.figures();
            if (figures == null) {
                table.remark(row.clock(), row.missing());
                continue;
            }
            table.row(List.of(
                    row.clock(),
                    Integer.toString(row.java()),
                    Integer.toString(figures.cpus()),
                    String.format(Locale.ROOT, "%,d", figures.reads()),
                    String.format(Locale.ROOT, "%,d", figures.handovers()),
                    String.format(Locale.ROOT, "%,d", figures.violations()),
                    whole(figures.worstNs()) + " ns"));
        }
        lines.addAll(table.lines());
        offsets("System.nanoTime", report.offsets());
        processes();
    }

    private void offsets(String clock, Measured<List<CpuOffset>> measured) {
        List<CpuOffset> offsets = measured.figures();
        if (offsets == null) {
            add("%s between CPUs: %s", clock, measured.missing());
            return;
        }
        for (CpuOffset offset : offsets) {
            add(
                    "%s of CPU %d against CPU %d: ahead by %.0f..%.0f ns (%,d round trips)%s",
                    clock,
                    offset.to(),
                    offset.from(),
                    offset.lowNs(),
                    offset.highNs(),
                    offset.rounds(),
                    offset.containsZero() ? "" : ", they DISAGREE");
        }
        if (offsets.isEmpty()) {
            add("%s between CPUs: there is only one", clock);
        }
    }

    private void processes() {
        ProcessOrdering figures = report.processes().figures();
        if (figures == null) {
            add("across processes: %s", report.processes().missing());
            return;
        }
        add(
                "across processes (the other on Java %d): %,d readings, %d outside our two; tightest %s, so the other clock is"
                        + " ahead by %s..%s",
                figures.otherJava(),
                figures.rounds(),
                figures.violations(),
                DurationText.format(figures.tightestNs()),
                DurationText.format(figures.lowNs()),
                DurationText.format(figures.highNs()));
    }

    private void counter() {
        section(
                "The processor's counter (%s)",
                String.join(" ", report.clockFacts().flags()));
        add(
                "%s",
                report.clockFacts().invariant()
                        ? "invariant: one rate in every frequency and idle state"
                        : "NOT invariant: its rate changes with frequency or idle state");
        CounterFigures figures = report.counter().figures();
        if (figures == null) {
            add("not read: %s", report.counter().missing());
            return;
        }
        add(
                "calibration by regression over %d bracketed reads in %s (brackets of %d ns): %.6f MHz +- %.3f ppm, residuals"
                        + " %.1f ns rms, %.1f ns at most",
                figures.calibration().reads(),
                DurationText.format(figures.calibration().spanNs()),
                figures.calibration().bracketNs(),
                figures.calibration().megahertz(),
                figures.calibration().boundPpm(),
                figures.calibration().residualRmsNs(),
                figures.calibration().residualMaxNs());
        add(
                "kept for %s: wrong by %.0f ns at most, running away by %+.3f ppm, which is %+.0f ns a minute",
                DurationText.format(figures.drift().durationNs()),
                figures.drift().worstNs(),
                figures.drift().ppm(),
                figures.drift().nsPerMinute());
        add(
                "recalibrated ten times a second (%s): wrong by %.0f ns at most, %.0f ns at the end",
                NativeClocks.STEERED,
                figures.steered().worstErrorBoundNs(),
                figures.steered().errorBoundNs());
        offsets("counter", figures.offsets());
    }

    private void idle() {
        section("What an idle CPU costs, ns: System.nanoTime read twice, then a block of 100, right after a wait");
        TextTable table = new TextTable(
                "condition", "samples", "late 50 %", "99 %", "max", "step 50 %", "99 %", "per call 50 %", "99 %");
        for (IdleRow row : report.idle()) {
            IdleRow.Figures figures = row.figures();
            if (figures == null) {
                table.remark(row.condition(), row.missing());
                continue;
            }
            table.row(List.of(
                    row.condition(),
                    Integer.toString(figures.stepNs().count()),
                    whole(figures.lateNs().p50()),
                    whole(figures.lateNs().p99()),
                    whole(figures.lateNs().max()),
                    whole(figures.stepNs().p50()),
                    whole(figures.stepNs().p99()),
                    ns(figures.perCallNs().p50()),
                    ns(figures.perCallNs().p99())));
        }
        table.remark("published: CLOCK_REALTIME read twice", "");
        report.published()
                .idle()
                .forEach(row ->
                        table.row(List.of("  " + row.condition(), "", "", "", "", whole(row.stepNs()), "", "", "")));
        lines.addAll(table.lines());
    }

    private void interpretation() {
        lines.add("");
        StringBuilder line = new StringBuilder();
        for (String word : report.interpretation().text().split(" ", -1)) {
            if (line.length() + word.length() + 1 > PARAGRAPH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
    }
}
