package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.replayer.command.CommandLineParty;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.recording.Recording;

/** Captures real datagrams with tcpdump, imports and replays them. Payload: number (int32), instrument (int8). */
class TcpdumpReplayTest extends ReplayFixture {
    private static final int COUNT = 300;
    private static final long T0_NS = 1_000_000_000L;
    /** Per packet: capture header 16, Ethernet 14, IP and UDP 28, payload 5. The file header has 24 bytes. */
    private static final long CAPTURE_BYTES = 24 + COUNT * (16L + 14 + 28 + 5);

    private DatagramSocket receiver;

    @BeforeEach
    void requireTcpdump() throws IOException {
        boolean there = Stream.of((System.getenv("PATH") + ":/usr/sbin:/sbin").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "tcpdump")));
        assumeTrue(there, "there is no tcpdump");
        assumeTrue(Files.getOwner(Path.of("/proc/self")).getName().equals("root"), "capturing needs root");
        receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        receiver.setReceiveBufferSize(1 << 20);
        receiver.setSoTimeout(60_000);
    }

    @AfterEach
    void close() {
        if (receiver != null) {
            receiver.close();
        }
    }

    private static byte[] payload(int number) {
        return ByteBuffer.allocate(5).putInt(number).put((byte) (number % 2)).array();
    }

    private static List<byte[]> payloads() {
        return IntStream.range(0, COUNT).mapToObj(TcpdumpReplayTest::payload).toList();
    }

    private Path captured() throws Exception {
        Path file = folder.resolve("venue.pcap");
        Process tcpdump = capturing(file);
        try (DatagramSocket sender = new DatagramSocket()) {
            for (byte[] each : payloads()) {
                sender.send(new DatagramPacket(each, each.length, receiver.getLocalSocketAddress()));
            }
            received();
            await().atMost(ONE_MINUTE).until(() -> Files.size(file) >= CAPTURE_BYTES);
        } finally {
            tcpdump.destroy();
            assertThat(tcpdump.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        return file;
    }

    private Process capturing(Path file) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("tcpdump", "-n", "-Z", "root", "-U", "--immediate-mode", "-s", "512"));
        command.addAll(List.of("-B", "8192", "-i", "lo", "--time-stamp-precision=nano", "-w", file.toString()));
        command.addAll(List.of("udp", "dst", "port", Integer.toString(receiver.getLocalPort())));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + File.pathSeparator + more);
        Process process = builder.redirectErrorStream(true).start();
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream()));
        String line = output.readLine();
        while (line != null && !line.contains("listening on")) {
            line = output.readLine();
        }
        assertThat(line).as("tcpdump listens").isNotNull();
        return process;
    }

    private List<byte[]> received() throws IOException {
        List<byte[]> received = new ArrayList<>();
        while (received.size() < COUNT) {
            DatagramPacket packet = new DatagramPacket(new byte[100], 100);
            receiver.receive(packet);
            received.add(Arrays.copyOf(packet.getData(), packet.getLength()));
        }
        return received;
    }

    private Recording imported(Path capture) throws IOException {
        Path declaration = Files.writeString(folder.resolve("payloads.yaml"), """
                lines: {A: {to: '127.0.0.1:%d'}}
                sequence: {at: 0, bytes: 4}
                instrument: {at: 4, bytes: 1, names: {0: EUR/USD, 1: USD/JPY}}
                """.formatted(receiver.getLocalPort()));
        Path out = folder.resolve("venue.t2q");
        new CommandLineParty().output("import", capture, "--payload", declaration, "--out", out);
        Recording recording = Recording.open(out);
        recording.verify();
        return recording;
    }

    @Test
    void replaysCapturedBytesAtTheirIntervals() throws Exception {
        Recording recording = resources.add(imported(captured()));
        String uri = "payload+udp://127.0.0.1:" + receiver.getLocalPort();
        Feed feed = resources.add(Feeds.BUILT_IN.open(uri, FeedListener.NONE));
        ManualTime time = new ManualTime(0);
        Pacer pacer = new Pacer(recording, List.of(journaled(feed, "ticks.journal", COUNT)), time, time);
        pacer.open(77, 1);
        pacer.play(TickSequence.measured(recording, new Window(0, COUNT), T0_NS, Speed.REAL), () -> false);
        pacer.end();
        List<Long> times = IntStream.range(0, COUNT)
                .mapToObj(i -> T0_NS + recording.venueTimeNs(i) - recording.venueTimeNs(0))
                .toList();
        assertThat(received()).containsExactlyElementsOf(payloads());
        assertThat(linesOf("ticks.journal")).extracting(Line::intendedNs).isEqualTo(times);
    }
}
