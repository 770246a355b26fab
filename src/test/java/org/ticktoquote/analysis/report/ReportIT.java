package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.core.table.IntervalText;

/** The report in a browser. Skipped where there is none, except in CI, which has one. */
class ReportIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    static Path folder;

    private static ChromeDriver browser;

    private static final ReportData DATA = SampleRun.degraded().data();

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start();
        browser.manage().window().setSize(new Dimension(1_400, 900));
    }

    @Test
    void loadsWithoutErrorsAndRequestsNothingElse() {
        open(DATA);
        assertThat(browser.getTitle()).contains("2026-11-20T1412-nfp").contains("DEGRADED");
        assertThat(browser.findElements(By.cssSelector("#curves canvas, #time-line canvas")))
                .hasSizeGreaterThan(3);
        Object resources = browser.executeScript("return performance.getEntriesByType('resource').map(r => r.name)"
                + ".filter(n => !n.startsWith('data:') && !n.startsWith('file:'))");
        assertThat((List<?>) resources).isEmpty();
        assertThat(complaints()).isEmpty();
    }

    @Test
    void embeddedDataEqualTheInput() {
        open(DATA);
        for (Curve curve : curves()) {
            List<?> points = (List<?>) browser.executeScript(
                    "return JSON.parse(document.getElementById('curves-data').textContent)"
                            + ".find(c => c.name === arguments[0]).points.map(p => p[1])",
                    curve.name());
            List<Long> expected =
                    curve.points().stream().map(CurvePoint::valueNs).toList();
            assertThat(points.stream()
                            .map(value -> ((Number) value).longValue())
                            .toList())
                    .as(curve.name())
                    .isEqualTo(expected);
        }
    }

    @Test
    void tablesEqualTheInput() {
        open(DATA);
        List<WebElement> response = browser.findElements(By.cssSelector("#latencies tbody tr:first-child td"));
        assertThat(response.get(0).getText())
                .isEqualTo(Figures.count(lastClient().measured()));
        assertThat(response.get(4).getDomAttribute("data-ns"))
                .isEqualTo(String.valueOf(lastClient().p50().low()));
        assertThat(response.get(9).getDomAttribute("data-ns"))
                .isEqualTo(String.valueOf(lastClient().max()));
        assertThat(browser.findElements(By.cssSelector("#sessions tbody tr"))).hasSize(25);
        assertThat(browser.findElements(By.cssSelector("#pairs tbody tr"))).hasSize(15);
    }

    @Test
    void hoverShowsTheExactValuesOfAllCurvesAtThatPercentile() {
        open(DATA);
        WebElement plot = browser.findElement(By.cssSelector("#curves .u-over"));
        for (int offset : List.of(-200, 0, 150)) {
            String before = attribute("#curves", "data-at");
            new Actions(browser).moveToElement(plot, offset, 0).perform();
            await().atMost(PATIENCE)
                    .until(() -> !attribute("#curves", "data-at").equals(before));
            assertReadout();
        }
    }

    @Test
    void arrowKeysMoveThroughThePercentiles() {
        open(DATA);
        WebElement plot = browser.findElement(By.cssSelector("#curves .plot"));
        plot.sendKeys(Keys.END);
        assertThat(values()).containsEntry(0, lastClient().max());
        plot.sendKeys(Keys.HOME);
        assertThat(values()).containsEntry(0, lastClient().min());
        plot.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertReadout();
        assertThat(complaints()).isEmpty();
    }

    @Test
    void keyboardTogglesACurve() {
        open(DATA);
        WebElement response = browser.findElement(By.cssSelector("#curves button[data-series='1']"));
        assertThat(response.getText()).isEqualTo("response");
        String pixels = pixels();
        response.sendKeys(Keys.SPACE);
        assertThat(response.getDomAttribute("aria-pressed")).isEqualTo("false");
        assertThat(pixels()).as("the curve is gone").isNotEqualTo(pixels);
        response.sendKeys(Keys.ENTER);
        assertThat(response.getDomAttribute("aria-pressed")).isEqualTo("true");
        assertThat(pixels()).as("the curve is back").isEqualTo(pixels);
    }

    @Test
    void zoomsByDragAndByKeyAndResets() {
        open(DATA);
        assertZooms("#curves", "#curves .u-over");
        assertZooms("#time-line", "#time-line .plot .u-over");
        assertZooms("#stale-time", "#stale-time .u-over");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void bandsOfTheTimeLineNameTheProcessThatStoodStill() {
        open(DATA);
        assertThat(attribute("#time-line", "data-bands")).isEqualTo("3");
        WebElement plot = browser.findElement(By.cssSelector("#time-line .plot"));
        plot.sendKeys(Keys.HOME);
        assertThat(stalls()).isEqualTo("none");
        plot.sendKeys(Keys.ARROW_RIGHT.toString().repeat(301));
        assertThat(attribute("#time-line", "data-at")).isEqualTo("30.1");
        assertThat(stalls()).isEqualTo("fix-clients 501 ms (hiccup), harness 62.0 ms (hiccup)");
        assertThat(complaints()).isEmpty();
    }

    private static String stalls() {
        return browser.findElement(By.cssSelector("#time-line [data-readout=stalls]"))
                .getText();
    }

    @Test
    void switchesTheLatencyAxis() {
        open(DATA);
        String pixels = pixels();
        browser.findElement(By.cssSelector("#curves input[value=linear]")).sendKeys(Keys.SPACE);
        assertThat(attribute("#curves", "data-scale")).isEqualTo("linear");
        assertThat(pixels()).isNotEqualTo(pixels);
        browser.findElement(By.cssSelector("#stale-time input[value=linear]")).sendKeys(Keys.SPACE);
        assertThat(attribute("#stale-time", "data-scale")).isEqualTo("linear");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void fitsBothWidths() {
        for (int width : List.of(1000, 1400)) {
            assertFits(width, DATA);
            assertFits(width, SampleRun.failed().matchedByPrice().data());
        }
    }

    private static void assertFits(int width, ReportData run) {
        browser.manage().window().setSize(new Dimension(width, 900));
        open(run);
        Object tooWide = browser.executeScript(
                "return [document.documentElement,"
                        + "...document.querySelectorAll('.table, .readout, .headlines > div')]"
                        + ".filter(e => e.scrollWidth > e.clientWidth)"
                        + ".map(e => e.tagName + ' ' + (e.querySelector('[id]') || e).id + ' ' + (e.scrollWidth - e.clientWidth))");
        assertThat((List<?>) tooWide)
                .as("width %s, %s", width, run.analysis().summary().measured().matchedBy())
                .isEmpty();
    }

    @Test
    void hoverShowsBothBoundsOfABand() {
        ReportData byPrice = SampleRun.degraded().matchedByPrice().data();
        open(byPrice);
        WebElement plot = browser.findElement(By.cssSelector("#curves .plot"));
        plot.sendKeys(Keys.END);
        WebElement value = browser.findElement(By.cssSelector("#curves tr[data-series='0'] [data-readout=value]"));
        long low = byPrice.analysis().soonestCurves().get(0).points().stream()
                .mapToLong(CurvePoint::valueNs)
                .max()
                .orElseThrow();
        long high = Long.parseLong(value.getDomAttribute("data-ns"));
        assertThat(value.getDomAttribute("data-low-ns")).isEqualTo(String.valueOf(low));
        assertThat(high).isGreaterThan(low);
        assertThat(value.getText()).isEqualTo(IntervalText.duration(low, high));
        assertThat(browser.findElement(By.cssSelector("#curves tr[data-series='0'] [data-readout=exact]"))
                        .getText())
                .startsWith(Figures.count(low) + " to " + Figures.count(high) + " ns");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void bandsAreDrawnAndGoWithTheirCurve() {
        open(DATA);
        String exact = pixels();
        open(SampleRun.degraded().matchedByPrice().data());
        String bands = pixels();
        assertThat(bands.equals(exact)).as("bands are drawn").isFalse();
        hideCurves();
        String none = pixels();
        open(DATA);
        hideCurves();
        assertThat(pixels().equals(none)).as("no band without its curve").isTrue();
        assertThat(complaints()).isEmpty();
    }

    private static void hideCurves() {
        browser.findElements(By.cssSelector("#curves button[aria-pressed='true']"))
                .forEach(button -> button.sendKeys(Keys.SPACE));
    }

    @Test
    void refusedUnderOneAttributionReadsAsOpenInterval() {
        open(SampleRun.failed().matchedByPrice().data());
        browser.findElement(By.cssSelector("#curves .plot")).sendKeys(Keys.END);
        assertThat(browser.findElement(By.cssSelector("#curves tr[data-series='0'] [data-readout=value]"))
                        .getText())
                .isEqualTo("> drain");
        assertThat(browser.findElement(By.cssSelector("#curves tr[data-series='0'] [data-readout=exact]"))
                        .getText())
                .isEqualTo("max · unsupported");
        assertThat(browser.findElement(By.cssSelector("#outcomes tbody tr:nth-child(5) td"))
                        .getText())
                .isEqualTo("350..700");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void stalenessReadsTheShareOfTimeBesideTheShareOfTicks() {
        open(DATA);
        WebElement plot = browser.findElement(By.cssSelector("#stale-time .plot"));
        plot.sendKeys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        for (int step = 0; step < 5; step++) {
            plot.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
            long age = Math.round(number("#stale-time", "data-at"));
            for (int i = 0; i < 2; i++) {
                BeyondCurve curve = DATA.analysis().beyond().get(i);
                WebElement value = browser.findElement(
                        By.cssSelector("#stale-time tr[data-series='" + i + "'] [data-readout=value]"));
                assertThat(value.getDomAttribute("data-beyond"))
                        .as("%s at %s", curve.name(), age)
                        .isEqualTo(String.valueOf(beyond(curve, age)));
                assertThat(value.getText()).isEqualTo(IntervalText.share((double) beyond(curve, age) / curve.total()));
            }
        }
        plot.sendKeys(Keys.END);
        assertThat(browser.findElement(By.cssSelector("#stale-time tr[data-series='0'] [data-readout=value]"))
                        .getText())
                .isEqualTo("0 %");
        assertThat(complaints()).isEmpty();
    }

    private static long beyond(BeyondCurve curve, long ageNs) {
        return curve.points().stream()
                .filter(point -> point.ageNs() >= ageNs)
                .findFirst()
                .orElse(curve.points().get(curve.points().size() - 1))
                .beyond();
    }

    @Test
    void refusedPercentilesReadAsBeyondTheDrain() {
        open(SampleRun.failed().data());
        browser.findElement(By.cssSelector("#curves .plot")).sendKeys(Keys.END);
        assertThat(browser.findElement(By.cssSelector("#curves tr[data-series='0'] [data-readout=value]"))
                        .getText())
                .isEqualTo("> drain");
        assertThat(complaints()).isEmpty();
    }

    @Test
    void textFromOutsideStaysText() {
        String hostile =
                "</script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
        open(new SampleRun(DATA.analysis().summary().findings().validity(), List.of(), 0, hostile).data());
        assertThat(browser.getTitle()).doesNotContain("taken");
        assertThat(browser.findElement(By.cssSelector("#sessions tbody th")).getText())
                .isEqualTo(hostile);
        assertThat(complaints()).isEmpty();
    }

    private static void assertZooms(String chart, String surface) {
        double from = number(chart, "data-from");
        double to = number(chart, "data-to");
        WebElement reset = browser.findElement(By.cssSelector(chart + " [data-action=reset]"));
        new Actions(browser)
                .moveToElement(browser.findElement(By.cssSelector(surface)), -100, 0)
                .clickAndHold()
                .moveByOffset(150, 0)
                .release()
                .perform();
        await().atMost(PATIENCE).until(reset::isEnabled);
        assertThat(number(chart, "data-from")).isGreaterThan(from);
        assertThat(number(chart, "data-to")).isLessThan(to);
        WebElement plot = browser.findElement(By.cssSelector(chart + " .plot"));
        double dragged = number(chart, "data-to") / number(chart, "data-from");
        plot.sendKeys("+");
        assertThat(number(chart, "data-to") / number(chart, "data-from")).isLessThan(dragged);
        plot.sendKeys(Keys.ESCAPE);
        await().atMost(PATIENCE).until(() -> !reset.isEnabled());
        assertThat(number(chart, "data-from")).isEqualTo(from);
        assertThat(number(chart, "data-to")).isEqualTo(to);
    }

    /** Every value in the legend is the input's by the rank rule at the place that the page says it is at. */
    private void assertReadout() {
        double place = number("#curves", "data-at");
        Map<Integer, Long> values = values();
        for (int i = 0; i < curves().size(); i++) {
            Curve curve = curves().get(i);
            assertThat(values.get(i)).as("%s at 1 in %s", curve.name(), place).isEqualTo(at(curve, place));
        }
    }

    private static long at(Curve curve, double place) {
        return curve.points().stream()
                .filter(point -> point.percentile() < 100 && 100 / (100 - point.percentile()) >= place * (1 - 1e-9))
                .findFirst()
                .orElse(curve.points().get(curve.points().size() - 1))
                .valueNs();
    }

    private List<Curve> curves() {
        return DATA.analysis().curves();
    }

    private static Map<Integer, Long> values() {
        List<WebElement> cells = browser.findElements(By.cssSelector("#curves tr [data-readout=value]"));
        Map<Integer, Long> values = new TreeMap<>();
        for (int i = 0; i < cells.size(); i++) {
            values.put(i, Long.valueOf(cells.get(i).getDomAttribute("data-ns")));
        }
        return values;
    }

    private static void open(ReportData DATA) {
        Path file = folder.resolve("report.html");
        RunReport.write(DATA, file);
        complaints();
        browser.get(file.toUri().toString());
        browser.findElement(By.cssSelector("[data-action=unfold]")).sendKeys(Keys.SPACE);
        browser.executeScript("scrollTo(0, 0)");
    }

    private static double number(String selector, String name) {
        return Double.parseDouble(attribute(selector, name));
    }

    private static String attribute(String selector, String name) {
        return browser.findElement(By.cssSelector(selector)).getDomAttribute(name);
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

    private static LatencyFigures lastClient() {
        return DATA.analysis().summary().figures().latencies().of(Latency.LAST_CLIENT);
    }
}
