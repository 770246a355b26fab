package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Rule;

/**
 * A chart of percentile curves.
 *
 * @param id of the element
 * @param caption above it
 * @param entries of the legend, in the order of the data
 * @param json for the script
 * @param intervals whether there are bands
 */
record CurvesChart(String id, String caption, List<Entry> entries, String json, boolean intervals) {

    /** A curve in the legend. */
    record Entry(String title, String label, int style, String population) {}

    /** Curves without any value are left out: they stand in the tables. */
    static CurvesChart of(String id, String caption, List<Curve> curves, List<Curve> soonest, Summary.Counts counts) {
        List<Curve> shown =
                curves.stream().filter(curve -> !curve.points().isEmpty()).toList();
        List<Entry> entries = new ArrayList<>();
        for (Curve curve : shown) {
            LatencyTerm term = LatencyTerm.of(curve.name());
            entries.add(new Entry(
                    term.title(),
                    curve.label(),
                    term.series().style(),
                    Figures.count(curve.count()) + " values" + lost(curve, counts)));
        }
        return new CurvesChart(id, caption, entries, ChartData.curves(shown, soonest), !soonest.isEmpty());
    }

    /** Of a diagnostic it is not known what was lost. */
    private static String lost(Curve curve, Summary.Counts counts) {
        if (curve.points().stream().anyMatch(point -> !point.attributed())) {
            return ", diagnostic";
        }
        return curve.censored() == 0
                ? ""
                : ", " + counts.atMost(Rule.LOST, curve.censored()) + Figures.count(curve.censored()) + " lost";
    }
}
