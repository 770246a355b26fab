package org.ticktoquote.analysis.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;

/** Report of one run, as a page and as lines for a terminal. The same data yield the same page. */
public final class RunReport {
    private static final String THREADS = "threads";
    private static final String HOSTS = "hosts";

    private RunReport() {}

    /**
     * Returns the lines for a terminal: each figure with name, unit, population and count.
     *
     * @param path of the run, for the next command
     * @param verbose whether to include staleness, drift and the harness's own audit
     */
    public static List<String> lines(RunAnalysis run, String path, boolean verbose) {
        return lines(run.summary(), run.manifest().observed().host(), path, run.wire(), verbose);
    }

    /** Returns all lines with host facts, such as thread placement. */
    public static List<String> lines(Summary summary, Map<String, String> host, String path) {
        return lines(summary, host, path, Optional.empty(), true);
    }

    static List<String> lines(
            Summary summary, Map<String, String> host, String path, Optional<WireFigures> wire, boolean verbose) {
        VerdictMark verdict = new VerdictMark(summary);
        List<Block> conclusion = new ArrayList<>();
        conclusion.add(Block.Text.of(summary.about().runId() + "  " + verdict.name() + " in profile "
                + summary.about().profile()));
        conclusion.addAll(verdict.conclusion(NextStep.of(summary, host, path)));
        List<Block> latencies = new Latencies(summary).lines();
        CaptureNotes.of(host).forEach(note -> latencies.add(Block.Text.of("note: " + note)));
        List<List<Block>> parts = new ArrayList<>(List.of(latencies));
        wire.ifPresent(figures -> parts.add(new WireTables(figures).lines()));
        if (verbose) {
            String drift = DriftTable.line(summary.execution().measuredPart().drift());
            if (!drift.isEmpty()) {
                parts.get(parts.size() - 1).add(Block.Text.of(drift));
            }
            parts.add(new StalenessTables(summary).lines());
            parts.add(new HarnessAudit(summary).lines());
        }
        parts.add(new ServiceLevelTables(summary).lines());
        parts.add(verdict.lines());
        return new Report(
                        summary.about().runId(),
                        "run",
                        "",
                        facts(summary, host),
                        new Report.Verdict("", "", "", conclusion),
                        parts.stream()
                                .map(part -> Section.untitled("", part.toArray(Block[]::new)))
                                .toList())
                .lines();
    }

    /** Returns the population, the window, the outcomes and the conditions of the run. */
    private static List<String> facts(Summary summary, Map<String, String> host) {
        List<String> facts = new ArrayList<>(List.of(
                population(summary) + ", matched by " + summary.measured().matchedBy() + ", "
                        + CountText.of(summary.counts().snapshotClasses().total(), "snapshot"),
                summary.measured().window().text()));
        long withdrawn = summary.counts().snapshotClasses().withdrawn();
        if (withdrawn > 0) {
            facts.add(CountText.of(withdrawn, "snapshot")
                    + " showed no price and answer no tick; sessions x pairs were without a price for "
                    + Figures.duration(summary.behaviour().sessionEvents().noPriceNs()) + " in total");
        }
        long onlyZeroSizes = summary.behaviour().sessionEvents().onlyZeroSizes();
        if (onlyZeroSizes > 0) {
            facts.add(CountText.of(onlyZeroSizes, "snapshot")
                    + " had only levels of size 0, treated as no price; if they are prices, set 'zeroSize: price' in the"
                    + " session template");
        }
        facts.add(Outcomes.line(summary));
        if (host.containsKey(HOSTS)) {
            facts.add("hosts: " + host.get(HOSTS));
            facts.add("clocks: " + clocks(summary));
        }
        if (host.containsKey(THREADS)) {
            facts.add("threads: " + host.get(THREADS));
        }
        facts.addAll(new Prices(summary).lines());
        return facts;
    }

    private static String clocks(Summary summary) {
        return summary.limits().stream()
                .filter(limit -> limit.rule().equals(Rule.CLOCK_BOUND))
                .findFirst()
                .map(limit -> "offset between clients and replayer known to "
                        + DurationText.format((long) limit.value()) + ", an error of every response")
                .orElse("replayer and clients use the same clock");
    }

    /** Returns the page. */
    public static String html(ReportData data) {
        return of(data).html();
    }

    /** Writes the page atomically. */
    public static void write(ReportData data, Path file) {
        of(data).write(file);
    }

    private static Report of(ReportData data) {
        Summary summary = data.analysis().summary();
        VerdictMark verdict = new VerdictMark(summary);
        List<Section> sections = new ArrayList<>(List.of(
                Section.untitled(
                        "Percentile curves",
                        Charts.latencies(
                                data.analysis().curves(),
                                data.analysis().soonestCurves(),
                                summary.counts().tickOutcomesAtMost().contains(Rule.LOST))),
                Section.untitled(
                        "Headline figures",
                        new Block.Tiles(new Latencies(summary).headlines()),
                        new Block.Text(
                                "environment hint",
                                RunFacts.environment(data.analysis().manifest(), summary)))));
        sections.addAll(folding(data));
        return new Report(
                summary.about().runId() + " · " + verdict.name(),
                "run",
                summary.about().runId(),
                List.of("tick-to-quote run, started " + summary.about().startedAt() + ": " + population(summary)
                        + ", matched by " + summary.measured().matchedBy()),
                verdict.verdict(NextStep.of(
                        summary, data.analysis().manifest().observed().host(), "RUN")),
                sections);
    }

    static String population(Summary summary) {
        return CountText.of(summary.measured().ticks(), "tick") + ", "
                + CountText.of(summary.measured().sessions(), "session") + " x "
                + CountText.of(summary.measured().pairs(), "pair");
    }

    /** Returns the non-empty sections in page order. */
    private static List<Section> folding(ReportData data) {
        RunAnalysis analysis = data.analysis();
        Summary summary = analysis.summary();
        RunManifest manifest = analysis.manifest();
        VerdictMark verdict = new VerdictMark(summary);
        boolean attributed = summary.counts().tickOutcomes().unknown() == 0;
        return Stream.of(
                        verdict.section(),
                        new ServiceLevelTables(summary).section(),
                        Optional.of(new Latencies(summary)
                                .section(!analysis.soonestCurves().isEmpty())),
                        Optional.of(Outcomes.section(summary)),
                        analysis.wire().map(wire -> new WireTables(wire).section()),
                        Optional.of(data)
                                .filter(run -> attributed && !run.timeLine().isEmpty())
                                .map(RunReport::timeLine),
                        data.outliers()
                                .filter(outliers -> attributed && outliers.late() > 0)
                                .map(outliers -> new OutlierTables(outliers, data.values()).section()),
                        DriftTable.section(summary),
                        new StalenessTables(summary).section(analysis),
                        new HarnessAudit(summary).section(),
                        Optional.of(Breakdown.section(
                                summary, RunPictures.multiples(manifest, summary, attributed ? data.parts() : null))),
                        new Prices(summary).section(),
                        Optional.of(RunFacts.settings(manifest, summary)),
                        Optional.of(RunFacts.machine(manifest, summary)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Section timeLine(ReportData data) {
        RunManifest manifest = data.analysis().manifest();
        return Section.of(
                "over-time",
                "Time line",
                "tick rate, worst response and worst replay lag over the run",
                Charts.timeLine(
                        data.timeLine(),
                        data.analysis().summary().execution().selfAudit().stalls(),
                        Announcement.of(manifest).runSeconds(manifest)));
    }
}
