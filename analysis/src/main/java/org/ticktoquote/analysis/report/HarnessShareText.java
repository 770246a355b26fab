package org.ticktoquote.analysis.report;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.DurationText;

/** How much of each percentile of the response can be the harness, as every output writes it. */
public final class HarnessShareText {
    public static final String UNKNOWN = "unknown";
    /** By their names in {@code summary.json}. */
    public static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

    public static final String MAX = "max";

    private static final String HOW = "t2q run --harness-share measures it";

    /** Columns of the table that have no share: counts, minimum and mean. */
    private static final int BEFORE = 4;

    private final boolean measured;
    private final Map<String, Long> atMost;

    private HarnessShareText(SelfAuditFigures audit) {
        this.measured = audit.harnessShare().nullResponder() != null;
        this.atMost = audit.harnessShare().atMostNs().named();
    }

    /** Of a run. */
    public static HarnessShareText of(Summary summary) {
        return new HarnessShareText(summary.selfAudit());
    }

    /** At most so much of a percentile, or of {@code max}. */
    public String atMost(String level) {
        @Nullable Long ns = atMost.get(level);
        return ns == null ? UNKNOWN : DurationText.format(ns);
    }

    /** Behind the population of a figure; empty where it is not known: the table says so and what to do about it. */
    String beside(String level) {
        return atMost.containsKey(level) ? "; harness at most " + atMost(level) : "";
    }

    /** Under the response, in the same columns. */
    Row row() {
        Stream<Cell> cells = Stream.concat(PERCENTILES.stream(), Stream.of(MAX)).map(level -> {
            @Nullable Long ns = atMost.get(level);
            return ns == null ? new Cell(UNKNOWN, "", "none", null, null) : Cell.duration(ns);
        });
        String meaning = measured
                ? "how much of the response's figure can be the harness"
                : "how much of the response's figure can be the harness: " + UNKNOWN + " here, " + HOW;
        return Row.of(
                "harness, at most",
                meaning,
                Stream.concat(Collections.nCopies(BEFORE, Cell.BLANK).stream(), cells)
                        .toList());
    }
}
