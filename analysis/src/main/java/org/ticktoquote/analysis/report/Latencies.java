package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Columns;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.core.table.TextLines;

/** The latencies of a run, what of the response can be the harness, and the bounds of the last client. */
final class Latencies {
    /** By their names in {@code summary.json}. */
    static final List<String> PERCENTILES = List.of("p50", "p90", "p99", "p99_9", "p99_99");

    private static final String MAX = "max";
    private static final String UNKNOWN = "unknown";
    private static final String CHART =
            "In the chart: dashed is unsupported, fewer than 10 independent ticks lie beyond. Dotted along the top edge: refused, the"
                    + " rank falls among the lost ticks and has no value (> drain). A curve ends with its maximum where one"
                    + " observation is left. On the logarithmic axis values below 1 us are drawn at 1 us.";
    private static final String BAND =
            " Band: from the attribution of snapshots to ticks that answers soonest (thin line) to the one that answers"
                    + " latest (thick line); the truth lies in it.";

    private final Summary summary;

    Latencies(Summary summary) {
        this.summary = summary;
    }

    /** A figure with its name and its population. */
    record Headline(String name, Cell figure, String population) {}

    Section section(boolean band) {
        List<Section.Block> blocks = new ArrayList<>();
        String tail = Trust.tail(summary);
        if (!tail.isEmpty()) {
            blocks.add(new Section.Prose("tail", tail));
        }
        blocks.add(Section.Tables.of(table()));
        String bounds = bounds();
        if (!bounds.isEmpty()) {
            blocks.add(new Section.Prose("bounds", bounds + "."));
        }
        summary.figures()
                .latencies()
                .lastClientLate()
                .forEach(late -> blocks.add(new Section.Prose("bounds", yearly(late))));
        blocks.add(new Section.Prose("hint", CHART + (band ? BAND : "")));
        return new Section(
                "all-latencies",
                "Latencies",
                "every percentile with its population, the independent ticks behind it and what of it can be the harness",
                false,
                blocks);
    }

    void print(TextLines lines) {
        lines.add(table());
        if (summary.figures().latencies().has(Latency.RESPONSE_PUBLISHED)) {
            lines.add("response and service count every tick as due: no model is declared (--composite)");
        }
        if (summary.counts().tickOutcomesSoonest() != null) {
            lines.add("%s", whyIntervals());
        }
        if (summary.figures().latencies().byField().values().stream().anyMatch(Latencies::unsupported)) {
            lines.add(
                    "%s",
                    summary.figures().latencies().of(Latency.RESPONSE).diagnostic()
                            ? "* diagnostic: what became of the ticks is not known; nothing is supported"
                            : "* unsupported: fewer than 10 independent ticks lie beyond it");
        }
        String bounds = bounds();
        if (!bounds.isEmpty()) {
            lines.add("%s", bounds);
        }
        summary.figures().latencies().lastClientLate().stream()
                .filter(late -> late.episodes() > 0)
                .reduce((lower, higher) -> higher)
                .ifPresent(late -> lines.add("%s", yearly(late)));
    }

    /** By id every snapshot names its tick: only the order of venues leaves anything open. */
    private String whyIntervals() {
        return summary.measured().matchedBy().equals(Matching.BY_ID)
                ? "low..high: --venue-order per-venue, a snapshot need not show the older ticks of other venues; where the"
                        + " application takes all venues in the order sent, --venue-order total makes one number of each"
                : "low..high: a price may be that of several ticks";
    }

    private String yearly(LateShare late) {
        return "last client: "
                + TimePerYearText.ofRun(
                        late, Annualisation.of(summary.measured().annual()));
    }

    private static boolean unsupported(LatencyFigures figures) {
        return figures.count() > 0 && !figures.percentiles().values().stream().allMatch(PercentileFigure::supported);
    }

