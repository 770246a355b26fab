package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Level;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;
import org.ticktoquote.analysis.outliers.CauseByValue;
import org.ticktoquote.analysis.outliers.CauseFigures;
import org.ticktoquote.analysis.outliers.OutlierEpisode;
import org.ticktoquote.analysis.outliers.RunOutliers;
import org.ticktoquote.analysis.parallel.Workers;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.validity.Verdict;

/** The heat map of a run in a browser: ranges of percentiles, episodes and their evidence. Skipped where there is none. */
class HeatMapIT {
    private static final long MS = 1_000_000;
    private static final int TICKS = 2_000;

    @TempDir
    static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void load() {
        browser = Browser.start();
        browser.manage().window().setSize(new Dimension(1_400, 1_000));
        TickResults results = TickResults.create(folder.resolve("results"), 1);
        for (int i = 0; i < TICKS; i++) {
            long id = results.append(i * 10 * MS, i * 10 * MS, 0, 0, 1);
            long response = i >= 1_000 && i < 1_010 ? 40 * MS : i % 100 == 7 ? 8 * MS : MS;
            results.cell(id, 0, ResultCell.of(ResultCell.PUBLISHED, response));
            results.clients(id, response, response, response, 0);
        }
        ReportData sample = SampleRun.degraded().data();
        Path page = folder.resolve("report.html");
        RunReport.write(
                new ReportData(
                        sample.analysis(),
                        sample.timeLine(),
                        Optional.of(outliers(results)),
                        ValuesInTime.of(results),
                        PartsInTime.of(results)),
                page);
        browser.get(page.toUri().toString());
        browser.executeScript("document.querySelectorAll('details').forEach(fold => fold.open = true)");
    }

    private static OutlierEpisode episode(long fromNs, String cause, long worstNs) {
        return new OutlierEpisode(
                fromNs,
                fromNs + worstNs,
                1,
                1,
                10,
                0,
                1,
                1,
                worstNs,
                1,
                cause,
                worstNs,
                Map.of(cause, worstNs),
                List.of("evidence of " + cause + " <b>bold</b>"),
                List.of(),
                List.of());
    }

    private static RunOutliers outliers(TickResults results) {
        ClientStatistics last = Attributed.of(results, Workers.ALONE).lastClient();
        return new RunOutliers(
                "single",
                "run",
                Verdict.VALID,
                5 * MS,
                MS,
                8 * MS,
                40 * MS,
                0,
                TICKS,
                30,
                0,
                List.of(
                        new CauseFigures("jvm-stop", "the JVM was paused", 1, 10, 0.8, null, 40 * MS, null),
                        new CauseFigures("burst", "queued behind a burst", 1, 20, 0.2, null, 8 * MS, null)),
                List.of(
                        new CauseByValue(7_943_283, 10 * MS, 20, Map.of("burst", 140 * MS)),
                        new CauseByValue(39_810_718, 50_118_724, 10, Map.of("jvm-stop", 390 * MS))),
                List.of(),
                List.of(episode(10_000 * MS, "jvm-stop", 40 * MS), episode(70 * MS, "burst", 8 * MS)),
                List.of(),
                Map.of(),
                RunStatistics.of(new UUID(1, 2), TICKS * 10 * MS, new Attributed(last, last, last), null),
                List.of());
    }

    private static String text(String selector) {
        return browser.findElement(By.cssSelector(selector)).getText();
    }

    private static void select(String range, String value) {
        browser.executeScript(
                "const one = document.querySelector('#heat-map [data-range=' + arguments[0] + ']');"
                        + "one.value = arguments[1]; one.dispatchEvent(new Event('change'))",
                range,
                value);
    }

    @Test
    void aRangeOfPercentilesSaysWhereItsTicksLieAndWhatMadeThemLate() {
        select("from", "1");
        assertThat(text("#heat-map-range"))
                .contains("about 2,000 ticks, in 200 of 200 slices", "73.6 % the JVM was paused", "26.4 % queued");
        select("from", "1000");
        assertThat(text("#heat-map-range"))
                .contains("From 40.0 ms to the latest: about 10 ticks, in 1 of 200 slices")
                .contains("10 of them late: 100 % the JVM was paused");
        select("from", "1");
    }

    @Test
    void episodesAreChosenInTheOrderOfTimeAndShowTheirEvidence() {
        WebElement plot = browser.findElement(By.cssSelector("#heat-map .plot"));
        assertThat(text("#heat-map-episode")).contains("Episode 1 of 2, at 10 s", "evidence of jvm-stop <b>bold</b>");
        browser.findElement(By.cssSelector("#heat-map [data-action=previous]")).sendKeys(" ");
        assertThat(text("#heat-map-episode")).contains("Episode 2 of 2, at 0.07 s", "evidence of burst");
        plot.sendKeys(Keys.ARROW_RIGHT);
        assertThat(text("#heat-map-episode")).contains("Episode 1 of 2");
        assertThat(browser.findElements(By.cssSelector("#heat-map-episode b"))).isEmpty();
        plot.sendKeys(Keys.ESCAPE);
        assertThat(text("#heat-map-episode")).isEmpty();
        plot.sendKeys(Keys.ARROW_LEFT);
        assertThat(text("#heat-map-episode")).contains("Episode 1 of 2");
    }

    @Test
    void aZoomIntoTheCurvesChoosesTheSameRange() {
        browser.executeScript(
                "const c = document.getElementById('curves'); c.dataset.from = '1000'; c.dataset.to = '1e9'");
        assertThat(text("#heat-map-range")).startsWith("From 40.0 ms to the latest");
        browser.executeScript("const c = document.getElementById('curves'); c.dataset.from = '1'");
        assertThat(text("#heat-map-range")).startsWith("From 0 ns to the latest");
    }

    @Test
    void everyPairAndSessionHasItsPicture() {
        assertThat(browser.findElements(By.cssSelector("#breakdown .time-lines figure")))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .filteredOn(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .isEmpty();
    }
}
