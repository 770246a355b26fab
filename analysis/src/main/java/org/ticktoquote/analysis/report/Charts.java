package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.summary.Stall;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.CurveChart;
import org.ticktoquote.report.CurveChart.Entry;
import org.ticktoquote.report.CurveChart.Legend;
import org.ticktoquote.report.Figures;

/** Charts of runs: percentile curves, shares beyond an age, and the time line. */
public final class Charts {
    private static final double NS_PER_S = 1e9;
    /** Largest ratio of values at which two curves count as the same. */
    private static final double APART = 1.05;

    private static final double MEDIAN = 50;
    private static final List<String> TWINS = List.of(Latency.SERVICE.field(), Latency.QUOTE_AGE.field());

    private Charts() {}

    /**
     * Returns the percentile curves of a run. Omits curves without values, and service and quote age if they coincide with
     * another curve. The tables contain all.
     *
     * @param lostAtMost whether counts of lost ticks are upper bounds
     */
    static CurveChart latencies(List<Curve> curves, List<Curve> soonest, boolean lostAtMost) {
        List<Curve> shown = new ArrayList<>();
        for (Curve curve : curves) {
            boolean twin = TWINS.contains(curve.name()) && shown.stream().anyMatch(other -> together(curve, other));
            if (!curve.points().isEmpty() && !twin) {
                shown.add(curve);
            }
        }
        List<Entry> entries = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        for (Curve curve : shown) {
            LatencyTerm term = LatencyTerm.of(curve.name());
            String population = Figures.count(curve.count()) + " values" + lost(curve, lostAtMost);
            entries.add(entry(term.title(), curve.label(), population, term.style()));
            lines.add(Line.of(curve, term.title(), term.style(), term.visible(), soonest));
        }
        return percentiles(entries, lines, soonest.isEmpty() ? "" : " intervals");
    }

    /** Returns the percentile curves of compared populations in the order given, each with its own colour and marker. */
    public static CurveChart compared(List<Population> compared) {
        List<Entry> entries = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        for (int style = 0; style < compared.size(); style++) {
            Population one = compared.get(style);
            if (!one.curve().points().isEmpty()) {
                String lost = one.lost() == 0 ? "" : ", " + Figures.count(one.lost()) + " lost";
                String population = Figures.count(one.count()) + " values" + lost;
                entries.add(entry(one.name(), one.curve().label(), population, style));
                lines.add(Line.of(one.curve(), one.name(), style, true, List.of()));
            }
        }
        return percentiles(entries, lines, "");
    }

    /**
     * Compared population of latencies.
     *
     * @param name unique name for users
     * @param count number of all values, including lost ones
     * @param lost number of lost values
     * @param curve percentile curve; if it has no points, the population is omitted
     */
    public record Population(String name, long count, long lost, Curve curve) {}

    private static Entry entry(String title, String label, String population, int style) {
        return new Entry(title, population, label + ", " + population, style);
    }

    private static CurveChart percentiles(List<Entry> entries, List<Line> lines, String style) {
        return new CurveChart(
                "curves",
                "percentile-curves",
                "curves" + style,
                "Latency over percentile, one line for each entry of the legend",
                List.of(),
                "latency axis",
                new Legend("at", "latency", "value", entries, List.of()),
                "",
                Figures.json(lines));
    }

    /** Returns the number of lost values for the legend; {@code diagnostic} if it is unknown. */
    private static String lost(Curve curve, boolean atMost) {
        if (curve.points().stream().anyMatch(point -> !point.attributed())) {
            return ", diagnostic";
        }
        return curve.censored() == 0
                ? ""
                : ", " + (atMost ? "at most " : "") + Figures.count(curve.censored()) + " lost";
    }

    /** Returns whether two curves have about the same values from p50 on. */
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

