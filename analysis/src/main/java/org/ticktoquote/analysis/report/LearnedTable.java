package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.report.Table.Cell;
import org.ticktoquote.analysis.report.Table.Column;
import org.ticktoquote.analysis.report.Table.Row;
import org.ticktoquote.analysis.summary.LearnedFigures;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.Summary;

/** What the run itself told of the application's prices: a line for all sessions of a pair that are told the same. */
final class LearnedTable {
    private LearnedTable() {}

    /** What is one line: refused ones stand alone, with their own figures. */
    private record Line(
            String symbol,
            boolean accepted,
            boolean tooLittle,
            long bidOffset,
            long askOffset,
            long grid,
            int refused) {
        static Line of(LearnedFigures prices) {
            return new Line(
                    prices.symbol(),
                    prices.accepted(),
                    prices.tooLittle(),
                    prices.bidOffset(),
                    prices.askOffset(),
                    prices.grid(),
                    prices.accepted() ? -1 : prices.session());
        }
    }

    static Table of(Summary summary) {
        Map<Line, List<LearnedFigures>> lines = new LinkedHashMap<>();
        List<LearnedFigures> refusedFirst = new ArrayList<>(summary.model().learned());
        refusedFirst.sort((one, other) -> Boolean.compare(one.accepted(), other.accepted()));
        refusedFirst.forEach(prices -> lines.computeIfAbsent(Line.of(prices), line -> new ArrayList<>())
                .add(prices));
        List<Row> rows = lines.entrySet().stream()
                .map(line -> row(summary, line.getKey(), line.getValue()))
                .toList();
        return new Table(
                "learned",
                "Learned prices",
                "Offsets are added to the composite's bid and ask before rounding to the grid."
                        + " Where nothing is accepted the ticks are excluded: too little was seen to tell, or no offsets explain"
                        + " the snapshots.",
                "pair",
                List.of(
                        new Column("accepted", ""),
                        new Column("bid offset", "price"),
                        new Column("ask offset", "price"),
                        new Column("grid", "price"),
                        new Column("samples", "snapshots"),
                        new Column("explained", "at least"),
                        new Column("sessions", "")),
                rows);
    }

    /** How many were accepted. */
    static String sentence(Summary summary) {
        List<LearnedFigures> all = summary.model().learned();
        long accepted = all.stream().filter(LearnedFigures::accepted).count();
        return "Accepted for " + Figures.count(accepted) + " of " + Figures.count(all.size()) + " session x pair.";
    }

    private static Row row(Summary summary, Line line, List<LearnedFigures> same) {
        long samples = same.stream().mapToLong(LearnedFigures::samples).sum();
        double explained = same.stream()
                .mapToDouble(prices -> (double) prices.explained() / Math.max(1, prices.samples()))
                .min()
                .orElse(0);
        String sessions = same.stream()
                .map(prices -> session(summary.perSession(), prices.session()))
                .collect(Collectors.joining(", "));
        return Row.of(
                line.symbol(),
                "",
                List.of(
                        line.accepted()
                                ? Cell.text("yes")
                                : new Cell(line.tooLittle() ? "too little" : "refused", "", "refused", null, null),
                        Cell.number(Figures.price(line.bidOffset())),
                        Cell.number(Figures.price(line.askOffset())),
                        Cell.number(Figures.price(line.grid())),
                        Cell.count(samples),
                        Cell.number(IntervalText.share(explained)),
                        Cell.text(sessions)));
    }

    private static String session(List<SessionSummary> sessions, int position) {
        return position < sessions.size() ? sessions.get(position).name() : String.valueOf(position);
    }
}
