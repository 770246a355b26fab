package org.ticktoquote.analysis.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
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

/** A headless Chromium; skips the test where there is none, and with {@code -Dt2q.browser=false}. */
public final class Browser {
    private static final Path BROWSER = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    /** For all tests of this JVM, and ended with it: a start costs seconds. */
    private static @Nullable ChromeDriver started;

    private Browser() {}

    /** A window that nobody has used; those of tests before are closed. */
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

    /** Opens a page in a window of that width; what the browser complained of before is forgotten. */
    static ChromeDriver open(Path page, int width) {
        ChromeDriver browser = started == null ? start() : started;
        browser.manage().window().setSize(new Dimension(width, 1_000));
        complaints();
        browser.get(page.toUri().toString());
        return browser;
    }

    /** Warnings and errors of the browser since it was last asked. */
    static List<String> complaints() {
        return driver().manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    private static ChromeDriver driver() {
        return Objects.requireNonNull(started);
    }

    /** Names of everything that the page requested from elsewhere. */
    static List<?> requested() {
        return list("return performance.getEntriesByType('resource').map(r => r.name)"
                + ".filter(n => !n.startsWith('data:') && !n.startsWith('file:'))");
    }

    /** Elements, and the page itself, whose content is wider than they are. */
    static List<?> tooWide(String selector) {
        return list(
                "return [document.documentElement, ...document.querySelectorAll('" + selector + "')]"
                        + ".filter(e => e.scrollWidth > e.clientWidth && e.clientWidth > 0)"
                        + ".map(e => e.tagName + ' ' + (e.querySelector('[id]') || e).id + ' ' + (e.scrollWidth - e.clientWidth))");
    }

    private static List<?> list(String script) {
        return (List<?>) Objects.requireNonNull(driver().executeScript(script));
    }

    /** Runs a script in the page; null of one that returns nothing. */
    static @Nullable Object run(String script, Object... arguments) {
        return driver().executeScript(script, arguments);
    }

    /** The chart of the curves as an image. */
    static Object pixels() {
        return Objects.requireNonNull(
                driver().executeScript("return document.querySelector('#curves .u-wrap canvas').toDataURL()"));
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

    /** Renders for a medium and in a colour scheme; empty texts: as usual. */
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
        // Selenium misses a protocol that nothing here uses.
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
                        .build(),
                options);
    }
}
