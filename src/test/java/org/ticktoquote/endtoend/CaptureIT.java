package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/**
 * A lab with a mirror port: replayer, application and clients each have a network namespace at a bridge, whose monitor port
 * receives copies of ticks and quotes.
 */
@LongProof
class CaptureIT extends OverHosts {
    private static final long MS = 1_000_000;
    /** Longer than the shortest delay of any path without an injected one, however slow the machine is. */
    private static final long DELAY_NS = HostsNetwork.DELAY_MS * MS;

    private static final int SESSIONS = 4;

    private static int runs;

    @BeforeAll
    static void mirror() throws IOException, InterruptedException {
        hosts.mirrorOrSkip();
    }

    private static Scenario scenario() throws IOException, InterruptedException {
        return Scenario.hurriedIn(folder)
                .named(Path.of("run-" + ++runs))
                .among(hosts.among())
                .sessions(SESSIONS)
                .over("T0-1s..T0+2s", "--length", "4min", "--pairs", "6", "--venues", "3")
                .with("--hosts", hosts.monitored().toString());
    }

    /** Captures on the host of the harness only, as every tcpdump of these tests runs there. */
    private static Scenario onThisHost(String window) throws IOException, InterruptedException {
        return Scenario.coldIn(folder)
                .named(Path.of("run-" + ++runs))
                .over(window, "--length", "1min", "--pairs", "2")
                .with("--capture", "lo");
    }

    private static JsonNode wire(Path run) throws IOException {
        return Summaries.json(run.resolve("wire.json"));
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
        assertThat(RunCell.assertSame(own, own.wire(), ResultCell::published)).isZero();
    }

    /**
     * Delays outgoing packets of the application, or to the clients: no delay changes what the capture and the journals have in
     * common. A busy neighbour delays the other row.
     */
    @Tag("alone")
    @ParameterizedTest
    @CsvSource({
        "b, cable, service at the last client (wire), received - wire quote",
        "hub, to-c, received - wire quote, service at the last client (wire)"
    })
    void wireAgreesWithJournalsAndTruthAndShowsADelayOnlyInItsRow(
            String namespace, String device, String row, String other) throws Exception {
        Path byDumpcap = folder.resolve("dumpcap-" + device + ".pcapng");
        boolean everyPacket = hosts.delay(namespace, device);
        Process dumpcap = hosts.dumpcap(byDumpcap);
        try {
            Scenario scenario = scenario();
            scenario.run(0);
            JsonNode wire = wire(scenario.directory());
            assertAgreesWithTruth(scenario, wire);
            if (everyPacket) {
                assertThat(leastNs(wire, row)).isGreaterThanOrEqualTo(DELAY_NS);
            } else {
                long delayedNs = medianNs(wire, row);
                assertThat(delayedNs).isGreaterThan(MS);
                assertThat(medianNs(wire, other)).isLessThan(delayedNs / 2);
            }
            assertThat(leastNs(wire, other)).isLessThan(DELAY_NS);
            assertThat(leastNs(wire, "wire tick - sent")).isLessThan(DELAY_NS);
            assertARefusedCaptureReplacesNothing(scenario.directory());
            if (dumpcap != null) {
                joinsTheCaptureOfDumpcap(dumpcap, byDumpcap, scenario.directory(), wire);
            }
        } finally {
            hosts.noDelay(namespace, device);
            if (dumpcap != null) {
                dumpcap.destroy();
            }
        }
    }

    private static void assertAgreesWithTruth(Scenario scenario, JsonNode wire) throws Exception {
        Path run = scenario.directory();
        TruthAudit audit = TruthAudit.of(run);
        assertThat(audit.disagreements()).isEmpty();
        assertJoined(wire, "ticks", Summaries.of(run).ticks());
        assertThat(wire.path("quotes").path("both").asLong())
                .isGreaterThanOrEqualTo(audit.published().size());
        assertThat(wire.path("quotes").path("notCaptured").asLong()).isZero();
        assertThat(wire.path("notes")).isEmpty();
        assertSameOutcomes(run);
        assertThat(scenario.manifest().observed().host())
                .containsEntry("capture-1", HostsNetwork.MIRROR + " of this host")
                .containsEntry("capture-1.droppedByKernel", "0");
    }

    private void assertARefusedCaptureReplacesNothing(Path run) throws IOException, InterruptedException {
        byte[] header = HexFormat.of().parseHex("d4c3b2a1020004000000000000000000ffff000001000000");
        Path empty = Files.write(folder.resolve("empty.pcap"), header);
        T2qProcess.run(folder, "wire", empty.toString(), "--join", run.toString())
                .ended(5);
        assertThat(new RunDirectory(run).wire().manifest()).exists();
        String captured = new RunDirectory(run).wire().path().toString();
        T2qProcess.run(folder, "wire", empty.toString(), "--join", captured).ended(2);
    }

    /** Dumpcap captured the same packets with stamps of the same kernel. */
    private void joinsTheCaptureOfDumpcap(Process dumpcap, Path capture, Path run, JsonNode before)
            throws IOException, InterruptedException {
        dumpcap.destroy();
        assertThat(dumpcap.waitFor(1, TimeUnit.MINUTES)).isTrue();
        T2qProcess.run(folder, "wire", capture.toString(), "--join", run.toString())
                .ended(0, 3);
        JsonNode wire = wire(run);
        assertThat(wire.path("ticks")).isEqualTo(before.path("ticks"));
        assertThat(wire.path("quotes")).isEqualTo(before.path("quotes"));
        assertThat(wire.path("notes").path(0).asText()).startsWith("the capture's clock is assumed to be");
    }

    @Test
    void continuesAndReportsIfTcpdumpEndsEarly() throws Exception {
        Scenario scenario = onThisHost("T0..T0+5s");
        T2qProcess process = scenario.start();
        scenario.awaitMeasured(MS);
        capturing(scenario).forEach(ProcessHandle::destroy);
        scenario.assertEnded(process, 0);
        RunManifest manifest = scenario.manifest();
        assertThat(manifest.observed().processes())
                .filteredOn(end -> Role.isCapture(end.role()))
                .extracting(ProcessEnd::end)
                .containsExactly(ProcessEnd.FAILED);
        assertThat(scenario.summary().rules()).contains("capture-incomplete");
        assertThat(manifest.about().state()).isEqualTo(RunManifest.COMPLETE);
    }

    @Test
    void leavesNoTcpdumpWhenTheHarnessIsKilledOrInterrupted() throws Exception {
        for (String signal : List.of("KILL", "INT")) {
            Scenario scenario = onThisHost("T0..T0+6s");
            T2qProcess process = scenario.start();
            scenario.awaitMeasured(MS);
            List<ProcessHandle> running = capturing(scenario);
            assertThat(running).isNotEmpty();
            process.signal(signal);
            for (ProcessHandle each : running) {
                each.onExit().get(1, TimeUnit.MINUTES);
            }
            process.awaitEnd();
        }
    }

    private static List<ProcessHandle> capturing(Scenario scenario) {
        return Processes.naming(scenario.directory().resolve("capture-1.pcap").toString());
    }
}
