package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.pricing.truth.Fate;

/**
 * A complete run with real ticks, if the shared sample files are present ({@code -Dt2q.sample.data}, else
 * {@code shared/data/ticks} beside or above the checkout). {@code -Dt2q.sample.window} and {@code -Dt2q.sample.sessions}
 * set its length and number of sessions.
 */
@LongProof
class SharedTicksIT {
    private static final String WINDOW = System.getProperty("t2q.sample.window", "12:30:01..12:30:06");
    private static final int SESSIONS = Integer.getInteger("t2q.sample.sessions", 5);

    @TempDir
    private Path folder;

    @Test
    void accountsForEveryTickOfTheSharedFiles() throws Exception {
        Path recording = SampleFiles.imported(folder);
        T2qProcess statistics = T2qProcess.run(folder, "recording", "stats", recording.toString());
        System.out.println(statistics.out());
        assertThat(statistics.out()).contains("12,981", "6,714", "56,765");

        Scenario scenario = Scenario.hurriedIn(folder)
                .sessions(SESSIONS)
                .over(recording, WINDOW)
                .tcp();
        T2qProcess process = scenario.run(0);
        System.out.println(process.out());
        Summaries summary = scenario.summary();
        TruthAudit audit = TruthAudit.of(scenario.directory());
        assertThat(audit.disagreements()).isEmpty();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * SESSIONS).isEqualTo(audit.compared());
        assertThat(summary.outcome("published")).isEqualTo(audit.fates(Fate.SENT));
        PriceTwin.assertHonest(scenario.directory());
    }
}
