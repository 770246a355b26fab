package org.ticktoquote.harness.cli;

import java.util.List;
import org.ticktoquote.analysis.report.IntervalText;
import org.ticktoquote.analysis.summary.LearnedFigures;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.Summary;

/** How much matching by price left open, what it learned, and ticks that brought back the price that was there. */
final class PriceLines {
    private static final int MOST_REFUSED = 5;
    private static final long PARTS = 10_000;

    private final Summary summary;
    private final ModelFigures model;

    private PriceLines(Summary summary) {
        this.summary = summary;
        this.model = summary.model();
    }

    static PriceLines of(Summary summary) {
        return new PriceLines(summary);
    }

    void writeTo(TextLines lines) {
        if (summary.tickOutcomesSoonest() != null) {
            certainty(lines);
        }
        if (model.backToLastSent() > 0 && !summary.responseNs().diagnostic()) {
            backToLastSent(lines);
        }
        if (!model.learned().isEmpty()) {
            learned(lines);
        }
    }

    private void backToLastSent(TextLines lines) {
        String count = IntervalText.count(model.backToLastSent(), model.backToLastSent());
        lines.add(
                model.suppressUnchanged()
                        ? "%s ticks x sessions brought back the price that the session had: unchanged (--suppress-unchanged)"
                        : "%s due ticks x sessions brought back the price that the session had: if the application sends"
                                + " nothing then, they waited for the next change; declare --suppress-unchanged",
                count);
        if (model.perhapsConflated() > 0) {
            lines.add(
                    "%,d of %s unchanged ticks x sessions may have been conflated: their wait is not in the figures",
                    model.perhapsConflated(), count);
        }
    }

    private void certainty(TextLines lines) {
        long snapshots = summary.snapshotClasses().measured();
        String overflowed = model.overflowed() == 0
                ? ""
                : String.format(
                        "; %s times more was wanted than is kept (--remembered-prices, --open-snapshots): some may be wider for that",
                        IntervalText.count(model.overflowed(), model.overflowed()));
        lines.add(
                "ambiguous %s of snapshots but the initial ones; certain %s of due ticks x sessions%s",
                share(summary.snapshotClasses().ambiguous(), snapshots),
                share(model.certain(), model.due()),
                overflowed);
    }

    private void learned(TextLines lines) {
        List<LearnedFigures> refused =
                model.learned().stream().filter(prices -> !prices.accepted()).toList();
        double worst = model.learned().stream()
                .filter(LearnedFigures::accepted)
                .mapToDouble(PriceLines::explainedAtLeast)
                .min()
                .orElse(0);
        int accepted = model.learned().size() - refused.size();
        lines.add(
                "prices learned for %,d of %,d session x pair%s; see summary.json",
                accepted,
                model.learned().size(),
                accepted == 0 ? "" : ", at least " + IntervalText.share(worst) + " of samples explained");
        refused.stream().limit(MOST_REFUSED).forEach(prices -> refused(lines, prices));
        if (refused.size() > MOST_REFUSED) {
            lines.add("  and %,d more", refused.size() - MOST_REFUSED);
        }
    }

    /** Rounded down: never better than it is. */
    private static double explainedAtLeast(LearnedFigures prices) {
        long parts = prices.explained() * PARTS / prices.samples();
        return (double) parts / PARTS;
    }

    private void refused(TextLines lines, LearnedFigures prices) {
        lines.add(
                "  %s: %s %s, %s of %,d samples explained",
                prices.tooLittle() ? "too little evidence" : "refused",
                session(prices.session()),
                prices.symbol(),
                share(prices.explained(), prices.samples()),
                prices.samples());
    }

    private String session(int position) {
        List<SessionSummary> sessions = summary.perSession();
        return position < sessions.size() ? sessions.get(position).name() : "session " + position;
    }

    private static String share(long part, long whole) {
        return IntervalText.share(whole == 0 ? 0 : (double) part / whole);
    }
}
