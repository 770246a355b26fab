package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.DriftFigures.Tenth;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Change of the last client's latency during the measured part. */
public final class DriftTable {
    private static final double NS_PER_S = 1e9;
    private static final String LOAD = "he load changes as well, most of all at the announcement";

    private DriftTable() {}

    static Optional<Section> section(Summary summary) {
        DriftFigures drift = summary.execution().measuredPart().drift();
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
                .add("p50", "last client", tenth -> duration(tenth.p50Ns(), tenth))
                .add("p99", "last client", tenth -> duration(tenth.p99Ns(), tenth))
                .table(
                        "drift",
                        "Drift",
                        (sentence(drift) + " T" + LOAD + ": see the ticks per second.").strip(),
                        tenths);
        return tenths.isEmpty()
                ? Optional.empty()
                : Optional.of(Section.of(
                        "over-tenths", "Drift", "the last client by tenths of the ticks", Block.Tables.of(table)));
    }

    private static Cell duration(@Nullable Long ns, Tenth tenth) {
        return ns == null && tenth.due() > 0
                ? new Cell(LatencyCell.REFUSED, Cell.Kind.REFUSED)
                : Cell.optionalDuration(ns);
    }

    /** Returns drift and load as a line for a terminal; empty unless the drift is notable. */
    public static String line(DriftFigures drift) {
        if (!drift.notable()) {
            return "";
        }
        List<Tenth> tenths = drift.tenths();
        return String.format(
                Locale.ROOT,
                "drift: %s Ticks per second were %,.0f in the first tenth of them and %,.0f in the last: t%s.",
                sentence(drift),
                tenths.get(0).ticksPerSecond(),
                tenths.get(tenths.size() - 1).ticksPerSecond(),
                LOAD);
    }

    /** Returns the drift as a sentence; empty if there is no ratio. */
    private static String sentence(DriftFigures drift) {
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
                times(drift.lastToFirst()));
    }

    /** Formats a ratio with two decimals, or as a fraction if it is below 0.1. */
    private static String times(double ratio) {
        return ratio > 0 && ratio < 0.1
                ? String.format(Locale.ROOT, "1/%.0f", 1 / ratio)
                : String.format(Locale.ROOT, "%.2f", ratio);
    }
}
