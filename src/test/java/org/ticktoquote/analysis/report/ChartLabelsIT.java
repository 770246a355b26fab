package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.ticktoquote.analysis.matrix.MatrixComparison;
import org.ticktoquote.endtoend.FullProof;
import org.ticktoquote.endtoend.LongProof;

/** No label of a chart lies over another one or leaves the chart, at any width and zoom. */
@LongProof
class ChartLabelsIT {
    private static final int ZOOMS = 8;

    @TempDir
    static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start();
        ChartLabels.watch(browser);
    }

    @ParameterizedTest
    @ValueSource(ints = {800, 1_400})
    void aRunsLabelsCanBeRead(int width) {
        Path page = folder.resolve("report.html");
        RunReport.write(SampleRun.degraded().data(), page);
        load(page, width);
        readable("width " + width);
        for (String chart : List.of("#curves", "#stale-time", "#time-line")) {
            zoom(chart);
        }
        for (double share : List.of(0.15, 0.3, 0.4, 0.5, 0.6)) {
            select("#stale-time", share);
            readable(share + " of #stale-time at width " + width);
        }
    }

    @FullProof
    @ParameterizedTest
    @ValueSource(ints = {800, 1_400})
    void aMatrixsLabelsCanBeRead(int width) throws IOException {
        Path directory = Files.createDirectories(folder.resolve("pv"));
        MatrixReport.write(MatrixComparison.of(new SampleMatrix(directory).write()), directory);
        load(directory.resolve(MatrixReport.FILE), width);
        for (String base : List.of("fx-week", "calendar", "regime", "whole-seconds")) {
            browser.findElement(By.cssSelector("#curves input[value='" + base + "']"))
                    .sendKeys(Keys.SPACE);
            readable(base + " at width " + width);
        }
        zoom("#curves");
    }

    private static void load(Path page, int width) {
        browser.manage().window().setSize(new Dimension(width, 900));
        browser.get(page.toUri().toString());
        browser.findElements(By.cssSelector("[data-action=unfold]")).forEach(button -> button.sendKeys(Keys.SPACE));
        assertThat(ChartLabels.count(browser)).as("labels").isGreaterThan(20);
    }

    private static void zoom(String chart) {
        WebElement plot = browser.findElement(By.cssSelector(chart + " .plot"));
        for (int zoom = 1; zoom <= ZOOMS; zoom++) {
            plot.sendKeys("+");
            readable(zoom + " steps into " + chart);
        }
        plot.sendKeys(Keys.END);
        readable("end of " + chart);
    }

    /** By dragging over a share of it, from its middle; then as it was. */
    private static void select(String chart, double share) {
        browser.findElement(By.cssSelector(chart + " .plot")).sendKeys(Keys.ESCAPE);
        WebElement over = browser.findElement(By.cssSelector(chart + " .u-over"));
        int width = (int) (over.getSize().getWidth() * share);
        new Actions(browser)
                .moveToElement(over, -width / 2, 0)
                .clickAndHold()
                .moveByOffset(width, 0)
                .release()
                .perform();
    }

    private static void readable(String what) {
        assertThat(ChartLabels.unreadable(browser)).as(what).isEmpty();
    }

    @Test
    void whatTouchesIsSeen() {
        browser.get("data:text/html,<canvas width=300 height=100></canvas>");
        browser.executeScript("const c = document.querySelector('canvas').getContext('2d');"
                + "c.font = '20px sans-serif'; c.fillText('left', 10, 50); c.fillText('over', 20, 55);"
                + "c.fillText('below', 10, 90); c.fillText('outside', 280, 90);");
        assertThat(ChartLabels.unreadable(browser).toString()).isEqualTo("[left over over, outside leaves]");
    }
}
