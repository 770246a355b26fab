package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.FileDigest;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.Fate;

/** A complete run with real processes, compared with the built-in application's own record. */
class MainJobIT {
    @TempDir
    private Path folder;

    @Test
    void outcomesAgreeWithTheApplicationForEveryTickAndSession() throws Exception {
        Scenario scenario = Scenario.in(folder)
                .sessions(5)
                .over("T0-1s..T0+3s", "--length", "4min", "--pairs", "6", "--venues", "3");
        T2qProcess process = scenario.run(0);

        Summaries summary = scenario.summary();
        TruthAudit audit = TruthAudit.of(scenario.directory());
        assertThat(summary.rules("FAILED")).isEmpty();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 5).isEqualTo(audit.compared());
        assertThat(audit.disagreements()).isEmpty();
        assertThat(audit.published()).hasSizeGreaterThan(1000);
        assertThat(audit.decisions(Decision.SUPPRESSED_UNCHANGED)).isPositive();
        assertThat(summary.outcome("unchanged")).isPositive();
        assertThat(summary.outcome("published")).isEqualTo(audit.fates(Fate.SENT));
        assertThat(summary.snapshots("unexplained", "regressed")).isZero();
        assertThat(process.out()).contains("outcomes of", "response", "report.html");
        assertThat(scenario.manifest().observed().host())
                .containsEntry("clock", "System.nanoTime")
                .containsKey("clockReason")
                .hasEntrySatisfying(
                        "clockCheck",
                        text -> assertThat(text)
                                .matches(
                                        "readings between two readings of the harness: replayer within .*, the application within .*,"
                                                + " fix-clients within .*"));
        Processes.awaitNone(scenario.directory());
        assertDerivesTheSameBytesAgain(scenario);
        FormatReader.assertAgrees(scenario.directory());
        PriceTwin.assertHonest(scenario.directory());
    }

    /** Analyses the measured run again. */
    private void assertDerivesTheSameBytesAgain(Scenario scenario) throws Exception {
        Map<String, String> before = files(scenario.directory());
        scenario.assertEnded(scenario.analysedAgain(), 0);
        assertThat(files(scenario.directory())).isEqualTo(before);
        assertThat(before).containsKeys("summary.json", "response.hgrm", "response.hlog", "report.html", "run.json");
    }

    private static Map<String, String> files(Path run) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.list(run)) {
            for (Path file : all.toList()) {
                String name = file.getFileName().toString();
                contents.put(name, FileDigest.of(file, name).sha256());
            }
        }
        return contents;
    }
}
