package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * A lab with a mirror port, a pricing application on QuickFIX for C++ and a FIX venue as its feed: the capture of the run and
 * the monitor's capture agree with the journals for each tick.
 */
@FullProof
class ForeignCaptureIT {
    private static final int SESSIONS = 4;
    private static final String PAIRS = "EUR/USD,USD/JPY,GBP/USD";

    @TempDir
    private Path folder;

    @Test
    void wireAgreesWithTheJournalsForEachTick() throws Exception {
        ForeignApplication application = ForeignApplication.build(ForeignApplication.Engine.CPP, folder);
        HostsNetwork hosts = HostsNetwork.orSkip(folder);
        try {
            String trouble = hosts.mirror();
            assumeTrue(trouble.isEmpty(), "SKIPPED: no mirror port here: " + trouble);
            Path monitored = folder.resolve("monitor.pcapng");
            Process dumpcap = hosts.dumpcap(monitored);
            assumeTrue(dumpcap != null, "SKIPPED: no 'dumpcap' here");
            Path run = run(hosts, application);
            dumpcap.destroy();
            assertThat(dumpcap.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertBeside(run);
            assertPassive(run, monitored);
        } finally {
            hosts.end();
        }
    }

    private Path run(HostsNetwork hosts, ForeignApplication application) throws Exception {
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "3");
        String captured = Files.readString(hosts.inventory("a", "b", "c"))
                .replaceFirst("hosts:\n", "hosts:\n  here: {local: true, capture: " + HostsNetwork.MIRROR + "}\n");
        Path inventory = Files.writeString(folder.resolve("monitored.yaml"), captured);
        Scenario scenario = Scenario.coldIn(folder)
                .among(hosts.among())
                .sessions(SESSIONS)
                .with("--recording", recording.toString(), "--window", "T0+1s..T0+3s", "--feed", "fix://127.0.0.1:0")
                .with("--app", application.command(PAIRS, "", List.of(ForeignApplication.Venue.ALONE)))
                .with("--composite", "single", "--half-spreads", "0", "--conflation", "none", "--id-tag", "299")
                .with("--hosts", inventory.toString());
        scenario.run(0);
        return scenario.directory();
    }

    private static void assertBeside(Path run) throws IOException {
        JsonNode wire = new ObjectMapper().readTree(run.resolve("wire.json").toFile());
        assertThat(wire.path("ticks").path("both").asLong())
                .isEqualTo(Summaries.of(run).ticks());
        for (String what : List.of("ticks", "quotes")) {
            assertThat(wire.path(what).path("notCaptured").asLong()).as(what).isZero();
            assertThat(wire.path(what).path("ambiguous").asLong()).as(what).isZero();
        }
        wire.path("rows")
                .forEach(row -> assertThat(row.path("beyondBound").asLong())
                        .as(row.path("name").asText())
                        .isZero());
        assertSameOutcomes(run, new RunDirectory(run).wire());
    }

    private void assertPassive(Path run, Path monitored) throws Exception {
        T2qProcess process = T2qProcess.run(
                folder, "wire", monitored.toString(), "--out", "passive", "--id-tag", "299", "--conflation", "none");
        process.awaitEnd();
        assertThat(folder.resolve("passive/run.json")).as(process.texts()).exists();
        System.out.println(process.texts());
        assertSameOutcomes(run, new RunDirectory(folder.resolve("passive")));
    }

    /** Compares the ticks of the run, which are the last ones of the capture because warm-up ticks of a venue have no special ids. */
    private static void assertSameOutcomes(Path run, RunDirectory captured) {
        RunDirectory own = new RunDirectory(run);
        RunManifest manifest = RunManifest.read(own.manifest());
        try (TickResults journals = TickResults.open(own.tickResults(), manifest.identity());
                TickResults wire = TickResults.open(
                        captured.tickResults(),
                        RunManifest.read(captured.manifest()).identity())) {
            long before = wire.ticks() - journals.ticks();
            System.out.println(captured.path() + ": " + wire.ticks() + " ticks, of the run " + journals.ticks());
            assertThat(before).isNotNegative();
            for (long id = 1; id <= journals.ticks(); id++) {
                for (int session = 0; session < SESSIONS; session++) {
                    assertThat(ResultCell.published(wire.cell(id + before, session)))
                            .as("tick %d at session %d was published", id, session)
                            .isEqualTo(ResultCell.published(journals.cell(id, session)));
                }
            }
        }
    }
}
