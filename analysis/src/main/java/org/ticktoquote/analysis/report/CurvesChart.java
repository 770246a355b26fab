package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.report.Figures;

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

    /** From here on a curve is seen beside another one. */
    private static final double APART = 1.05;

    private static final double MEDIAN = 50;
    private static final List<String> TWINS = List.of(Latency.SERVICE.field(), Latency.QUOTE_AGE.field());

    /**
     * Curves without any value are left out, and so are service and quote age where they lie on another curve: all stand in
     * the tables.
     *
     * @param lostAtMost whether it is not known that lost ticks called for a quote
     */
    static CurvesChart of(String id, String caption, List<Curve> curves, List<Curve> soonest, boolean lostAtMost) {
        List<Curve> shown = new ArrayList<>();
        for (Curve curve : curves) {
            boolean twin = TWINS.contains(curve.name()) && shown.stream().anyMatch(other -> together(curve, other));
            if (!curve.points().isEmpty() && !twin) {
                shown.add(curve);
            }
        }
        List<Entry> entries = new ArrayList<>();
        for (Curve curve : shown) {
            LatencyTerm term = LatencyTerm.of(curve.name());
            entries.add(new Entry(
                    term.title(),
                    curve.label(),
                    term.series().style(),
                    Figures.count(curve.count()) + " values" + lost(curve, lostAtMost)));
        }
        return new CurvesChart(id, caption, entries, ChartData.curves(shown, soonest), !soonest.isEmpty());
    }

    /** Of a diagnostic it is not known what was lost. */
    private static String lost(Curve curve, boolean atMost) {
        if (curve.points().stream().anyMatch(point -> !point.attributed())) {
            return ", diagnostic";
        }
        return curve.censored() == 0
                ? ""
                : ", " + (atMost ? "at most " : "") + Figures.count(curve.censored()) + " lost";
    }

    /** Whether two curves have the same values from p50 on, as far as an eye can tell. */
    private static boolean together(Curve one, Curve other) {
        Map<Double, CurvePoint> points =
                other.points().stream().collect(Collectors.toMap(CurvePoint::percentile, point -> point, (a, b) -> a));
        return one.points().stream()
                .filter(point -> point.percentile() >= MEDIAN)
                .allMatch(point -> near(point, points.getOrDefault(point.percentile(), point)));
    }

    private static boolean near(CurvePoint one, CurvePoint other) {
        double low = Math.min(one.valueNs(), other.valueNs());
        double high = Math.max(one.valueNs(), other.valueNs());
        return one.refused() == other.refused() && high <= APART * low;
    }
}
