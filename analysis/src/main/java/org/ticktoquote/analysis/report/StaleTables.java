package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.analysis.summary.StaleFigures.Beyond;
import org.ticktoquote.analysis.summary.StaleFigures.Interval;
import org.ticktoquote.analysis.summary.Summary;

/** The tables of old prices: how old for how long, beyond which thresholds, by pair and by session. */
final class StaleTables {
    private final StaleFigures all;
    private final Summary summary;
    private final List<Integer> exceeded;

    StaleTables(Summary summary) {
        this.summary = summary;
        this.all = summary.stalenessNs();
        this.exceeded = IntStream.range(0, all.worseThan().size())
                .filter(i -> exceeded(all.worseThan().get(i)))
                .boxed()
                .toList();
    }

    private static boolean exceeded(Beyond beyond) {
        return beyond.timeShareHigh() > 0 || beyond.tickShareHigh() > 0;
    }

    Table ages() {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.duration(all.totalNs().low(), all.totalNs().high()));
        cells.add(share(all.staleNs(), all.totalNs()));
        cells.add(share(all.unansweredNs(), all.totalNs()));
        cells.add(age(all, all.mean()));
        for (Interval percentile : List.of(all.p50(), all.p90(), all.p99(), all.p999(), all.p9999(), all.max())) {
            cells.add(age(all, percentile));
        }
        return new Table(
                "staleness",
                "Age of prices",
                "Weighted with time: at every instant the age, from intended, of the oldest due tick that is newer than a"
                        + " session's price of a pair; 0 when there is none. Time never renewed ends with the drain;"
                        + " ages are at least (>=) what they say then."
                        + ResultTables.intervals(summary),
                "population",
                List.of(
                        new Column("time", "sessions x pairs"),
                        new Column("old", "of time"),
                        new Column("never renewed", "of time"),
                        new Column("mean", ""),
                        new Column("p50", "of time"),
                        new Column("p90", "of time"),
                        new Column("p99", "of time"),
                        new Column("p99.9", "of time"),
                        new Column("p99.99", "of time"),
                        new Column("max", "")),
                List.of(Row.of("all sessions and pairs", all.label(), cells)));
    }

    Table thresholds() {
        List<Row> rows = exceeded.stream()
                .map(all.worseThan()::get)
                .map(beyond -> Row.of(
                        Figures.round(beyond.thresholdNs()),
                        "",
                        List.of(
                                timeShare(all, beyond),
                                age(all, beyond.timeNs()),
                                Cell.share(beyond.tickShareLow(), beyond.tickShareHigh()))))
                .toList();
        return new Table(
                "worse-than",
                "Worse than",
                "The same threshold in both weights: time with an older price, and due ticks x sessions answered later or"
                        + " lost. Thresholds that nothing exceeds are left out.",
                "threshold",
                List.of(
                        new Column("share of time", "staleness"),
                        new Column("time", "staleness"),
                        new Column("share of ticks", "response")),
                rows);
    }

    Table pairs() {
        List<Row> rows = summary.perPair().stream()
                .map(pair -> row(pair.symbol(), pair.stalenessNs()))
                .toList();
        return breakdown("stale-pairs", "Staleness by pair", "pair", rows);
    }

    Table sessions() {
        List<Row> rows = summary.perSession().stream()
                .map(session -> row(session.name(), session.stalenessNs()))
                .toList();
        return breakdown("stale-sessions", "Staleness by session", "session", rows);
    }

    private Table breakdown(String id, String caption, String head, List<Row> rows) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("max", ""));
        columns.add(new Column("mean", ""));
        columns.add(new Column("old", "of time"));
        exceeded.forEach(i -> columns.add(
                new Column("> " + Figures.round(all.worseThan().get(i).thresholdNs()), "of time")));
        List<Row> withAll = new ArrayList<>(rows);
        Row sum = row("all", all);
        withAll.add(new Row(sum.title(), sum.hint(), true, sum.cells()));
        return new Table(id, caption, "", head, columns, withAll);
    }

    private Row row(String title, StaleFigures figures) {
        List<Cell> cells = new ArrayList<>();
        cells.add(age(figures, figures.max()));
        cells.add(age(figures, figures.mean()));
        cells.add(share(figures.staleNs(), figures.totalNs()));
        exceeded.stream().filter(i -> i < figures.worseThan().size()).forEach(i -> {
            Beyond beyond = figures.worseThan().get(i);
            cells.add(timeShare(figures, beyond));
        });
        return Row.of(title, "", cells);
    }

    private static Cell age(StaleFigures figures, Interval age) {
        return figures.lowerBound()
                ? Cell.durationAtLeast(age.low(), age.high())
                : Cell.duration(age.low(), age.high());
    }

    private static Cell timeShare(StaleFigures figures, Beyond beyond) {
        return figures.lowerBound()
                ? Cell.shareAtLeast(beyond.timeShareLow(), beyond.timeShareHigh())
                : Cell.share(beyond.timeShareLow(), beyond.timeShareHigh());
    }

    private static Cell share(Interval part, Interval total) {
        return Cell.share(
                (double) part.low() / Math.max(1, total.low()), (double) part.high() / Math.max(1, total.high()));
    }
}
