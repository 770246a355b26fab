package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.summary.LearnedFigures;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.IntervalText;

/**
 * Results of comparing prices: ambiguity, learned prices, ticks that returned to the price last sent to their session,
 * and unchecked ids.
 */
final class Prices {
    private static final int MAX_REFUSED = 5;
    private static final long PARTS = 10_000;

    private final Summary summary;
    private final ModelFigures model;
    private final List<LearnedFigures> refused;

    Prices(Summary summary) {
        this.summary = summary;
        this.model = summary.model();
        this.refused =
                model.learned().stream().filter(prices -> !prices.accepted()).toList();
    }

    /** Returns whether the run had prices to learn. */
    boolean any() {
        return !model.learned().isEmpty();
    }

    /** Returns the section. Sessions of a pair with equal prices share a row; refused ones come first, with a row each. */
    Optional<Section> section() {
        Map<Line, List<LearnedFigures>> lines = new LinkedHashMap<>();
        List<LearnedFigures> refusedFirst = new ArrayList<>(refused);
        model.learned().stream().filter(LearnedFigures::accepted).forEach(refusedFirst::add);
        refusedFirst.forEach(prices -> lines.computeIfAbsent(Line.of(prices), line -> new ArrayList<>())
                .add(prices));
        var table = Columns.<Map.Entry<Line, List<LearnedFigures>>>of("pair", line -> line.getKey().symbol)
                .add("accepted", line -> line.getKey().verdict())
                .add("bid offset", "price", line -> Cell.number(Figures.price(line.getKey().bidOffset)))
                .add("ask offset", "price", line -> Cell.number(Figures.price(line.getKey().askOffset)))
                .add("grid", "price", line -> Cell.number(Figures.price(line.getKey().grid)))
                .add(
                        "samples",
                        "snapshots",
                        line -> Cell.count(line.getValue().stream()
                                .mapToLong(LearnedFigures::samples)
                                .sum()))
                .add("explained", "at least", line -> Cell.number(IntervalText.share(explained(line.getValue()))))
                .add(
                        "sessions",
                        line -> Cell.text(line.getValue().stream()
                                .map(prices -> session(prices.session(), ""))
                                .collect(Collectors.joining(", "))))
                .table(
                        "learned",
                        "Learned prices",
                        "Offsets are added to the composite's bid and ask before rounding to the grid."
                                + " Ticks without accepted offsets are excluded: evidence was too little, or no offsets"
                                + " explain the snapshots.",
                        List.copyOf(lines.entrySet()));
        String accepted = "Accepted for " + Figures.count(model.learned().size() - refused.size()) + " of "
                + Figures.count(model.learned().size()) + " session x pair.";
        return !any()
                ? Optional.empty()
                : Optional.of(new Section(
                        "learned-prices",
                        "Learned prices",
                        accepted,
                        Section.Form.folded(!refused.isEmpty()),
                        List.of(Block.Tables.of(table))));
    }

    /** Key of a row. */
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

        Cell verdict() {
            return accepted ? Cell.text("yes") : new Cell(tooLittle ? "too little" : "refused", Cell.Kind.REFUSED);
        }
    }

    private static double explained(List<LearnedFigures> same) {
        return same.stream()
                .mapToDouble(prices -> (double) prices.explained() / Math.max(1, prices.samples()))
                .min()
                .orElse(0);
    }

    /** Returns the lines for a terminal. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (summary.counts().tickOutcomesSoonest() != null) {
            lines.add(certainty(model, summary));
        }
        if (model.backToLastSent() > 0 && !summary.latencies().response().diagnostic()) {
            backToLastSent(lines);
        }
        if (any()) {
            learned(lines);
        }
        if (model.priceCheck().unmodelled() > 0
                && summary.counts().tickOutcomes().unknown() == 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "prices of %,d of %,d snapshots were not checked against their ids: the model explains less than half of"
                            + " their prices (--half-spreads)",
                    model.priceCheck().unmodelled(),
                    model.priceCheck().unmodelled() + model.priceCheck().looked()));
        }
        return lines;
    }

    private static String certainty(ModelFigures model, Summary summary) {
        long snapshots = summary.counts().snapshotClasses().measured();
        String overflowed = model.overflowed() == 0
                ? ""
                : "; " + Figures.count(model.overflowed())
                        + " times the memory was exceeded (--remembered-prices, --open-snapshots): some intervals can be wider";
        return "ambiguous " + share(summary.counts().snapshotClasses().ambiguous(), snapshots)
                + " of snapshots (without initial ones); certain "
                + share(model.certain(), model.due())
                + " of due ticks x sessions" + overflowed;
    }

    private void backToLastSent(List<String> lines) {
        String count = Figures.count(model.backToLastSent());
        lines.add(count
                + (model.suppressUnchanged()
                        ? " ticks x sessions returned to the price last sent to the session: unchanged"
                                + " (--suppress-unchanged)"
                        : " due ticks x sessions returned to the price last sent to the session. If the application"
                                + " does not send unchanged prices, declare --suppress-unchanged: otherwise their"
                                + " responses include the wait for the next change"));
        if (model.perhapsConflated() > 0) {
            lines.add(Figures.count(model.perhapsConflated())
                    + " ticks x sessions, unchanged by at least one attribution, can have been conflated: their wait"
                    + " is not in the figures");
        }
    }

    private void learned(List<String> lines) {
        int accepted = model.learned().size() - refused.size();
        double worst = model.learned().stream()
                .filter(LearnedFigures::accepted)
                .mapToDouble(Prices::explainedAtLeast)
                .min()
                .orElse(0);
        lines.add(String.format(
                Locale.ROOT,
                "prices learned for %,d of %,d session x pair%s; see summary.json",
                accepted,
                model.learned().size(),
                accepted == 0 ? "" : ", at least " + IntervalText.share(worst) + " of samples explained"));
        refused.stream()
                .limit(MAX_REFUSED)
                .forEach(prices -> lines.add(String.format(
                        Locale.ROOT,
                        "  %s: %s %s, %s of %,d samples explained",
                        prices.tooLittle() ? "too little evidence" : "refused",
                        session(prices.session(), "session "),
                        prices.symbol(),
                        share(prices.explained(), prices.samples()),
                        prices.samples())));
        if (refused.size() > MAX_REFUSED) {
            lines.add("  and " + Figures.count(refused.size() - MAX_REFUSED) + " more");
        }
    }

    /** Returns the share of explained samples, rounded down so that it is never overstated. */
    private static double explainedAtLeast(LearnedFigures prices) {
        long parts = prices.explained() * PARTS / prices.samples();
        return (double) parts / PARTS;
    }

    private String session(int position, String otherwise) {
        List<SessionSummary> sessions = summary.perSession();
        return position < sessions.size() ? sessions.get(position).name() : otherwise + position;
    }

    private static String share(long part, long whole) {
        return IntervalText.share(whole == 0 ? 0 : (double) part / whole);
    }
}
