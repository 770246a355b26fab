package org.ticktoquote.analysis.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium; skips the test if it is not installed or with {@code -Dt2q.browser=false}. */
public final class Browser {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    /** Shared by all tests of this JVM because a start takes seconds. */
    private static @Nullable ChromeDriver started;

    private Browser() {}

    /** Opens a new window and closes those of earlier tests. */
    public static ChromeDriver start() {
        ChromeDriver browser = started;
        if (browser == null) {
            browser = startAnew();
            Runtime.getRuntime().addShutdownHook(new Thread(browser::quit, "end-of-browser"));
            started = browser;
        } else {
            String used = browser.getWindowHandle();
            String fresh = browser.switchTo().newWindow(WindowType.WINDOW).getWindowHandle();
            browser.switchTo().window(used).close();
            browser.switchTo().window(fresh);
            browser.manage().logs().get(LogType.BROWSER);
        }
        return browser;
    }

    /** Opens a page in a window of the given width and discards earlier complaints. */
    static ChromeDriver open(Path page, int width) {
        ChromeDriver browser = started == null ? start() : started;
        browser.manage().window().setSize(new Dimension(width, 1_000));
        complaints();
        browser.get(page.toUri().toString());
        return browser;
    }

    /** Returns warnings and errors of the browser since the last call. */
    static List<String> complaints() {
        return driver().manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    private static ChromeDriver driver() {
        return Objects.requireNonNull(started);
    }

    /** Returns the names of all external resources that the page requested. */
    static List<?> requested() {
        return list("return performance.getEntriesByType('resource').map(r => r.name)"
                + ".filter(n => !n.startsWith('data:') && !n.startsWith('file:'))");
    }

    /** Returns elements, including the page itself, that overflow horizontally. */
    static List<?> tooWide(String selector) {
        return list(
                "return [document.documentElement, ...document.querySelectorAll('" + selector + "')]"
                        + ".filter(e => e.scrollWidth > e.clientWidth && e.clientWidth > 0)"
                        + ".map(e => e.tagName + ' ' + (e.querySelector('[id]') || e).id + ' ' + (e.scrollWidth - e.clientWidth))");
    }

    private static List<?> list(String script) {
        return (List<?>) Objects.requireNonNull(driver().executeScript(script));
    }

    /** Runs a script in the page; null if it returns nothing. */
    static @Nullable Object run(String script, Object... arguments) {
        return driver().executeScript(script, arguments);
    }

    /** Returns the chart of the curves as an image. */
    static Object pixels() {
        return Objects.requireNonNull(
                driver().executeScript("return document.querySelector('#curves .u-wrap canvas').toDataURL()"));
    }

    static JsonNode json(Path file) throws IOException {
        return new JsonMapper().readTree(file.toFile());
    }

    static String title() {
        return String.valueOf(driver().getTitle());
    }

    static Object background() {
        return Objects.requireNonNull(
                driver().executeScript("return getComputedStyle(document.documentElement).backgroundColor"));
    }

    static WebElement find(String selector) {
        return driver().findElement(By.cssSelector(selector));
    }

    static List<WebElement> all(String selector) {
        return driver().findElements(By.cssSelector(selector));
    }

    static String text(String selector) {
        return find(selector).getText();
    }

    static String attribute(String selector, String name) {
        return String.valueOf(find(selector).getDomAttribute(name));
    }

    static double number(String selector, String name) {
        return Double.parseDouble(attribute(selector, name));
    }

    /** Renders for a medium and in a colour scheme; empty texts select the defaults. */
    static void emulate(String medium, String scheme) {
        driver().executeCdpCommand(
                        "Emulation.setEmulatedMedia",
                        Map.of(
                                "media",
                                medium,
                                "features",
                                List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    private static ChromeDriver startAnew() {
        assumeTrue(!"false".equals(System.getProperty("t2q.browser")), "left out by -Dt2q.browser=false");
        boolean present = Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
        boolean required = "true".equals(System.getenv("CI")) && "root".equals(System.getProperty("user.name"));
        assumeTrue(present || required, "no browser: apt-get install chromium chromium-driver");
        // Selenium warns of a missing protocol that is not used here.
        SELENIUM.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BROWSER.toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
        options.setCapability("goog:loggingPrefs", logs);
        return new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(DRIVER.toFile())
                        .withTimeout(Duration.ofMinutes(2))
                        .build(),
                options);
    }
}