    /** Which interval one run cannot have; empty where nothing is attributed. */
    private String bounds() {
        return summary.figures().latencies().lastClientBounds().isEmpty()
                ? ""
                : "last client: no interval, since one run says nothing of the next; from 5 runs on it is narrow (repeats: 5"
                        + " in a matrix, or t2q compare)";
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
                        level -> new Column(shown(level), "", shown(level), true),
                        (latency, level) -> LatencyCell.percentile(latency.getValue(), level))
                .add(MAX, latency -> LatencyCell.max(latency.getValue()));
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<String, LatencyFigures> latency :
                summary.figures().latencies().byField().entrySet()) {
            rows.add(columns.row(latency));
            if (latency.getKey().equals("responseNs")
                    && !summary.execution().selfAudit().harnessProcesses().isEmpty()) {
                rows.add(harness());
            }
        }
        return columns.withRows(
                "latencies",
                "Latencies",
                "n and lost are ticks: the sessions of a tick are one observation. Lost ticks rank above every measured value;"
                        + " a figure that falls among them is "
                        + LatencyCell.REFUSED
                        + ". Under a percentile: the independent ticks beyond it; with fewer than 10 it is unsupported."
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

    /** What an interval means; nothing where there is none. */
    static String intervals(Summary summary) {
        return summary.counts().tickOutcomesSoonest() == null
                ? ""
                : " low..high: which ticks a snapshot shows is not always known. By price it is any that prices and order"
                        + " allow; with --venue-order per-venue it need not show older ticks of other venues. The figure"
                        + " lies between; one number where both print alike.";
    }

    /** Under the response, in the same columns: how much of each figure can be the harness. */
    private Row harness() {
        boolean measured = summary.execution().selfAudit().harnessShare().nullResponder() != null;
        Stream<Cell> before = Collections.nCopies(4, Cell.BLANK).stream();
        Stream<Cell> cells = Stream.concat(PERCENTILES.stream(), Stream.of(MAX)).map(level -> {
            @Nullable Long ns = atMost().get(level);
            return ns == null ? new Cell(UNKNOWN, Cell.Kind.NONE) : Cell.duration(ns);
        });
        return new Row(
                "harness, at most",
                "how much of the response's figure can be the harness"
                        + (measured
                                ? ""
                                : ": " + UNKNOWN
                                        + " here, t2q run --harness-share measures it where the host is quiet enough"),
                Row.Kind.PART,
                Stream.concat(before, cells).toList());
    }

    private Map<String, Long> atMost() {
        return summary.execution().selfAudit().harnessShare().atMostNs().named();
    }

    /** The figures that a reader looks for first. */
    List<Headline> headlines() {
        LatencyFigures response = summary.figures().latencies().of(Latency.RESPONSE);
        LatencyFigures lag = summary.figures().latencies().of(Latency.REPLAY_LAG);
        String responses = "of " + LatencyCell.ticks(response).text() + " ticks";
        List<Headline> headlines = new ArrayList<>();
        for (String level : List.of("p50", "p99", "p99_9")) {
            headlines.add(new Headline(
                    "response " + shown(level), LatencyCell.percentile(response, level), responses + beside(level)));
        }
        headlines.add(new Headline("response max", LatencyCell.max(response), responses + beside(MAX)));
        headlines.add(new Headline(
                "replay lag p99",
                LatencyCell.percentile(lag, "p99"),
                "of " + LatencyCell.ticks(lag).text() + " ticks"));
        headlines.add(new Headline(
                "lost",
                Outcomes.lost(summary),
                "of " + Figures.count(summary.counts().tickOutcomes().total()) + " ticks x sessions"));
        return headlines;
    }

    /** Behind the population of a figure; empty where it is not known: the table says so and what to do about it. */
    private String beside(String level) {
        return atMost().containsKey(level)
                ? "; harness at most " + DurationText.format(Objects.requireNonNull(atMost().get(level)))
                : "";
    }

    /** {@code p99_9} as {@code p99.9}. */
    static String shown(String level) {
        return level.replace('_', '.');
    }
}
