package org.ticktoquote.comparison.matrix.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.ticktoquote.comparison.matrix.MatrixFixture.valid;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.matrix.MatrixFixture;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Reads the picture by interpolating between its axis labels and compares it with the table. */
final class MatrixPictureTest {
    private static final String FIRST = "#0072b2";
    private static final String SECOND = "#d55e00";
    /** Coordinates have one decimal: half a tenth of a pixel on an axis of two decades and more. */
    private static final double RELATIVE = 0.002;

    private static final String MARKER = "marker";

    @TempDir
    static Path directory;

    /** A row of {@code curves.csv}; a refused percentile is at least its low value. */
    private record Row(double percentile, double lowNs, double highNs, boolean supported, boolean refused) {
        static Row of(String line) {
            String[] cells = line.split(",", -1);
            double highNs = cells[5].isEmpty() ? Double.NaN : Double.parseDouble(cells[5]);
            return new Row(
                    Double.parseDouble(cells[3]),
                    Double.parseDouble(cells[4]),
                    highNs,
                    Boolean.parseBoolean(cells[6]),
                    Boolean.parseBoolean(cells[7]));
        }
    }

    /** Position in pixels. */
    private record Place(double x, double y) {}

    @BeforeAll
    static void draw() {
        MatrixFixture fixture = new MatrixFixture(directory)
                .reference(2_000)
                .with("PV-001", 1_000, 2_000, 1_500)
                .with("PV-002", "hotspot", "managed", new MatrixFixture.Run(Verdict.FAILED, 4_000, 200))
                .with("PV-003", "zing", "unmanaged", valid(700))
                .notRun("PV-004", "zing", "managed", "no Zing JVM");
        MatrixFiles.write(fixture.compare(), directory);
    }

    /** Labels of percentiles by their horizontal position. */
    private static TreeMap<Double, String> percentiles(Document picture) {
        TreeMap<Double, String> found = new TreeMap<>();
        texts(picture, "middle").forEach((place, text) -> {
            if (text.endsWith(" %")) {
                found.put(place.x(), text);
            }
        });
        return found;
    }

    /** Returns how many ticks there are for each one beyond the percentile of a label. */
    private static double behind(String label) {
        return 100 / (100 - Double.parseDouble(label.replace(" %", "")));
    }

    @ParameterizedTest
    @CsvSource({
        "curves-response.svg, response, 0",
        "curves-service.svg, service, 0",
        "curves-quote-age.svg, quote-age, 0",
        "curves-response-normalised.svg, response, 20"
    })
    void everyLineAndBandShowsTheValuesOfTheTable(String file, String figure, double nsOfOneUnit) throws Exception {
        Document picture = read(file);
        TreeMap<Double, Double> nsByY = new TreeMap<>();
        texts(picture, "end").forEach((place, text) -> nsByY.put(place.y() - 4, ns(text, nsOfOneUnit)));
        TreeMap<Double, Double> placeByX = new TreeMap<>();
        percentiles(picture).forEach((x, label) -> placeByX.put(x, behind(label)));
        assertThat(nsByY).hasSizeGreaterThan(3);
        assertThat(placeByX).hasSizeGreaterThan(3).containsValue(1.0).containsValue(2.0);

        Map<String, String> colours = Map.of("PV-001", FIRST, "PV-002", SECOND, "PV-003", "#009e73");
        for (String name : colours.keySet()) {
            List<Place> line = line(picture, colours.get(name));
            List<Row> shown = rows(name, "median", figure).stream()
                    .filter(row -> !row.refused())
                    .toList();
            assertThat(line).as(name).hasSameSizeAs(shown);
            for (int i = 0; i < line.size(); i++) {
                Row row = shown.get(i);
                assertThat(read(nsByY, line.get(i).y()))
                        .as("%s at %s %%", name, row.percentile())
                        .isCloseTo(row.highNs(), within(row.highNs() * RELATIVE));
                if (row.percentile() < 100) {
                    double behind = 100 / (100 - row.percentile());
                    assertThat(read(placeByX, line.get(i).x())).isCloseTo(behind, within(behind * RELATIVE));
                }
            }
        }
        assertBand(picture, nsByY, rows("PV-001", "spread", figure));
    }

