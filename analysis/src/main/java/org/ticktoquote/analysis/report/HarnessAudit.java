package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.ConnectionSummary;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.HiccupFigures;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Stall;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Influence of the harness on the response: its share, processes, connections and stalls. */
final class HarnessAudit {
    private static final double NS_PER_S = 1e9;
    private static final int DATE = 10;
    private static final Cell UNKNOWN = new Cell("unknown", Cell.Kind.NONE);

    private final Summary summary;
    private final SelfAuditFigures audit;

    HarnessAudit(Summary summary) {
        this.summary = summary;
        this.audit = summary.selfAudit();
    }

    /** Returns whether any harness process was audited. */
    private boolean any() {
        return !audit.harnessProcesses().isEmpty();
    }

    Optional<Section> section() {
        List<Table> tables = new ArrayList<>(List.of(share(), processes(), connections()));
        if (!audit.stalls().isEmpty()) {
            tables.add(stalls());
        }
        return !any()
                ? Optional.empty()
                : Optional.of(Section.of(
                        "harness",
                        "The harness itself",
                        "its share, its processes, connections and stalls",
                        new Block.Tables("", tables)));
    }

    /**
     * Returns the audit for a terminal. The upper bound of the harness's share is in the table of latencies, below the
     * response.
     */
    List<Block> lines() {
        List<Block> lines = new ArrayList<>();
        if (!any()) {
            return lines;
        }
        @Nullable NullResponse known = audit.harnessShare().nullResponder();
        if (known == null) {
            lines.add(
                    Block.Text.of(
                            "harness, at most: unknown on this host under this load; t2q run --harness-share measures it on a quiet host"));
        } else {
            String measuredAt = known.measuredAt();
            lines.add(Block.Text.formatted(
                    "%s, by the null responder of %s, %,d responses under the same load",
                    ofApplication(), measuredAt.substring(0, Math.min(DATE, measuredAt.length())), known.responses()));
        }
        lines.add(Block.Text.formatted(
                "harness stalls of %s and more: %s",
                DurationText.format(audit.stallLimitNs()), ofEach(HarnessAudit::stalls)));
        lines.add(Block.Text.of("collections in the measured part: " + ofEach(HarnessAudit::pauses)));
        String tail = QuotablePercentiles.tail(summary);
        if (!tail.isEmpty()) {
            lines.add(Block.Text.of(tail));
        }
        return lines;
    }

    /** Returns {@code at least 412 us of p50, 1.10 ms of p99 of the response is due to the application}. */
    private String ofApplication() {
        Map<String, Long> own = application().named();
        String known = Stream.of("p50", "p99", "p99_9")
                .filter(level -> own.getOrDefault(level, 0L) > 0)
                .map(level -> DurationText.format(own.getOrDefault(level, 0L)) + " of " + Latencies.displayName(level))
                .collect(Collectors.joining(", "));
        return known.isEmpty()
                ? "no part of the response is certainly due to the application"
                : "at least " + known + " of the response is due to the application";
    }

    /** Returns lower bounds of the application's part: the response minus the bound of the harness. */
    private ShareFigures application() {
        return ShareFigures.of(summary.latencies().response())
                .with(audit.harnessShare().atMostNs(), (response, harness) -> response - harness);
    }

    private String ofEach(Function<HarnessProcess, String> text) {
        return audit.harnessProcesses().stream()
                .map(process -> process.process() + text.apply(process))
                .collect(Collectors.joining(", "));
    }

    private static String stalls(HarnessProcess process) {
        @Nullable Long longestNs = process.longestStallNs();
        String count = count(process.stalls());
        return longestNs == null || longestNs == 0
                ? count
                : count + " (longest " + DurationText.format(longestNs) + ")";
    }

    private static String pauses(HarnessProcess process) {
        return count(process.gcPauses());
    }

    private static String count(@Nullable Long known) {
        return known == null ? " " + UNKNOWN.text() : String.format(Locale.ROOT, " %,d", known);
    }

    /** Part of the response, or a bound of it. */
    private record Part(String title, String hint, ShareFigures figures) {}

