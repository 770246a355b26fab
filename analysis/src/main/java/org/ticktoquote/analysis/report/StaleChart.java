package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.report.Figures;

/**
 * A chart of shares beyond ages: of time, and of ticks.
 *
 * @param entries of the legend, in the order of the data
 * @param json for the script
 * @param intervals whether there are bands
 */
record StaleChart(List<Entry> entries, String json, boolean intervals) implements Section.Block {

    /** A curve in the legend. */
    record Entry(String title, String population, int style) {}

    /** Curves without any point are left out: they stand in the tables. */
    static StaleChart of(List<BeyondCurve> latest, List<BeyondCurve> soonest) {
        List<BeyondCurve> shown =
                latest.stream().filter(curve -> !curve.points().isEmpty()).toList();
        List<Entry> entries = new ArrayList<>();
        for (BeyondCurve curve : shown) {
            LatencyTerm term = LatencyTerm.of(curve.name());
            boolean time = term.equals(LatencyTerm.STALENESS);
            entries.add(new Entry(
                    term.title(),
                    time ? "share of " + Figures.duration(curve.total()) : "share of n " + Figures.count(curve.total()),
                    term.series().style()));
        }
        return new StaleChart(entries, ChartData.beyond(shown, soonest), !soonest.isEmpty());
    }
}
