package org.ticktoquote.host.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.evidence.NetworkSample;
import org.ticktoquote.core.evidence.NetworkSample.ConnectionSample;
import org.ticktoquote.core.evidence.NetworkSample.SessionQueue;

/** Samples real sockets of this process. */
class NetworkSamplerTest {
    private static final List<Long> SELF = List.of(ProcessHandle.current().pid());

    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final NetworkSampler sampler = new NetworkSampler(Path.of("/proc"), System::nanoTime);
    private long nowNs;
    private final NetworkSampler patient = new NetworkSampler(Path.of("/proc"), () -> nowNs);

    @AfterEach
    void close() {
        patient.close();
    }

    private NetworkSample look() {
        sampler.sample(SELF);
        List<NetworkSample> over = Written.drain(sampler);
        return over.isEmpty() ? new NetworkSample(0, 0, -1, -1, 0, List.of(), List.of()) : over.get(0);
    }

    /** Fills the buffers of both ends and returns the number of bytes. */
    private static long fill(SocketChannel application) throws IOException {
        application.configureBlocking(false);
        ByteBuffer much = ByteBuffer.allocate(1 << 16);
        long bytes = 0;
        for (int written = 1; written > 0; bytes += written) {
            written = application.write(much.clear());
        }
        return bytes;
    }

    private static void read(SocketChannel client, long bytes) throws IOException {
        ByteBuffer much = ByteBuffer.allocate(1 << 16);
        for (long left = bytes; left > 0; ) {
            left -= client.read(much.clear());
        }
    }

    @Test
    void findsClientThatDoesNotReadAtBothEnds() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(ANY);
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel application = server.accept()) {
            int port = client.socket().getLocalPort();
            assertThat(look().sessions()).isPositive();
            assertThat(look().connections()).as("quiet session").isEmpty();
            long written = fill(application);
            await("both buffers fill up")
                    .atMost(ONE_MINUTE)
                    .untilAsserted(() -> assertThat(of(port, look())).satisfies(one -> {
                        assertThat(one.unread()).isPositive();
                        assertThat(one.unsent()).isPositive();
                    }));
            await().atMost(ONE_MINUTE).until(() -> of(port, look()).shutNs() > 0);
            read(client, written);
            sampler.sample(SELF);
            assertThat(look().connections()).noneMatch(one -> one.clientPort() == port && one.unread() > 0);
        }
    }

    /** Includes quiet sessions. */
    @Test
    void reportsQueueOfEachSessionOnceASecond() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(ANY);
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel application = server.accept()) {
            long written = fill(application);
            int port = client.socket().getLocalPort();
            assertThat(mostUnsent(port)).isPositive();
            read(client, written);
            await().atMost(ONE_MINUTE).until(() -> mostUnsent(port) == 0);
        }
    }

    @Test
    void findsNewSessionAfterTenSeconds() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(ANY)) {
            patient.sample(SELF);
            List<NetworkSample> ignored = Written.drain(patient);
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress());
                    SocketChannel application = server.accept()) {
                int port = client.socket().getLocalPort();
                assertThat(application.isOpen()).isTrue();
                nowNs += TimeUnit.SECONDS.toNanos(10) - 1;
                patient.sample(SELF);
                assertThat(Written.drain(patient)).noneMatch(look -> isOf(port, look));
                nowNs++;
                patient.sample(SELF);
                nowNs += TimeUnit.SECONDS.toNanos(1);
                patient.sample(SELF);
                assertThat(Written.drain(patient)).anyMatch(look -> isOf(port, look));
            }
        }
    }

    private static boolean isOf(int port, NetworkSample look) {
        return look.queues().stream().anyMatch(queue -> queue.clientPort() == port);
    }

    /** Returns the largest unsent queue of the next second. */
    private long mostUnsent(int port) {
        for (int tenths = 0; tenths < 10; tenths++) {
            nowNs += TimeUnit.MILLISECONDS.toNanos(100);
            patient.sample(SELF);
        }
        List<SessionQueue> queues = Written.drain(patient).stream()
                .flatMap(look -> look.queues().stream())
                .filter(queue -> queue.clientPort() == port)
                .toList();
        assertThat(queues).hasSize(1);
        return queues.get(0).mostUnsent();
    }

    private static ConnectionSample of(int port, NetworkSample look) {
        return look.connections().stream()
                .filter(one -> one.clientPort() == port)
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing of port " + port + ": " + look));
    }

    /** For example the application's connection to its feed. */
    @Test
    void ignoresConnectionsToForeignPorts() throws Exception {
        int before = Math.max(0, look().sessions());
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket feed = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            assertThat(feed.isConnected()).isTrue(); // not accepted, so the other end has no owner
            assertThat(firstLook()).extracting(NetworkSample::sessions).containsExactly(before);
        }
    }

    @Test
    void countsDroppedDatagramsOnce() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (DatagramSocket deaf = new DatagramSocket(new InetSocketAddress(loopback, 0));
                DatagramSocket sender = new DatagramSocket()) {
            deaf.setReceiveBufferSize(4_096);
            assertThat(look().datagramSockets()).isGreaterThanOrEqualTo(2);
            for (int i = 0; i < 200; i++) {
                sender.send(new DatagramPacket(new byte[1_000], 1_000, loopback, deaf.getLocalPort()));
            }
            long[] dropped = {0};
            await("the kernel can be late").atMost(ONE_MINUTE).until(() -> (dropped[0] += look().dropped()) >= 100);
            assertThat(dropped[0]).isLessThanOrEqualTo(200);
            await("earlier drops do not count")
                    .atMost(ONE_MINUTE)
                    .untilAsserted(() -> assertThat(firstLook())
                            .extracting(NetworkSample::dropped)
                            .containsExactly(0L));
            assertThat(look().dropped()).isZero();
        }
    }

    private static List<NetworkSample> firstLook() {
        NetworkSampler fresh = new NetworkSampler(Path.of("/proc"), System::nanoTime);
        fresh.sample(SELF);
        List<NetworkSample> look = Written.drain(fresh);
        fresh.close();
        return look;
    }

    @Test
    void hasNoSessionsWithoutProcesses() {
        sampler.sample(List.of());
        assertThat(Written.drain(sampler)).isEmpty();
        sampler.sample(List.of(Long.MAX_VALUE));
        assertThat(Written.drain(sampler)).extracting(NetworkSample::sessions).containsExactly(0);
    }
}