    private static void assertBand(Document picture, TreeMap<Double, Double> nsByY, List<Row> spread) {
        List<Element> bands = paths(picture, "fill", FIRST);
        assertThat(bands).hasSize(1);
        List<Place> edge = places(bands.get(0));
        assertThat(edge).hasSize(2 * spread.size());
        for (int i = 0; i < spread.size(); i++) {
            double highest = read(nsByY, edge.get(i).y());
            double lowest = read(nsByY, edge.get(edge.size() - 1 - i).y());
            assertThat(highest).isCloseTo(spread.get(i).highNs(), within(highest * RELATIVE));
            assertThat(lowest).isCloseTo(spread.get(i).lowNs(), within(lowest * RELATIVE));
            assertThat(edge.get(i).x()).isEqualTo(edge.get(edge.size() - 1 - i).x());
        }
        assertThat(paths(picture, "fill", "#009e73"))
                .as("band of a single exact run")
                .isEmpty();
    }

    @Test
    void markersDistinguishCurvesWithoutColour() throws Exception {
        List<Element> markers = elements(read("curves-response.svg"), "path").stream()
                .filter(path -> path.getAttribute("class").equals(MARKER))
                .toList();
        assertThat(markers).hasSizeGreaterThan(4);
        assertThat(markers.stream()
                        .filter(path -> path.getAttribute("fill").equals(FIRST))
                        .map(path -> path.getAttribute("d"))
                        .distinct())
                .as("one shape per curve")
                .hasSize(1);
        assertThat(markers.stream().map(path -> path.getAttribute("d")).distinct())
                .as("different shapes for different curves")
                .hasSizeGreaterThan(1);
    }

    @Test
    void dashesUnsupportedPointsAndMarksARefusedMedianByAnArrow() throws Exception {
        Document picture = read("curves-response.svg");
        List<Row> median = rows("PV-001", "median", "response");
        long supported = median.stream().filter(Row::supported).count();
        List<Element> strokes = paths(picture, "stroke", FIRST);
        assertThat(strokes).hasSize(2);
        assertThat(strokes.get(0).getAttribute("stroke-dasharray")).isEqualTo("none");
        assertThat(places(strokes.get(0))).hasSize((int) supported);
        assertThat(strokes.get(1).getAttribute("stroke-dasharray")).isEqualTo("5 4");
        assertThat(places(strokes.get(1))).hasSize(median.size() - (int) supported + 1);

        List<Row> refused = rows("PV-002", "median", "response").stream()
                .filter(Row::refused)
                .toList();
        assertThat(refused).isNotEmpty();
        double first = x(picture, refused.get(0).percentile());
        List<Place> arrows = texts(picture, "middle").entrySet().stream()
                .filter(text -> text.getValue().equals("> drain"))
                .map(Map.Entry::getKey)
                .toList();
        assertThat(arrows).hasSize(1);
        assertThat(arrows.get(0).x()).isCloseTo(first, within(0.2));
        List<Element> heads = paths(picture, "fill", SECOND).stream()
                .filter(path -> !path.hasAttribute("fill-opacity"))
                .toList();
        assertThat(heads).hasSize(1);
        assertThat(heads.get(0).getAttribute("d"))
                .startsWith("M%.1f,".formatted(arrows.get(0).x()));
        List<Place> line = line(picture, SECOND);
        Place last = line.get(line.size() - 1);
        assertThat(lines(picture, SECOND, "2 3"))
                .as("from the last value to the arrow")
                .containsExactly("%.1f,%.1f to %.1f,48.0"
                        .formatted(last.x(), last.y(), arrows.get(0).x()));
    }

    @Test
    void labelsEveryPercentileWithTheTimePerYear() throws Exception {
        Document picture = read("curves-response.svg");
        TreeMap<Double, String> percentiles = percentiles(picture);
        TreeMap<Double, String> times = new TreeMap<>();
        texts(picture, "middle").forEach((place, text) -> {
            if (!text.endsWith(" %") && !text.equals("> drain")) {
                times.put(place.x(), text);
            }
        });
        assertThat(times.keySet()).isEqualTo(percentiles.keySet());
        assertThat(percentiles.values()).containsExactly("0 %", "50 %", "90 %", "99 %", "99.9 %");
        assertThat(times.values())
                .as("365 times 86,400 s, 43,200 s, 8,640 s, 864 s and 86 s")
                .containsExactly("8,760 h", "4,380 h", "876 h", "87 h 36 min", "8 h 43 min 10 s");
    }

    @Test
    void namesEveryCaseInItsColour() throws Exception {
        Document picture = read("curves-response.svg");
        assertThat(texts(picture, "start").values().stream().filter(text -> text.startsWith("PV-")))
                .containsExactly("PV-001", "PV-002", "PV-003", "PV-004 (not run)");
        assertThat(lines(picture, FIRST, "")).hasSize(1);
        assertThat(lines(picture, SECOND, "")).hasSize(1);
        assertThat(lines(picture, "#c0609c", ""))
                .as("lines of the case that did not run")
                .isEmpty();
    }

