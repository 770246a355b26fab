package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/** Latencies of a run, with the harness's possible share of the response. */
final class Latencies {
    /** Names in {@code summary.json}. */
    static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

    private static final String MAX = "max";
    private static final String UNKNOWN = "unknown";
    private static final String CHART =
            "In the chart: dashed is unsupported, fewer than 10 independent episodes lie beyond. Dotted along the top edge: refused, the"
                    + " rank falls among the lost ticks and has no value (> drain). A curve ends with its maximum where one"
                    + " observation is left. On the logarithmic axis values below 10 ns are drawn at 10 ns.";
    private static final String BAND =
            " Band: ambiguous ticks answered at the soonest (thin line) to answered at the latest (thick line). It contains"
                    + " the true curve.";

    private static final String NO_SCHEDULE =
            "response and replay lag are absent, as a capture has no intended times; all latencies count from the tick on the wire";

    private final Summary summary;

    Latencies(Summary summary) {
        this.summary = summary;
    }

    Section section(boolean band) {
        List<Block> blocks = new ArrayList<>();
        String tail = QuotablePercentiles.tail(summary);
        if (!tail.isEmpty()) {
            blocks.add(new Block.Text("tail", tail));
        }
        blocks.add(Block.Tables.of(table()));
        if (!summary.latencies().scheduled()) {
            blocks.add(new Block.Text("bounds", NO_SCHEDULE + "."));
        }
        String bounds = bounds();
        if (!bounds.isEmpty()) {
            blocks.add(new Block.Text("bounds", bounds + "."));
        }
        extrapolated().forEach(late -> blocks.add(new Block.Text("bounds", yearly(late))));
        blocks.add(new Block.Text("hint", CHART + (band ? BAND : "")));
        return new Section(
                "all-latencies",
                "Latencies",
                "every percentile with its population, independent episodes and possible share of the harness",
                Section.Form.FOLDED,
                blocks);
    }

    /** Returns the table and its explanations for a terminal. */
    List<Block> lines() {
        List<Block> lines = new ArrayList<>(List.of(Block.Tables.of(table().brief())));
        if (!summary.latencies().scheduled()) {
            lines.add(Block.Text.of(NO_SCHEDULE));
        }
        if (summary.latencies().has(Latency.RESPONSE_PUBLISHED)) {
            lines.add(Block.Text.of(
                    "response and service count every tick as due, as no model is declared (--composite)"));
        }
        if (summary.counts().tickOutcomesSoonest() != null) {
            lines.add(Block.Text.of(whyIntervals()));
        }
        if (summary.latencies().byField().values().stream().anyMatch(Latencies::unsupported)) {
            lines.add(Block.Text.of(
                    summary.latencies().response().diagnostic()
                            ? "* diagnostic: the outcomes of the ticks are unknown; nothing is supported"
                            : "* unsupported: fewer than 10 independent episodes lie beyond it"));
        }
        String bounds = bounds();
        if (!bounds.isEmpty()) {
            lines.add(Block.Text.of(bounds));
        }
        extrapolated()
                .filter(late -> late.episodes() > 0)
                .reduce((lower, higher) -> higher)
                .ifPresent(late -> lines.add(Block.Text.of(yearly(late))));
        return lines;
    }

    /** Explains the intervals. By id, every snapshot names its tick, so only the order of venues is ambiguous. */
    private String whyIntervals() {
        return summary.measured().matchedBy().equals(Matching.BY_ID)
                ? "low..high: with --venue-order per-venue, a snapshot can reflect any ticks of venues other than its"
                        + " tick's; if one thread reads all venues in sending order, use --venue-order total for single"
                        + " values"
                : "low..high: a price can match several ticks";
    }

    /** Returns the late shares that are extrapolated to a year; none of a VOID run or a short replay. */
    private Stream<LateShare> extrapolated() {
        return summary.lastClientLate().stream()
                .filter(late -> summary.findings().validity() != Verdict.VOID && TimePerYearText.longEnough(late));
    }

    private String yearly(LateShare late) {
        return "last client: "
                + TimePerYearText.ofRun(
                        late, Annualisation.of(summary.measured().annual()));
    }

    private static boolean unsupported(LatencyFigures figures) {
        return figures.count() > 0 && !figures.percentiles().values().stream().allMatch(PercentileFigure::supported);
    }

    /** Explains why a single run has no confidence interval; empty if latencies are diagnostic only. */
    private String bounds() {
        return summary.latencies().response().diagnostic()
                ? ""
                : "last client: no interval from a single run; use at least 5 runs (repeats: 5 in a matrix, or t2q compare)";
    }

