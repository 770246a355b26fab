package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that does not know the harness: here the built-in one, started by its command as a stranger. */
class OwnApplicationIT {
    static final String COMMAND = "{java} {jvmArgs} -jar '" + T2qProcess.jar()
            + "' pricing-app --feed {feed} --fix-port {fixPort} --sessions {sessions} --truth {run}";

    @TempDir
    private Path folder;

    @LongProof
    @Test
    void measuresAStrangerAndSaysThatItIsUnknownWhatIsDue() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "2min", "--pairs", "3");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+3s")
                .with("--app", COMMAND, "--jvm-args", "-XX:+UseSerialGC");
        T2qProcess process = scenario.run(0);
        Summaries summary = Summaries.of(scenario.directory());
        assertThat(summary.json().path("model").path("known").asBoolean()).isFalse();
        assertThat(summary.json().path("responsePublishedNs").isObject()).isTrue();
        assertThat(summary.outcome("unchanged")).isZero();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
        assertThat(process.out()).contains("response (published)");
        assertThat(scenario.directory().resolve("gc.log")).content().contains("Using Serial");
        Processes.awaitNone(scenario.directory());
    }

    @Test
    @LongProof
    void measuresAStrangerThatConnectsAndIsAsked() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "2min", "--pairs", "3");
        Path hub = Files.writeString(folder.resolve("hub.yaml"), "defaults: {accept: 0}\n");
        Scenario scenario = Scenario.hurriedIn(folder)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+3s")
                .with("--session-template", hub.toString())
                .with("--app", COMMAND.replace("--fix-port {fixPort}", "--connect {acceptHost}:{acceptPort}"));
        T2qProcess process = scenario.run(0);
        Summaries summary = Summaries.of(scenario.directory());
        assertThat(process.err()).doesNotContain("warning");
        assertThat(summary.json().path("responsePublishedNs").isObject()).isTrue();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
        assertThat(summary.outcome("published")).isPositive();
        assertThat(summary.outcome("lost")).isZero();
        assertThat(summary.rules()).doesNotContain("zero-window", "session-drops");
        Processes.awaitNone(scenario.directory());
    }

    @Test
    void saysWhatHappenedWhenTheApplicationDoesNotStart() throws Exception {
        Path recording = Scenario.recording(folder, "--length", "1min", "--pairs", "1");
        Scenario scenario = Scenario.coldIn(folder)
                .with("--recording", recording.toString(), "--window", "T0..T0+1s")
                .with("--app", "sh -c 'echo no licence; exit 7'");
        T2qProcess process = scenario.run(4);
        assertThat(process.err()).contains("pricing-app ended: exit status 7", "pricing-app.log");
        assertThat(scenario.directory().resolve("pricing-app.log")).content().contains("no licence");
        assertThat(scenario.directory()).isDirectoryContaining("glob:**.log").isDirectoryNotContaining("glob:**.j*");
    }
}
