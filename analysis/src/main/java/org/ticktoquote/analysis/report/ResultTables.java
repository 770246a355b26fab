package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;

/** The tables of the whole run: latencies, tick outcomes, snapshot classes. */
final class ResultTables {
    private ResultTables() {}

    static Table latencies(Summary summary) {
        List<Row> rows = new ArrayList<>();
        summary.latencies().forEach((field, figures) -> rows.add(latency(field, figures)));
        return new Table(
                "latencies",
                "Latencies",
                "n = measured + censored. Censored values rank above every measured one; a figure that falls among them is "
                        + LatencyCells.REFUSED
                        + ". A percentile with fewer than 10 episodes beyond it is unsupported.",
                "latency",
                List.of(
                        new Column("n", "count"),
                        new Column("censored", "count"),
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

    private static Row latency(String field, LatencyFigures figures) {
        LatencyTerm term = LatencyTerm.of(field);
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.count(figures.measured() + figures.censored()));
        cells.add(Cell.count(figures.censored()));
        cells.add(LatencyCells.exact(figures, figures.min()));
        cells.add(LatencyCells.exact(figures, figures.mean()));
        for (PercentileFigure percentile : figures.percentiles().values()) {
            cells.add(LatencyCells.percentile(figures, percentile));
        }
        cells.add(LatencyCells.exact(figures, figures.max()));
        String below = figures.negative() == 0
                ? ""
                : "; " + Figures.count(figures.negative()) + " within the clock uncertainty below 0, counted as 0";
        String meaning = term.meaning().isEmpty() ? "" : term.meaning() + "; ";
        return Row.of(term.title(field), meaning + figures.label() + below, cells);
    }

    static Table outcomes(Summary summary) {
        TickOutcomes outcomes = summary.tickOutcomes();
        long total = outcomes.total();
        List<Row> rows = new ArrayList<>();
        rows.add(share(
                "published", "a snapshot that reflects the tick reached the session", outcomes.published(), total));
        rows.add(share("conflated", "superseded within the declared conflation", outcomes.conflated(), total));
        rows.add(share(
                "skipped", "superseded, and the declared conflation does not explain it", outcomes.skipped(), total));
        rows.add(share("unchanged", "calls for no quote", outcomes.unchanged(), total));
        rows.add(share("lost", "no snapshot as new before the drain deadline", outcomes.lost(), total));
        rows.add(share("excluded", "session down by the harness's own order", outcomes.excluded(), total));
        rows.add(total("sum", "= sessions planned for the pair of every measured tick", total));
        return counts("outcomes", "Tick outcomes", "One per measured tick and planned session.", "outcome", rows);
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
        rows.add(total("sum", "snapshots received up to the drain deadline", total));
        return counts("classes", "Snapshot classes", "One per snapshot received.", "class", rows);
    }

    private static Table counts(String id, String caption, String note, String head, List<Row> rows) {
        return new Table(id, caption, note, head, List.of(new Column("count", ""), new Column("share", "")), rows);
    }

    private static Row share(String title, String hint, long count, long total) {
        return Row.of(title, hint, List.of(Cell.count(count), Cell.number(Figures.share(count, total))));
    }

    private static Row total(String title, String hint, long total) {
        return new Row(title, hint, true, List.of(Cell.count(total), Cell.number(Figures.share(total, total))));
    }

    /** The figures that a reader looks for first. */
    static List<Headline> headlines(Summary summary) {
        LatencyFigures response = summary.responseNs();
        Map<String, PercentileFigure> percentiles = response.percentiles();
        String of = "of " + Figures.count(response.measured() + response.censored()) + " responses";
        LatencyFigures lag = summary.replayLagNs();
        return List.of(
                new Headline("response p50", LatencyCells.percentile(response, response.p50()), of),
                new Headline("response p99", LatencyCells.percentile(response, response.p99()), of),
                new Headline(
                        "response p99.9",
                        LatencyCells.percentile(response, percentiles.getOrDefault("p99_9", response.p99())),
                        of),
                new Headline("response max", LatencyCells.exact(response, response.max()), of),
                new Headline(
                        "replay lag p99",
                        LatencyCells.percentile(lag, lag.p99()),
                        "of " + Figures.count(lag.measured() + lag.censored()) + " ticks"),
                new Headline(
                        "lost",
                        Cell.count(summary.tickOutcomes().lost()),
                        "of " + Figures.count(summary.tickOutcomes().total()) + " ticks x sessions"));
    }

    /** A figure with its name and its population. */
    record Headline(String name, Cell figure, String population) {}
}
