package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * A lab with a mirror port: replayer, application and clients each have a network namespace at a bridge, whose monitor port
 * receives copies of ticks and quotes.
 */
@LongProof
class CaptureIT {
    private static final long MS = 1_000_000;
    /** Minimum delays of the path itself are far shorter. */
    private static final long ALMOST_MS = 900_000;

    private static final int SESSIONS = 4;

    @TempDir
    private static Path folder;

    private static HostsNetwork hosts;
    private static Path recording;
    private static int runs;

    @BeforeAll
    static void connect() throws IOException, InterruptedException {
        hosts = HostsNetwork.orSkip(folder);
        String trouble = hosts.mirror();
        assumeTrue(trouble.isEmpty(), "SKIPPED: no mirror port here: " + trouble);
        recording = Scenario.recording(folder, "--length", "4min", "--pairs", "6", "--venues", "3");
    }

    @AfterAll
    static void disconnect() throws IOException, InterruptedException {
        if (hosts != null) {
            hosts.end();
        }
    }

    private static Scenario scenario() throws IOException {
        Path inventory = hosts.inventory("a", "b", "c");
        String captured = Files.readString(inventory)
                .replaceFirst("hosts:\n", "hosts:\n  here: {local: true, capture: " + HostsNetwork.MIRROR + "}\n");
        Path monitored = Files.writeString(folder.resolve("monitored.yaml"), captured);
        return Scenario.hurriedIn(folder)
                .named(Path.of("run-" + ++runs))
                .among(hosts.among())
                .sessions(SESSIONS)
                .with("--recording", recording.toString(), "--window", "T0-1s..T0+2s")
                .with("--hosts", monitored.toString());
    }

    private static JsonNode wire(Path run) throws IOException {
        return new ObjectMapper().readTree(run.resolve("wire.json").toFile());
    }

    private static JsonNode row(JsonNode wire, String name) {
        for (JsonNode each : wire.path("rows")) {
            if (each.path("name").asText().equals(name)) {
                System.out.println(each);
                assertThat(each.path("beyondBound").asLong())
                        .as("%s below 0", name)
                        .isZero();
                return each;
            }
        }
        throw new AssertionError(name + " is missing: " + wire);
    }

    private static long leastNs(JsonNode wire, String row) {
        return row(wire, row).path("minNs").asLong();
    }

    private static long medianNs(JsonNode wire, String row) {
        return row(wire, row).path("percentilesNs").path("p50").asLong();
    }

    private static void assertJoined(JsonNode wire, String what, long count) {
        assertThat(wire.path(what).path("both").asLong()).as(what).isEqualTo(count);
        assertThat(wire.path(what).path("notCaptured").asLong()).isZero();
        assertThat(wire.path(what).path("ambiguous").asLong()).isZero();
    }

    /** Run and capture have the same outcome for each tick and session. */
    private static void assertSameOutcomes(Path run) {
        RunDirectory own = new RunDirectory(run);
        RunManifest manifest = RunManifest.read(own.manifest());
        RunManifest captured = RunManifest.read(own.wire().manifest());
        try (TickResults journals = TickResults.open(own.tickResults(), manifest.identity());
                TickResults wire = TickResults.open(own.wire().tickResults(), captured.identity())) {
            assertThat(wire.ticks()).isEqualTo(journals.ticks());
            for (long id = 1; id <= wire.ticks(); id++) {
                for (int session = 0; session < SESSIONS; session++) {
                    assertThat(ResultCell.published(wire.cell(id, session)))
                            .as("tick %d at session %d was published", id, session)
                            .isEqualTo(ResultCell.published(journals.cell(id, session)));
                }
            }
        }
    }

    @Test
    void wireAgreesWithJournalsAndTruth() throws Exception {
        Path byDumpcap = folder.resolve("dumpcap.pcapng");
        Process dumpcap = hosts.dumpcap(byDumpcap);
        Scenario scenario = scenario();
        scenario.run(0);
        Path run = scenario.directory();
        JsonNode wire = wire(run);
        TruthAudit audit = TruthAudit.of(run);
        assertThat(audit.disagreements()).isEmpty();
        assertJoined(wire, "ticks", Summaries.of(run).ticks());
        assertThat(wire.path("quotes").path("both").asLong())
                .isGreaterThanOrEqualTo(audit.published().size());
        assertThat(wire.path("quotes").path("notCaptured").asLong()).isZero();
        assertThat(wire.path("notes")).isEmpty();
        assertSameOutcomes(run);
        RunManifest manifest = RunManifest.read(new RunDirectory(run).manifest());
        assertThat(manifest.observed().host())
                .containsEntry("capture-1", HostsNetwork.MIRROR + " of this host")
                .containsEntry("capture-1.droppedByKernel", "0");
        assertThat(leastNs(wire, "received - wire quote")).isLessThan(ALMOST_MS);
        assertThat(leastNs(wire, "wire tick - sent")).isLessThan(ALMOST_MS);
        assertThat(leastNs(wire, "service at the last client (wire)")).isLessThan(ALMOST_MS);
        assertARefusedCaptureReplacesNothing(run);
        if (dumpcap != null) {
            joinsTheCaptureOfDumpcap(dumpcap, byDumpcap, run, wire);
        }
    }

