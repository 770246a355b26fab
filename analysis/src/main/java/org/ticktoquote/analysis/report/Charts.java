package org.ticktoquote.analysis.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.compare.Compared;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.summary.Stall;
import org.ticktoquote.report.ChartJson;
import org.ticktoquote.report.CurveChart;
import org.ticktoquote.report.CurveChart.Entry;
import org.ticktoquote.report.CurveChart.Legend;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.TimeLineChart;

/** Charts of runs: percentile curves, shares beyond an age, and the time line. */
final class Charts {
    private static final double NS_PER_S = 1e9;
    /** A curve is told from another one from this ratio on. */
    private static final double APART = 1.05;

    private static final double MEDIAN = 50;
    private static final List<String> TWINS = List.of(Latency.SERVICE.field(), Latency.QUOTE_AGE.field());

    private Charts() {}

    /**
     * Percentile curves of a run. Curves without any value are left out, and so are service and quote age where they lie on
     * another curve: all stand in the tables.
     *
     * @param lostAtMost whether it is not known that lost ticks called for a quote
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
        for (Curve curve : shown) {
            LatencyTerm term = LatencyTerm.of(curve.name());
            String population = Figures.count(curve.count()) + " values" + lost(curve, lostAtMost);
            entries.add(
                    entry(term.title(), curve.label(), population, term.series().style()));
        }
        return percentiles(entries, curves(shown, soonest), soonest.isEmpty() ? "" : " intervals");
    }

    /** Percentile curves of what is compared, each with colour and marker of its own, in the order given. */
    static CurveChart compared(List<Compared> compared) {
        List<Entry> entries = new ArrayList<>();
        String json = ChartJson.text(out -> {
            out.writeStartArray();
            for (int style = 0; style < compared.size(); style++) {
                Compared one = compared.get(style);
                if (!one.curve().points().isEmpty()) {
                    String lost = one.lost() == 0 ? "" : ", " + Figures.count(one.lost()) + " lost";
                    String population = Figures.count(one.count()) + " values" + lost;
                    entries.add(entry(one.name(), one.curve().label(), population, style));
                    write(out, one.curve(), null, one.curve().name(), style, true);
                }
            }
            out.writeEndArray();
        });
        return percentiles(entries, json, "");
    }

    private static Entry entry(String title, String label, String population, int style) {
        return new Entry(title, population, label + ", " + population, style);
    }

