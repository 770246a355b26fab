package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;
import org.ticktoquote.analysis.gate.GateVerdict;

/** The page of a gate in a browser. */
class GatePageIT {
    private static final int WIDTH = 1_400;

    @TempDir
    static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start();
    }

    private static void open(GateVerdict verdict, String text, int width) {
        browser.manage().window().setSize(new Dimension(width, 1_000));
        GateHtml.write(SampleVerdict.of(verdict, text), List.of(), folder);
        complaints();
        browser.get(folder.resolve(GateHtml.FILE).toUri().toString());
    }

    private static List<String> complaints() {
        return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(Object::toString)
                .toList();
    }

    private static void colours(String scheme) {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    @Test
    void theVerdictIsReadFirstAndNothingElseIsRequested() throws IOException {
        open(GateVerdict.FAIL, "app.jar", WIDTH);
        assertThat(browser.getTitle()).isEqualTo("gate · FAIL · tick-to-quote");
        WebElement verdict = browser.findElement(By.className("verdict"));
        assertThat(verdict.getText()).startsWith("The candidate is worse, by policy release, at 3 runs a side.");
        assertThat(verdict.getLocation().getY())
                .isLessThan(browser.findElement(By.id("forest")).getLocation().getY());
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

    /** A dot stands between its bounds and on the side of the margin that its figures say. */
    @Test
    void ratiosStandBetweenTheirBoundsAndBesideTheirMargins() {
        open(GateVerdict.FAIL, "app.jar", WIDTH);
        List<WebElement> rows = browser.findElements(By.cssSelector("#forest g"));
        assertThat(rows).hasSize(6);
        WebElement p50 = rows.get(0);
        int dot = middle(p50.findElement(By.tagName("circle")));
        WebElement bounds = p50.findElement(By.cssSelector("path.bounds"));
        int left = bounds.getRect().getX();
        assertThat(dot).isBetween(left, left + bounds.getRect().getWidth());
        int margin = middle(p50.findElement(By.cssSelector("path.margin")));
        assertThat(margin).as("exceeded").isLessThan(left);
        int one = middle(browser.findElement(By.cssSelector("#forest path.one")));
        assertThat(one).as("no difference").isLessThan(margin);
        WebElement passed = rows.get(3);
        assertThat(middle(passed.findElement(By.tagName("circle")))).isCloseTo(one, Offset.offset(2));
        assertThat(rows.get(5).findElements(By.tagName("circle")))
                .as("unresolved")
                .isEmpty();
    }

    private static int middle(WebElement element) {
        return element.getRect().getX() + element.getRect().getWidth() / 2;
    }

    @Test
    void dotsStandInTheOrderMade() {
        open(GateVerdict.FAIL, "app.jar", WIDTH);
        List<WebElement> dots = browser.findElements(By.cssSelector("#dots figure:first-child path.dot"));
        assertThat(dots).hasSize(10);
        assertThat(dots.stream().map(GatePageIT::middle)).isSorted();
        assertThat(dots.stream()
                        .limit(4)
                        .map(dot -> String.valueOf(dot.getDomAttribute("class")).split(" ")[1]))
                .containsExactly("baseline", "candidate", "candidate", "baseline");
        assertThat(browser.findElements(By.cssSelector("#dots path.undefined"))).hasSize(1);
    }

    @Test
    void fitsEveryWidthAndPaper() {
        for (int width : List.of(600, 1_000, WIDTH)) {
            open(GateVerdict.INCONCLUSIVE, "app.jar", width);
            Object tooWide = browser.executeScript("return [document.documentElement, ...document.querySelectorAll('"
                    + (width < WIDTH ? "figure" : ".table")
                    + "')].filter(e => e.scrollWidth > e.clientWidth && e.clientWidth > 0)"
                    + ".map(e => e.tagName + ' ' + e.id + ' ' + e.className + ' ' + (e.scrollWidth - e.clientWidth))");
            assertThat((List<?>) tooWide).as("width %s", width).isEmpty();
        }
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        Object background = browser.executeScript("return getComputedStyle(document.documentElement).backgroundColor");
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", ""));
        assertThat(background).as("paper is white").isEqualTo("rgb(255, 255, 255)");
    }

    @Test
    void followsTheColoursOfTheReader() throws IOException {
        colours("dark");
        open(GateVerdict.PASS, "app.jar", WIDTH);
        Object dark = browser.executeScript("return getComputedStyle(document.documentElement).backgroundColor");
        Object text = browser.executeScript("return getComputedStyle(document.querySelector('#forest text')).fill");
        colours("light");
        Object light = browser.executeScript("return getComputedStyle(document.documentElement).backgroundColor");
        assertThat(dark).isEqualTo("rgb(18, 23, 29)");
        assertThat(text).isEqualTo("rgb(230, 235, 240)");
        assertThat(light).isEqualTo("rgb(255, 255, 255)");
    }

    @Test
    void textFromOutsideStaysText() {
        String hostile =
                "</svg></script><script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
        open(GateVerdict.REFUSED, hostile, WIDTH);
        assertThat(browser.getTitle()).isEqualTo("gate · REFUSED · tick-to-quote");
        assertThat(browser.findElement(By.id("conditions")).getText()).contains(hostile);
        assertThat(browser.findElements(By.tagName("img"))).isEmpty();
        assertThat(complaints()).isEmpty();
    }
}
