package org.ticktoquote.harness.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.DriftText;
import org.ticktoquote.analysis.report.IntervalText;
import org.ticktoquote.analysis.report.RuleText;
import org.ticktoquote.analysis.report.Trust;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.DurationText;

/** A run's result as text for a terminal: every figure with name, unit, population and count. */
final class ResultTable {
    private static final String THREADS = "threads";
    private static final String HOSTS = "hosts";

    private final Summary summary;
    private final TextLines lines = new TextLines();

    private ResultTable(Summary summary) {
        this.summary = summary;
    }

    /** The lines of the table of a run whose threads nobody placed. */
    static List<String> of(Summary summary) {
        return of(summary, Map.of());
    }

    /** The lines of the table, with what the host's facts say of the run's threads. */
    static List<String> of(Summary summary, Map<String, String> host) {
        ResultTable table = new ResultTable(summary);
        table.verdict();
        table.population();
        if (host.containsKey(HOSTS)) {
            table.lines.add("hosts: %s", host.get(HOSTS));
            table.clocks();
        }
        if (host.containsKey(THREADS)) {
            table.lines.add("threads: %s", host.get(THREADS));
        }
        PriceLines.of(summary).writeTo(table.lines);
        table.lines.blank();
        LatencyLines.of(summary).writeTo(table.lines);
        table.drift();
        StaleLines.of(summary).writeTo(table.lines);
        HarnessLines.of(summary).forEach(line -> table.lines.add("%s", line));
        table.reasons();
        return table.lines.all();
    }

    private void clocks() {
        String bound = summary.limits().stream()
                .filter(limit -> limit.rule().equals(Rule.CLOCK_BOUND))
                .findFirst()
                .map(limit -> "the clients' against the replayer's known to "
                        + DurationText.format((long) limit.value()) + ", by which every response may be wrong")
                .orElse("replayer and clients read one clock");
        lines.add("clocks: %s", bound);
    }

    /** Nothing where it changed little. */
    private void drift() {
        String line = DriftText.line(summary.measuredPart().drift());
        if (!line.isEmpty()) {
            lines.add("%s", line);
        }
    }

    /** What the run is worth, and what of it can be trusted. */
    private void verdict() {
        lines.add("%s  %s", summary.runId(), summary.validity());
        lines.add("%s", Trust.sentence(summary));
    }

    private void population() {
        TickOutcomes latest = summary.tickOutcomes();
        @Nullable TickOutcomes only = summary.tickOutcomesSoonest();
        TickOutcomes soonest = only == null ? latest : only;
        lines.add(
                "%,d ticks, %d sessions x %d pairs, matched by %s, %,d snapshots",
                summary.ticks(),
                summary.sessions(),
                summary.pairs(),
                summary.matchedBy(),
                summary.snapshotClasses().total());
        lines.add("%s", summary.window().text());
        long onlyZeroSizes = summary.sessionEvents().onlyZeroSizes();
        if (onlyZeroSizes > 0) {
            lines.add(
                    "%s had only levels of size 0, which are no price: where they are, the session template says zeroSize: price",
                    onlyZeroSizes == 1 ? "1 snapshot" : String.format("%,d snapshots", onlyZeroSizes));
        }
        if (latest.unknown() > 0) {
            lines.add(
                    "outcomes of %,d ticks x sessions: unknown %,d, excluded %,d: which ticks the snapshots reflect is"
                            + " not known, nor is what was lost or left out",
                    latest.total(), latest.unknown(), latest.excluded());
            return;
        }
        lines.add(
                "outcomes of %,d ticks x sessions: published %s, conflated %s, skipped %s%s, unchanged %s, lost %s%s,"
                        + " excluded %s",
                latest.total(),
                either(soonest.published(), latest.published()),
                either(soonest.conflated(), latest.conflated()),
                summary.atMost(Rule.SKIPPED),
                either(soonest.skipped(), latest.skipped()),
                either(soonest.unchanged(), latest.unchanged()),
                summary.atMost(Rule.LOST),
                either(soonest.lost(), latest.lost()),
                either(soonest.excluded(), latest.excluded()));
    }

    private static String either(long one, long other) {
        return IntervalText.count(Math.min(one, other), Math.max(one, other));
    }

    private void reasons() {
        if (summary.validity() == Verdict.VALID) {
            return;
        }
        lines.blank();
        if (summary.reasons().isEmpty()) {
            lines.add(
                    "%s because of profile %s alone: no limit was touched, but its limits are wide",
                    summary.validity(), summary.profile());
        }
        summary.reasons()
                .forEach(
                        reason -> lines.add("%-8s %s: %s", reason.verdict(), reason.rule(), RuleText.sentence(reason)));
        summary.excused().forEach(excused -> lines.add("%-8s %s: %s", "UNKNOWN", excused.rule(), excused.sentence()));
    }
}
