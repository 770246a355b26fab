package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
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
    private final StaleFigures all;
    private final Summary summary;
    private final List<Integer> exceeded;

    StalenessTables(Summary summary) {
        this.summary = summary;
        this.all = summary.figures().stalenessNs();
        this.exceeded = IntStream.range(0, all.worseThan().size())
                .filter(i -> exceeded(all.worseThan().get(i)))
                .boxed()
                .toList();
    }

    private static boolean exceeded(Beyond beyond) {
        return beyond.timeShareHigh() > 0 || beyond.tickShareHigh() > 0;
    }

    /** Named statistic of the ages. */
    private record Age(String name, String unit, Function<StaleFigures.Ages, Interval> value) {
        static final List<Age> RISING = List.of(
                new Age("p50", "of time", StaleFigures.Ages::p50),
                new Age("p90", "of time", StaleFigures.Ages::p90),
                new Age("p99", "of time", StaleFigures.Ages::p99),
                new Age("p99.9", "of time", StaleFigures.Ages::p999),
                new Age("p99.99", "of time", StaleFigures.Ages::p9999),
                new Age("max", "", StaleFigures.Ages::max));

        Column column() {
            return Column.of(name, unit);
        }

        Cell cell(StaleFigures figures) {
            return age(figures, value.apply(figures.ages()));
        }
    }

    /** Returns whether ages are known. Diagnostic ages do not count, because the ticks of their prices are unknown. */
    private boolean any() {
        return all.times().totalNs().high() > 0 && !all.diagnostic();
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
                DurationText.format(all.times().totalNs().high()),
                ofAllTime(all.times().staleNs())));
        lines.add(Block.Tables.of(Columns.<StaleFigures>of("", figures -> "age of prices")
                .addEach(Age.RISING, Age::column, (figures, age) -> age.cell(figures))
                .add("mean", figures -> age(figures, figures.ages().mean()))
                .table("", "", "", List.of(all))
                .brief()));
        if (all.times().unansweredNs().high() > 0) {
            lines.add(Block.Text.formatted(
                    "never renewed: %s of time; these ages are lower bounds, as they end with the drain",
                    ofAllTime(all.times().unansweredNs())));
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
        return share(
                        part,
                        new Interval(
                                all.times().totalNs().high(),
                                all.times().totalNs().high()))
                .text();
    }

    private Table ages() {
        return Columns.<StaleFigures>of("population", figures -> "all sessions and pairs")
                .hint(StaleFigures::label)
                .add(
                        "time",
                        "sessions x pairs",
                        figures -> Cell.duration(
                                figures.times().totalNs().low(),
                                figures.times().totalNs().high()))
                .add(
                        "old",
                        "of time",
                        figures ->
                                share(figures.times().staleNs(), figures.times().totalNs()))
                .add(
                        "never renewed",
                        "of time",
                        figures -> share(
                                figures.times().unansweredNs(), figures.times().totalNs()))
                .add("mean", figures -> age(figures, figures.ages().mean()))
                .addEach(Age.RISING, Age::column, (figures, age) -> age.cell(figures))
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
        return breakdown(
                "pair", "Staleness by pair", summary.parts().perPair(), PairSummary::symbol, PairSummary::stalenessNs);
    }

    private Table sessions() {
        return breakdown(
                "session",
                "Staleness by session",
                summary.parts().perSession(),
                SessionSummary::name,
                SessionSummary::stalenessNs);
    }

    /** Named row: a pair, a session, or all of them. */
    private record Part(String name, StaleFigures figures) {}

    private <T> Table breakdown(
            String head, String caption, List<T> parts, Function<T, String> name, Function<T, StaleFigures> figures) {
        Columns<Part> columns = Columns.of(head, Part::name)
                .add("max", part -> age(part.figures, part.figures.ages().max()))
                .add("mean", part -> age(part.figures, part.figures.ages().mean()))
                .add(
                        "old",
                        "of time",
                        part -> share(
                                part.figures.times().staleNs(),
                                part.figures.times().totalNs()))
                .addEach(
                        exceeded,
                        i -> Column.of(
                                "> " + Figures.round(all.worseThan().get(i).thresholdNs()), "of time"),
                        (part, i) -> i < part.figures.worseThan().size()
                                ? timeShare(
                                        part.figures, part.figures.worseThan().get(i))
                                : Cell.BLANK);
        List<Row> rows = Stream.concat(
                        parts.stream().map(part -> columns.row(new Part(name.apply(part), figures.apply(part)))),
                        Stream.of(columns.row(new Part("all", all)).as(Row.Kind.TOTAL)))
                .toList();
        return columns.withRows("stale-" + head + "s", caption, "", rows);
    }

    private static Cell age(StaleFigures figures, Interval age) {
        return figures.times().lowerBound()
                ? Cell.durationAtLeast(age.low(), age.high())
                : Cell.duration(age.low(), age.high());
    }

    private static Cell timeShare(StaleFigures figures, Beyond beyond) {
        return figures.times().lowerBound()
                ? Cell.shareAtLeast(beyond.timeShareLow(), beyond.timeShareHigh())
                : Cell.share(beyond.timeShareLow(), beyond.timeShareHigh());
    }

    private static Cell share(Interval part, Interval total) {
        return Cell.share(
                (double) part.low() / Math.max(1, total.low()), (double) part.high() / Math.max(1, total.high()));
    }
}
