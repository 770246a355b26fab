package org.ticktoquote.analysis.files;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.run.Seal;

/**
 * Contents of {@code curves.json}: the percentile curves of every latency of a run.
 *
 * <pre>
 * {"formatVersion": 3, "identity": of the run,
 *  "curves":  [{"name", "label", "count", "censored", "points": [[percentile, ns, independent ticks beyond, 1 if refused], ...],
 *               "diagnostic": true only if the run was cut short or its snapshots could not be attributed to ticks}],
 *  "soonest": curves under the soonest attribution; empty if there is only one,
 *  "sha256":  of all preceding bytes}
 * </pre>
 *
 * @param curves curves of the latest attribution, or the only one
 * @param soonest curves of the soonest attribution; empty if there is only one
 */
public record CurvesFile(List<Curve> curves, List<Curve> soonest) {
    private static final int FORMAT_VERSION = 3;
    private static final int FIELDS = 4;
    private static final int MAX_VALUE_LENGTH = 80;
    private static final String IDENTITY = "identity";
    private static final String DIAGNOSTIC = "diagnostic";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public CurvesFile {
        curves = List.copyOf(curves);
        soonest = List.copyOf(soonest);
    }

    /** Writes the file atomically. */
    public static void write(Path file, UUID run, List<Curve> curves, List<Curve> soonest) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("formatVersion", FORMAT_VERSION);
            json.writeStringField(IDENTITY, run.toString());
            write(json, "curves", curves);
            write(json, "soonest", soonest);
            json.writeRaw('\n');
            json.writeEndObject();
        }
        AtomicFile.write(file, Seal.put(text.toString()));
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
                json.writeNumber(point.independent());
                json.writeNumber(point.refused() ? 1 : 0);
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Reads the file of a run. Rejects a file that is malformed, modified, of another format version or of another run. */
    public static CurvesFile read(Path file, UUID run) {
        try {
            JsonNode root = JSON.readTree(RegularFile.require(file).toFile());
            JsonNode version = root.path("formatVersion");
            if (!version.isIntegralNumber() || version.asLong() != FORMAT_VERSION) {
                throw wrong(
                        file,
                        "format version " + shown(version) + ", expected " + FORMAT_VERSION
                                + Summary.writtenAgain(file));
            }
            String identity = root.path(IDENTITY).asText();
            if (!identity.equals(run.toString())) {
                throw wrong(file, "belongs to run " + shown(root.path(IDENTITY)) + ", expected run " + run);
            }
            CurvesFile content = new CurvesFile(curves(file, root, "curves"), curves(file, root, "soonest"));
            Summary.requireSealed(file);
            return content;
        } catch (JsonProcessingException e) {
            throw wrong(
                    file,
                    "line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": " + JsonProblem.of(e, null));
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    private static ProblemException wrong(Path file, String words) {
        return Problem.of(file).fault(words.replaceAll("\\p{Cntrl}+", " ")).exception(ExitStatus.BAD_INPUT);
    }

    private static String shown(JsonNode node) {
        String text = node.isMissingNode() ? "nothing" : node.toString();
        return text.length() <= MAX_VALUE_LENGTH ? text : text.substring(0, MAX_VALUE_LENGTH) + "...";
    }

    private static List<Curve> curves(Path file, JsonNode root, String member) {
        List<Curve> curves = new ArrayList<>();
        JsonNode nodes = root.path(member);
        if (!nodes.isArray()) {
            throw wrong(file, member + " is " + shown(nodes) + ", expected a list");
        }
        for (int i = 0; i < nodes.size(); i++) {
            curves.add(curve(file, nodes.get(i), member + "[" + i + "]"));
        }
        return curves;
    }

    private static Curve curve(Path file, JsonNode node, String path) {
        List<CurvePoint> points = new ArrayList<>();
        String name = node.path("name").asText();
        JsonNode all = node.path("points");
        require(file, path + ".points", all, all.isArray(), "a list");
        for (int i = 0; i < all.size(); i++) {
            points.add(point(
                    file,
                    all.get(i),
                    path + ".points[" + i + "]",
                    !node.path(DIAGNOSTIC).asBoolean()));
        }
        for (String count : List.of("count", "censored")) {
            JsonNode value = node.path(count);
            require(file, path + "." + count, value, whole(value) && value.asLong() >= 0, "a number of 0 or more");
        }
        return new Curve(
                name,
                node.path("label").asText(),
                node.path("count").asLong(),
                node.path("censored").asLong(),
                points);
    }

    private static CurvePoint point(Path file, JsonNode point, String path, boolean attributed) {
        if (point.size() != FIELDS) {
            throw wrong(file, "a point, " + path + ", has " + point.size() + " fields, expected " + FIELDS);
        }
        double percentile = point.get(0).asDouble();
        boolean share = point.get(0).isNumber() && percentile >= 0 && percentile <= 100;
        require(file, path + "[0]", point.get(0), share, "a percentile, 0..100");
        require(file, path + "[1]", point.get(1), whole(point.get(1)), "nanoseconds");
        require(
                file,
                path + "[2]",
                point.get(2),
                whole(point.get(2)) && point.get(2).asLong() >= 0,
                "0 or more");
        require(file, path + "[3]", point.get(3), whole(point.get(3)), "0 or 1");
        return new CurvePoint(
                percentile,
                point.get(1).asLong(),
                point.get(2).asLong(),
                point.get(3).asInt() == 1,
                attributed);
    }

    private static boolean whole(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong();
    }

    private static void require(Path file, String path, JsonNode value, boolean sound, String expected) {
        if (!sound) {
            throw wrong(file, path + " is " + shown(value) + ", expected " + expected);
        }
    }
}
