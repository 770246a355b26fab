package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.TakesScreenshot;
import org.openqa.selenium.chrome.ChromeDriver;

/**
 * The pictures of the README, in {@code target/end-to-end-tests/pictures}: of a sample, or of the run that {@code -Dt2q.pictures}
 * names.
 */
class PicturesIT {
    private static final long LARGEST = 150_000;
    private static final Path ROOT = Path.of(System.getProperty("t2q.root"));
    private static final Path PICTURES = ROOT.resolve("target/end-to-end-tests/pictures");

    @TempDir
    static Path folder;

    private static ChromeDriver browser;

    @BeforeAll
    static void open() throws IOException {
        browser = Browser.start();
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 1_040, "height", 760, "deviceScaleFactor", 1, "mobile", false));
        browser.get(page().toUri().toString());
        Files.createDirectories(PICTURES);
    }

    private static Path page() {
        String run = System.getProperty("t2q.pictures", "");
        if (!run.isEmpty()) {
            return ROOT.resolve(run).resolve("report.html");
        }
        Path sample = folder.resolve("report.html");
        RunReport.write(SampleRun.degraded().data(), sample);
        return sample;
    }

    @Test
    void theFirstScreenOfARun() throws IOException {
        assertSmall("run.png", browser);
    }

    @Test
    void theGraph() throws IOException {
        assertSmall("graph.png", browser.findElement(By.id("curves")));
    }

    private static void assertSmall(String name, TakesScreenshot shown) throws IOException {
        Path file = Files.write(PICTURES.resolve(name), shown.getScreenshotAs(OutputType.BYTES));
        assertThat(Files.size(file)).isBetween(10_000L, LARGEST);
    }
}
