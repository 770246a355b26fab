package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.ticktoquote.endtoend.FullProof;
import org.ticktoquote.endtoend.LongProof;

/** What somebody sees who opens the report: the first screen, both colour schemes, keyboard, paper. */
@LongProof
class ReportScreenIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SCREENS = 3;

    /** Elements whose boxes leave the first screen, and elements that do not follow the one before. */
    private static final String OUTSIDE = """
            const first = ['.badge', '.verdict p', '#curves .plot canvas', '#curves-readout', '.headlines > div:first-child',
              '.headlines > div:nth-child(6)', '.environment'];
            const boxes = first.map((name) => [name, document.querySelector(name).getBoundingClientRect()]);
            return [
              ...boxes.filter(([, b]) => b.width < 1 || b.left < 0 || b.right > innerWidth || b.top < 0 || b.bottom > innerHeight)
                .map(([name, b]) => name + ' ' + [b.left, b.top, b.right, b.bottom].map(Math.round)),
              ...[[1, 2], [2, 4], [4, 6]].filter(([a, b]) => boxes[a][1].bottom > boxes[b][1].top)
                .map(([a, b]) => boxes[a][0] + ' is not above ' + boxes[b][0]),
            ];
            """;

    /** Texts that are wider than their box, or broken within a word. */
    private static final String CLIPPED = """
            const texts = [...document.querySelectorAll('h1, h2, p, dt, dd, th, td, summary, button, label, caption')];
            const broken = (e) => {
              const range = document.createRange();
              range.selectNodeContents(e);
              return new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1;
            };
            return [
              ...(document.documentElement.scrollWidth > innerWidth ? ['the page: ' + document.documentElement.scrollWidth] : []),
              ...texts.filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && getComputedStyle(e).display !== 'inline')
                .map((e) => 'clipped: ' + e.tagName + ' ' + e.textContent),
              ...[...document.querySelectorAll('.badge, td.word')].filter(broken).map((e) => 'broken: ' + e.textContent),
            ];
            """;

    /** Texts whose contrast to what is behind them is below WCAG AA. */
    private static final String FAINT = """
            const channels = (c) => {
              const n = c.match(/[\\d.]+/g).map(Number);
              const scale = c.startsWith('color(') ? 255 : 1;
              return [...n.slice(0, 3).map((v) => v * scale), n[3] ?? 1];
            };
            const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
            const behind = (e) => {
              const layers = [];
              for (let at = e; at; at = at.parentElement) { layers.push(channels(getComputedStyle(at).backgroundColor)); }
              return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
            };
            const luminance = (c) => {
              const [r, g, b] = c.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const opacity = (e) => {
              let all = 1;
              for (let at = e; at; at = at.parentElement) { all *= Number(getComputedStyle(at).opacity); }
              return all;
            };
            const own = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
            return [...document.body.querySelectorAll('*')]
              .filter((e) => own(e) && e.checkVisibility({ contentVisibilityAuto: true })
                && !e.closest('script, style, noscript, :disabled, .watermark'))
              .map((e) => {
                const under = behind(e);
                const ink = channels(getComputedStyle(e).color);
                const [a, b] = [luminance(over([ink[0], ink[1], ink[2], ink[3] * opacity(e)], under)), luminance(under)];
                const style = getComputedStyle(e);
                const large = parseFloat(style.fontSize) >= (Number(style.fontWeight) >= 700 ? 18.66 : 24);
                return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), large ? 3 : 4.5, e];
              })
              .filter(([contrast, least]) => contrast < least)
              .map(([contrast, , e]) => contrast.toFixed(2) + ' ' + e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 40));
            """;

    @TempDir
    static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start();
        ChartLabels.watch(browser);
    }

    private static List<SampleRun> runs() {
        return Stream.of(SampleRun.degraded(), SampleRun.failed(), SampleRun.disturbed())
                .flatMap(run -> Stream.of(run, run.matchedByPrice()))
                .toList();
    }

    private static Arguments onScreen(int screen, SampleRun run) {
        return switch (screen) {
            case 0 -> Arguments.of(1_400, 800, run);
            case 1 -> Arguments.of(800, 1_050, run);
            default -> Arguments.of(400, 1_700, run);
        };
    }

    static Stream<Arguments> screensAndRuns() {
        return runs().stream().flatMap(run -> IntStream.range(0, SCREENS).mapToObj(screen -> onScreen(screen, run)));
    }

    /** Each run once, each screen twice. */
    static Stream<Arguments> aScreenForEachRun() {
        List<SampleRun> runs = runs();
        return IntStream.range(0, runs.size()).mapToObj(i -> onScreen(i % SCREENS, runs.get(i)));
    }

    @FullProof
    @ParameterizedTest(name = "{0} x {1}")
    @MethodSource("screensAndRuns")
    void everyFirstScreenOfEveryRunHoldsThem(int width, int height, SampleRun run) {
        theFirstScreenHoldsSentenceCurveSixFiguresAndEnvironment(width, height, run);
    }

    @ParameterizedTest(name = "{0} x {1}")
    @MethodSource("aScreenForEachRun")
    void theFirstScreenHoldsSentenceCurveSixFiguresAndEnvironment(int width, int height, SampleRun run) {
        open(width, height, run.data());
        assertThat((List<?>) browser.executeScript(OUTSIDE)).isEmpty();
        assertThat(browser.findElements(By.cssSelector(".headlines > div"))).hasSize(6);
        assertThat(ChartLabels.unreadable(browser)).isEmpty();
    }

    @FullProof
    @ParameterizedTest(name = "{0} x {1}")
    @MethodSource("screensAndRuns")
    void nothingIsClippedAndOnlyTablesScroll(int width, int height, SampleRun run) {
        open(width, height, run.data());
        assertThat((List<?>) browser.executeScript(CLIPPED)).isEmpty();
        press("unfold");
        assertThat((List<?>) browser.executeScript(CLIPPED)).isEmpty();
    }

    @Test
    void theVerdictIsSaidOnceAndTheSentenceSaysWhy() {
        open(1_400, 800, SampleRun.disturbed().data());
        press("unfold");
        assertThat(browser.findElements(By.cssSelector(".badge"))).hasSize(1);
        assertThat(browser.findElement(By.cssSelector(".verdict p")).getText())
                .isEqualTo("No figure can be trusted, all are diagnostics only: CPU steal was 6.1 %, above 5 %");
        String text = browser.findElement(By.tagName("body")).getText();
        assertThat(text.split("diagnostics only", -1)).as("said once").hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"light", "dark"})
    void textsAreReadableInBothColourSchemes(String scheme) {
        emulate("", scheme);
        for (SampleRun run : List.of(SampleRun.degraded(), SampleRun.failed(), SampleRun.disturbed())) {
            open(1_400, 800, run.data());
            press("unfold");
            browser.findElement(By.cssSelector("#curves button[data-series='1']"))
                    .sendKeys(Keys.SPACE);
            assertThat((List<?>) browser.executeScript(FAINT)).isEmpty();
        }
        emulate("", "");
    }

    @Test
    void foldsOpenByKeyboardAndTheirChartsFillThem() {
        open(1_400, 800, SampleRun.degraded().data());
        WebElement fold = browser.findElement(By.id("over-time"));
        WebElement plot = browser.findElement(By.cssSelector("#time-line .plot"));
        assertThat(plot.isDisplayed()).isFalse();
        fold.findElement(By.tagName("summary")).sendKeys(Keys.ENTER);
        assertThat(plot.isDisplayed()).isTrue();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(browser.executeScript(
                                "return document.querySelector('#time-line .plot .u-wrap').offsetWidth"))
                        .isEqualTo(browser.executeScript(
                                "return document.querySelector('#time-line .plot').clientWidth")));
        press("fold");
        assertThat(plot.isDisplayed()).isFalse();
    }

    @Test
    void everythingThatCanBeUsedIsReachedByTab() {
        open(1_400, 800, SampleRun.degraded().data());
        assertThat((List<?>) browser.executeScript("return [...document.querySelectorAll("
                        + "'summary, button, input, a[href], .plot, .table')]"
                        + ".filter(e => e.tabIndex < 0).map(e => e.outerHTML)"))
                .isEmpty();
    }

    @Test
    void onPaperNothingIsFoldedAndAfterwardsAllIsAsBefore() {
        open(1_400, 800, SampleRun.degraded().data());
        emulate("print", "dark");
        browser.executeScript("dispatchEvent(new Event('beforeprint'))");
        assertThat(browser.findElements(By.cssSelector("details.fold:not([open])")))
                .isEmpty();
        assertThat(browser.findElement(By.cssSelector("#machine .table")).isDisplayed())
                .isTrue();
        assertThat(browser.executeScript("return getComputedStyle(document.documentElement).backgroundColor"))
                .isEqualTo("rgb(255, 255, 255)");
        browser.executeScript("dispatchEvent(new Event('afterprint'))");
        emulate("", "");
        assertThat(browser.findElements(By.cssSelector("details.fold[open]"))).hasSize(1);
    }

    @Test
    void theTimeLineShowsTheAnnouncement() {
        open(1_400, 800, SampleRun.degraded().data());
        press("unfold");
        assertThat(ChartLabels.texts(browser)).contains("T0");
        browser.findElement(By.cssSelector("#time-line .plot")).sendKeys(Keys.HOME);
        assertThat(browser.findElement(By.cssSelector("#time-line [data-readout=place]"))
                        .getText())
                .isEqualTo("0 s to 0.1 s (from T0-10 s)");
        assertThat(ChartLabels.unreadable(browser)).isEmpty();
    }

    private static void open(int width, int height, ReportData data) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        Path file = folder.resolve("report.html");
        RunReport.write(data, file);
        browser.get(file.toUri().toString());
    }

    private static void press(String action) {
        browser.findElement(By.cssSelector("[data-action=" + action + "]")).sendKeys(Keys.SPACE);
    }

    private static void emulate(String medium, String scheme) {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }
}
