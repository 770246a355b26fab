package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.wire.WireFigures;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/** Latencies on the wire, next to the latencies by the run's own time stamps. */
final class WireTables {
    private final WireFigures figures;

    WireTables(WireFigures figures) {
        this.figures = figures;
    }

    /** Returns the table and its notes for a terminal. */
    List<Block> lines() {
        List<Block> lines = new ArrayList<>(
                List.of(Block.Text.of("on the wire: " + population()), Block.Tables.of(table().brief())));
        figures.notes().forEach(note -> lines.add(Block.Text.of(note)));
        return lines;
    }

    Section section() {
        List<Block> blocks = new ArrayList<>(List.of(
                new Block.Text("bounds", population() + "."),
                Block.Tables.of(table()),
                new Block.Text(
                        "bounds",
                        "Rows of response and service contain only ticks due in both, so they can be compared. The"
                                + " directory wire has the report of the capture alone.")));
        figures.notes().forEach(note -> blocks.add(new Block.Text("bounds", note + ".")));
        return Section.of("wire", "On the wire", "the same latencies from a capture", blocks.toArray(Block[]::new));
    }

    private String population() {
        return both(figures.ticks(), "tick") + ", " + both(figures.quotes(), "quote") + "; stamps: " + figures.stamps()
                + ", " + figures.placement() + ", on the run's clock to " + DurationText.format(figures.boundNs());
    }

    private static String both(WireFigures.Joined joined, String what) {
        return CountText.of(joined.both(), what) + " in both"
                + (joined.notCaptured() == 0 ? "" : ", " + Figures.count(joined.notCaptured()) + " not captured")
                + (joined.ambiguous() == 0 ? "" : ", " + Figures.count(joined.ambiguous()) + " ambiguous");
    }

    private Table table() {
        return Columns.<WireFigures.Row>of("", WireFigures.Row::name)
                .add("n", row -> Cell.count(row.count()))
                .add("lost", row -> Cell.count(row.lost()))
                .add("below 0", row -> Cell.count(row.negative()))
                .add("min", row -> number(row, row.minNs()))
                .add("p50", row -> percentile(row, "p50"))
                .add("p90", row -> percentile(row, "p90"))
                .add("p99", row -> percentile(row, "p99"))
                .add("p99.9", row -> percentile(row, "p99_9"))
                .add("max", row -> number(row, row.maxNs()))
                .table("on-the-wire", "", "", figures.rows());
    }

    private static Cell number(WireFigures.Row row, long ns) {
        return row.count() == row.lost() ? Cell.NONE : Cell.duration(ns);
    }

    private static Cell percentile(WireFigures.Row row, String name) {
        @Nullable Long ns = row.percentilesNs().get(name);
        return ns != null ? Cell.duration(ns) : row.count() == 0 ? Cell.NONE : Cell.text("lost");
    }
}
