package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.DriftFigures.Tenth;
import org.ticktoquote.core.command.DurationText;

/** How the last client's latency changed while ticks were measured. */
public final class DriftText {
    private static final double NS_PER_S = 1e9;
    private static final String LOAD =
            " The load changes as well, most of all at the announcement: see the ticks per second.";

    private DriftText() {}

    /** One sentence; empty where there is no ratio. */
    public static String sentence(DriftFigures drift) {
        Long first = drift.firstThirdP50Ns();
        Long last = drift.lastThirdP50Ns();
        if (first == null || last == null || drift.lastToFirst() == null) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "p50 of the last client was %s in the first third of the ticks and %s in the last, %.2f times that.",
                DurationText.format(first),
                DurationText.format(last),
                drift.lastToFirst());
    }

    /** For a terminal, with the load beside it; empty unless the thirds differ much. */
    public static String line(DriftFigures drift) {
        if (!drift.notable()) {
            return "";
        }
        List<Tenth> tenths = drift.tenths();
        return String.format(
                Locale.ROOT,
                "drift: %s Ticks per second were %,.0f in the first tenth of them and %,.0f in the last: the load changes"
                        + " as well, most of all at the announcement.",
                sentence(drift),
                tenths.get(0).ticksPerSecond(),
                tenths.get(tenths.size() - 1).ticksPerSecond());
    }

    static Table table(DriftFigures drift) {
        List<Column> columns = List.of(
                new Column("from", "run time"),
                new Column("ticks", ""),
                new Column("ticks/s", ""),
                new Column("due", ""),
                new Column("lost", "by a session"),
                new Column("p50", "last client"),
                new Column("p99", "last client"));
        List<Tenth> tenths = drift.tenths();
        List<Row> rows = tenths.stream()
                .map(tenth -> row(tenths.indexOf(tenth) + 1, tenth))
                .toList();
        return new Table(
                "drift", "Drift", (sentence(drift) + LOAD).strip(), "tenth of the ticks, in send order", columns, rows);
    }

    private static Row row(int number, Tenth tenth) {
        return Row.of(
                Integer.toString(number),
                "",
                List.of(
                        Cell.number(Figures.number(tenth.fromNs() / NS_PER_S) + " s"),
                        Cell.count(tenth.ticks()),
                        Cell.number(Figures.number(tenth.ticksPerSecond())),
                        Cell.count(tenth.due()),
                        Cell.count(tenth.lost()),
                        duration(tenth.p50Ns(), tenth),
                        duration(tenth.p99Ns(), tenth)));
    }

    private static Cell duration(@Nullable Long ns, Tenth tenth) {
        if (ns != null) {
            return Cell.duration(ns);
        }
        return tenth.due() == 0 ? Cell.NONE : new Cell(LatencyText.REFUSED, "", "refused", null, null);
    }
}