    private void assertARefusedCaptureReplacesNothing(Path run) throws IOException, InterruptedException {
        byte[] header = HexFormat.of().parseHex("d4c3b2a1020004000000000000000000ffff000001000000");
        Path empty = Files.write(folder.resolve("empty.pcap"), header);
        T2qProcess refused = T2qProcess.run(folder, "wire", empty.toString(), "--join", run.toString());
        assertThat(refused.awaitEnd()).as("status%s", refused.texts()).isEqualTo(5);
        assertThat(new RunDirectory(run).wire().manifest()).exists();
        String captured = new RunDirectory(run).wire().path().toString();
        T2qProcess twice = T2qProcess.run(folder, "wire", empty.toString(), "--join", captured);
        assertThat(twice.awaitEnd()).as("status%s", twice.texts()).isEqualTo(2);
    }

    /** Dumpcap captured the same packets with stamps of the same kernel. */
    private void joinsTheCaptureOfDumpcap(Process dumpcap, Path capture, Path run, JsonNode before)
            throws IOException, InterruptedException {
        dumpcap.destroy();
        assertThat(dumpcap.waitFor(1, TimeUnit.MINUTES)).isTrue();
        T2qProcess joining = T2qProcess.run(folder, "wire", capture.toString(), "--join", run.toString());
        int status = joining.awaitEnd();
        assertThat(List.of(0, 3)).as("status%s", joining.texts()).contains(status);
        JsonNode wire = wire(run);
        assertThat(wire.path("ticks")).isEqualTo(before.path("ticks"));
        assertThat(wire.path("quotes")).isEqualTo(before.path("quotes"));
        assertThat(wire.path("notes").path(0).asText()).startsWith("the capture's clock is assumed to be");
    }

    @Test
    void showsApplicationDelayOnlyInTheServiceOnTheWire() throws Exception {
        assertDelayed("b", "cable", "service at the last client (wire)", "received - wire quote");
    }

    @Test
    void showsClientDelayOnlyBetweenWireAndClientStamps() throws Exception {
        assertDelayed("hub", "to-c", "received - wire quote", "service at the last client (wire)");
    }

    /** Delays outgoing packets of a device by 1 ms or more: one row shows the delay, the other does not. */
    private static void assertDelayed(String namespace, String device, String row, String other) throws Exception {
        boolean everyPacket = hosts.delay(namespace, device);
        try {
            Scenario scenario = scenario();
            scenario.run(0);
            assertSameOutcomes(scenario.directory());
            JsonNode wire = wire(scenario.directory());
            if (everyPacket) {
                assertThat(leastNs(wire, row)).isGreaterThanOrEqualTo(MS);
            } else {
                long delayedNs = medianNs(wire, row);
                assertThat(delayedNs).isGreaterThan(MS);
                assertThat(medianNs(wire, other)).isLessThan(delayedNs / 2);
            }
            assertThat(leastNs(wire, other)).isLessThan(ALMOST_MS);
            assertThat(leastNs(wire, "wire tick - sent")).isLessThan(ALMOST_MS);
        } finally {
            hosts.noDelay(namespace, device);
        }
    }

    @Test
    void continuesAndReportsIfTcpdumpEndsEarly() throws Exception {
        Scenario scenario = scenario();
        T2qProcess process = scenario.start();
        scenario.awaitMeasuredOnRunClock(HostsNetwork.AHEAD_S.get("a") * 1_000 * MS, MS);
        capturing(scenario).forEach(ProcessHandle::destroy);
        scenario.assertEnded(process, 0);
        RunManifest manifest = RunManifest.read(new RunDirectory(scenario.directory()).manifest());
        assertThat(manifest.observed().processes())
                .filteredOn(end -> Role.isCapture(end.role()))
                .extracting(ProcessEnd::end)
                .containsExactly(ProcessEnd.FAILED);
        assertThat(Summaries.of(scenario.directory()).rules()).contains("capture-incomplete");
        assertThat(manifest.about().state()).isEqualTo(RunManifest.COMPLETE);
    }

    @Test
    void leavesNoTcpdumpWhenTheHarnessIsKilledOrInterrupted() throws Exception {
        for (String signal : List.of("KILL", "INT")) {
            Scenario scenario = scenario();
            T2qProcess process = scenario.start();
            scenario.awaitMeasuredOnRunClock(HostsNetwork.AHEAD_S.get("a") * 1_000 * MS, MS);
            List<ProcessHandle> running = capturing(scenario);
            assertThat(running).isNotEmpty();
            Processes.signal(ProcessHandle.of(process.pid()).orElseThrow(), signal);
            for (ProcessHandle each : running) {
                each.onExit().get(1, TimeUnit.MINUTES);
            }
        }
    }

    private static List<ProcessHandle> capturing(Scenario scenario) {
        return Processes.naming(scenario.directory().resolve("capture-1.pcap").toString());
    }
}
