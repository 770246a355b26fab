package org.ticktoquote.replayer.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Durations.ONE_MINUTE;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.Recording;

/** Tests applications that disconnect or never connect. {@code ReplayCommandTest} has those that do not read. */
final class FeedTroubleTest {
    @TempDir
    private Path folder;

    private Recording recording;
    private final List<String> peers = new CopyOnWriteArrayList<>();
    private final FeedListener listener = new FeedListener() {
        @Override
        public void connected(String peer) {
            peers.add("+" + peer);
        }

        @Override
        public void disconnected(String peer) {
            peers.add("-" + peer);
        }
    };

    @BeforeEach
    void open() {
        recording = TestRecording.of(folder, TestRecording.quotes(1, i -> i));
    }

    @AfterEach
    void close() {
        recording.close();
    }

    private void open(Feed feed) {
        feed.open(new SessionOpening(1, 1, recording.instruments(), recording.venues()));
    }

    private boolean send(Feed feed, long tickId) {
        feed.prepare(recording.buffer(0), recording.offset(0), tickId, 0);
        return feed.send();
    }

    @Test
    void countsSendsToUnboundUdpPortAsFailed() throws Exception {
        String uri = "udp://127.0.0.1:" + UnclaimedPort.udp(InetAddress.getLoopbackAddress());
        try (Feed feed = Feeds.BUILT_IN.open(uri, FeedListener.NONE)) {
            open(feed);
            long[] tickId = {0};
            for (int failed = 0; failed < 3; failed++) { // the kernel can report the error later
                Awaitility.await().atMost(ONE_MINUTE).until(() -> !send(feed, ++tickId[0]));
            }
            feed.end(tickId[0]);
        }
    }

    @Test
    void sendFailsWithoutConnectionAndThePortIsInUse() {
        try (Feed feed = Feeds.BUILT_IN.open("tcp://127.0.0.1:0", FeedListener.NONE)) {
            assertInUse(() -> Feeds.BUILT_IN.open(feed.address(), FeedListener.NONE), feed.address());
            open(feed);
            assertThat(feed.connected()).isFalse();
            assertThat(send(feed, 1)).isFalse();
        }
    }

    @Test
    void sendFailsAfterApplicationDisconnects() throws Exception {
        try (Feed feed = Feeds.BUILT_IN.open("tcp://127.0.0.1:0", listener)) {
            try (TcpReceiver receiver = new TcpReceiver(feed.address())) {
                Awaitility.await().atMost(ONE_MINUTE).until(feed::connected);
                open(feed);
                assertThat(send(feed, 1)).isTrue();
                receiver.until(FeedMessage.Tick.class::isInstance);
            }
            Awaitility.await().atMost(ONE_MINUTE).until(() -> !feed.connected());
            assertThat(send(feed, 2)).isFalse();
            assertThat(peers).hasSize(2);
            assertThat(peers.get(0)).startsWith("+127.0.0.1:");
            assertThat(peers.get(1)).isEqualTo(peers.get(0).replace('+', '-'));
        }
    }

    @Test
    void acceptsReconnectingApplication() throws Exception {
        try (Feed feed = Feeds.BUILT_IN.open("tcp://127.0.0.1:0", listener)) {
            new TcpReceiver(feed.address()).close();
            Awaitility.await().atMost(ONE_MINUTE).until(() -> peers.size() == 2);
            open(feed);
            try (TcpReceiver receiver = new TcpReceiver(feed.address())) {
                Awaitility.await().atMost(ONE_MINUTE).until(feed::connected);
                assertThat(send(feed, 9)).isTrue();
                assertThat(receiver.next()).isEqualTo(new FeedMessage.Start(1, 9));
            }
        }
    }

    private static void assertInUse(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.ENVIRONMENT))
                .hasMessageContaining(message);
    }

    @Test
    void checkDoesNotBindThePort() throws Exception {
        int port = UnclaimedPort.tcp(InetAddress.getLoopbackAddress());
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertInUse(() -> Feeds.BUILT_IN.check("tcp://127.0.0.1:" + taken.getLocalPort()), ":" + port);
        }
        Feeds.BUILT_IN.check("tcp://127.0.0.1:" + port);
        try (UdpReceiver receiver = UdpReceiver.unicast()) {
            Feeds.BUILT_IN.check("udp://127.0.0.1:" + receiver.port());
        }
    }

    @Test
    void addressOmitsOptionsOfTheSender() {
        try (Feed unicast = Feeds.BUILT_IN.open("udp://127.0.0.1:40999?send-buffer=65536", FeedListener.NONE);
                Feed group = Feeds.BUILT_IN.open("udp://239.1.1.1:40999?ttl=0&interface=lo", FeedListener.NONE)) {
            assertThat(unicast.address()).isEqualTo("udp://127.0.0.1:40999");
            assertThat(group.address()).isEqualTo("udp://239.1.1.1:40999?interface=lo");
        }
    }

    @Test
    void closeReleasesPortAndThread() throws Exception {
        int port = UnclaimedPort.tcp(InetAddress.getLoopbackAddress());
        Feeds.BUILT_IN.open("tcp://127.0.0.1:" + port, FeedListener.NONE).close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("replayer-acceptor"));
        Awaitility.await()
                .atMost(ONE_MINUTE)
                .untilAsserted(() -> Feeds.BUILT_IN
                        .open("tcp://127.0.0.1:" + port, FeedListener.NONE)
                        .close());
    }
}
