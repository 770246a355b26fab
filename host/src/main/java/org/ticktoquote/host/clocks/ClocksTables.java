package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.host.clocks.ClockTables.CostExperiment.CostFigures;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.ClocksReport.Published;
import org.ticktoquote.host.clocks.IdleRows.IdleRow;

/** The tables of a report, with the published rows below the measured ones. */
final class ClocksTables {
    private final ClocksReport report;

    ClocksTables(ClocksReport report) {
        this.report = report;
    }

    /** A row for each clock; of one that was not measured the reason. */
    private static <T> List<Row> rows(List<Measured<T>> clocks, BiFunction<Measured<T>, T, Row> measured) {
        List<Row> rows = new ArrayList<>();
        for (Measured<T> clock : clocks) {
            T figures = clock.figures();
            rows.add(figures == null ? Row.remark(clock.clock(), clock.missing()) : measured.apply(clock, figures));
        }
        return rows;
    }

    private static Row published(String title, String... cells) {
        return new Row(title, "", Row.Kind.PART, Row.numbers(title, cells).cells());
    }

    Table cost() {
        List<Row> rows = rows(report.found().clocks().cost(), ClocksTables::costRow);
        rows.add(Row.remark("published", ""));
        report.published().cost().forEach(row -> rows.add(publishedRow(row)));
        return Table.of(
                "clock",
                Column.all(
                        "java", "min", "max", "average", "std dev", "50 %", "99 %", "99.99 %", "cold", "100 M calls"),
                rows);
    }

    private static Row costRow(Measured<CostFigures> row, CostFigures figures) {
        Series ns = figures.perCallNs();
        return Row.numbers(
                row.clock(),
                Integer.toString(row.java()),
                exact(ns.min()),
                exact(ns.max()),
                exact(ns.average()),
                exact(ns.standardDeviation()),
                exact(ns.p50()),
                exact(ns.p99()),
                exact(ns.p99_99()),
                whole(figures.coldNs()),
                hundredMillion(ns.average()));
    }

    private static Row publishedRow(Published.CostRow row) {
        return published(
                row.experiment(),
                "",
                exact(row.minNs()),
                exact(row.maxNs()),
                exact(row.averageNs()),
                exact(row.standardDeviationNs()),
                "",
                exact(row.p99Ns()),
                exact(row.p99_99Ns()),
                "",
                hundredMillion(row.averageNs()));
    }

    Table resolution() {
        return Table.of(
                "clock",
                Column.all("java", "reads", "zero steps", "smallest", "median", "largest", "backwards"),
                rows(
                        report.found().clocks().resolution(),
                        (row, figures) -> Row.numbers(
                                row.clock(),
                                Integer.toString(row.java()),
                                count(figures.reads()),
                                percent(figures.zeroShare()),
                                whole(figures.smallestNs()),
                                whole(figures.medianNs()),
                                whole(figures.largestNs()),
                                count(figures.backwards()))));
    }

    Table order() {
        return Table.of(
                "clock",
                Column.all("java", "CPUs", "reads", "hand-overs", "violations", "worst"),
                rows(
                        report.found().clocks().ordering(),
                        (row, figures) -> Row.numbers(
                                row.clock(),
                                Integer.toString(row.java()),
                                Integer.toString(figures.cpus()),
                                count(figures.reads()),
                                count(figures.handovers()),
                                count(figures.violations()),
                                whole(figures.worstNs()) + " ns")));
    }

    Table idle() {
        List<Row> rows = new ArrayList<>();
        for (IdleRow row : report.found().idle()) {
            IdleRow.Figures figures = row.figures();
            rows.add(figures == null ? Row.remark(row.condition(), row.missing()) : idleRow(row.condition(), figures));
        }
        rows.add(Row.remark("published: CLOCK_REALTIME read twice", ""));
        report.published()
                .idle()
                .forEach(row ->
                        rows.add(published(row.condition(), "", "", "", "", whole(row.stepNs()), "", "", "")));
        return Table.of(
                "condition",
                Column.all("samples", "late 50 %", "99 %", "max", "step 50 %", "99 %", "per call 50 %", "99 %"),
                rows);
    }

    private static Row idleRow(String condition, IdleRow.Figures figures) {
        return Row.numbers(
                condition,
                Integer.toString(figures.stepNs().count()),
                whole(figures.lateNs().p50()),
                whole(figures.lateNs().p99()),
                whole(figures.lateNs().max()),
                whole(figures.stepNs().p50()),
                whole(figures.stepNs().p99()),
                exact(figures.perCallNs().p50()),
                exact(figures.perCallNs().p99()));
    }

    /** Two decimals; empty where there is no figure. */
    static String exact(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.2f", value);
    }

    /** Whole nanoseconds, with one decimal where they are few and broken. */
    static String whole(double ns) {
        return String.format(Locale.ROOT, ns < 10 && ns != Math.rint(ns) ? "%,.1f" : "%,.0f", ns);
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    /** What 100,000,000 calls take. */
    static String hundredMillion(double nsPerCall) {
        return String.format(Locale.ROOT, "%.2f s", nsPerCall / 10);
    }
}
