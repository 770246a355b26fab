package org.ticktoquote.host.clocks;

import java.util.List;
import java.util.function.BiConsumer;
import org.ticktoquote.core.command.TextTable;

/** The tables of a report, with the published rows below the measured ones. */
final class ClocksTables {
    private final ClocksReport report;

    ClocksTables(ClocksReport report) {
        this.report = report;
    }

    private static <T> void rows(TextTable table, List<Measured<T>> rows, BiConsumer<Measured<T>, T> add) {
        for (Measured<T> row : rows) {
            T figures = row.figures();
            if (figures == null) {
                table.remark(row.clock(), row.missing());
            } else {
                add.accept(row, figures);
            }
        }
    }

    TextTable cost() {
        TextTable table = new TextTable(
                "clock", "java", "min", "max", "average", "std dev", "50 %", "99 %", "99.99 %", "cold", "100 M calls");
        rows(table, report.clocks().cost(), (row, figures) -> costRow(table, row, figures));
        table.remark("published", "");
        report.published().cost().forEach(row -> publishedRow(table, row));
        return table;
    }

    private static void costRow(TextTable table, Measured<CostFigures> row, CostFigures figures) {
        Series ns = figures.perCallNs();
        table.row(List.of(
                row.clock(),
                Integer.toString(row.java()),
                Cells.exact(ns.min()),
                Cells.exact(ns.max()),
                Cells.exact(ns.average()),
                Cells.exact(ns.standardDeviation()),
                Cells.exact(ns.p50()),
                Cells.exact(ns.p99()),
                Cells.exact(ns.p99_99()),
                Cells.whole(figures.coldNs()),
                Cells.hundredMillion(ns.average())));
    }

    private static void publishedRow(TextTable table, Published.CostRow row) {
        table.row(List.of(
                "  " + row.experiment(),
                "",
                Cells.exact(row.minNs()),
                Cells.exact(row.maxNs()),
                Cells.exact(row.averageNs()),
                Cells.exact(row.standardDeviationNs()),
                "",
                Cells.exact(row.p99Ns()),
                Cells.exact(row.p99_99Ns()),
                "",
                Cells.hundredMillion(row.averageNs())));
    }

    TextTable resolution() {
        TextTable table =
                new TextTable("clock", "java", "reads", "zero steps", "smallest", "median", "largest", "backwards");
        rows(
                table,
                report.clocks().resolution(),
                (row, figures) -> table.row(List.of(
                        row.clock(),
                        Integer.toString(row.java()),
                        Cells.count(figures.reads()),
                        Cells.percent(figures.zeroShare()),
                        Cells.whole(figures.smallestNs()),
                        Cells.whole(figures.medianNs()),
                        Cells.whole(figures.largestNs()),
                        Cells.count(figures.backwards()))));
        return table;
    }

    TextTable order() {
        TextTable table = new TextTable("clock", "java", "CPUs", "reads", "hand-overs", "violations", "worst");
        rows(
                table,
                report.clocks().ordering(),
                (row, figures) -> table.row(List.of(
                        row.clock(),
                        Integer.toString(row.java()),
                        Integer.toString(figures.cpus()),
                        Cells.count(figures.reads()),
                        Cells.count(figures.handovers()),
                        Cells.count(figures.violations()),
                        Cells.whole(figures.worstNs()) + " ns")));
        return table;
    }

    TextTable idle() {
        TextTable table = new TextTable(
                "condition", "samples", "late 50 %", "99 %", "max", "step 50 %", "99 %", "per call 50 %", "99 %");
        for (IdleRow row : report.idle()) {
            IdleRow.Figures figures = row.figures();
            if (figures == null) {
                table.remark(row.condition(), row.missing());
            } else {
                idleRow(table, row.condition(), figures);
            }
        }
        table.remark("published: CLOCK_REALTIME read twice", "");
        report.published()
                .idle()
                .forEach(row -> table.row(
                        List.of("  " + row.condition(), "", "", "", "", Cells.whole(row.stepNs()), "", "", "")));
        return table;
    }

    private static void idleRow(TextTable table, String condition, IdleRow.Figures figures) {
        table.row(List.of(
                condition,
                Integer.toString(figures.stepNs().count()),
                Cells.whole(figures.lateNs().p50()),
                Cells.whole(figures.lateNs().p99()),
                Cells.whole(figures.lateNs().max()),
                Cells.whole(figures.stepNs().p50()),
                Cells.whole(figures.stepNs().p99()),
                Cells.exact(figures.perCallNs().p50()),
                Cells.exact(figures.perCallNs().p99())));
    }
}
