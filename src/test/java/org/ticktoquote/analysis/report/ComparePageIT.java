package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;
import org.ticktoquote.analysis.compare.Comparison;
import org.ticktoquote.analysis.compare.Given;
import org.ticktoquote.analysis.matrix.ComparedLatency;

/** The page of a comparison in a browser. */
class ComparePageIT {
    @TempDir
    Path folder;

    private String file(String name, long unit) throws IOException {
        Histogram values = new Histogram(3);
        for (int i = 1; i <= 20_000; i++) {
            values.recordValue(unit * i);
        }
        Path file = folder.resolve(name);
        try (PrintStream out = new PrintStream(Files.newOutputStream(file))) {
            values.outputPercentileDistribution(out, 1.0);
        }
        return file.toString();
    }

    @Test
    void drawsACurveForEachAndNothingOfANameIsMarkup() throws IOException {
        List<Given> given =
                List.of(Given.parse("<i>one=" + file("one.hgrm", 1) + ":us"), Given.parse(file("two.hgrm", 3) + ":us"));
        Path page = folder.resolve("compare.html");
        Files.writeString(
                page,
                ComparePage.html(Comparison.of(given, ComparedLatency.LAST_CLIENT, null, null, null, path -> {})));
        ChromeDriver browser = Browser.start();
        browser.manage().window().setSize(new Dimension(1_400, 1_000));
        browser.get(page.toUri().toString());
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue()))
                .isEmpty();
        assertThat(browser.findElements(By.cssSelector("#curves .plot canvas"))).isNotEmpty();
        assertThat(browser.findElements(By.cssSelector("#curves-readout tbody tr")))
                .hasSize(2);
        assertThat(browser.findElements(By.cssSelector("main i"))).isEmpty();
        assertThat(browser.findElement(By.tagName("main")).getText())
                .contains("<i>one")
                .contains("19.8 ms")
                .contains("a file has no runs: no statement about the difference");
        Object overflow = browser.executeScript(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(overflow).isEqualTo(0L);
    }
}
