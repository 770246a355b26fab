package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.host.clocks.ClocksMeasurement.ProcessOrdering;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan.CostPlan;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.clocks.NativePart.CounterExperiment.CounterFigures;

/** What a report says in sentences: of the machine, of each table, of order and counter. */
final class ClocksSentences {
    private final ClocksReport report;

    ClocksSentences(ClocksReport report) {
        this.report = report;
    }

    private static String text(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    String machine() {
        Map<String, String> host = report.about().host();
        return text(
                "%s, Linux %s, %s CPUs, clock source %s (available: %s)",
                host.getOrDefault("cpuModel", host.getOrDefault("architecture", "unknown processor")),
                host.getOrDefault("kernel", "of unknown version"),
                host.getOrDefault("cpus", "?"),
                report.about().clockFacts().clockSource(),
                String.join(" ", report.about().clockFacts().available()));
    }

    String javas() {
        return text(
                "%s; native clocks: %s",
                report.about().host().getOrDefault("harnessJava", "Java"),
                report.about().nativeJava());
    }

    String cost() {
        CostPlan plan = report.about().plan().cost();
        return text(
                "Cost of a reading, ns per call: %,d blocks of %d calls timed as one, the first %d dropped; cold: the first %d in"
                        + " this process, loading and interpreter included",
                plan.blocks(), plan.calls(), plan.dropped(), Math.max(1, plan.dropped()));
    }

    String resolution() {
        return "Resolution, ns: steps between consecutive readings of one thread";
    }

    String order() {
        return "Order of readings: a reader on every CPU; no one may read less than another published before";
    }

    String idle() {
        return "What an idle CPU costs, ns: System.nanoTime read twice, then a block of 100, right after a wait";
    }

    String counter() {
        return text(
                "The processor's counter (%s)",
                String.join(" ", report.about().clockFacts().flags()));
    }

    /** Offsets between CPUs and the order of readings across processes. */
    List<String> orderLines() {
        List<String> lines = offsets("System.nanoTime", report.found().offsets());
        ProcessOrdering figures = report.found().processes().figures();
        if (figures == null) {
            lines.add("across processes: " + report.found().processes().missing());
        } else {
            lines.add(text(
                    "across processes (the other on Java %d): %,d readings, %d outside our two; tightest %s, so the other clock"
                            + " is ahead by %s..%s",
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
            lines.add(clock + " between CPUs: " + (offsets == null ? measured.missing() : "there is only one"));
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

    /** What the counter is worth. */
    List<String> counterLines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                report.about().clockFacts().invariant()
                        ? "invariant: one rate in every frequency and idle state"
                        : "NOT invariant: its rate changes with frequency or idle state");
        CounterFigures figures = report.found().counter().figures();
        if (figures == null) {
            lines.add("not read: " + report.found().counter().missing());
            return lines;
        }
        lines.add(text(
                "calibration by regression over %d bracketed reads in %s (brackets of %d ns): %.6f MHz +- %.3f ppm, residuals"
                        + " %.1f ns rms, %.1f ns at most",
                figures.calibration().reads(),
                DurationText.format(figures.calibration().spanNs()),
                figures.calibration().bracketNs(),
                figures.calibration().megahertz(),
                figures.calibration().boundPpm(),
                figures.calibration().residualRmsNs(),
                figures.calibration().residualMaxNs()));
        lines.add(text(
                "kept for %s: wrong by %.0f ns at most, running away by %+.3f ppm, which is %+.0f ns a minute",
                DurationText.format(figures.drift().durationNs()),
                figures.drift().worstNs(),
                figures.drift().ppm(),
                figures.drift().nsPerMinute()));
        lines.add(text(
                "recalibrated ten times a second (%s): wrong by %.0f ns at most, %.0f ns at the end",
                JavaClocks.STEERED,
                figures.steered().worstErrorBoundNs(),
                figures.steered().errorBoundNs()));
        lines.addAll(offsets("counter", figures.offsets()));
        return lines;
    }
}
