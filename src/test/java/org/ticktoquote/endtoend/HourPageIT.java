package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.chrome.ChromeDriver;
import org.ticktoquote.analysis.report.Browser;
import org.ticktoquote.core.run.RunDirectory;

/** The page of an hour with 25 sessions is small and opens fast. */
@FullProof
class HourPageIT {
    private static final long MAX_BYTES = 3_000_000;
    private static final double MAX_MS = 2_000;
    private static final String HOUR = "org.ticktoquote.benchmarks.LongRun";

    /** Time from the start of the navigation until everything is drawn. */
    private static final String LOADED_MS = """
            const done = arguments[arguments.length - 1];
            const drawn = () => requestAnimationFrame(() => setTimeout(() => done(performance.now())));
            if (document.readyState === 'complete') { drawn(); } else { addEventListener('load', drawn); }
            """;

    @TempDir
    private Path folder;

    @Test
    void isSmallerThanThreeMegabytesAndOpensWithinTwoSeconds() throws Exception {
        Path jar = T2qProcess.root().resolve(Path.of("benchmarks", "target", "benchmarks.jar"));
        assumeTrue(Files.exists(jar), "SKIPPED: " + jar + " is missing: mvn package makes it");
        Path page = hour(jar);
        ChromeDriver browser = Browser.start();
        double worstMs = 0;
        for (int i = 0; i < 3; i++) {
            browser.get(page.toUri().toString());
            worstMs = Math.max(worstMs, ((Number) browser.executeAsyncScript(LOADED_MS)).doubleValue());
        }
        System.out.printf("page of an hour: %,d bytes, there after %.0f ms at most%n", Files.size(page), worstMs);
        assertThat(Files.size(page)).isLessThan(MAX_BYTES);
        assertThat(worstMs).isLessThan(MAX_MS);
        assertThat(browser.getPageSource()).contains("Why ticks were late");
    }

    /** Writes the journals of a run of an hour without waiting for it. */
    private Path hour(Path jar) throws Exception {
        Path recording = Scenario.recording(folder);
        Scenario model = Scenario.coldIn(folder).sessions(25).over(recording, "T0..T0+500ms");
        model.start().awaitEnd();
        Path hour = folder.resolve("hour");
        T2qProcess.startJava(
                        folder,
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED -cp " + jar + " " + HOUR + " " + recording
                                + " " + model.directory() + " " + hour)
                .ended(0);
        T2qProcess.run(folder, "analyze", hour.toString());
        return new RunDirectory(hour).report();
    }
}
