package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.ticktoquote.analysis.report.Browser.find;
import static org.ticktoquote.analysis.report.Browser.text;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.ticktoquote.endtoend.LongProof;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;

/** Layout of pages of corpus runs on screens of three sizes and on paper. */
@LongProof
class ReportScreenIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Finds elements outside the first screen and elements out of order. */
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

    /** Finds texts that overflow their box or break within a word. */
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

    /** Finds texts whose contrast is below WCAG AA. */
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
    private static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start();
        ChartLabels.watch(browser);
    }

    private static void open(int width, int height, String run) throws IOException {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        CorpusPage.of(run, folder).open(width);
    }

    private static void press(String action) {
        find("[data-action=" + action + "]").sendKeys(Keys.SPACE);
    }

    private static void assertNone(String script) {
        assertThat((List<?>) Browser.run(script)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1400, 800, evidence",
        "1400, 800, by-id",
        "800, 1080, learned",
        "800, 1080, incremental",
        "400, 1700, by-price",
        "400, 1700, void"
    })
    void firstScreenShowsTheEssentialsAndClipsNothing(int width, int height, String run) throws IOException {
        open(width, height, run);
        assertNone(OUTSIDE);
        assertNone(CLIPPED);
        assertThat(Browser.all(".headlines > div")).hasSize(6);
        assertThat(ChartLabels.unreadable(browser)).isEmpty();
        press("unfold");
        assertNone(CLIPPED);
    }

    @Test
    void verdictIsShownOnceWithItsReason() throws IOException {
        open(1_400, 800, "void");
        press("unfold");
        assertThat(Browser.all(".badge")).hasSize(1);
        assertThat(text(".verdict p")).startsWith("All figures are diagnostic only");
        assertThat(text("body").split("diagnostic only", -1)).as("shown once").hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evidence", "dropping", "void"})
    void textIsReadableInBothColourSchemes(String run) throws IOException {
        open(1_400, 800, run);
        press("unfold");
        find("#curves button[data-series='1']").sendKeys(Keys.SPACE);
        for (String scheme : List.of("light", "dark")) {
            Browser.emulate("", scheme);
            assertNone(FAINT);
        }
        Browser.emulate("", "");
    }

    @Test
    void foldsOpenByKeyboardAndTheirChartsFillThem() throws IOException {
        open(1_400, 800, "evidence");
        WebElement plot = find("#time-line .plot");
        assertThat(plot.isDisplayed()).isFalse();
        find("#over-time summary").sendKeys(Keys.ENTER);
        assertThat(plot.isDisplayed()).isTrue();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Browser.run("return document.querySelector('#time-line .plot .u-wrap').offsetWidth"))
                        .isEqualTo(Browser.run("return document.querySelector('#time-line .plot').clientWidth")));
        press("fold");
        assertThat(plot.isDisplayed()).isFalse();
        assertNone("return [...document.querySelectorAll('summary, button, input, a[href], .plot, .table')]"
                + ".filter(e => e.tabIndex < 0).map(e => e.outerHTML)");
    }

    @Test
    void printingUnfoldsEverythingAndRestoresItAfterwards() throws IOException {
        open(1_400, 800, "evidence");
        Browser.emulate("print", "dark");
        browser.executeScript("dispatchEvent(new Event('beforeprint'))");
        assertThat(Browser.all("details.fold:not([open])")).isEmpty();
        assertThat(find("#machine .table").isDisplayed()).isTrue();
        assertThat(Browser.background()).isEqualTo("rgb(255, 255, 255)");
        browser.executeScript("dispatchEvent(new Event('afterprint'))");
        Browser.emulate("", "");
        assertThat(Browser.all("details.fold[open]")).hasSize(1);
    }

    @Test
    void timeLineShowsTheAnnouncement() throws IOException {
        CorpusPage.changed("evidence", folder.resolve("announced"), "A", 2_000_000_000L)
                .unfolded(1_400);
        assertThat(ChartLabels.texts(browser)).contains("T0");
        find("#time-line .plot").sendKeys(Keys.HOME);
        assertThat(text("#time-line [data-readout=place]")).startsWith("0 s to 0.1 s (from T0-");
    }

    /** An hour has slices of 3.1 s. */
    @ParameterizedTest
    @CsvSource({"310, 100 ticks/s", "1, 0.32 ticks/s"})
    void timeLineShowsTicksPerSecondOfALongRun(long ticks, String rate) {
        List<TimeBucket> hour = IntStream.range(0, 1_162)
                .mapToObj(slice -> new TimeBucket(slice * 31 / 10.0, ticks, 1_000_000L, 0, 0))
                .toList();
        Path page = folder.resolve("hour.html");
        Section section = Section.plain("over-time", "over time", Charts.timeLine(hour, List.of(), ""));
        Report.ofExperiment("an hour", List.of(), "", List.of(section)).write(page);
        Browser.open(page, 1_400);
        assertThat(text("#time-line [data-readout=rate]")).isEqualTo(rate);
    }

    @ParameterizedTest
    @ValueSource(ints = {800, 1_400})
    void chartLabelsAreReadableAtEveryZoomLevel(int width) throws IOException {
        open(width, 900, "evidence");
        press("unfold");
        assertThat(ChartLabels.count(browser)).as("labels").isGreaterThan(20);
        for (String chart : List.of("#curves", "#stale-time", "#time-line")) {
            WebElement plot = find(chart + " .plot");
            for (int zoom = 1; zoom <= 8; zoom++) {
                plot.sendKeys("+");
                assertThat(ChartLabels.unreadable(browser))
                        .as("%d steps into %s", zoom, chart)
                        .isEmpty();
            }
            plot.sendKeys(Keys.END);
            assertThat(ChartLabels.unreadable(browser)).as("end of %s", chart).isEmpty();
        }
        for (double share : List.of(0.15, 0.3, 0.4, 0.5, 0.6)) {
            find("#stale-time .plot").sendKeys(Keys.ESCAPE);
            WebElement over = find("#stale-time .u-over");
            int dragged = (int) (over.getSize().getWidth() * share);
            new Actions(browser)
                    .moveToElement(over, -dragged / 2, 0)
                    .clickAndHold()
                    .moveByOffset(dragged, 0)
                    .release()
                    .perform();
            assertThat(ChartLabels.unreadable(browser))
                    .as("%s of #stale-time", share)
                    .isEmpty();
        }
    }

    @Test
    void detectsOverlappingLabels() {
        browser.get("data:text/html,<canvas width=300 height=100></canvas>");
        browser.executeScript("const c = document.querySelector('canvas').getContext('2d');"
                + "c.font = '20px sans-serif'; c.fillText('left', 10, 50); c.fillText('over', 20, 55);"
                + "c.fillText('below', 10, 90); c.fillText('outside', 280, 90);");
        assertThat(ChartLabels.unreadable(browser).toString()).isEqualTo("[left over over, outside leaves]");
    }
}
