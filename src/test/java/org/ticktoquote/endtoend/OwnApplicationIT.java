package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.Sha256;

/** A user's application that does not know the harness: here the built-in one, started by its command. */
class OwnApplicationIT {
    static final String COMMAND = "{java} {jvmArgs} -jar '" + T2qProcess.jar()
            + "' pricing-app --feed {feed} --fix-port {fixPort} --sessions {sessions} --truth {run}";

    private static final String AT_A_VENUE = COMMAND.replace(
            "{feed}",
            "fix://{venue.BANK.host}:{venue.BANK.port}?version=FIX.4.2&sender=DESK&target=BANK&update=1"
                    + " --pairs EUR/USD:0.0001:0.00001,USD/JPY:0.01:0.001,GBP/USD:0.0001:0.00001");

    @TempDir
    private Path folder;

    /** It reads its market data as increments from a declared venue with another name, and connects to its clients. */
    @LongProof
    @Test
    void measuresAnUnknownApplicationThatConnectsAndReportsDueTicksAsUnknown() throws Exception {
        Path venues = Files.writeString(
                folder.resolve("venues.yaml"), "venues: {BANK: {applications: DESK, version: FIX.4.2, topTicks: X}}");
        Path hub = Files.writeString(folder.resolve("hub.yaml"), "defaults: {accept: 0}\n");
        Scenario scenario = Scenario.hurriedIn(folder)
                .over("T0+1s..T0+3s", "--length", "2min", "--pairs", "3")
                .with("--venues", venues.toString(), "--session-template", hub.toString())
                .with("--app", AT_A_VENUE.replace("--fix-port {fixPort}", "--connect {acceptHost}:{acceptPort}"))
                .with("--jvm-args", "-XX:+UseSerialGC");
        T2qProcess process = scenario.run(0);
        Summaries summary = scenario.summary();
        assertThat(process.err()).doesNotContain("warning");
        assertThat(summary.json().path("model").path("known").asBoolean()).isFalse();
        assertThat(summary.json().path("responsePublishedNs").isObject()).isTrue();
        assertThat(summary.outcome("unchanged")).isZero();
        assertThat(summary.outcome("published")).isPositive();
        assertThat(summary.outcome("lost")).isZero();
        assertThat(summary.outcomes()).isEqualTo(summary.ticks() * 3);
        assertThat(summary.rules()).doesNotContain("zero-window", "session-drops");
        assertThat(process.out()).contains("response (published)");
        assertThat(scenario.directory().resolve("run.json"))
                .content()
                .contains("\"venues.sha256\" : \"" + Sha256.ofText(Files.readString(venues), 64));
        assertThat(scenario.directory().resolve("gc.log")).content().contains("Using Serial");
        Processes.awaitNone(scenario.directory());
    }

    @Test
    void reportsWhyTheApplicationDidNotStart() throws Exception {
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0..T0+1s", "--length", "1min", "--pairs", "1")
                .with("--app", "sh -c 'echo no licence; exit 7'");
        T2qProcess process = scenario.run(4);
        assertThat(process.err()).contains("the application ended: exit status 7", "pricing-app.log");
        assertThat(scenario.directory().resolve("pricing-app.log")).content().contains("no licence");
        assertThat(scenario.directory()).isDirectoryContaining("glob:**.log").isDirectoryNotContaining("glob:**.j*");
    }
}
