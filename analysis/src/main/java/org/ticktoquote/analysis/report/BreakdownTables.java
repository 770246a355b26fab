package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.LimitFigure;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.run.ProcessEnd;

/** The tables by session, pair, process and rule. */
final class BreakdownTables {
    private BreakdownTables() {}

    /** Levels of size 0 have a column only where some snapshots had no others. */
    static Table sessions(Summary summary) {
        List<Row> rows = summary.perSession().stream()
                .map(session -> session(session, summary))
                .toList();
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("tier", ""));
        columns.add(new Column("pairs", ""));
        columns.addAll(outcomeColumns());
        columns.add(new Column("snapshots", ""));
        if (summary.sessionEvents().onlyZeroSizes() > 0) {
            columns.add(new Column("no price", "only sizes of 0"));
        }
        columns.add(new Column("drops", ""));
        columns.add(new Column("gaps", ""));
        columns.addAll(responseColumns());
        return new Table(
                "sessions",
                "By session",
                "Response over the due ticks of the session's pairs.",
                "session",
                columns,
                rows);
    }

    private static Row session(SessionSummary session, Summary summary) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.count(session.tier()));
        cells.add(Cell.count(session.pairs()));
        cells.addAll(outcomes(session.tickOutcomes(), session.tickOutcomesSoonest(), summary));
        cells.add(Cell.count(session.snapshotClasses().total()));
        if (summary.sessionEvents().onlyZeroSizes() > 0) {
            cells.add(Cell.count(session.events().onlyZeroSizes()));
        }
        cells.add(Cell.count(session.events().drops()));
        cells.add(Cell.count(session.events().sequenceGaps()));
        cells.addAll(response(session.responseNs()));
        return Row.of(session.name(), "", cells);
    }

    static Table pairs(Summary summary) {
        List<Row> rows = new ArrayList<>();
        summary.perPair().forEach(pair -> {
            List<Cell> cells = new ArrayList<>();
            cells.add(Cell.count(pair.ticks()));
            cells.addAll(outcomes(pair.tickOutcomes(), pair.tickOutcomesSoonest(), summary));
            cells.addAll(response(pair.responseNs()));
            rows.add(Row.of(pair.symbol(), "", cells));
        });
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("ticks", ""));
        columns.addAll(outcomeColumns());
        columns.addAll(responseColumns());
        return new Table(
                "pairs", "By pair", "Response over the pair's due ticks and all its sessions.", "pair", columns, rows);
    }

    private static List<Column> outcomeColumns() {
        return List.of(
                new Column("published", ""),
                new Column("conflated", ""),
                new Column("skipped", ""),
                new Column("unchanged", ""),
                new Column("lost", ""),
                new Column("excluded", ""));
    }

    private static List<Cell> outcomes(TickOutcomes latest, @Nullable TickOutcomes only, Summary summary) {
        TickOutcomes soonest = only == null ? latest : only;
        if (latest.unknown() > 0) {
            Cell unknown = Cell.text(LatencyText.UNKNOWN);
            return List.of(unknown, unknown, unknown, unknown, unknown, Cell.count(latest.excluded()));
        }
        return List.of(
                Cell.count(soonest.published(), latest.published()),
                Cell.count(soonest.conflated(), latest.conflated()),
                Cell.count(soonest.skipped(), latest.skipped()).after(summary.atMost(Rule.SKIPPED)),
                Cell.count(soonest.unchanged(), latest.unchanged()),
                Cell.count(soonest.lost(), latest.lost()).after(summary.atMost(Rule.LOST)),
                Cell.count(soonest.excluded(), latest.excluded()));
    }

    private static List<Column> responseColumns() {
        return List.of(
                new Column("n", "response"),
                new Column("p50", "response"),
                new Column("p99", "response"),
                new Column("p99.9", "response"),
                new Column("max", "response"));
    }

    private static List<Cell> response(LatencyFigures response) {
        return List.of(
                LatencyCells.count(response),
                LatencyCells.percentile(response, "p50"),
                LatencyCells.percentile(response, "p99"),
                LatencyCells.percentile(response, "p99_9"),
                LatencyCells.max(response));
    }

    static Table processes(List<ProcessEnd> processes) {
        List<Row> rows = processes.stream()
                .map(end -> Row.of(
                        end.role(),
                        "",
                        List.of(
                                Cell.word(end.end()),
                                Cell.number(
                                        end.end().equals(ProcessEnd.RUNNING) ? "" : String.valueOf(end.exitStatus())),
                                Cell.text(end.cause()),
                                Cell.text(String.join(" ", end.command())))))
                .toList();
        List<Column> columns = List.of(
                new Column("end", ""),
                new Column("exit status", ""),
                new Column("cause", ""),
                new Column("command", ""));
        return new Table("processes", "Processes", "How everyone ended.", "role", columns, rows);
    }

    static Table limits(Summary summary) {
        List<Row> rows = summary.limits().stream().map(BreakdownTables::limit).toList();
        List<Column> columns = List.of(
                new Column("measured", ""),
                new Column("DEGRADED above", ""),
                new Column("FAILED above", ""),
                new Column("VOID above", ""));
        String note = "Every rule with its measured value; profile " + summary.profile()
                + ". A rule whose value is yes or no has its limit at no.";
        return new Table("limits", "Limits", note, "rule", columns, rows);
    }

    private static Row limit(LimitFigure limit) {
        return Row.of(
                limit.rule(),
                "",
                List.of(
                        Cell.number(RuleText.value(limit.rule(), limit.value())),
                        bound(limit.rule(), limit.degradedAbove()),
                        bound(limit.rule(), limit.failedAbove()),
                        bound(limit.rule(), limit.voidAbove())));
    }

    private static Cell bound(String rule, @Nullable Double limit) {
        return limit == null ? Cell.NONE : Cell.number(RuleText.value(rule, limit));
    }
}