    /** Returns the table with the response, the response without known harness delays, and the bounds. */
    Table share() {
        @Nullable NullResponse known = audit.harnessShare().nullResponder();
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(
                "response", "as measured", ShareFigures.of(summary.latencies().response())));
        parts.add(new Part(
                "without lag and stalls",
                "minus the replay lag of the tick and the stalls of the clients",
                audit.harnessShare().withoutLagAndStallsNs()));
        if (known != null) {
            String population = Figures.count(known.responses()) + " responses, " + known.measuredAt();
            parts.add(new Part("null responder", "service under the same load: " + population, known.serviceNs()));
            parts.add(new Part(
                    "harness, at most",
                    "lag, stalls and the service of the null responder, in any combination",
                    audit.harnessShare().atMostNs()));
            parts.add(new Part("application, at least", "the response minus this bound", application()));
        }
        String missing =
                known == null ? " An upper bound is unknown. t2q run --harness-share measures it on a quiet host." : "";
        return Columns.of("part", Part::title)
                .hint(Part::hint)
                .add("p50", part -> share(part.figures().p50()))
                .add("p90", part -> share(part.figures().p90()))
                .add("p99", part -> share(part.figures().p99()))
                .add("p99.9", part -> share(part.figures().p999()))
                .add("p99.99", part -> share(part.figures().p9999()))
                .add("max", part -> share(part.figures().max()))
                .table(
                        "harness-share",
                        "Share of the harness",
                        (QuotablePercentiles.tail(summary) + missing).strip(),
                        parts);
    }

    /** Returns the cell of a share; unknown if the clients' stalls are unknown. */
    private Cell share(@Nullable Long ns) {
        return ns == null && audit.tail() == null ? UNKNOWN : Cell.optionalDuration(ns);
    }

    Table processes() {
        return Columns.of("process", HarnessProcess::process)
                .add("wakes", process -> hiccups(process, HiccupFigures::wakes, Cell::count))
                .add("p99", "hiccup", process -> hiccups(process, HiccupFigures::p99, Cell::duration))
                .add("max", "hiccup", process -> hiccups(process, HiccupFigures::max, Cell::duration))
                .add("stalls", process -> cell(process.stalls(), Cell::count))
                .add("stalled", "sum", process -> cell(process.stalledNs(), Cell::duration))
                .add("GC pauses", process -> cell(process.gcPauses(), Cell::count))
                .add("longest", "GC pause", process -> cell(process.longestGcPauseNs(), Cell::duration))
                .add("context switches", "involuntary", process -> cell(process.involuntarySwitches(), Cell::count))
                .add("throttled", "time", process -> cell(process.throttledNs(), Cell::duration))
                .add("missing", process -> Cell.text(process.damage()))
                .table(
                        "harness-processes",
                        "Processes of the harness",
                        "Delay of a thread of each process that wakes up every millisecond, in the measured part. A stall is "
                                + Figures.duration(audit.stallLimitNs())
                                + " or more. summary.json has more of each.",
                        audit.harnessProcesses());
    }

    private static Cell cell(@Nullable Long known, LongFunction<Cell> form) {
        return known == null ? UNKNOWN : form.apply(known);
    }

    private static Cell hiccups(HarnessProcess process, ToLongFunction<HiccupFigures> figure, LongFunction<Cell> form) {
        @Nullable HiccupFigures known = process.hiccupNs();
        return known == null ? UNKNOWN : form.apply(figure.applyAsLong(known));
    }

    private Table stalls() {
        return Columns.of("process", Stall::process)
                .add("from", "run time", stall -> Cell.number(Figures.number(stall.fromNs() / NS_PER_S) + " s"))
                .add("length", stall -> Cell.duration(stall.lengthNs()))
                .add("cause", stall -> Cell.word(stall.cause()))
                .table(
                        "stalls",
                        "Stalls of the harness",
                        "The longest " + Figures.count(audit.stalls().size()) + " of "
                                + Figures.count(audit.stallCount())
                                + ", by time (bands of the time line). Latencies in them are not due to the application"
                                + " alone.",
                        audit.stalls());
    }

    Table connections() {
        return Columns.of("session", ConnectionSummary::name)
                .add("snapshots", one -> Cell.count(one.snapshots()))
                .add("2 and more", "in one read", one -> Cell.number(Figures.share(one.withOther(), one.snapshots())))
                .add("10 and more", "in one read", one -> Cell.number(Figures.share(one.withMany(), one.snapshots())))
                .add("most", "in one read", one -> Cell.count(one.mostInRead()))
                .add("retransmissions", "segments", one -> known(one.retransmits()))
                .add("needless", "retransmissions", one -> known(one.spuriousRetransmits()))
                .add(
                        "window closed",
                        "time",
                        one -> one.windowLimitedNs() < 0 ? Cell.NONE : Cell.duration(one.windowLimitedNs()))
                .table(
                        "connections",
                        "Connections of the sessions",
                        "Snapshots of one read share a time stamp. Window closed: the client had not read, so the"
                                + " application could not send.",
                        audit.connections());
    }

    private static Cell known(long count) {
        return count < 0 ? Cell.NONE : Cell.count(count);
    }
}