    Table table() {
        Columns<Map.Entry<String, LatencyFigures>> columns = Columns.<Map.Entry<String, LatencyFigures>>of(
                        "latency", latency -> LatencyTerm.of(latency.getKey()).title())
                .hint(latency -> meaning(latency.getKey(), latency.getValue()))
                .add(new Column("n", "", "ticks", false), latency -> LatencyCell.ticks(latency.getValue()))
                .add("lost", latency -> lost(latency.getValue()))
                .add(onPage("min"), latency -> LatencyCell.min(latency.getValue()))
                .add(onPage("mean"), latency -> LatencyCell.mean(latency.getValue()))
                .addEach(
                        PERCENTILES,
                        level -> new Column(displayName(level), "", displayName(level), true),
                        (latency, level) -> LatencyCell.percentile(latency.getValue(), level))
                .add(MAX, latency -> LatencyCell.max(latency.getValue()));
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<String, LatencyFigures> latency :
                summary.latencies().byField().entrySet()) {
            rows.add(columns.row(latency));
            if (latency.getKey().equals("responseNs")
                    && !summary.selfAudit().harnessProcesses().isEmpty()) {
                nullResponder().ifPresent(rows::add);
                harness().ifPresent(rows::add);
            }
        }
        return columns.withRows(
                "latencies",
                "Latencies",
                "n and lost are ticks: the sessions of a tick are one observation. Lost ticks rank above every measured value."
                        + " A figure among them is "
                        + LatencyCell.REFUSED
                        + ". Below a percentile: the independent episodes beyond it. With fewer than 10 it is unsupported."
                        + intervals(summary),
                rows);
    }

    private static Column onPage(String title) {
        return new Column(title, "", null, false);
    }

    private Cell lost(LatencyFigures figures) {
        Cell lost = LatencyCell.lostTicks(figures);
        boolean atMost = !figures.diagnostic()
                && !summary.counts().atMost(Rule.LOST, figures.censored()).isEmpty();
        return atMost ? lost.after("<= ") : lost;
    }

    private static String meaning(String field, LatencyFigures figures) {
        String below = figures.negative() == 0
                ? ""
                : "; " + Figures.count(figures.negative()) + " within the clock uncertainty below 0, counted as 0";
        return (figures.label().isEmpty() ? LatencyTerm.of(field).meaning() : figures.label()) + below;
    }

    /** Explains intervals; empty if there are none. */
    static String intervals(Summary summary) {
        return summary.counts().tickOutcomesSoonest() == null
                ? ""
                : " low..high: the ticks reflected by a snapshot can be ambiguous. By price, they are all ticks that prices and"
                        + " order allow. With --venue-order per-venue, they are any ticks of venues other than its tick's. The"
                        + " figure is between both ends; a single number if both are equal as printed.";
    }

    /** Returns the row below the response: service of an application that answers immediately, under the same load. */
    private Optional<Row> nullResponder() {
        return Optional.ofNullable(summary.selfAudit().harnessShare().nullResponder())
                .map(known -> part(
                        "null responder",
                        "service of an application that answers immediately, under the same load",
                        known.serviceNs().named()));
    }

    /** Returns the row below the response with the harness's possible share of each figure; empty without a known bound. */
    private Optional<Row> harness() {
        Map<String, Long> atMost = summary.selfAudit().harnessShare().atMostNs().named();
        return atMost.isEmpty()
                ? Optional.empty()
                : Optional.of(part("harness, at most", "possible share of the harness in the response", atMost));
    }

    private static Row part(String title, String hint, Map<String, Long> values) {
        Stream<Cell> before = Collections.nCopies(4, Cell.BLANK).stream();
        Stream<Cell> cells = Stream.concat(PERCENTILES.stream(), Stream.of(MAX)).map(level -> {
            @Nullable Long ns = values.get(level);
            return ns == null ? new Cell(UNKNOWN, Cell.Kind.NONE) : Cell.duration(ns);
        });
        return Row.of(title, hint, Stream.concat(before, cells).toList()).as(Row.Kind.PART);
    }

    /** Returns the headline figures. */
    List<Block.Tile> headlines() {
        LatencyFigures last = summary.latencies().of(Latency.LAST_CLIENT);
        List<Block.Tile> headlines = new ArrayList<>();
        for (String level : List.of("p50", "p99", "p99_9")) {
            headlines.add(headline("last client ", last, level));
        }
        headlines.add(new Block.Tile("last client max", LatencyCell.max(last), ofTicks(last)));
        headlines.add(
                summary.latencies().scheduled()
                        ? headline("replay lag ", summary.latencies().of(Latency.REPLAY_LAG), "p99")
                        : headline("service ", summary.latencies().of(Latency.SERVICE), "p99"));
        headlines.add(new Block.Tile(
                "lost",
                Outcomes.lost(summary),
                "of " + Figures.count(summary.counts().tickOutcomes().total()) + " ticks x sessions"));
        return headlines;
    }

    /** Creates a tile without a population, because the cell's note states the support. */
    private static Block.Tile headline(String name, LatencyFigures latency, String level) {
        return new Block.Tile(name + displayName(level), LatencyCell.headline(latency, level), "");
    }

    private static String ofTicks(LatencyFigures latency) {
        return LatencyCell.ticks(latency).text() + " ticks";
    }

    /** Formats {@code p99_9} as {@code p99.9}. */
    static String displayName(String level) {
        return level.replace('_', '.');
    }
}
