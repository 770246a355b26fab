package org.ticktoquote.analysis.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.DriftFigures.Tenth;
import org.ticktoquote.analysis.summary.PairSummary;
import org.ticktoquote.analysis.summary.SessionSummary;
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
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;

/** Report of one run, as a page and as lines for a terminal. The same data yield the same page. */
public final class RunReport {
    private static final String THREADS = "threads";
    private static final String DRIFT_LOAD = "he load changes as well, most of all at the announcement";
    private static final double NS_PER_S = 1e9;
    private static final String HOSTS = "hosts";

    /** Words for counts of a capture, by the fact of the host that has the count. */
    private static final List<Map.Entry<String, String>> CAPTURE_NOTES = List.of(
            Map.entry("framesCut", "frames that are cut (tcpdump -s 0)"),
            Map.entry("framesWithoutTime", "frames without a time, ignored"),
            Map.entry("framesWithoutStamp", "frames without a time stamp of the switch, ignored"),
            Map.entry("duplicates", "packets captured more than once; the first one counts"),
            Map.entry("offloaded", "segments longer than 1,500 bytes, whose messages have one time"),
            Map.entry("ticksRepeated", "repeated ticks, as on a second line of the feed; the first packet counts"),
            Map.entry("ticksOvertaken", "ticks after later ticks of their session"),
            Map.entry("feedDamaged", "damaged datagrams, frames or ids of the feed, ignored"),
            Map.entry("segmentsOfReplacedConnections", "segments of replaced connections, ignored"),
            Map.entry("unreadableFix", "parts of FIX streams without a valid message, ignored"),
            Map.entry("misaddressedFix", "FIX prices in TCP segments with damaged addresses, ignored"),
            Map.entry(
                    "sessionsOfSeveralAddresses",
                    "sessions whose prices come from several addresses, one after another; if these are several systems,"
                            + " choose one with --quotes HOST:PORT"),
            Map.entry(
                    "priceGaps",
                    "periods in which ticks of a pair are excluded, because the capture lacks ticks that changed its price"),
            Map.entry(
                    "ticksWithoutBook",
                    "updates of venues that are left out, because the book is unknown after missing bytes until the next 35=W"),
            Map.entry("clientHoles", "connections with missing bytes of the client, possibly its Logout"));

    private RunReport() {}

    /**
     * Returns the lines for a terminal: each figure with name, unit, population and count.
     *
     * @param path the run's path, for the next command
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
        captureNotes(host).forEach(note -> latencies.add(Block.Text.of("note: " + note)));
        List<List<Block>> parts = new ArrayList<>(List.of(latencies));
        wire.ifPresent(figures -> parts.add(wireLines(figures)));
        if (verbose) {
            String drift = driftLine(summary.measuredPart().drift());
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
                    + Figures.duration(summary.sessionEvents().noPriceNs()) + " in total");
        }
        long onlyZeroSizes = summary.sessionEvents().onlyZeroSizes();
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
                        analysis.wire().map(RunReport::wire),
                        Optional.of(data)
                                .filter(run -> attributed && !run.timeLine().isEmpty())
                                .map(RunReport::timeLine),
                        data.outliers()
                                .filter(outliers -> attributed && outliers.late() > 0)
                                .map(outliers -> new OutlierTables(outliers, data.values()).section()),
                        drift(summary),
                        new StalenessTables(summary).section(analysis),
                        new HarnessAudit(summary).section(),
                        Optional.of(breakdown(
                                summary, RunPictures.multiples(manifest, summary, attributed ? data.parts() : null))),
                        new Prices(summary).section(),
                        Optional.of(RunFacts.settings(manifest, summary)),
                        Optional.of(RunFacts.machine(manifest, summary)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Section timeLine(ReportData data) {
        return Section.of(
                "over-time",
                "Time line",
                "tick rate, worst response and worst replay lag over the run",
                Charts.timeLine(
                        data.timeLine(),
                        data.analysis().summary().selfAudit().stalls(),
                        RunFacts.announcedAtSeconds(data.analysis().manifest())));
    }

    /**
     * Returns notes on gaps and duplicates of a capture that no rule evaluates, one line each, from the host's facts; empty for
     * a run with t2q's own time stamps.
     */
    private static List<String> captureNotes(Map<String, String> host) {
        List<String> notes = new ArrayList<>();
        for (Map.Entry<String, String> note : CAPTURE_NOTES) {
            String count = host.getOrDefault(RunManifest.WIRE_FACT + note.getKey(), "0");
            if (!count.equals("0")) {
                notes.add(String.format(Locale.ROOT, "%s: %,d", note.getValue(), Long.parseLong(count)));
            }
        }
        String cut = host.getOrDefault(RunManifest.WIRE_FACT + "cut", "");
        if (!cut.isEmpty()) {
            notes.add(cut + "; nothing after that is in the run");
        }
        String tls = host.getOrDefault(RunManifest.WIRE_FACT + "tls", "");
        if (!tls.isEmpty()) {
            notes.add(tls);
        }
        return notes;
    }

