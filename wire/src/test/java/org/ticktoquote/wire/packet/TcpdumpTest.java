package org.ticktoquote.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.capture.CaptureCounts;

/** Reads captures of real datagrams written by tcpdump. */
class TcpdumpTest {
    private static final int COUNT = 300;

    @TempDir
    private Path folder;

    private CaptureCounts frames;
    private PacketCounts packets;

    private record Datagram(long timeNs, InetSocketAddress to, String payload) {}

    @BeforeEach
    void assumeTcpdump() throws IOException {
        boolean there = Stream.of((System.getenv("PATH") + ":/usr/sbin:/sbin").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "tcpdump")));
        assumeTrue(there, "there is no tcpdump");
        assumeTrue(Files.getOwner(Path.of("/proc/self")).getName().equals("root"), "capturing needs root");
    }

    @Test
    void readsNanosecondsOfTheLoopbackInterface() throws Exception {
        assertReads("127.0.0.1", "-i", "lo", "--time-stamp-precision=nano");
    }

    @Test
    void readsMicrosecondsOfIpv6() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/net/if_inet6")), "there is no IPv6");
        assertReads("::1", "-i", "lo");
    }

    @Test
    void readsCookedFramesOfAllInterfaces() throws Exception {
        assertReads("127.0.0.1", "-i", "any", "--time-stamp-precision=nano");
        assertReads("127.0.0.1", "-i", "any", "-y", "LINUX_SLL");
    }

    private void assertReads(String host, String... options) throws Exception {
        Instant before = Instant.now();
        Path file = folder.resolve("capture.pcap");
        InetAddress address = InetAddress.getByName(host);
        try (DatagramSocket receiver = new DatagramSocket(0, address)) {
            Process tcpdump = capture(file, receiver.getLocalPort(), options);
            try {
                send(address, receiver.getLocalPort());
                await().atMost(ONE_MINUTE)
                        .ignoreExceptions()
                        .until(() -> datagrams(file).size() >= COUNT);
            } finally {
                tcpdump.destroy();
                assertThat(tcpdump.waitFor(60, TimeUnit.SECONDS)).isTrue();
            }
        }
        Instant after = Instant.now();
        List<Datagram> found = datagrams(file);
        assertThat(frames.cuts).isEmpty();
        assertThat(packets.malformed).isZero();
        assertThat(found)
                .extracting(Datagram::payload)
                .containsExactlyElementsOf(
                        IntStream.range(0, COUNT).mapToObj(i -> "tick " + i).toList());
        assertThat(found)
                .allSatisfy(each -> assertThat(time(each)).isBetween(before.truncatedTo(ChronoUnit.MICROS), after))
                .allSatisfy(each -> assertThat(each.to().getAddress()).isEqualTo(address));
    }

    /** Returns the datagrams written so far. */
    private List<Datagram> datagrams(Path file) {
        List<Datagram> found = new ArrayList<>();
        Packets reading = new Packets(packet -> found.add(new Datagram(
                packet.timeNs,
                packet.to.socket(),
                packet.buffer.getStringWithoutLengthAscii(packet.offset, packet.length))));
        frames = CaptureFiles.read(List.of(file), reading::frame);
        packets = reading.counts;
        return found;
    }

    private static Instant time(Datagram datagram) {
        return Instant.EPOCH.plusNanos(datagram.timeNs());
    }

    private static void send(InetAddress host, int port) throws IOException {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.connect(new InetSocketAddress(host, port));
            for (int i = 0; i < COUNT; i++) {
                channel.write(ByteBuffer.wrap(("tick " + i).getBytes(StandardCharsets.US_ASCII)));
            }
        }
    }

    private Process capture(Path file, int port, String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("tcpdump", "-n", "-Z", "root", "-U", "--immediate-mode", "-B", "8192", "-s", "512"));
        command.addAll(List.of(options));
        command.addAll(List.of("-w", file.toString(), "udp", "dst", "port", Integer.toString(port)));
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
}
