package org.ticktoquote.analysis.report;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
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
