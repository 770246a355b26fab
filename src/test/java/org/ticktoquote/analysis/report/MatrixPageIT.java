package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ticktoquote.analysis.report.Browser.attribute;
import static org.ticktoquote.analysis.report.Browser.find;
import static org.ticktoquote.analysis.report.Browser.number;
import static org.ticktoquote.analysis.report.Browser.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.ticktoquote.analysis.annual.AnnualText;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.files.MatrixFiles;
import org.ticktoquote.comparison.report.MatrixReport;
import org.ticktoquote.core.run.Seal;
import org.ticktoquote.corpus.Corpus;
import org.ticktoquote.endtoend.LongProof;
import org.ticktoquote.report.table.IntervalText;

/** Page of a matrix of corpus runs in a browser, checked against comparison.json. */
@LongProof
class MatrixPageIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int WIDTH = 1_400;
    private static final int POINTS_PER_DECADE = 60;
    private static final int RAN = 2;
    private static final String NOT_RUN = "no Zing JVM; give --jvm zing=PATH";
    private static final List<String> LATENCIES =
            List.of("responseNs", "serviceNs", "quoteAgeNs", "firstClientNs", "medianClientNs", "lastClientNs");

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private static Path folder;

    private static ChromeDriver browser;
    private static JsonNode comparison;

    @BeforeAll
    static void compare() throws IOException {
        browser = Browser.start();
        Path matrix = Corpus.unpack("matrix", folder.resolve("pv"));
        ObjectNode record = (ObjectNode) Browser.json(matrix.resolve("matrix.json"));
        ArrayNode cases = (ArrayNode) record.path("cases");
        ObjectNode none = cases.get(1).deepCopy();
        none.put("name", "zing").put("notRun", NOT_RUN).putArray("attempts");
        ((ObjectNode) none.path("coordinates")).put("jvm", "zing");
        cases.add(none);
        ((ObjectNode) cases.at("/1/coordinates")).put("threads", "managed");
        ((ObjectNode) cases.at("/1/beside")).remove("run.app-args");
        addRun((ArrayNode) cases.at("/0/attempts"), "by-id", matrix.resolve("old/run-3"));
        addRun((ArrayNode) cases.at("/1/attempts"), "incremental", matrix.resolve("new/run-3"));
        write(matrix, record);
        Corpus.analyse(matrix, folder.resolve("state"), 1);
        MatrixReport.write(MatrixComparison.of(matrix), matrix);
        comparison = Browser.json(matrix.resolve(MatrixFiles.COMPARISON));
    }

    /** Adds a third run to a case, because two runs give no time per year. */
    private static void addRun(ArrayNode attempts, String name, Path run) throws IOException {
        Corpus.unpack(name, run);
        ObjectNode third = attempts.get(attempts.size() - 1).deepCopy();
        third.put("repeat", 3)
                .put("attempt", 1)
                .put("directory", run.getParent().getFileName() + "/run-3")
                .put(
                        "run",
                        Browser.json(run.resolve("run.json")).path("identity").asText());
        attempts.add(third);
    }

    private static void write(Path matrix, ObjectNode record) throws IOException {
        record.remove("sha256");
        Files.writeString(matrix.resolve("matrix.json"), Seal.put(record.toPrettyString() + "\n"));
    }

    @BeforeEach
    void open() {
        Browser.open(folder.resolve("pv").resolve(MatrixReport.FILE), WIDTH);
    }

    @AfterEach
    void assertNoComplaints() {
        assertThat(Browser.complaints()).isEmpty();
    }

    private static JsonNode figure(int place, String latency, String name) {
        return comparison.at("/cases/" + place + "/latencies/" + latency + "/" + name);
    }

    @Test
    void requestsNothingAndFitsBothWidths() {
        assertThat(browser.getTitle()).isEqualTo("matrix · matrix · tick-to-quote");
        assertThat(Browser.all("#curves canvas")).isNotEmpty();
        assertThat(Browser.all(".time-lines svg")).hasSize(6);
        assertThat(Browser.requested()).isEmpty();
        for (int width : List.of(1_000, WIDTH)) {
            Browser.open(folder.resolve("pv").resolve(MatrixReport.FILE), width);
            assertThat(Browser.tooWide(".table, .readout"))
                    .as("width %s", width)
                    .isEmpty();
        }
    }

    @Test
    void tablesEqualTheComparison() {
        List<String> names = List.of("p50", "p90", "p99", "p99_9", "p99_99", "max");
        for (String latency : LATENCIES) {
            assertThat(Browser.all("#compared-" + latency + " tbody tr")).hasSize(RAN + 1);
            for (int place = 0; place < RAN; place++) {
                for (int i = 0; i < names.size(); i++) {
                    String cell = "#compared-" + latency + " tbody tr:nth-child(" + (place + 1) + ") td:nth-of-type("
                            + (i + 2) + ")";
                    assertThat(attribute(cell, "data-ns"))
                            .as("%s of case %d", names.get(i), place)
                            .isEqualTo(figure(place, latency, names.get(i))
                                    .path("low")
                                    .asText());
                }
            }
        }
        assertThat(text("#compared-lastClientNs tbody tr:nth-child(3)")).contains("not run: " + NOT_RUN);
    }

    @Test
    void limitsWithOutcomesAreAboveTheCurves() {
        assertThat(text("#limits"))
                .contains("old: p99 of response", "at least 11.9 ms", "50.0 ms", "fewer than 10 independent")
                .contains("zing: p99 of response", "undecided", "not run: " + NOT_RUN);
        assertThat(find("#limits").getLocation().getY())
                .isLessThan(find("#curves").getLocation().getY());
        assertThat(text(".verdict")).contains("Limits: 0 kept, 0 exceeded, 3 undecided.");
        assertThat(text("#uncounted")).contains("old/run-2", "VOID", "p99 of the replay lag is 18.4 ms");
        assertThat(text("#matrix-outcomes")).contains("3 DEGRADED");
    }

    @Test
    void chartShowsComparisonValuesForEveryFigure() {
        WebElement plot = find("#curves .plot");
        assertReads("p99");
        plot.sendKeys(Keys.ARROW_RIGHT.toString().repeat(POINTS_PER_DECADE));
        assertReads("p99_9");
        for (String latency : LATENCIES) {
            choose(latency);
            plot.sendKeys(Keys.END);
            assertReads("max", latency);
        }
    }

    private static void assertReads(String name) {
        for (String latency : LATENCIES) {
            choose(latency);
            assertThat(attribute("#curves", "data-figure")).isEqualTo(latency);
            assertReads(name, latency);
        }
    }

    private static void assertReads(String name, String latency) {
        for (int place = 0; place < RAN; place++) {
            JsonNode expected = figure(place, latency, name);
            assertThat(attribute(value(place), "data-low"))
                    .as("%s %s of case %d", latency, name, place)
                    .isEqualTo(expected.path("low").asText());
            assertThat(text(value(place)))
                    .isEqualTo(IntervalText.duration(
                                    expected.path("low").asLong(),
                                    expected.path("high").asLong())
                            .replace(" us", " µs"));
        }
    }

    private static String value(int place) {
        return "#curves tr[data-series='" + place + "'] [data-readout=value]";
    }

    private static void choose(String value) {
        find("#curves input[value='" + value + "']").sendKeys(Keys.SPACE);
    }

    @Test
    void switchesToNormalisedUnitsAndBackAndZooms() {
        Object pixels = Browser.pixels();
        choose("normalised");
        double p99 = figure(0, "lastClientNs", "p99").path("low").asDouble();
        double reference = comparison.path("referenceNs").asDouble();
        assertThat(Double.parseDouble(text(value(0)))).isEqualTo(Math.round(p99 / reference * 1e5) / 1e3);
        assertThat(Browser.pixels()).isNotEqualTo(pixels);
        choose("time");
        assertThat(Browser.pixels()).isEqualTo(pixels);
        String before = attribute("#curves", "data-at");
        new Actions(browser).moveToElement(find("#curves .u-over"), -150, 0).perform();
        await().atMost(PATIENCE).until(() -> !attribute("#curves", "data-at").equals(before));
        double to = number("#curves", "data-to");
        find("#curves .plot").sendKeys("+");
        assertThat(number("#curves", "data-to")).isLessThan(to);
        find("#curves .plot").sendKeys(Keys.ESCAPE);
        await().atMost(PATIENCE).until(() -> number("#curves", "data-to") == to);
        choose("linear");
        assertThat(attribute("#curves", "data-scale")).isEqualTo("linear");
    }

    /** Opens the page with one field of its points changed, for values that such short runs do not have. */
    private static void openWith(int field, Function<JsonNode, Object> other) throws IOException {
        Path page = folder.resolve("pv").resolve(MatrixReport.FILE);
        Matcher data = Pattern.compile("(?s)(id=\"?curves-data\"?[^>]*>)(.*?)</script>")
                .matcher(Files.readString(page));
        assertThat(data.find()).isTrue();
        JsonNode curves = JSON.readTree(data.group(2));
        for (JsonNode points : curves.findValues("points")) {
            points.forEach(point -> ((ArrayNode) point).set(field, JSON.valueToTree(other.apply(point))));
        }
        Browser.open(
                Files.writeString(
                        folder.resolve("changed.html"),
                        new StringBuilder(Files.readString(page))
                                .replace(data.start(2), data.end(2), curves.toString())),
                WIDTH);
    }

    @Test
    void showsAndDrawsIntervalsAndRefusedValues() throws IOException {
        Object pixels = Browser.pixels();
        long low = Long.parseLong(attribute(value(0), "data-low"));
        openWith(2, point -> point.path(1).asLong() * 3);
        assertThat(text(value(0))).isEqualTo(IntervalText.duration(low, 3 * low).replace(" us", " µs"));
        Object wider = Browser.pixels();
        openWith(2, point -> 999_600);
        assertThat(text(value(0))).endsWith("1.00 ms");
        openWith(6, point -> 1);
        assertThat(text(value(0))).isEqualTo("> drain");
        assertThat(List.of(pixels, wider, Browser.pixels())).doesNotHaveDuplicates();
    }

    @Test
    void showsTimePerYearInTheSelectedBase() throws IOException {
        openWith(8, point -> List.of(0.001, 5e-4, 2e-3, 4e-4, 3e-3));
        choose("lastClientNs");
        for (Map.Entry<String, Integer> hours :
                Map.of("fx-week", 6_240, "calendar", 8_760).entrySet()) {
            choose(hours.getKey());
            assertThat(text("#curves tr[data-series='0'] [data-readout=annual]"))
                    .startsWith("worse for " + AnnualText.of(0.001 * hours.getValue() * 3_600) + " a year of quotes")
                    .endsWith(" of time");
        }
    }

    @Test
    void selectsCasesByAxisAndByKeyboard() {
        find("select[data-axis=threads]").sendKeys("managed");
        assertThat(pressed()).containsExactly("false", "true");
        Object one = Browser.pixels();
        find("#curves [data-action=none]").sendKeys(Keys.ENTER);
        assertThat(pressed()).containsOnly("false");
        find("#curves button[data-series='1']").sendKeys(Keys.SPACE);
        assertThat(Browser.pixels()).isEqualTo(one);
        find("#curves [data-action=all]").sendKeys(Keys.ENTER);
        assertThat(pressed()).containsOnly("true");
    }

    private static List<String> pressed() {
        List<String> pressed = new ArrayList<>();
        Browser.all("#curves button[data-series]")
                .forEach(button -> pressed.add(button.getDomAttribute("aria-pressed")));
        return pressed;
    }

    @Test
    void listsEffectsAndDifferences() {
        assertThat(text("#effects")).contains("threads: unmanaged to managed");
        assertThat(Browser.all("#differences mark")).as("words that differ").isNotEmpty();
    }

    @Test
    void escapesExternalText() throws IOException {
        String hostile = "</script><script>document.title='taken'</script><img src=x onerror='document.title=1'>";
        Path matrix = folder.resolve("pv");
        ObjectNode record = (ObjectNode) Browser.json(matrix.resolve("matrix.json"));
        write(
                matrix,
                ((ObjectNode) JSON.readTree(record.toString().replace("\"old\"", JSON.writeValueAsString(hostile))))
                        .putNull("referenceNs"));
        MatrixReport.write(MatrixComparison.of(matrix), matrix);
        write(matrix, record);
        open();
        assertThat(browser.getTitle()).doesNotContain("taken");
        assertThat(text("#curves button[data-series='0']")).isEqualTo(hostile);
        assertThat(Browser.all("input[value=normalised], img")).isEmpty();
        MatrixReport.write(MatrixComparison.of(matrix), matrix);
    }
}
