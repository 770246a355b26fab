package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.IntervalText;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Row;

/** Outcomes of ticks and classes of snapshots. */
final class Outcomes {
    private static final String SUM = "= measured ticks x sessions planned for their pairs";

    private Outcomes() {}

    /** Outcomes of ticks, in the order used by all outputs. */
    @SuppressWarnings("ImmutableEnumChecker") // references to accessors keep no state
    private enum Outcome {
        PUBLISHED(TickOutcomes::published, "a snapshot that reflects the tick reached the session", ""),
        CONFLATED(TickOutcomes::conflated, "superseded within the declared conflation", ""),
        SKIPPED(TickOutcomes::skipped, "superseded, and the declared conflation does not explain it", Rule.SKIPPED),
        UNCHANGED(TickOutcomes::unchanged, "calls for no quote", ""),
        LOST(TickOutcomes::lost, "no snapshot as new before the drain deadline", Rule.LOST),
        EXCLUDED(
                TickOutcomes::excluded,
                "session disconnected by the harness or ended before the drain, or prices that are not known",
                "");

        private final ToLongFunction<TickOutcomes> count;
        private final String meaning;
        private final String rule;

        Outcome(ToLongFunction<TickOutcomes> count, String meaning, String rule) {
            this.count = count;
            this.meaning = meaning;
            this.rule = rule;
        }

        String title() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the cell of an outcome. If snapshots could not be attributed, it is unknown except for excluded ticks. */
        Cell cell(TickOutcomes latest, @Nullable TickOutcomes soonest, Summary summary) {
            if (latest.unknown() > 0 && this != EXCLUDED) {
                return Cell.text(LatencyCell.UNKNOWN);
            }
            long one = count.applyAsLong(soonest == null ? latest : soonest);
            long other = count.applyAsLong(latest);
            return Cell.count(one, other).after(summary.counts().atMost(rule, Math.max(one, other)));
        }
    }

    static Section section(Summary summary) {
        return Section.of(
                "what-became",
                "Outcomes and classes",
                "outcome of every tick, class of every snapshot",
                new Block.Tables("two", List.of(outcomes(summary), classes(summary))));
    }

    /** Returns the outcomes as one line. */
    static String line(Summary summary) {
        TickOutcomes latest = summary.counts().tickOutcomes();
        String counts = outcomes(summary).rows().stream()
                .filter(row -> row.kind() != Row.Kind.TOTAL)
                .map(row -> row.title() + " " + row.cells().get(0).text())
                .collect(Collectors.joining(", "));
        String unknown = latest.unknown() == 0
                ? ""
                : ": the ticks reflected by snapshots are unknown, and so are lost and excluded ticks";
        return String.format(Locale.ROOT, "outcomes of %,d ticks x sessions: %s%s", latest.total(), counts, unknown);
    }

    /** Returns the lost ticks x sessions of the run. */
    static Cell lost(Summary summary) {
        return Outcome.LOST.cell(
                summary.counts().tickOutcomes(), summary.counts().tickOutcomesSoonest(), summary);
    }

    /** Adds one column per outcome of a session or pair. */
    static <T> void columns(
            Columns<T> columns,
            Function<T, TickOutcomes> latest,
            Function<T, @Nullable TickOutcomes> soonest,
            Summary summary) {
        for (Outcome outcome : Outcome.values()) {
            columns.add(outcome.title(), part -> outcome.cell(latest.apply(part), soonest.apply(part), summary));
        }
    }

    static Table outcomes(Summary summary) {
        TickOutcomes latest = summary.counts().tickOutcomes();
        @Nullable TickOutcomes soonest = summary.counts().tickOutcomesSoonest();
        long total = latest.total();
        List<Row> rows = new ArrayList<>();
        if (latest.unknown() > 0) {
            rows.add(share("unknown", "the snapshots could not be attributed to ticks", latest.unknown(), total));
            rows.add(share("excluded", "excluded by the harness", latest.excluded(), total));
            rows.add(share("sum", SUM, total, total).as(Row.Kind.TOTAL));
            return counts(
                    "outcomes",
                    "Tick outcomes",
                    "Published, conflated, skipped, unchanged and lost ticks are unknown.",
                    "outcome",
                    rows);
        }
        TickOutcomes least = Objects.requireNonNullElse(soonest, latest);
        for (Outcome outcome : Outcome.values()) {
            long one = outcome.count.applyAsLong(least);
            long other = outcome.count.applyAsLong(latest);
            rows.add(Row.of(
                    outcome.title(),
                    outcome.meaning,
                    List.of(
                            outcome.cell(latest, soonest, summary),
                            Cell.number(Figures.share(Math.min(one, other), Math.max(one, other), total)))));
        }
        rows.add(share("sum", SUM, total, total).as(Row.Kind.TOTAL));
        return counts(
                "outcomes",
                "Tick outcomes",
                "One per measured tick and planned session." + certain(summary) + atMost(summary),
                "outcome",
                rows);
    }

    /** Explains why outcomes are only upper bounds for the application; empty if they are exact. */
    private static String atMost(Summary summary) {
        if (summary.counts().tickOutcomesAtMost().isEmpty()) {
            return "";
        }
        return summary.findings().validity() == Verdict.VOID
                ? " At most: the cause that made the run VOID can have caused any of them instead of the application."
                : " At most: they can include ticks that call for no quote, as the declared model does not hold"
                        + summary.findings()
                                .mismatch()
                                .map(reason -> " (" + reason.rule() + ").")
                                .orElse(".");
    }

    private static String certain(Summary summary) {
        if (summary.counts().tickOutcomesSoonest() == null) {
            return "";
        }
        return " Certain (answered at one known time, or lost): "
                + IntervalText.share((double) summary.model().certain()
                        / Math.max(1, summary.model().due()))
                + " of the due.";
    }

    static Table classes(Summary summary) {
        SnapshotClasses classes = summary.counts().snapshotClasses();
        long total = classes.total();
        List<Row> rows = new ArrayList<>();
        rows.add(share("matched", "reflects a measured tick, for the first time", classes.matched(), total));
        rows.add(share("initial", "first after a subscription, or of a warm-up tick", classes.initial(), total));
        rows.add(share("duplicate", "of a tick already published to that session", classes.duplicate(), total));
        rows.add(share("regressed", "of an older tick than the session had", classes.regressed(), total));
        rows.add(share("unexplained", "reflects no tick", classes.unexplained(), total));
        rows.add(share("ambiguous", "several ticks possible", classes.ambiguous(), total));
        if (classes.unattributed() > 0) {
            rows.add(
                    share("unattributed", "of a session and pair without known prices", classes.unattributed(), total));
        }
        if (classes.withdrawn() > 0) {
            rows.add(share("withdrawn", "shows neither bid nor ask: no price", classes.withdrawn(), total));
        }
        rows.add(share("sum", "snapshots received up to the drain deadline", total, total)
                .as(Row.Kind.TOTAL));
        String unknown = summary.counts().tickOutcomes().unknown() == 0
                ? ""
                : " Diagnostic only: the ticks they reflect are unknown.";
        return counts("classes", "Snapshot classes", "One per snapshot received." + unknown, "class", rows);
    }

    private static Table counts(String id, String caption, String note, String head, List<Row> rows) {
        return new Table(id, caption, note, head, Table.Column.all("count", "share"), rows);
    }

    private static Row share(String title, String hint, long count, long total) {
        return Row.of(title, hint, List.of(Cell.count(count), Cell.number(Figures.share(count, total))));
    }
}
