package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;

/** A run captured by tcpdump gives the same results from the capture as from its own journals. */
@LongProof
class WireIT {
    private static final int SESSIONS = 2;
    /** Upper bound of clock slew between two readings of the time of day. */
    private static final long SLEWED_NS = 1_000_000;

    @TempDir
    private Path folder;

    private record Quote(long bid, long ask, long receivedUtcNs) {}

    @Test
    void captureGivesTheSameTicksMatchesAndOutcomesAsTheRun() throws Exception {
        measure(1, "--pairs", "4");
        T2qProcess wire = T2qProcess.run(
                folder,
                "wire capture.pcap --out wire --composite best-of-venues --half-spreads 0,1,2,3,5 --conflation none");
        assertThat(folder.resolve("wire/run.json")).as(wire.texts()).exists();
        compare();
        FormatReader.assertAgrees(folder.resolve("wire"));
        RunDirectory seen = new RunDirectory(folder.resolve("wire"));
        List<SentTick> ticks = SentTick.of(seen);
        long utcNs = utc(
                RunManifest.read(seen.manifest()), ticks.get(ticks.size() / 2).sentNs());
        Files.write(folder.resolve("cut.pcap"), cutAfter(Files.readAllBytes(folder.resolve("capture.pcap")), utcNs));
        T2qProcess cut = T2qProcess.run(folder, "wire", "cut.pcap", "--out", "cut");
        assertThat(folder.resolve("cut/run.json")).as(cut.texts()).exists();
        FormatReader.assertAgrees(folder.resolve("cut"));
    }

    /** Cuts a nanosecond pcap within the first record after a time. */
    private static byte[] cutAfter(byte[] pcap, long utcNs) {
        ByteBuffer records = ByteBuffer.wrap(pcap).order(ByteOrder.LITTLE_ENDIAN);
        int at = 24;
        while (TimeUnit.SECONDS.toNanos(records.getInt(at)) + records.getInt(at + 4) <= utcNs) {
            at += 16 + records.getInt(at + 8);
        }
        return Arrays.copyOf(pcap, at + 20);
    }

    @Test
    void captureOfVenuesIsImportedAsTheReplayedRecording() throws Exception {
        Path venues = Files.writeString(folder.resolve("venues.yaml"), """
                venues:
                  EBS: {applications: PRICING, carries: VENUE-1, ticks: W}
                  LMX: {applications: PRICING, carries: VENUE-2, ticks: X, topTicks: X}
                """);
        measure(2, "--venues", venues.toString());
        T2qProcess.run(folder, "import", "capture.pcap", "--out", "imported.t2q")
                .ended(0);
        try (Recording played = Recording.open(folder.resolve("recording.t2q"));
                Recording imported = Recording.open(folder.resolve("imported.t2q"))) {
            compare(played, imported);
        }
    }

    /** Asserts that the last imported ticks are those of the window, with the sides known within the window. */
    private static void compare(Recording played, Recording imported) {
        long from = played.firstAtOrAfter(played.header().announcementNs());
        long to = played.firstAtOrAfter(played.header().announcementNs() + TimeUnit.SECONDS.toNanos(2));
        long offset = imported.count() - to;
        assertThat(to - from).isGreaterThan(200);
        Map<String, String> sides = new TreeMap<>();
        for (long at = from; at < to; at++) {
            RecordedQuote tick = played.quote(at);
            RecordedQuote found = imported.quote(at + offset);
            String pair = played.instruments().get(tick.instrumentId()).symbol();
            String venue = played.venues().get(tick.venueId());
            assertThat(imported.instruments().get(found.instrumentId()).symbol() + " "
                            + imported.venues().get(found.venueId()))
                    .as("tick %d", at)
                    .isEqualTo(pair + (venue.equals("VENUE-1") ? " EBS" : " LMX"));
            if (tick.bid() != Price.NONE) {
                sides.put(pair + venue + "bid", tick.bid() + " " + tick.bidQuantity());
            }
            if (tick.ask() != Price.NONE) {
                sides.put(pair + venue + "ask", tick.ask() + " " + tick.askQuantity());
            }
            String bid = found.bid() + " " + found.bidQuantity();
            String ask = found.ask() + " " + found.askQuantity();
            assertThat(sides.getOrDefault(pair + venue + "bid", bid)).isEqualTo(bid);
            assertThat(sides.getOrDefault(pair + venue + "ask", ask)).isEqualTo(ask);
        }
    }

