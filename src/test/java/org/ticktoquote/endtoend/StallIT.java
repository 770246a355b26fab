package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.RunEvidence;
import org.ticktoquote.core.command.ExitStatus;

/**
 * A known stall of a process under dense ticks must be found and attributed to the right process. {@link EvidenceIT} stalls the
 * application in every build.
 */
@LongProof
class StallIT {
    private static final ProofTable TABLE = new ProofTable("stalls");

    @TempDir
    private Path folder;

    private static Stop stopAt(Scenario scenario, long atMs, String subcommand, long lengthMs) throws Exception {
        scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(atMs));
        return Stop.of(scenario, subcommand, lengthMs);
    }

    /** Uses a gateway with small buffers, because the buffers of the built-in application are deep. */
    @Test
    void blamesAnApplicationThatDoesNotReadForItsDelayedTicks() throws Exception {
        Scenario scenario = Scenario.coldIn(folder)
                .over("T0+1500ms..T0+8s", "--length", "4min", "--pairs", "15")
                .with("--feed", "tcp://127.0.0.1:0?send-buffer=8192", "--app", SlowReader.command());
        try (T2qProcess process = scenario.start()) {
            scenario.awaitMeasured(TimeUnit.MILLISECONDS.toNanos(300));
            Stop stop = Stop.of(SlowReader.of(scenario.directory()), Stop.APPLICATION, 1_200);
            scenario.assertEnded(process, ExitStatus.FAILED.code());

            Summaries summary = scenario.summary();
            assertThat(stop.during(RunCell.of(scenario.directory())))
                    .as("sent after it resumed reading, measured from the intended time")
                    .anyMatch(cell ->
                            cell.sentNs() >= stop.toNs() && cell.responseNs() > cell.sentNs() - cell.intendedNs());
            TABLE.row(
                    stop.toString(),
                    "held ticks: " + summary.json().path("measuredPart").path("held"),
                    summary);
            if (!starved(summary)) {
                assertThat(summary.rules("FAILED")).as(process.texts()).containsExactly("feed-blocked");
                assertThat(process.out()).contains("because the application did not read its market data");
            }
        }
    }

    /** Returns whether the machine was overloaded, in which case the application is not blamed. */
    private static boolean starved(Summaries summary) {
        return summary.rules().stream().anyMatch(rule -> rule.startsWith("harness-starved") || rule.equals("steal"))
                || summary.rules("VOID").stream().anyMatch(rule -> !rule.startsWith("replay-lag"));
    }

    /** Application stalls appear at every tick and are not attributed to others; harness stalls are attributed to the harness. */
    @Test
    void everyStallIsFoundAndAttributedToTheStalledProcess() throws Exception {
        Scenario scenario = Scenario.hurriedIn(folder)
                .over("T0+1500ms..T0+12s", "--length", "4min", "--pairs", "15")
                .with("--evidence-interval", "50ms")
                .tcp();
        try (T2qProcess process = scenario.start()) {
            Stop brief = stopAt(scenario, 300, Stop.APPLICATION, 50);
            Stop stop = stopAt(scenario, 1_000, Stop.APPLICATION, 500);
            Stop replayer = stopAt(scenario, 2_500, Stop.REPLAYER, 500);
            Stop clients = stopAt(scenario, 4_500, Stop.CLIENTS, 500);
            process.ended(3);
            for (Stop each : List.of(brief, stop, replayer, clients)) {
                assertSeen(scenario, process, each);
            }

            assertThat(stop.stalled(scenario)).isEmpty();
            assertThat(replayer.stalled(scenario)).contains("replayer");
            assertThat(clients.stalled(scenario)).contains("fix-clients");
            Summaries summary = scenario.summary();
            assertThat(summary.rules("VOID")).contains("replay-lag-max", "replayer-stall", "clients-stall");
            assertThat(summary.json().path("tail").path("maximumTouched").asBoolean())
                    .isTrue();
            assertThat(process.out())
                    .contains("VOID in profile dev\nAll figures are diagnostic only")
                    .contains("clients-stall: The longest stall of fix-clients is");
            List<JsonNode> episodes = CauseProof.episodes(scenario, "20ms");
            long t0Ns = scenario.manifest().replay().t0Ns();
            assertCause(episodes, t0Ns, stop, "stopped");
            assertCause(episodes, t0Ns, replayer, "harness");
            assertCause(episodes, t0Ns, clients, "harness");
            assertHarnessHadNotRead(scenario, clients);
        }
    }

    /** Data received but not read by a stalled client is the harness's fault, not the network's. */
    private static void assertHarnessHadNotRead(Scenario scenario, Stop clients) {
        List<CauseEvidence> evidence = RunEvidence.of(scenario.files(), scenario.manifest());
        assertThat(EvidenceIT.intervals(evidence, Cause.HARNESS)).anySatisfy(unread -> {
            assertThat(unread.fromNs()).isGreaterThan(clients.askedNs() - EvidenceIT.SLACK_NS);
            assertThat(unread.toNs()).isLessThan(clients.goesOnNs() + EvidenceIT.SLACK_NS);
            assertThat(unread.text()).contains("the client had not read");
        });
        assertThat(EvidenceIT.intervals(evidence, Cause.NETWORK))
                .filteredOn(one -> one.fromNs() < clients.toNs() && one.toNs() > clients.fromNs())
                .isEmpty();
    }

    /** Asserts that the worst episode overlapping a stop is attributed to it. */
    private static void assertCause(List<JsonNode> episodes, long t0Ns, Stop stop, String cause) {
        JsonNode worst = episodes.stream()
                .filter(episode -> t0Ns + episode.path("fromNs").asLong() < stop.toNs()
                        && t0Ns + episode.path("toNs").asLong() > stop.fromNs())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no late tick while " + stop));
        assertThat(worst.path("cause").asText()).as("%s: %s", stop, worst).isEqualTo(cause);
    }

    private static void assertSeen(Scenario scenario, T2qProcess process, Stop stop) throws IOException {
        Summaries summary = scenario.summary();
        List<RunCell> cells = RunCell.of(scenario.directory());
        long longestNs = stop.assertSeen(cells, summary, process);
        TABLE.row(
                stop.toString(),
                stop.during(cells).size() + " due ticks x sessions, all answered after it; response max "
                        + ProofTable.ms(longestNs),
                summary);
    }
}
