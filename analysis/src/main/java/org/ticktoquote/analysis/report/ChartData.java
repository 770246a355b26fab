package org.ticktoquote.analysis.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.summary.Stall;

/** Values for the charts as JSON that stands inside a script element: no {@code <} is left in it. */
final class ChartData {
    private static final double NS_PER_S = 1e9;
    private static final JsonFactory JSON = new JsonFactory();

    private ChartData() {}

    /**
     * {@code [{"name", "title", "label", "style", "visible", "count", "censored", "points": [[percentile, ns, supported]],
     * "soonest": {"count", "points"}}]}; ns is null where refused, supported 0 or 1; soonest is null where there is only one
     * attribution.
     */
    static String curves(List<Curve> latest, List<Curve> soonest) {
        return text(json -> {
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

    /** A curve whose name is for people, and its colour and marker. */
    record NamedCurve(Curve curve, int style) {}

    /** The same of curves that are no latencies of one run, each under its own name; all are visible. */
    static String curves(List<NamedCurve> curves) {
        return text(json -> {
            json.writeStartArray();
            for (NamedCurve one : curves) {
                write(json, one.curve(), null, one.curve().name(), one.style(), true);
            }
            json.writeEndArray();
        });
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
            writeNs(json, point.refused() ? null : point.valueNs());
            json.writeNumber(point.supported() ? 1 : 0);
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    /** {@code [{"name", "title", "style", "total", "points": [[ageNs, beyond]], "soonest": {"total", "points"}}]}. */
    static String beyond(List<BeyondCurve> latest, List<BeyondCurve> soonest) {
        return text(json -> {
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

    /** {@code [[fromS, ticks, worstResponseNs, worstLagNs, lost]]}. */
    static String timeLine(List<TimeBucket> buckets) {
        return text(json -> {
            json.writeStartArray();
            for (TimeBucket bucket : buckets) {
                json.writeStartArray();
                json.writeNumber(bucket.fromS());
                json.writeNumber(bucket.ticks());
                writeNs(json, bucket.worstResponseNs());
                json.writeNumber(bucket.worstLagNs());
                json.writeNumber(bucket.lost());
                json.writeEndArray();
            }
            json.writeEndArray();
        });
    }

    /** {@code [[process, fromS, lengthS, cause]]}. */
    static String stalls(List<Stall> stalls) {
        return text(json -> {
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

    static void writeNs(JsonGenerator json, @Nullable Long ns) throws IOException {
        if (ns == null) {
            json.writeNull();
        } else {
            json.writeNumber(ns);
        }
    }

    /** The JSON that is written, fit for a script element. */
    static String text(Content content) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            content.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // In JSON a '<' stands only inside strings; as an escape it can neither end the script element nor open a
        // comment.
        return out.toString().replace("<", "\\u003c");
    }

    /** Writes values to a generator. */
    interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }
}
