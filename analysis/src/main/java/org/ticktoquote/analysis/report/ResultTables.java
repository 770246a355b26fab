package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Rule;

/** The tables of the whole run: latencies, tick outcomes, snapshot classes. */
final class ResultTables {
    private ResultTables() {}

    static Table latencies(Summary summary) {
        List<Row> rows = new ArrayList<>();
        summary.latencies().forEach((field, figures) -> {
            rows.add(latency(field, figures));
            if (field.equals("responseNs")
                    && !summary.selfAudit().harnessProcesses().isEmpty()) {
                rows.add(HarnessShareText.of(summary).row());
            }
        });
        return new Table(
                "latencies",
                "Latencies",
                "n = measured + lost. Lost ticks rank above every measured value; a figure that falls among them is "
                        + LatencyText.REFUSED
                        + ". Under a percentile: the episodes beyond it; with fewer than 10 it is unsupported."
                        + intervals(summary),
                "latency",
                List.of(
                        new Column("n", ""),
                        new Column("lost", ""),
                        new Column("min", ""),
                        new Column("mean", ""),
                        new Column("p50", ""),
                        new Column("p90", ""),
                        new Column("p99", ""),
                        new Column("p99.9", ""),
                        new Column("p99.99", ""),
                        new Column("max", "")),
                rows);
    }

    /** What an interval means; nothing where there is none. */
    static String intervals(Summary summary) {
        return summary.tickOutcomesSoonest() == null
                ? ""
                : " low..high: snapshots name no tick, and whichever tick each of them shows, of those that prices and"
                        + " order allow, the figure lies between; one number where both print alike.";
    }

    private static Row latency(String field, LatencyFigures figures) {
        LatencyTerm term = LatencyTerm.of(field);
        List<Cell> cells = new ArrayList<>();
        cells.add(LatencyCells.count(figures));
        cells.add(LatencyCells.censored(figures));
        cells.add(LatencyCells.min(figures));
        cells.add(LatencyCells.mean(figures));
        figures.percentiles().keySet().forEach(name -> cells.add(LatencyCells.percentile(figures, name)));
        cells.add(LatencyCells.max(figures));
        String below = figures.negative() == 0
                ? ""
                : "; " + Figures.count(figures.negative()) + " within the clock uncertainty below 0, counted as 0";
        String of = figures.label().isEmpty() ? term.meaning() : figures.label();
        return Row.of(term.title(field), of + below, cells);
    }

    static Table outcomes(Summary summary) {
        TickOutcomes latest = summary.tickOutcomes();
        TickOutcomes soonest = Objects.requireNonNullElse(summary.tickOutcomesSoonest(), latest);
        long total = latest.total();
        if (latest.unknown() > 0) {
            return unknown(latest);
        }
        List<Row> rows = List.of(
                share(
                        "published",
                        "a snapshot that reflects the tick reached the session",
                        soonest.published(),
                        latest.published(),
                        total),
                share(
                        "conflated",
                        "superseded within the declared conflation",
                        soonest.conflated(),
                        latest.conflated(),
                        total),
                share(
                        "skipped",
                        "superseded, and the declared conflation does not explain it",
                        soonest.skipped(),
                        latest.skipped(),
                        total,
                        summary.atMost(Rule.SKIPPED)),
                share("unchanged", "calls for no quote", soonest.unchanged(), latest.unchanged(), total),
                share(
                        "lost",
                        "no snapshot as new before the drain deadline",
                        soonest.lost(),
                        latest.lost(),
                        total,
                        summary.atMost(Rule.LOST)),
                share(
                        "excluded",
                        "session down by the harness's own order, or prices that could not be learned",
                        soonest.excluded(),
                        latest.excluded(),
                        total),
                total("sum", "= sessions planned for the pair of every measured tick", total));
        String note = "One per measured tick and planned session." + certain(summary) + atMost(summary);
        return counts("outcomes", "Tick outcomes", note, "outcome", rows);
    }

    private static String atMost(Summary summary) {
        return summary.tickOutcomesAtMost().isEmpty()
                ? ""
                : " At most: what made the run VOID may have made any of them; whether the application did is not known.";
    }