    private Document read(String name) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(directory.resolve(name).toFile());
    }

    private List<Row> rows(String name, String run, String figure) throws Exception {
        return Files.readAllLines(directory.resolve("curves.csv")).stream()
                .filter(line -> line.startsWith(name + "," + run + "," + figure + ","))
                .map(Row::of)
                .toList();
    }

    /** Texts by position, in reading order. */
    private static TreeMap<Place, String> texts(Document picture, String anchor) {
        TreeMap<Place, String> found =
                new TreeMap<>((a, b) -> a.y() == b.y() ? Double.compare(a.x(), b.x()) : Double.compare(a.y(), b.y()));
        for (Element text : elements(picture, "text")) {
            if (text.getAttribute("text-anchor").equals(anchor)) {
                double x = Double.parseDouble(text.getAttribute("x"));
                found.put(new Place(x, Double.parseDouble(text.getAttribute("y"))), text.getTextContent());
            }
        }
        return found;
    }

    private static List<Element> elements(Document picture, String name) {
        NodeList nodes = picture.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    /** Returns the paths, other than markers, with the value of an attribute. */
    private static List<Element> paths(Document picture, String attribute, String value) {
        return elements(picture, "path").stream()
                .filter(path -> !path.getAttribute("class").equals(MARKER))
                .filter(path -> path.getAttribute(attribute).equals(value))
                .toList();
    }

    private static List<String> lines(Document picture, String colour, String dashes) {
        return elements(picture, "line").stream()
                .filter(line -> line.getAttribute("stroke").equals(colour)
                        && line.getAttribute("stroke-dasharray").equals(dashes))
                .map(line -> line.getAttribute("x1") + "," + line.getAttribute("y1") + " to " + line.getAttribute("x2")
                        + "," + line.getAttribute("y2"))
                .toList();
    }

    /** The segments of a case's line, joined at common ends. */
    private static List<Place> line(Document picture, String colour) {
        List<Place> line = new ArrayList<>();
        for (Element stretch : paths(picture, "stroke", colour)) {
            List<Place> places = places(stretch);
            boolean joined = !line.isEmpty() && line.get(line.size() - 1).equals(places.get(0));
            line.addAll(joined ? places.subList(1, places.size()) : places);
        }
        return line;
    }

    private static List<Place> places(Element path) {
        List<Place> places = new ArrayList<>();
        for (String pair :
                path.getAttribute("d").replace("M", "").replace("Z", "").split("L", -1)) {
            String[] coordinates = pair.split(",", -1);
            places.add(new Place(Double.parseDouble(coordinates[0]), Double.parseDouble(coordinates[1])));
        }
        return places;
    }

    private static double ns(String text, double nsOfOneUnit) {
        if (nsOfOneUnit > 0) {
            return Double.parseDouble(text) * nsOfOneUnit;
        }
        double number = Double.parseDouble(text.substring(0, text.indexOf(' ')));
        return switch (text.substring(text.indexOf(' ') + 1)) {
            case "ns" -> number;
            case "µs" -> number * 1e3;
            case "ms" -> number * 1e6;
            default -> throw new AssertionError("an axis label: " + text);
        };
    }

    private static double x(Document picture, double percentile) {
        TreeMap<Double, Double> xByPlace = new TreeMap<>();
        percentiles(picture).forEach((x, label) -> xByPlace.put(Math.log(behind(label)), x));
        double wanted = Math.log(100 / (100 - percentile));
        double scale = (xByPlace.lastEntry().getValue() - xByPlace.firstEntry().getValue())
                / (xByPlace.lastKey() - xByPlace.firstKey());
        return xByPlace.firstEntry().getValue() + (wanted - xByPlace.firstKey()) * scale;
    }

    /** The value at a pixel, from the outermost labels of a logarithmic axis, along which all labels must lie. */
    private static double read(TreeMap<Double, Double> valueByPixel, double pixel) {
        double from = valueByPixel.firstKey();
        double decades = Math.log(valueByPixel.lastEntry().getValue()
                        / valueByPixel.firstEntry().getValue())
                / (valueByPixel.lastKey() - from);
        valueByPixel.forEach(
                (at, value) -> assertThat(valueByPixel.firstEntry().getValue() * Math.exp((at - from) * decades))
                        .isCloseTo(value, within(value * RELATIVE)));
        return valueByPixel.firstEntry().getValue() * Math.exp((pixel - from) * decades);
    }
}
