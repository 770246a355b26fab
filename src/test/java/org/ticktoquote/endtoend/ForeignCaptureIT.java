package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.run.RunDirectory;

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
            hosts.mirrorOrSkip();
            Path monitored = folder.resolve("monitor.pcapng");
            Process dumpcap = hosts.dumpcap(monitored);
            assumeTrue(dumpcap != null, "SKIPPED: no 'dumpcap' here");
            Path run;
            try {
                run = run(hosts, application);
            } finally {
                dumpcap.destroy();
            }
            assertThat(dumpcap.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertBeside(run);
            assertPassive(run, monitored);
        } finally {
            hosts.end();
        }
    }

    private Path run(HostsNetwork hosts, ForeignApplication application) throws Exception {
        Scenario scenario = Scenario.coldIn(folder)
                .among(hosts.among())
                .sessions(SESSIONS)
                .over("T0+1s..T0+3s", "--length", "4min", "--pairs", "3")
                .with("--feed", "fix://127.0.0.1:0")
                .with("--app", application.command(PAIRS, "", List.of(ForeignApplication.Venue.ALONE)))
                .with("--composite", "single", "--half-spreads", "0", "--conflation", "none", "--id-tag", "299")
                .with("--hosts", hosts.monitored().toString());
        scenario.run(0);
        return scenario.directory();
    }

    private static void assertBeside(Path run) throws IOException {
        JsonNode wire = Summaries.json(run.resolve("wire.json"));
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
        long before = RunCell.assertSame(new RunDirectory(run), captured, ResultCell::published);
        System.out.println(captured.path() + ": " + before + " ticks before those of the run");
    }
}