    private static CurveChart percentiles(List<Entry> entries, String json, String style) {
        return new CurveChart(
                "curves",
                "percentile-curves",
                "curves" + style,
                "Latency over percentile, one line for each entry of the legend",
                List.of(),
                "latency axis",
                new Legend("at", "latency", "value", entries, List.of()),
                "",
                json);
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

    /** Whether two curves have about the same values from p50 on. */
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

    /** Shares of time and of ticks beyond ages. Curves without any point are left out: they stand in the tables. */
    static CurveChart staleness(List<BeyondCurve> latest, List<BeyondCurve> soonest) {
        List<BeyondCurve> shown =
                latest.stream().filter(curve -> !curve.points().isEmpty()).toList();
        List<Entry> entries = new ArrayList<>();
        for (BeyondCurve curve : shown) {
            LatencyTerm term = LatencyTerm.of(curve.name());
            String population = term.equals(LatencyTerm.STALENESS)
                    ? "share of " + Figures.duration(curve.total())
                    : "share of n " + Figures.count(curve.total());
            entries.add(new Entry(term.title(), population, "", term.series().style()));
        }
        return new CurveChart(
                "stale-time",
                "stale-time",
                "",
                "Share of time with a price at least so old, and share of ticks answered at least so late, over the age",
                List.of(),
                "share axis",
                new Legend("at least", "weight", "share", entries, List.of()),
                "Staleness: share of the time of all sessions and pairs with a price at least so old. Response: share of the due"
                        + " ticks x sessions answered at least so late, lost ones among them. A curve ends at its maximum, an age"
                        + " that nothing renewed with the drain; lost ticks go on to the right edge."
                        + (soonest.isEmpty()
                                ? ""
                                : " Band: from the attribution that answers soonest (thin line) to the one that answers"
                                        + " latest (thick line)."),
                beyond(shown, soonest));
    }

    /**
     * {@code [{"name", "title", "label", "style", "visible", "count", "censored", "points": [[percentile, ns, supported]],
     * "soonest": {"count", "points"}}]}; ns is null where refused, supported 0 or 1; soonest is null where there is only one
     * attribution.
     */
    private static String curves(List<Curve> latest, List<Curve> soonest) {
        return ChartJson.text(json -> {
            json.writeStartArray();
            for (Curve curve : latest) {
                LatencyTerm term = LatencyTerm.of(curve.name());
                Latency.Series series = term.series();
                write(
                        json,
                        curve,
                        named(soonest, Curve::name, curve.name()),
                        term.title(),
                        series.style(),
                        series.visible());
            }
            json.writeEndArray();
        });
    }

    private static <T> @Nullable T named(List<T> all, Function<T, String> name, String wanted) {
        return all.stream()
                .filter(one -> name.apply(one).equals(wanted))
                .findFirst()
                .orElse(null);
    }

    private static void write(
            JsonGenerator json, Curve curve, @Nullable Curve soonest, String title, int style, boolean visible)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("name", curve.name());
        json.writeStringField("title", title);
        json.writeStringField("label", curve.label());
        json.writeNumberField("style", style);
        json.writeBooleanField("visible", visible);
        json.writeNumberField("count", curve.count());
        json.writeNumberField("censored", curve.censored());
        points(json, curve);
        json.writeFieldName("soonest");
        if (soonest == null || soonest.points().isEmpty()) {
            json.writeNull();
        } else {
            json.writeStartObject();
            json.writeNumberField("count", soonest.count());
            points(json, soonest);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void points(JsonGenerator json, Curve curve) throws IOException {
        json.writeArrayFieldStart("points");
        for (CurvePoint point : curve.points()) {
            json.writeStartArray();
            json.writeNumber(point.percentile());
            ChartJson.writeNs(json, point.refused() ? null : point.valueNs());
            json.writeNumber(point.supported() ? 1 : 0);
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    /** {@code [{"name", "title", "style", "total", "points": [[ageNs, beyond]], "soonest": {"total", "points"}}]}. */
    private static String beyond(List<BeyondCurve> latest, List<BeyondCurve> soonest) {
        return ChartJson.text(json -> {
            json.writeStartArray();
            for (BeyondCurve curve : latest) {
                LatencyTerm term = LatencyTerm.of(curve.name());
                json.writeStartObject();
                json.writeStringField("name", curve.name());
                json.writeStringField("title", term.title());
                json.writeNumberField("style", term.series().style());
                points(json, curve);
                @Nullable BeyondCurve other = named(soonest, BeyondCurve::name, curve.name());
                json.writeFieldName("soonest");
                if (other == null || other.points().isEmpty()) {
                    json.writeNull();
                } else {
                    json.writeStartObject();
                    points(json, other);
                    json.writeEndObject();
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static void points(JsonGenerator json, BeyondCurve curve) throws IOException {
        json.writeNumberField("total", curve.total());
        json.writeArrayFieldStart("points");
        for (BeyondCurve.Point point : curve.points()) {
            json.writeStartArray();
            json.writeNumber(point.ageNs());
            json.writeNumber(point.beyond());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    /** The run over its time, with the stalls of the harness. */
    static TimeLineChart timeLine(List<TimeBucket> buckets, List<Stall> stalls, String announcement) {
        return new TimeLineChart(slices(buckets), stalls(stalls), announcement);
    }

    /** {@code [[fromS, ticks, worstResponseNs, worstLagNs, lost]]}. */
    private static String slices(List<TimeBucket> buckets) {
        return ChartJson.text(json -> {
            json.writeStartArray();
            for (TimeBucket bucket : buckets) {
                json.writeStartArray();
                json.writeNumber(bucket.fromS());
                json.writeNumber(bucket.ticks());
                ChartJson.writeNs(json, bucket.worstResponseNs());
                json.writeNumber(bucket.worstLagNs());
                json.writeNumber(bucket.lost());
                json.writeEndArray();
            }
            json.writeEndArray();
        });
    }

    /** {@code [[process, fromS, lengthS, cause]]}. */
    private static String stalls(List<Stall> stalls) {
        return ChartJson.text(json -> {
            json.writeStartArray();
            for (Stall stall : stalls) {
                json.writeStartArray();
                json.writeString(stall.process());
                json.writeNumber(stall.fromNs() / NS_PER_S);
                json.writeNumber(stall.lengthNs() / NS_PER_S);
                json.writeString(stall.cause());
                json.writeEndArray();
            }
            json.writeEndArray();
        });
    }
}
