package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.pricing.truth.Fate;

/** The built-in application as a client of the replayer's FIX venue: FIX in, FIX out. */
class FixVenueIT {
    @TempDir
    private Path folder;

    @Test
    void anApplicationThatKnowsNothingButFixIsMeasuredExactly() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "2min", "--pairs", "3", "--venues", "2");
        Scenario scenario = Scenario.coldIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+3s", "--feed", "fix://127.0.0.1:0")
                .with("--app-args", "--fault drop:share=0.02,seed=1");
        scenario.run(4);
        Summaries summary = Summaries.of(scenario.directory());
        List<Truth.Quote> quotes = Truth.quotes(scenario.directory());
        assertThat(TruthAudit.of(scenario.directory()).disagreements()).isEmpty();
        assertThat(summary.outcome("published")).isPositive().isEqualTo(Truth.count(quotes, Fate.SENT));
        assertThat(summary.outcome("skipped") + summary.outcome("lost"))
                .isPositive()
                .isEqualTo(Truth.count(quotes, Fate.DROPPED_BY_FAULT));
        assertThat(summary.priceCheck("looked")).isPositive();
        assertThat(summary.priceCheck("mismatched")).isZero();
        assertThat(summary.rules("FAILED")).contains("skipped").isSubsetOf("skipped", "lost");
        assertThat(RunManifest.read(new RunDirectory(scenario.directory()).manifest())
                        .replay()
                        .feed())
                .startsWith("fix://127.0.0.1:");
        Processes.awaitNone(scenario.directory());
    }
}