    /** Measures in a network namespace while tcpdump captures. */
    private void measure(int venues, String... more) throws Exception {
        assumeTrue(Processes.program("tcpdump") != null, "SKIPPED: no tcpdump here");
        NetworkPair network = NetworkPair.orSkip();
        try {
            measure(network, venues, more);
        } finally {
            network.end();
        }
    }

    private void measure(NetworkPair network, int venues, String... more) throws Exception {
        Path log = folder.resolve("tcpdump.log");
        Process tcpdump = network.inLeft(
                log,
                T2qProcess.words(Processes.program("tcpdump")
                        + " -Z root -i lo --immediate-mode -U -B 65536 --time-stamp-precision=nano -w "
                        + folder.resolve("capture.pcap")));
        await().atMost(1, TimeUnit.MINUTES).until(() -> Files.readString(log).contains("listening on"));
        Path recording = Scenario.recording(folder, "--length", "4min", "--pairs", "6", "--venues", "" + venues);
        List<String> arguments = new ArrayList<>(T2qProcess.words("run --out " + folder.resolve("run") + " --sessions "
                + SESSIONS + " --recording " + recording + " --window T0..T0+2s --warm-up 1s"));
        arguments.addAll(List.of(more));
        try (T2qProcess run =
                T2qProcess.startHurriedAmong(network.amongLeft(), folder, arguments.toArray(String[]::new))) {
            run.awaitEnd();
        }
        Processes.signal(tcpdump.toHandle(), "INT");
        assertThat(tcpdump.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(log)).contains("\n0 packets dropped by kernel");
    }

    private void compare() {
        RunDirectory ran = new RunDirectory(folder.resolve("run"));
        RunDirectory seen = new RunDirectory(folder.resolve("wire"));
        RunManifest run = RunManifest.read(ran.manifest());
        RunManifest wire = RunManifest.read(seen.manifest());
        assertThat(wire.replay().windowSha256()).isEqualTo(run.replay().windowSha256());
        assertThat(wire.sessions())
                .usingRecursiveComparison()
                .ignoringFields("name")
                .isEqualTo(run.sessions());
        ticks(ran, run, seen, wire);
        for (int session = 0; session < SESSIONS; session++) {
            quotes(quotes(ran, run, session), quotes(seen, wire, session));
        }
        assertThat(RunCell.assertSame(ran, seen, ResultCell::outcome)).isZero();
    }

    private static void ticks(RunDirectory ran, RunManifest run, RunDirectory seen, RunManifest wire) {
        List<SentTick> sent = SentTick.of(ran);
        List<SentTick> captured = SentTick.of(seen);
        assertThat(captured).hasSameSizeAs(sent).isNotEmpty();
        for (int i = 0; i < sent.size(); i++) {
            SentTick own = sent.get(i);
            SentTick copy = captured.get(i);
            assertThat(own.id()).isEqualTo(i + 1L);
            assertThat(List.of(copy.id(), copy.instrument(), copy.bid(), copy.ask()))
                    .isEqualTo(List.of(own.id(), own.instrument(), own.bid(), own.ask()));
            assertThat(utc(wire, copy.sentNs()) - utc(run, own.sentNs())).isGreaterThan(-SLEWED_NS);
        }
    }

    private static void quotes(Map<Long, Quote> ran, Map<Long, Quote> seen) {
        assertThat(seen.keySet()).isEqualTo(ran.keySet()).isNotEmpty();
        ran.forEach((id, received) -> {
            Quote wire = seen.get(id);
            assertThat(List.of(wire.bid, wire.ask)).isEqualTo(List.of(received.bid, received.ask));
            assertThat(received.receivedUtcNs - wire.receivedUtcNs).isGreaterThan(-SLEWED_NS);
        });
    }

    private static long utc(RunManifest manifest, long ns) {
        ClockPair pair = manifest.time().clocks().get(0);
        return ns - pair.monotonicNs() + pair.realtimeNs();
    }

    /** Returns the first quote of each measured tick. */
    private static Map<Long, Quote> quotes(RunDirectory directory, RunManifest manifest, int session) {
        Map<Long, Quote> all = new TreeMap<>();
        for (ReceivedQuote price : ReceivedQuote.of(directory, session)) {
            if (!TickRecord.isWarmUp(price.tickId())) {
                long utcNs = utc(manifest, price.receivedNs());
                all.putIfAbsent(price.tickId(), new Quote(price.bid(), price.ask(), utcNs));
            }
        }
        return all;
    }
}