    /** Returns the shares of time and of ticks beyond ages. Omits curves without points; the tables contain them. */
    static CurveChart staleness(List<BeyondCurve> latest, List<BeyondCurve> soonest) {
        List<BeyondCurve> shown =
                latest.stream().filter(curve -> !curve.points().isEmpty()).toList();
        List<Entry> entries = new ArrayList<>();
        List<Share> shares = new ArrayList<>();
        for (BeyondCurve curve : shown) {
            LatencyTerm term = LatencyTerm.of(curve.name());
            String population = term.equals(LatencyTerm.STALENESS)
                    ? "share of " + Figures.duration(curve.total())
                    : "share of n " + Figures.count(curve.total());
            entries.add(new Entry(term.title(), population, "", term.style()));
            shares.add(Share.of(curve, term, soonest));
        }
        return new CurveChart(
                "stale-time",
                "stale-time",
                "",
                "Share of time with a price of an age or older, and share of ticks answered so late or later, over the age",
                List.of(),
                "share axis",
                new Legend("at least", "weight", "share", entries, List.of()),
                "Staleness: share of the time of all sessions and pairs with a price of this age or older. Response: share of"
                        + " the due ticks x sessions answered this late or later, or lost. A curve ends at its maximum; an age"
                        + " that was not renewed ends with the drain. Lost ticks extend to the right edge."
                        + (soonest.isEmpty()
                                ? ""
                                : " Band: ambiguous ticks answered at the soonest (thin line) to answered at the latest"
                                        + " (thick line)."),
                Figures.json(shares));
    }

    /**
     * Percentile curve in the format of the chart's script.
     *
     * @param points triples of percentile, value in ns (null if refused), and 1 if supported or 0
     * @param soonest count and points of the soonest attribution; null if there is only one
     */
    private record Line(
            String name,
            String title,
            String label,
            int style,
            boolean visible,
            long count,
            long censored,
            List<List<?>> points,
            @Nullable Map<String, Object> soonest) {
        static Line of(Curve curve, String title, int style, boolean visible, List<Curve> soonest) {
            return new Line(
                    curve.name(),
                    title,
                    curve.label(),
                    style,
                    visible,
                    curve.count(),
                    curve.censored(),
                    points(curve),
                    soonest.stream()
                            .filter(one -> one.name().equals(curve.name())
                                    && !one.points().isEmpty())
                            .findFirst()
                            .map(one -> Map.<String, Object>of("count", one.count(), "points", points(one)))
                            .orElse(null));
        }

        private static List<List<?>> points(Curve curve) {
            return curve.points().stream()
                    .<List<?>>map(point -> Figures.point(
                            point.percentile(),
                            point.refused() ? null : (Long) point.valueNs(),
                            point.supported() ? 1 : 0))
                    .toList();
        }
    }

    /**
     * Curve of shares in the format of the chart's script.
     *
     * @param points pairs of an age in ns and the part of the total beyond it
     * @param soonest curve of the soonest attribution; null if there is only one
     */
    private record Share(
            String name,
            String title,
            int style,
            long total,
            List<List<?>> points,
            @Nullable Share soonest) {
        static Share of(BeyondCurve curve, LatencyTerm term, List<BeyondCurve> soonest) {
            return new Share(
                    curve.name(),
                    term.title(),
                    term.style(),
                    curve.total(),
                    curve.points().stream()
                            .<List<?>>map(point -> Figures.point(point.ageNs(), point.beyond()))
                            .toList(),
                    soonest.stream()
                            .filter(one -> one.name().equals(curve.name())
                                    && !one.points().isEmpty())
                            .findFirst()
                            .map(one -> of(one, term, List.of()))
                            .orElse(null));
        }
    }

    /** Returns the time line of the run, with the stalls of the harness. */
    static Block.TimeLineChart timeLine(List<TimeBucket> buckets, List<Stall> stalls, String announcement) {
        return new Block.TimeLineChart(
                Figures.json(buckets.stream()
                        .map(slice -> Figures.point(
                                slice.fromS(),
                                slice.ticks(),
                                slice.worstResponseNs(),
                                slice.worstLagNs(),
                                slice.lost()))
                        .toList()),
                Figures.json(stalls.stream()
                        .map(stall -> Figures.point(
                                stall.process(), stall.fromNs() / NS_PER_S, stall.lengthNs() / NS_PER_S, stall.cause()))
                        .toList()),
                announcement);
    }
}
