package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.summary.PairSummary;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.analysis.summary.StaleFigures.Beyond;
import org.ticktoquote.analysis.summary.StaleFigures.Interval;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/** Tables of the age of prices, weighted by time; no tables if no time was measured. */
final class StalenessTables {
    private static final String OF_TIME = "of time";

    private final StaleFigures all;
    private final Summary summary;
    private final List<Integer> exceeded;

    StalenessTables(Summary summary) {
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

    /** Adds the percentiles and the maximum of the ages. */
    private static Columns<StaleFigures> withAges(Columns<StaleFigures> columns) {
        return columns.add("p50", OF_TIME, figures -> age(figures, figures.p50()))
                .add("p90", OF_TIME, figures -> age(figures, figures.p90()))
                .add("p99", OF_TIME, figures -> age(figures, figures.p99()))
                .add("p99.9", OF_TIME, figures -> age(figures, figures.p999()))
                .add("p99.99", OF_TIME, figures -> age(figures, figures.p9999()))
                .add("max", figures -> age(figures, figures.max()));
    }

    /** Returns whether ages are known. Diagnostic ages do not count, because the ticks of their prices are unknown. */
    private boolean any() {
        return all.totalNs().high() > 0 && !all.diagnostic();
    }

    Optional<Section> section(RunAnalysis analysis) {
        Table thresholds = thresholds();
        List<Table> tables = thresholds.rows().isEmpty() ? List.of(ages()) : List.of(ages(), thresholds);
        return !any()
                ? Optional.empty()
                : Optional.of(Section.of(
                        "old-prices",
                        "Staleness",
                        "age of prices, weighted by time",
                        Charts.staleness(analysis.beyond(), analysis.soonestBeyond()),
                        new Block.Tables("", tables),
                        new Block.Tables("two breakdown", List.of(pairs(), sessions()))));
    }

    /** Returns the ages and the exceeded thresholds for a terminal; nothing if no time was measured. */
    List<Block> lines() {
        List<Block> lines = new ArrayList<>();
        if (!any()) {
            return all.diagnostic()
                    ? List.of(Block.Text.of("staleness is unknown, as the outcomes of the ticks are unknown"))
                    : lines;
        }
        lines.add(Block.Text.formatted(
                "staleness over %s of sessions x pairs, %s of it with an old price",
                DurationText.format(all.totalNs().high()), ofAllTime(all.staleNs())));
        lines.add(Block.Tables.of(withAges(Columns.of("", figures -> "age of prices"))
                .add("mean", figures -> age(figures, figures.mean()))
                .table("", "", "", List.of(all))
                .brief()));
        if (all.unansweredNs().high() > 0) {
            lines.add(Block.Text.formatted(
                    "never renewed: %s of time; these ages are lower bounds, as they end with the drain",
                    ofAllTime(all.unansweredNs())));
        }
        for (int i : exceeded) {
            Beyond beyond = all.worseThan().get(i);
            lines.add(Block.Text.formatted(
                    "worse than %s: %s of time, %s of ticks",
                    Figures.round(beyond.thresholdNs()),
                    timeShare(all, beyond).text(),
                    Cell.share(beyond.tickShareLow(), beyond.tickShareHigh()).text()));
        }
        return lines;
    }

    private String ofAllTime(Interval part) {
        return share(part, new Interval(all.totalNs().high(), all.totalNs().high()))
                .text();
    }

    private Table ages() {
        Columns<StaleFigures> columns = Columns.<StaleFigures>of("population", figures -> "all sessions and pairs")
                .hint(StaleFigures::label)
                .add(
                        "time",
                        "sessions x pairs",
                        figures -> Cell.duration(
                                figures.totalNs().low(), figures.totalNs().high()))
                .add("old", OF_TIME, figures -> share(figures.staleNs(), figures.totalNs()))
                .add("never renewed", OF_TIME, figures -> share(figures.unansweredNs(), figures.totalNs()))
                .add("mean", figures -> age(figures, figures.mean()));
        return withAges(columns)
                .table(
                        "staleness",
                        "Age of prices",
                        "Weighted by time. The age at an instant counts from the intended time of the oldest due tick that is"
                                + " newer than the session's price of the pair (0 without one). Time never renewed ends with the"
                                + " drain, so its ages are lower bounds (>=)."
                                + Latencies.intervals(summary),
                        List.of(all));
    }

    private Table thresholds() {
        return Columns.<Beyond>of("threshold", beyond -> Figures.round(beyond.thresholdNs()))
                .add("share of time", "staleness", beyond -> timeShare(all, beyond))
                .add("time", "staleness", beyond -> age(all, beyond.timeNs()))
                .add("share of ticks", "response", beyond -> Cell.share(beyond.tickShareLow(), beyond.tickShareHigh()))
                .table(
                        "worse-than",
                        "Worse than",
                        "Each threshold in both weights: time with an older price, and due ticks x sessions answered"
                                + " later or lost. Thresholds without any are not shown.",
                        exceeded.stream().map(all.worseThan()::get).toList());
    }

    private Table pairs() {
        return breakdown("pair", "Staleness by pair", summary.perPair(), PairSummary::symbol, PairSummary::stalenessNs);
    }

    private Table sessions() {
        return breakdown(
                "session",
                "Staleness by session",
                summary.perSession(),
                SessionSummary::name,
                SessionSummary::stalenessNs);
    }

    private <T> Table breakdown(
            String head, String caption, List<T> parts, Function<T, String> name, Function<T, StaleFigures> figures) {
        Columns<Map.Entry<String, StaleFigures>> columns = Columns.<Map.Entry<String, StaleFigures>>of(
                        head, Map.Entry::getKey)
                .add("max", part -> age(part.getValue(), part.getValue().max()))
                .add("mean", part -> age(part.getValue(), part.getValue().mean()))
                .add(
                        "old",
                        OF_TIME,
                        part -> share(part.getValue().staleNs(), part.getValue().totalNs()))
                .addEach(
                        exceeded,
                        i -> Column.of(
                                "> " + Figures.round(all.worseThan().get(i).thresholdNs()), OF_TIME),
                        (part, i) -> i < part.getValue().worseThan().size()
                                ? timeShare(
                                        part.getValue(),
                                        part.getValue().worseThan().get(i))
                                : Cell.BLANK);
        List<Row> rows = Stream.concat(
                        parts.stream().map(part -> columns.row(Map.entry(name.apply(part), figures.apply(part)))),
                        Stream.of(columns.row(Map.entry("all", all)).as(Row.Kind.TOTAL)))
                .toList();
        return columns.withRows("stale-" + head + "s", caption, "", rows);
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
