package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.analysis.gate.ticks.DifferenceSpread;
import org.ticktoquote.analysis.gate.ticks.PairTicks;
import org.ticktoquote.analysis.gate.ticks.TickDifferences;
import org.ticktoquote.core.command.Counted;
import org.ticktoquote.report.Figures;

/**
 * A pair of a duet tick by tick, folded but for the newest.
 *
 * @param id of its place on the page
 * @param title names of both runs
 * @param hint the difference in a few words
 * @param newest whether no pair was made later
 * @param picture empty where there is no difference to draw
 * @param facts what was compared, what was not, or why there is nothing
 */
record PairPlot(
        String id, String title, String hint, boolean newest, Optional<DifferencePicture> picture, List<String> facts) {

    /** One for each, in their order. */
    static List<PairPlot> of(List<PairTicks> newestFirst) {
        List<PairPlot> plots = new ArrayList<>();
        for (PairTicks pair : newestFirst) {
            plots.add(of(pair, plots.size() + 1));
        }
        return plots;
    }

    private static PairPlot of(PairTicks pair, int number) {
        Optional<DifferenceSpread> all = pair.differences().flatMap(TickDifferences::all);
        String title = title(pair);
        return new PairPlot(
                "pair-" + number,
                title,
                all.map(spread -> "median " + DifferencePicture.signed(spread.medianNs()))
                        .orElse("no plot"),
                number == 1,
                pair.differences().flatMap(found -> found.all().map(spread -> picture(title, found, spread))),
                facts(pair));
    }

    private static String title(PairTicks pair) {
        return Stream.of("baseline " + pair.baseline(), "candidate " + pair.candidate())
                .filter(name -> !name.endsWith(" "))
                .collect(Collectors.joining(", "));
    }

    private static DifferencePicture picture(String title, TickDifferences found, DifferenceSpread all) {
        return DifferencePicture.of(
                found, all, "Candidate minus baseline over time, this pair only: " + title + ": " + words(all));
    }

    private static List<String> facts(PairTicks pair) {
        if (pair.differences().isEmpty()) {
            return List.of("No plot: " + pair.note() + ".");
        }
        TickDifferences found = pair.differences().get();
        List<String> facts = new ArrayList<>(List.of(counts(found)));
        found.all().ifPresent(all -> facts.add("Of all these ticks: " + words(all) + "."));
        if (!pair.note().isEmpty()) {
            facts.add(pair.note() + ".");
        }
        return facts;
    }

    private static String counts(TickDifferences found) {
        long both = found.all().map(DifferenceSpread::ticks).orElse(0L);
        return Counted.of(both, "tick") + " answered by both; lost by the candidate alone: "
                + Figures.count(found.candidateLost()) + ", by the baseline alone: "
                + Figures.count(found.baselineLost()) + ", by both: " + Figures.count(found.bothLost())
                + (found.onlyOne() == 0 ? "" : "; due or sent on one side alone: " + Figures.count(found.onlyOne()))
                + ".";
    }

    private static String words(DifferenceSpread all) {
        return "lowest " + DifferencePicture.signed(all.lowestNs()) + ", median "
                + DifferencePicture.signed(all.medianNs()) + ", highest " + DifferencePicture.signed(all.highestNs());
    }
}
