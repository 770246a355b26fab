package org.ticktoquote.analysis.files;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.file.WholeFile;

/**
 * {@code curves.json}: the percentile curves of every latency of a run.
 *
 * <pre>
 * {"formatVersion": 1,
 *  "curves":  [{"name", "label", "count", "censored", "points": [[percentile, ns, episodes beyond, 1 where refused], ...],
 *               "diagnostic": true only where the run's snapshots could not be attributed to ticks: nothing is supported}],
 *  "soonest": the same under the attribution that answers soonest; empty where there is only one}
 * </pre>
 *
 * @param curves under the attribution that answers latest, or the only one
 * @param soonest under the one that answers soonest
 */
public record CurvesFile(List<Curve> curves, List<Curve> soonest) {
    private static final int FORMAT_VERSION = 1;
    private static final int FIELDS = 4;
    private static final String DIAGNOSTIC = "diagnostic";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public CurvesFile {
        curves = List.copyOf(curves);
        soonest = List.copyOf(soonest);
    }

    /** Whole or not at all. */
    public static void write(Path file, List<Curve> curves, List<Curve> soonest) throws IOException {
        WholeFile.write(file, out -> {
            JsonGenerator json = JSON.createGenerator(out);
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeNumberField("formatVersion", FORMAT_VERSION);
            write(json, "curves", curves);
            write(json, "soonest", soonest);
            json.writeEndObject();
            json.writeRaw('\n');
            json.close();
        });
    }

    private static void write(JsonGenerator json, String name, List<Curve> curves) throws IOException {
        json.writeArrayFieldStart(name);
        for (Curve curve : curves) {
            json.writeRaw('\n');
            json.writeStartObject();
            json.writeStringField("name", curve.name());
            json.writeStringField("label", curve.label());
            json.writeNumberField("count", curve.count());
            json.writeNumberField("censored", curve.censored());
            if (curve.points().stream().anyMatch(point -> !point.attributed())) {
                json.writeBooleanField(DIAGNOSTIC, true);
            }
            json.writeArrayFieldStart("points");
            for (CurvePoint point : curve.points()) {
                json.writeStartArray();
                json.writeNumber(point.percentile());
                json.writeNumber(point.valueNs());
                json.writeNumber(point.episodes());
                json.writeNumber(point.refused() ? 1 : 0);
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Reads the file; refuses one that is malformed or of another format version. */
    public static CurvesFile read(Path file) {
        try {
            JsonNode root = JSON.readTree(file.toFile());
            if (root.path("formatVersion").asInt() != FORMAT_VERSION) {
                throw new Refusal(
                        ExitStatus.BAD_INPUT,
                        file + ": format version " + root.path("formatVersion").asText() + ", expected "
                                + FORMAT_VERSION);
            }
            return new CurvesFile(curves(file, root.path("curves")), curves(file, root.path("soonest")));
        } catch (JsonProcessingException e) {
            throw new Refusal(
                    ExitStatus.BAD_INPUT,
                    file + ":" + e.getLocation().getLineNr() + ":"
                            + e.getLocation().getColumnNr() + ": " + e.getOriginalMessage(),
                    e);
        } catch (IOException e) {
            throw new Refusal(ExitStatus.BAD_INPUT, file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<Curve> curves(Path file, JsonNode nodes) {
        List<Curve> curves = new ArrayList<>();
        for (JsonNode node : nodes) {
            List<CurvePoint> points = new ArrayList<>();
            for (JsonNode point : node.path("points")) {
                if (point.size() != FIELDS) {
                    throw new Refusal(
                            ExitStatus.BAD_INPUT,
                            file + ": a point of " + node.path("name").asText() + " has " + point.size()
                                    + " fields, expected " + FIELDS);
                }
                points.add(new CurvePoint(
                        point.get(0).asDouble(),
                        point.get(1).asLong(),
                        point.get(2).asLong(),
                        point.get(3).asInt() == 1,
                        !node.path(DIAGNOSTIC).asBoolean()));
            }
            curves.add(new Curve(
                    node.path("name").asText(),
                    node.path("label").asText(),
                    node.path("count").asLong(),
                    node.path("censored").asLong(),
                    points));
        }
        return curves;
    }
}
