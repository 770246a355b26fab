package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.ticktoquote.analysis.matrix.AnnualText;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.analysis.matrix.files.MatrixFiles;
import org.ticktoquote.core.table.IntervalText;
import org.ticktoquote.endtoend.LongProof;

/** The page of a matrix in a browser: what it shows is what comparison.json says. */
@LongProof
class MatrixPageIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int WIDTH = 1_400;
    private static final int POINTS_PER_DECADE = 60;
    private static final List<String> LATENCIES =
            List.of("responseNs", "serviceNs", "quoteAgeNs", "firstClientNs", "medianClientNs", "lastClientNs");

    @TempDir
    static Path folder;

    private static ChromeDriver browser;
    private static JsonNode comparison;

    @BeforeAll
    static void writeAndStartBrowser() throws IOException {
        browser = Browser.start();
        comparison = write(new SampleMatrix(folder.resolve("pv")));
    }

    private static JsonNode write(SampleMatrix matrix) throws IOException {
        Path directory = Files.createDirectories(folder.resolve("pv"));
        MatrixComparison cases = MatrixComparison.of(matrix.write());
        MatrixFiles.write(cases, directory);
        MatrixReport.write(cases, directory);
        return JsonMapper.builder()
                .build()
                .readTree(directory.resolve(MatrixFiles.COMPARISON).toFile());
    }

    @BeforeEach
    void open() {
        browser.manage().window().setSize(new Dimension(WIDTH, 1_000));
        load("pv");
    }

    private static void load(String matrix) {
        complaints();
        browser.get(folder.resolve(matrix).resolve(MatrixReport.FILE).toUri().toString());
    }

    private static JsonNode figure(int place, String latency, String name) {
        return comparison
                .path("cases")
                .path(place)
                .path("latencies")
                .path(latency)
                .path(name);
    }

    @Test
    void loadsWithoutErrorsAndRequestsNothingElse() throws IOException {
        assertThat(browser.getTitle()).isEqualTo("pv · matrix · tick-to-quote");
        assertThat(browser.findElements(By.cssSelector("#curves canvas"))).hasSizeGreaterThan(3);
        assertThat(browser.findElements(By.cssSelector(".time-lines svg"))).hasSize(12);
        Object resources = browser.executeScript("return performance.getEntriesByType('resource').map(r => r.name)"
                + ".filter(n => !n.startsWith('data:') && !n.startsWith('file:'))");
        assertThat((List<?>) resources).isEmpty();
        assertThat(complaints()).isEmpty();
        picture();
    }

    /** Kept where somebody wants to look at it. */
    private static void picture() throws IOException {
        String target = System.getProperty("t2q.pictures", "");
        if (!target.isEmpty()) {
            Object picture = browser.executeCdpCommand(
                            "Page.captureScreenshot", Map.of("captureBeyondViewport", true, "format", "png"))
                    .get("data");
            Files.write(Path.of(target), Base64.getDecoder().decode(String.valueOf(picture)));
        }
    }

    @Test
    void tablesEqualTheComparison() {
        List<String> names = List.of("p50", "p90", "p99", "p99_9", "p99_99", "max");
        for (String latency : LATENCIES) {
            List<WebElement> rows = browser.findElements(By.cssSelector("#compared-" + latency + " tbody tr"));
            assertThat(rows).hasSize(6);
            for (int place = 0; place < 4; place++) {
                List<WebElement> cells = rows.get(place).findElements(By.tagName("td"));
                for (int i = 0; i < names.size(); i++) {
                    JsonNode expected = figure(place, latency, names.get(i));
                    WebElement cell = cells.get(i + 1);
                    if (expected.path("refused").asBoolean()) {
                        assertThat(cell.getDomAttribute("class")).contains("refused");
                    } else {
                        assertThat(cell.getDomAttribute("data-ns"))
                                .as("%s of case %d", names.get(i), place)
                                .isEqualTo(expected.path("low").asText());
                    }
                }
            }
        }
        assertThat(browser.findElement(By.cssSelector("#compared-lastClientNs tbody tr:nth-child(5)"))
                        .getText())
                .contains("not run: " + SampleMatrix.NOT_RUN);
    }

    @Test
    void limitsAndTheirOutcomesStandAboveTheCurves() {
        WebElement limits = browser.findElement(By.id("limits"));
        assertThat(limits.getText())
                .contains("PV-001: p99 of last-client", "exceeded", "1.00 µs")
                .contains("PV-005: p50 of response", "undecided", "not run: " + SampleMatrix.NOT_RUN);
        assertThat(limits.getLocation().getY())
                .isLessThan(browser.findElement(By.id("curves")).getLocation().getY());
        assertThat(browser.findElement(By.className("verdict")).getText())
                .contains("Limits: 0 kept, 1 exceeded, 1 undecided.");
    }

    @Test
    void theChartReadsTheComparisonAtNamedPercentilesForEveryFigure() {
        WebElement plot = browser.findElement(By.cssSelector("#curves .plot"));
        for (String latency : LATENCIES) {
            choose(latency);
            assertThat(attribute("data-figure")).isEqualTo(latency);
            assertReads("p99", latency);
        }
        plot.sendKeys(Keys.ARROW_RIGHT.toString().repeat(POINTS_PER_DECADE));
        for (String latency : LATENCIES) {
            choose(latency);
            assertReads("p99_9", latency);
        }
        for (String latency : LATENCIES) {
            choose(latency);
            plot.sendKeys(Keys.END);
            assertReads("max", latency);
        }
        assertThat(complaints()).isEmpty();
    }

    private static void assertReads(String name, String latency) {
        for (int place = 0; place < 4; place++) {
            JsonNode expected = figure(place, latency, name);
            WebElement value = value(place);
            assertThat(value.getDomAttribute("data-low"))
                    .as("%s %s of case %d", latency, name, place)
                    .isEqualTo(expected.path("low").asText());
            if (expected.path("refused").asBoolean()) {
                assertThat(value.getText()).isEqualTo("> drain");
            } else {
                String text = IntervalText.duration(
                        expected.path("low").asLong(), expected.path("high").asLong());
                assertThat(value.getText()).isEqualTo(text.replace(" us", " µs"));
            }
        }
    }

    private static WebElement value(int place) {
        return browser.findElement(By.cssSelector("#curves tr[data-series='" + place + "'] [data-readout=value]"));
    }

    /** What stands under the first case's value. */
    private static String hints() {
        return browser.findElement(By.cssSelector("#curves tr[data-series='0'] td"))
                .getText();
    }

    @Test
    void switchesToNormalisedUnits() {
        String pixels = pixels();
        choose("normalised");
        long p99 = figure(0, "lastClientNs", "p99").path("low").asLong();
        assertThat(Double.parseDouble(value(0).getText())).isEqualTo(Math.round(p99 / 200.0) / 1000.0);
        assertThat(pixels()).isNotEqualTo(pixels);
        choose("time");
        assertThat(pixels()).isEqualTo(pixels);
        assertThat(complaints()).isEmpty();
    }

    @Test
    void tellsTimePerYearInEveryBase() {
        choose("lastClientNs");
        JsonNode annual = figure(0, "lastClientNs", "p99").path("annual");
        assertThat(annual.path("base").asText()).isEqualTo("whole-seconds");
        JsonNode year = annual.path("perYear");
        double share = annual.path("share").path("quotes").asDouble();
        assertThat(hints())
                .contains("worse for "
                        + AnnualText.of(year.path("quotesSeconds").asDouble()) + " a year of quotes (95 %: "
                        + AnnualText.of(year.path("quotesLowSeconds").asDouble()) + " to ")
                .contains(" of time");
        choose("fx-week");
        assertThat(hints()).contains("worse for " + AnnualText.of(share * 6_240 * 3_600) + " a year of quotes");
        choose("regime");
        assertThat(hints()).contains("worse for " + AnnualText.of(share * 12 * 3_600) + " a year of quotes");
        browser.findElement(By.cssSelector("#curves .plot")).sendKeys(Keys.END);
        assertThat(hints()).contains("unsupported").doesNotContain("a year");
        assertThat(complaints()).isEmpty();
    }

    private static void choose(String value) {
        browser.findElement(By.cssSelector("#curves input[value='" + value + "']"))
                .sendKeys(Keys.SPACE);
    }

    @Test
    void choosesCasesByAxisAndByKeyboard() {
        browser.findElement(By.cssSelector("select[data-axis=jvm]")).sendKeys("zing");
        assertThat(pressed()).containsExactly("false", "false", "true", "true");
        browser.findElement(By.cssSelector("select[data-axis=threads]")).sendKeys("managed");
        assertThat(pressed()).containsExactly("false", "false", "false", "true");
        String one = pixels();
        browser.findElement(By.cssSelector("#curves [data-action=none]")).sendKeys(Keys.ENTER);
        assertThat(pressed()).containsOnly("false");
        browser.findElement(By.cssSelector("#curves button[data-series='3']")).sendKeys(Keys.SPACE);
        assertThat(pixels()).isEqualTo(one);
        browser.findElement(By.cssSelector("#curves [data-action=all]")).sendKeys(Keys.ENTER);
        assertThat(pressed()).containsOnly("true");
        assertThat(complaints()).isEmpty();
    }

    private static List<String> pressed() {
        return browser.findElements(By.cssSelector("#curves button[data-series]")).stream()
                .map(button -> button.getDomAttribute("aria-pressed"))
                .toList();
    }

    @Test
    void zoomsAndHovers() {
        WebElement plot = browser.findElement(By.cssSelector("#curves .u-over"));
        String before = attribute("data-at");
        new Actions(browser).moveToElement(plot, -150, 0).perform();
        await().atMost(PATIENCE).until(() -> !attribute("data-at").equals(before));
        double to = Double.parseDouble(attribute("data-to"));
        browser.findElement(By.cssSelector("#curves .plot")).sendKeys("+");
        assertThat(Double.parseDouble(attribute("data-to"))).isLessThan(to);
        browser.findElement(By.cssSelector("#curves .plot")).sendKeys(Keys.ESCAPE);
        await().atMost(PATIENCE).until(() -> Double.parseDouble(attribute("data-to")) == to);
        browser.findElement(By.cssSelector("#curves input[value=linear]")).sendKeys(Keys.SPACE);
        assertThat(attribute("data-scale")).isEqualTo("linear");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void listsEffectsDifferencesAndAttemptsThatDoNotCount() {
        String effects = browser.findElement(By.cssSelector("[aria-labelledby=effects-title]"))
                .getText();
        assertThat(effects)
                .contains("threads: unmanaged to managed", "PV-001 to PV-002", "kernel is stock, the case needs rt");
        assertThat(browser.findElements(By.cssSelector(".differences mark")))
                .as("words that differ")
                .isNotEmpty();
        assertThat(browser.findElement(By.cssSelector(".differences")).getText())
                .contains("fingerprint.governor", "schedutil", "performance", "managed (shared)");
        assertThat(browser.findElement(By.cssSelector("#uncounted")).getText())
                .contains("run-1-attempt-1", "VOID", "steal: 6.1 %, limit 5 %");
        assertThat(browser.findElement(By.cssSelector("#matrix-outcomes")).getText())
                .contains("2 DEGRADED, 1 FAILED");
    }

    @Test
    void fitsBothWidths() {
        for (int width : List.of(1_000, WIDTH)) {
            browser.manage().window().setSize(new Dimension(width, 900));
            load("pv");
            Object tooWide = browser.executeScript(
                    "return [document.documentElement, ...document.querySelectorAll('.table, .readout')]"
                            + ".filter(e => e.scrollWidth > e.clientWidth && e.clientWidth > 0)"
                            + ".map(e => e.tagName + ' ' + (e.querySelector('[id]') || e).id + ' ' + (e.scrollWidth - e.clientWidth))");
            assertThat((List<?>) tooWide).as("width %s", width).isEmpty();
        }
    }

    @Test
    void textFromOutsideStaysText() throws IOException {
        String hostile =
                "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
        Path directory = Files.createDirectories(folder.resolve("hostile"));
        MatrixComparison cases = MatrixComparison.of(
                new SampleMatrix(directory).named(hostile).withoutReference().write());
        MatrixReport.write(cases, directory);
        load("hostile");
        assertThat(browser.getTitle()).doesNotContain("taken");
        assertThat(browser.findElement(By.cssSelector("#curves button[data-series='0']"))
                        .getText())
                .isEqualTo(hostile);
        assertThat(browser.findElements(By.cssSelector("input[value=normalised]")))
                .isEmpty();
        assertThat(complaints()).isEmpty();
    }

    private static String attribute(String name) {
        return browser.findElement(By.cssSelector("#curves")).getDomAttribute(name);
    }

    private static String pixels() {
        return (String) browser.executeScript("return document.querySelector('#curves .u-wrap canvas').toDataURL()");
    }

    private static List<String> complaints() {
        return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .toList();
    }
}
