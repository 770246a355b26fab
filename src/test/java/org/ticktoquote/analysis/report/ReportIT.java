package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ticktoquote.analysis.report.Browser.attribute;
import static org.ticktoquote.analysis.report.Browser.find;
import static org.ticktoquote.analysis.report.Browser.number;
import static org.ticktoquote.analysis.report.Browser.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.TakesScreenshot;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.table.IntervalText;

/** Pages of corpus runs in a browser, checked against the files with their figures. Skipped without a browser, except in CI. */
class ReportIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int WIDTH = 1_400;
    private static final String FIRST = "#curves tr[data-series='0'] [data-readout=";

    @TempDir
    private static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start();
    }

    @AfterEach
    void assertNoComplaints() {
        assertThat(Browser.complaints()).isEmpty();
    }

    private static CorpusPage open(String run) throws IOException {
        return CorpusPage.of(run, folder).unfolded(WIDTH);
    }

    /** Returns the data of a chart embedded in the page. */
    private static JsonNode embedded(String chart) throws IOException {
        String json = (String)
                browser.executeScript("return document.getElementById(arguments[0] + '-data').textContent", chart);
        return JsonMapper.builder().build().readTree(json);
    }

    private static WebElement plot(String chart) {
        return find("#" + chart + " .plot");
    }

    @Test
    void requestsNothingAndItsFiguresMatchTheFiles() throws IOException {
        CorpusPage page = open("dropping");
        assertThat(browser.getTitle()).contains("dropping", "FAILED");
        assertThat(Browser.all("#curves canvas, #time-line canvas")).hasSizeGreaterThan(3);
        assertThat(Browser.requested()).isEmpty();
        JsonNode lastClient = page.json("summary.json").path("lastClientNs");
        List<WebElement> cells = Browser.all("#latencies tbody tr:first-child td");
        assertThat(cells.get(0).getText()).isEqualTo(lastClient.path("ticks").asText());
        assertThat(cells.get(4).getDomAttribute("data-ns"))
                .isEqualTo(lastClient.path("p50").path("low").asText());
        assertThat(Browser.all("#sessions tbody tr")).hasSize(3);
        assertThat(Browser.all("#pairs tbody tr")).hasSize(3);
        JsonNode curves = page.json("curves.json").path("curves");
        JsonNode shown = embedded("curves");
        assertThat(shown).hasSize(curves.size());
        for (int i = 0; i < shown.size(); i++) {
            JsonNode points = shown.get(i).path("points");
            JsonNode expected = curves.get(i).path("points");
            assertThat(points).hasSize(expected.size());
            for (int point = 0; point < points.size(); point++) {
                boolean refused = expected.get(point).path(3).asInt() == 1;
                assertThat(points.get(point).path(1).asText())
                        .isEqualTo(
                                refused ? "null" : expected.get(point).path(1).asText());
            }
        }
    }

    @Test
    void hoverAndArrowKeysShowTheExactValuesOfAllCurves() throws IOException {
        CorpusPage page = open("evidence");
        WebElement over = find("#curves .u-over");
        for (int offset : List.of(-200, 0, 150)) {
            String before = attribute("#curves", "data-at");
            new Actions(browser).moveToElement(over, offset, 0).perform();
            await().atMost(PATIENCE)
                    .until(() -> !attribute("#curves", "data-at").equals(before));
            assertReadout();
        }
        plot("curves").sendKeys(Keys.END);
        assertThat(attribute(FIRST + "value]", "data-ns"))
                .isEqualTo(page.json("summary.json").at("/lastClientNs/max").asText());
        plot("curves").sendKeys(Keys.HOME);
        assertThat(attribute(FIRST + "value]", "data-ns"))
                .isEqualTo(page.json("curves.json").at("/curves/0/points/0/1").asText());
        plot("curves").sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertReadout();
    }

    /** Every value in the legend follows from the rank rule at the position stated by the page. */
    private static void assertReadout() throws IOException {
        double place = number("#curves", "data-at");
        List<WebElement> values = Browser.all("#curves tr [data-readout=value]");
        JsonNode curves = embedded("curves");
        for (int i = 0; i < curves.size(); i++) {
            assertThat(values.get(i).getDomAttribute("data-ns"))
                    .as("curve %d at 1 in %s", i, place)
                    .isEqualTo(at(curves.get(i).path("points"), place));
        }
    }

    private static String at(JsonNode points, double place) {
        for (JsonNode point : points) {
            double percentile = point.path(0).asDouble();
            if (percentile >= 100 || 100 / (100 - percentile) >= place * (1 - 1e-9)) {
                return point.path(1).asText();
            }
        }
        throw new AssertionError("no point at " + place);
    }

    @Test
    void keysToggleACurveAndSwitchTheAxis() throws IOException {
        open("evidence");
        WebElement response = find("#curves button[data-series='1']");
        assertThat(response.getText()).isEqualTo("response");
        Object pixels = Browser.pixels();
        response.sendKeys(Keys.SPACE);
        assertThat(response.getDomAttribute("aria-pressed")).isEqualTo("false");
        assertThat(Browser.pixels()).as("the curve is gone").isNotEqualTo(pixels);
        response.sendKeys(Keys.ENTER);
        assertThat(Browser.pixels()).as("the curve is back").isEqualTo(pixels);
        for (String chart : List.of("#curves", "#stale-time")) {
            find(chart + " input[value=linear]").sendKeys(Keys.SPACE);
            assertThat(attribute(chart, "data-scale")).isEqualTo("linear");
        }
        assertThat(Browser.pixels()).isNotEqualTo(pixels);
    }

    @ParameterizedTest
    @CsvSource({"#curves, #curves .u-over", "#time-line, #time-line .plot .u-over", "#stale-time, #stale-time .u-over"})
    void zoomsByDragAndByKeyAndResets(String chart, String surface) throws IOException {
        open("evidence");
        double from = number(chart, "data-from");
        double to = number(chart, "data-to");
        WebElement reset = find(chart + " [data-action=reset]");
        new Actions(browser)
                .moveToElement(find(surface), -100, 0)
                .clickAndHold()
                .moveByOffset(150, 0)
                .release()
                .perform();
        await().atMost(PATIENCE).until(reset::isEnabled);
        assertThat(number(chart, "data-from")).isGreaterThan(from);
        assertThat(number(chart, "data-to")).isLessThan(to);
        double dragged = number(chart, "data-to") - number(chart, "data-from");
        find(chart + " .plot").sendKeys("+");
        assertThat(number(chart, "data-to") - number(chart, "data-from")).isLessThan(dragged);
        find(chart + " .plot").sendKeys(Keys.ESCAPE);
        await().atMost(PATIENCE).until(() -> !reset.isEnabled());
        assertThat(number(chart, "data-from")).isEqualTo(from);
        assertThat(number(chart, "data-to")).isEqualTo(to);
    }

    @Test
    void bandsOfTheTimeLineNameTheStalledProcess() throws IOException {
        JsonNode stalls = open("evidence").json("summary.json").path("stalls");
        assertThat(attribute("#time-line", "data-bands")).isEqualTo(Integer.toString(stalls.size()));
        JsonNode longest = stalls.get(0);
        for (JsonNode stall : stalls) {
            longest = stall.path("lengthNs").asLong() > longest.path("lengthNs").asLong() ? stall : longest;
        }
        int tenths = (int) (longest.path("fromNs").asLong() / 100_000_000);
        plot("time-line").sendKeys(Keys.HOME);
        assertThat(text("#time-line [data-readout=stalls]"))
                .as("before the first stall")
                .isEqualTo("none");
        plot("time-line").sendKeys(Keys.ARROW_RIGHT.toString().repeat(tenths));
        assertThat(number("#time-line", "data-at")).isEqualTo(tenths / 10.0);
        assertThat(text("#time-line [data-readout=stalls]"))
                .contains(longest.path("process").asText() + " "
                        + DurationText.format(longest.path("lengthNs").asLong()));
    }

    @ParameterizedTest
    @CsvSource({"1000, by-id", "1000, dropping", "1400, learned", "1400, per-venue"})
    void onlyTablesOverflow(int width, String run) throws IOException {
        CorpusPage.of(run, folder).unfolded(width);
        assertThat(Browser.tooWide(".readout, .headlines > div")).isEmpty();
    }

    @Test
    void hoverShowsBothBoundsOfABand() throws IOException {
        JsonNode soonest =
                open("per-venue").json("curves.json").path("soonest").path(0).path("points");
        plot("curves").sendKeys(Keys.HOME, Keys.ARROW_RIGHT.toString().repeat(60));
        String low = at(soonest, number("#curves", "data-at"));
        long high = (long) number(FIRST + "value]", "data-ns");
        assertThat(attribute(FIRST + "value]", "data-low-ns")).isEqualTo(low);
        assertThat(high).isGreaterThan(Long.parseLong(low));
        assertThat(text(FIRST + "value]")).isEqualTo(IntervalText.duration(Long.parseLong(low), high));
        assertThat(text(FIRST + "exact]"))
                .startsWith(String.format(Locale.ROOT, "%,d to %,d ns", Long.valueOf(low), high));
    }

    @Test
    void bandsAreDrawnAndHiddenWithTheirCurve() throws IOException {
        CorpusPage page = CorpusPage.of("per-venue", folder);
        String html = Files.readString(page.run().resolve("report.html"));
        Path exact = Files.writeString(
                page.run().resolve("exact.html"), html.replaceAll("\"soonest\":\\{[^}]*}", "\"soonest\":null"));
        List<Object> drawn = new ArrayList<>();
        for (Path each : List.of(page.run().resolve("report.html"), exact)) {
            Browser.open(each, WIDTH);
            drawn.add(Browser.pixels());
            Browser.all("#curves button[aria-pressed='true']").forEach(button -> button.sendKeys(Keys.SPACE));
            drawn.add(Browser.pixels());
        }
        assertThat(drawn.get(0)).as("bands are drawn").isNotEqualTo(drawn.get(2));
        assertThat(drawn.get(1)).as("no band without its curve").isEqualTo(drawn.get(3));
    }

    @ParameterizedTest
    @CsvSource({"dropping, > drain, 2", "per-venue, 1.08 s..> drain, 0..14"})
    void unansweredTicksAreShownAsBeyondTheDrain(String run, String max, String lost) throws IOException {
        open(run);
        plot("curves").sendKeys(Keys.END);
        assertThat(text(FIRST + "value]")).isEqualTo(max);
        assertThat(text(FIRST + "exact]")).endsWith("max · unsupported");
        assertThat(text("#outcomes tbody tr:nth-child(5) td")).isEqualTo(lost);
    }

    @Test
    void stalenessShowsTheShareOfTimeAndTheShareOfTicks() throws IOException {
        JsonNode summary = open("evidence").json("summary.json");
        JsonNode curves = embedded("stale-time");
        assertThat(curves.path(0).path("total").asLong())
                .isEqualTo(
                        summary.path("stalenessNs").path("totalNs").path("high").asLong());
        plot("stale-time").sendKeys(Keys.HOME);
        for (int step = 0; step < 5; step++) {
            plot("stale-time").sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
            for (int i = 0; i < 2; i++) {
                long beyond = beyond(curves.get(i).path("points"), Math.round(number("#stale-time", "data-at")));
                String value = "#stale-time tr[data-series='" + i + "'] [data-readout=value]";
                assertThat(attribute(value, "data-beyond")).isEqualTo(Long.toString(beyond));
                assertThat(text(value))
                        .isEqualTo(IntervalText.share(
                                beyond / curves.get(i).path("total").asDouble()));
            }
        }
        plot("stale-time").sendKeys(Keys.END);
        assertThat(text("#stale-time tr[data-series='0'] [data-readout=value]")).isEqualTo("0 %");
    }

    private static long beyond(JsonNode points, long ageNs) {
        for (JsonNode point : points) {
            if (point.path(0).asLong() >= ageNs) {
                return point.path(1).asLong();
            }
        }
        return points.get(points.size() - 1).path(1).asLong();
    }

    @Test
    void rangeOfTheHeatMapShowsTimeAndCausesOfItsTicks() throws IOException {
        open("evidence");
        browser.executeScript(
                "const c = document.getElementById('curves'); c.dataset.from = '1'; c.dataset.to = '1e9'");
        String all = text("#heat-map-range");
        browser.executeScript("document.getElementById('curves').dataset.from = '1000'");
        String worst = text("#heat-map-range");
        assertThat(all).startsWith("From 0 ns to the latest").contains("about 1,605 ticks");
        assertThat(worst)
                .contains("From 75.7 ms", "about 19 ticks, in 2 of 40", "80.7 % the JVM was paused", "16.9 % ready");
    }

    @Test
    void episodesAreSelectedInTimeOrderAndShowTheirEvidence() throws IOException {
        JsonNode worst =
                open("evidence").json("outliers.json").path("runs").path(0).path("worst");
        assertThat(worst).hasSize(2);
        String first = text("#heat-map-episode").lines().findFirst().orElseThrow();
        assertThat(first).startsWith("Episode ").contains(" of 2, at 2.560668 s");
        find("#heat-map [data-action=previous]").sendKeys(" ");
        assertThat(text("#heat-map-episode")).doesNotContain(first).contains(" of 2, at ");
        plot("heat-map").sendKeys(Keys.ARROW_RIGHT);
        assertThat(text("#heat-map-episode")).contains(first);
        plot("heat-map").sendKeys(Keys.ESCAPE);
        assertThat(text("#heat-map-episode")).isEmpty();
        plot("heat-map").sendKeys(Keys.ARROW_LEFT);
        assertThat(text("#heat-map-episode")).contains(" of 2, at ");
        assertThat(Browser.all("#breakdown .time-lines figure")).hasSizeGreaterThanOrEqualTo(2);
    }

    /** Hostile text as a session name and in the application's GC log. */
    @Test
    void escapesExternalText() throws IOException {
        String hostile =
                "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
        CorpusPage.changed("evidence", folder.resolve("hostile"), hostile, 0).unfolded(WIDTH);
        assertThat(browser.getTitle()).doesNotContain("taken");
        assertThat(text("#sessions tbody th")).isEqualTo(hostile);
        assertThat(text("#heat-map-episode")).contains(hostile);
        assertThat(Browser.all("img")).isEmpty();
    }

    /** Takes the pictures of the README from a corpus run, or from the run given by {@code -Dt2q.pictures}. */
    @Test
    void picturesAreSmallEnoughForTheReadme() throws IOException {
        Path root = Path.of(System.getProperty("t2q.root"));
        String given = System.getProperty("t2q.pictures", "");
        CorpusPage page = given.isEmpty() ? CorpusPage.of("evidence", folder) : new CorpusPage(root.resolve(given));
        page.open(1_040);
        Path pictures = Files.createDirectories(root.resolve("target/end-to-end-tests/pictures"));
        for (String name : List.of("run.png", "graph.png")) {
            TakesScreenshot shown = name.equals("run.png") ? browser : find("#curves");
            byte[] picture = shown.getScreenshotAs(OutputType.BYTES);
            assertThat(Files.size(Files.write(pictures.resolve(name), picture))).isBetween(10_000L, 150_000L);
        }
    }
}