    private static Table unknown(TickOutcomes outcomes) {
        List<Row> rows = List.of(
                share(
                        "unknown",
                        "the snapshots could not be attributed to ticks",
                        outcomes.unknown(),
                        outcomes.total()),
                share("excluded", "left out by the harness", outcomes.excluded(), outcomes.total()),
                total("sum", "= sessions planned for the pair of every measured tick", outcomes.total()));
        String note = "What is published, conflated, skipped, unchanged or lost is not known.";
        return counts("outcomes", "Tick outcomes", note, "outcome", rows);
    }

    private static String certain(Summary summary) {
        if (summary.tickOutcomesSoonest() == null) {
            return "";
        }
        return " Certain, answered at one known moment or lost: "
                + IntervalText.share((double) summary.model().certain()
                        / Math.max(1, summary.model().due()))
                + " of the due.";
    }

    static Table classes(Summary summary) {
        SnapshotClasses classes = summary.snapshotClasses();
        long total = classes.total();
        List<Row> rows = new ArrayList<>();
        rows.add(share("matched", "reflects a measured tick, for the first time", classes.matched(), total));
        rows.add(share("initial", "first after a subscription, or of a warm-up tick", classes.initial(), total));
        rows.add(share("duplicate", "of a tick already published to that session", classes.duplicate(), total));
        rows.add(share("regressed", "of an older tick than the session had", classes.regressed(), total));
        rows.add(share("unexplained", "reflects no tick", classes.unexplained(), total));
        rows.add(share("ambiguous", "several ticks possible", classes.ambiguous(), total));
        if (classes.unattributed() > 0) {
            rows.add(share(
                    "unattributed", "of a pair whose prices could not be learned", classes.unattributed(), total));
        }
        rows.add(total("sum", "snapshots received up to the drain deadline", total));
        return counts("classes", "Snapshot classes", "One per snapshot received.", "class", rows);
    }

    private static Table counts(String id, String caption, String note, String head, List<Row> rows) {
        return new Table(id, caption, note, head, List.of(new Column("count", ""), new Column("share", "")), rows);
    }

    private static Row share(String title, String hint, long count, long total) {
        return Row.of(title, hint, List.of(Cell.count(count), Cell.number(Figures.share(count, total))));
    }

    private static Row share(String title, String hint, long one, long other, long total) {
        return share(title, hint, one, other, total, "");
    }

    private static Row share(String title, String hint, long one, long other, long total, String before) {
        long low = Math.min(one, other);
        long high = Math.max(one, other);
        return Row.of(
                title,
                hint,
                List.of(Cell.count(low, high).after(before), Cell.number(Figures.share(low, high, total))));
    }

    private static Row total(String title, String hint, long total) {
        return new Row(title, hint, true, List.of(Cell.count(total), Cell.number(Figures.share(total, total))));
    }

    /** The figures that a reader looks for first. */
    static List<Headline> headlines(Summary summary) {
        LatencyFigures response = summary.responseNs();
        LatencyFigures lag = summary.replayLagNs();
        TickOutcomes latest = summary.tickOutcomes();
        TickOutcomes soonest = Objects.requireNonNullElse(summary.tickOutcomesSoonest(), latest);
        String of = "of " + LatencyText.count(response) + " responses";
        HarnessShareText share = HarnessShareText.of(summary);
        return List.of(
                new Headline("response p50", LatencyCells.percentile(response, "p50"), of + share.beside("p50")),
                new Headline("response p99", LatencyCells.percentile(response, "p99"), of + share.beside("p99")),
                new Headline("response p99.9", LatencyCells.percentile(response, "p99_9"), of + share.beside("p99_9")),
                new Headline("response max", LatencyCells.max(response), of + share.beside(HarnessShareText.MAX)),
                new Headline(
                        "replay lag p99",
                        LatencyCells.percentile(lag, "p99"),
                        "of " + LatencyText.count(lag) + " ticks"),
                new Headline(
                        "lost",
                        latest.unknown() > 0
                                ? Cell.text(LatencyText.UNKNOWN)
                                : Cell.count(soonest.lost(), latest.lost()).after(summary.atMost(Rule.LOST)),
                        "of " + Figures.count(latest.total()) + " ticks x sessions"));
    }

    /** A figure with its name and its population. */
    record Headline(String name, Cell figure, String population) {}
}