    /** Returns the outcomes and the response by pair and by session. */
    private static Section breakdown(Summary summary, List<Section> overTime) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Tables("breakdown", List.of(pairs(summary), sessions(summary))));
        blocks.addAll(overTime);
        return new Section("breakdown", "By pair and session", "outcomes and response", Section.Form.FOLDED, blocks);
    }

    /**
     * Returns the table of the sessions. It has the column {@code no price} only if some snapshots had only levels of size
     * 0.
     */
    private static Table sessions(Summary summary) {
        Columns<SessionSummary> columns = Columns.of("session", SessionSummary::name)
                .add("tier", session -> Cell.count(session.tier()))
                .add("pairs", session -> Cell.count(session.pairs()));
        Outcomes.columns(columns, SessionSummary::tickOutcomes, SessionSummary::tickOutcomesSoonest, summary);
        columns.add("snapshots", session -> Cell.count(session.snapshotClasses().total()))
                .addIf(
                        summary.sessionEvents().onlyZeroSizes() > 0,
                        "no price",
                        "only sizes of 0",
                        session -> Cell.count(session.events().onlyZeroSizes()))
                .add("drops", session -> Cell.count(session.events().drops()))
                .add("gaps", session -> Cell.count(session.events().sequenceGaps()))
                .addIf(
                        summary.sessionEvents().sequenceResets() > 0,
                        "resets",
                        "of MsgSeqNum in mid-session",
                        session -> Cell.count(session.events().sequenceResets()))
                .addIf(
                        summary.sessionEvents().floodPerSecond() > 0,
                        "flood",
                        "most messages without a price in a second",
                        session -> Cell.count(session.events().floodPerSecond()));
        response(columns, SessionSummary::responseNs);
        return columns.table(
                "sessions", "By session", "Response over the due ticks of the session's pairs.", summary.perSession());
    }

    private static Table pairs(Summary summary) {
        Columns<PairSummary> columns =
                Columns.of("pair", PairSummary::symbol).add("ticks", pair -> Cell.count(pair.ticks()));
        Outcomes.columns(columns, PairSummary::tickOutcomes, PairSummary::tickOutcomesSoonest, summary);
        boolean withdrawn = summary.perPair().stream().anyMatch(pair -> pair.noPriceNs() > 0);
        columns.addIf(withdrawn, "without price", "", pair -> Cell.duration(pair.noPriceNs()));
        response(columns, PairSummary::responseNs);
        return columns.table(
                "pairs", "By pair", "Response over the pair's due ticks and all its sessions.", summary.perPair());
    }

    private static <T> void response(Columns<T> columns, Function<T, LatencyFigures> response) {
        columns.add("n", "ticks", part -> LatencyCell.ticks(response.apply(part)))
                .addEach(
                        List.of("p50", "p99", "p99_9"),
                        level -> Column.of(Latencies.displayName(level), "response"),
                        (part, level) -> LatencyCell.percentile(response.apply(part), level))
                .add("max", "response", part -> LatencyCell.max(response.apply(part)));
    }

    /** Returns the latencies on the wire, next to the latencies by the run's own time stamps, for a terminal. */
    private static List<Block> wireLines(WireFigures figures) {
        List<Block> lines = new ArrayList<>(List.of(
                Block.Text.of("on the wire: " + wirePopulation(figures)),
                Block.Tables.of(wireTable(figures).brief())));
        figures.notes().forEach(note -> lines.add(Block.Text.of(note)));
        return lines;
    }

    private static Section wire(WireFigures figures) {
        List<Block> blocks = new ArrayList<>(List.of(
                new Block.Text("bounds", wirePopulation(figures) + "."),
                Block.Tables.of(wireTable(figures)),
                new Block.Text(
                        "bounds",
                        "Rows of response and service contain only ticks due in both, so they can be compared. The"
                                + " directory wire has the report of the capture alone.")));
        figures.notes().forEach(note -> blocks.add(new Block.Text("bounds", note + ".")));
        return Section.of("wire", "On the wire", "the same latencies from a capture", blocks.toArray(Block[]::new));
    }

    private static String wirePopulation(WireFigures figures) {
        return both(figures.ticks(), "tick") + ", " + both(figures.quotes(), "quote") + "; stamps: "
                + figures.stamps() + ", " + figures.placement() + ", on the run's clock to "
                + DurationText.format(figures.boundNs());
    }

    private static String both(WireFigures.Joined joined, String what) {
        return CountText.of(joined.both(), what) + " in both"
                + (joined.notCaptured() == 0 ? "" : ", " + Figures.count(joined.notCaptured()) + " not captured")
                + (joined.ambiguous() == 0 ? "" : ", " + Figures.count(joined.ambiguous()) + " ambiguous");
    }

    private static Table wireTable(WireFigures figures) {
        return Columns.<WireFigures.Row>of("", WireFigures.Row::name)
                .add("n", row -> Cell.count(row.count()))
                .add("lost", row -> Cell.count(row.lost()))
                .add("below 0", row -> Cell.count(row.negative()))
                .add("min", row -> number(row, row.minNs()))
                .add("p50", row -> percentile(row, "p50"))
                .add("p90", row -> percentile(row, "p90"))
                .add("p99", row -> percentile(row, "p99"))
                .add("p99.9", row -> percentile(row, "p99_9"))
                .add("max", row -> row.lost() > 0 ? Cell.text("lost") : number(row, row.maxNs()))
                .table("on-the-wire", "", "", figures.rows());
    }

    private static Cell number(WireFigures.Row row, long ns) {
        return row.count() == row.lost() ? Cell.NONE : Cell.duration(ns);
    }

    private static Cell percentile(WireFigures.Row row, String name) {
        @Nullable Long ns = row.percentilesNs().get(name);
        return ns != null ? Cell.duration(ns) : row.count() == 0 ? Cell.NONE : Cell.text("lost");
    }

    private static Optional<Section> drift(Summary summary) {
        DriftFigures drift = summary.measuredPart().drift();
        List<Tenth> tenths = drift.tenths();
        Table table = Columns.<Tenth>of(
                        "tenth of the ticks, in send order", tenth -> Integer.toString(tenths.indexOf(tenth) + 1))
                .add("from", "run time", tenth -> Cell.number(Figures.number(tenth.fromNs() / NS_PER_S) + " s"))
                .add("ticks", tenth -> Cell.count(tenth.ticks()))
                .add("ticks/s", tenth -> Cell.number(Figures.number(tenth.ticksPerSecond())))
                .add("due", tenth -> Cell.count(tenth.due()))
                .add(
                        "lost",
                        "by a session",
                        tenth -> Cell.count(tenth.lost()).after(summary.counts().atMost(Rule.LOST, tenth.lost())))
                .add("p50", "last client", tenth -> latency(tenth.p50Ns(), tenth))
                .add("p99", "last client", tenth -> latency(tenth.p99Ns(), tenth))
                .table(
                        "drift",
                        "Drift",
                        (driftSentence(drift) + " T" + DRIFT_LOAD + ": see the ticks per second.").strip(),
                        tenths);
        return tenths.isEmpty()
                ? Optional.empty()
                : Optional.of(Section.of(
                        "over-tenths", "Drift", "the last client by tenths of the ticks", Block.Tables.of(table)));
    }

    private static Cell latency(@Nullable Long ns, Tenth tenth) {
        return ns == null && tenth.due() > 0
                ? new Cell(LatencyCell.REFUSED, Cell.Kind.REFUSED)
                : Cell.optionalDuration(ns);
    }

    /** Returns drift and load as a line for a terminal; empty unless the drift is notable. */
    public static String driftLine(DriftFigures drift) {
        if (!drift.notable()) {
            return "";
        }
        List<Tenth> tenths = drift.tenths();
        return String.format(
                Locale.ROOT,
                "drift: %s Ticks per second were %,.0f in the first tenth of them and %,.0f in the last: t%s.",
                driftSentence(drift),
                tenths.get(0).ticksPerSecond(),
                tenths.get(tenths.size() - 1).ticksPerSecond(),
                DRIFT_LOAD);
    }

    /** Returns the drift as a sentence; empty if there is no ratio. */
    private static String driftSentence(DriftFigures drift) {
        Long first = drift.firstThirdP50Ns();
        Long last = drift.lastThirdP50Ns();
        if (first == null || last == null || drift.lastToFirst() == null) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "p50 of the last client was %s in the first third of the ticks and %s in the last, %s times that.",
                DurationText.format(first),
                DurationText.format(last),
                times((double) last / first));
    }

    /** Formats a ratio with two decimals, or as a fraction if it is below 0.1. */
    private static String times(double ratio) {
        return ratio > 0 && ratio < 0.1
                ? String.format(Locale.ROOT, "1/%.0f", 1 / ratio)
                : String.format(Locale.ROOT, "%.2f", ratio);
    }
}
