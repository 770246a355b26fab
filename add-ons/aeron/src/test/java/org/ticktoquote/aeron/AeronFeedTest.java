package org.ticktoquote.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import io.aeron.Aeron;
import io.aeron.Subscription;
import io.aeron.driver.Configuration;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.UnclaimedPort;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.feed.SessionOpening;
import org.ticktoquote.replayer.recording.RecordedQuote;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.recording.RecordingWriter;

/** Messages sent over Aeron and received by a subscriber in another JVM. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class AeronFeedTest {
    private static final int TICKS = 20_000;
    private static final List<Instrument> INSTRUMENTS = List.of(new Instrument(0, "EUR/USD", 100_000, 10_000));
    private static final List<String> VENUES = List.of("ALPHA");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Limits for a silent peer. A busy machine can exceed the defaults of 5 s and 10 s. */
    private static final Map<String, String> DRIVER_LIMITS = Map.of(
            Configuration.PUBLICATION_CONNECTION_TIMEOUT_PROP_NAME, "60s",
            Configuration.IMAGE_LIVENESS_TIMEOUT_PROP_NAME, "60s");

    @TempDir
    private Path folder;

    private Recording recording;
    private Path directory;
    private Process subscriber;

    @BeforeAll
    static void setLimits() {
        DRIVER_LIMITS.forEach(System::setProperty);
    }

    @AfterAll
    static void clearLimits() {
        DRIVER_LIMITS.keySet().forEach(System::clearProperty);
    }

    @BeforeEach
    void open() {
        Path file = folder.resolve("test.t2q");
        try (RecordingWriter writer = RecordingWriter.create(file, INSTRUMENTS, VENUES, 0)) {
            for (int i = 0; i < TICKS; i++) {
                writer.append(new RecordedQuote(1_000_000L + i, 0, 0, 1_085_000_000L + i, 1_085_100_000L + i, 1, 1));
            }
        }
        recording = Recording.open(file);
        directory = folder.resolve("driver");
    }

    @AfterEach
    void close() {
        recording.close();
        if (subscriber != null) {
            subscriber.destroyForcibly();
        }
    }

    private Feed feed(String uri) {
        return Feeds.BUILT_IN.open(uri, FeedListener.NONE);
    }

    private String ipc() {
        return "aeron+ipc://" + directory + "?stream=7";
    }

    private static String udp() throws IOException {
        return "127.0.0.1:" + UnclaimedPort.udp(InetAddress.getLoopbackAddress());
    }

    private static void open(Feed feed, long firstTickId) {
        feed.open(new SessionOpening(4711, firstTickId, INSTRUMENTS, VENUES));
    }

    private boolean send(Feed feed, long tickId) {
        long index = (tickId - 1) % TICKS;
        feed.prepare(recording.buffer(index), recording.offset(index), tickId, 1_000_000L + tickId);
        return feed.send();
    }

    private void subscribe(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(each -> each.startsWith("--") || each.startsWith("-XX:"))
                .toList());
        DRIVER_LIMITS.forEach((name, limit) -> command.add("-D" + name + "=" + limit));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Subscriber.class.getName()));
        command.addAll(List.of(arguments));
        subscriber = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    }

    private String output() throws Exception {
        String line = subscriber.inputReader().readLine();
        assertThat(subscriber.waitFor(60, TimeUnit.SECONDS)).isTrue(); // its media driver removes its directory
        return line;
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void subscriberInAnotherJvmGetsEveryTickOnceAndInOrder(boolean overUdp) throws Exception {
        String endpoint = udp();
        try (Feed feed = feed(overUdp ? "aeron+udp://" + endpoint + "?stream=7" : ipc())) {
            if (overUdp) {
                subscribe("aeron:udp?endpoint=" + endpoint, "7");
            } else {
                subscribe("aeron:ipc", "7", directory.toString());
            }
            await().atMost(PATIENCE).until(feed::connected);
            open(feed, 1);
            for (long id = 1; id <= TICKS; id++) {
                assertThat(send(feed, id)).isTrue();
            }
            feed.heartbeat(TICKS + 1);
            feed.end(TICKS);
            assertThat(output()).isEqualTo("quotes " + TICKS + ", misplaced 0, others 3, starts [1]");
            assertThat(feed.facts()).containsEntry("unconnectedSends", 0L);
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void lastMessagesAreDeliveredAlthoughTheDriverEndsImmediately() throws Exception {
        String endpoint = udp();
        subscribe("aeron:udp?endpoint=" + endpoint, "1001");
        try (Feed feed = feed("aeron+udp://" + endpoint)) {
            await().atMost(PATIENCE).until(feed::connected);
            open(feed, 1);
            for (long id = 1; id <= 1_000; id++) {
                send(feed, id);
            }
            feed.end(1_000);
        }
        assertThat(output()).isEqualTo("quotes 1000, misplaced 0, others 2, starts [1]");
    }

    @ParameterizedTest
    @CsvSource({"900, 3, 2700", "2000, 3, 1000", "900, 9, 5000"})
    void waitsForThePositionOfADriverThatMakesProgress(int pollsPerStep, long end, int polls) {
        int[] polled = {0};
        AeronLink.awaitPosition(end, () -> polled[0] / pollsPerStep, () -> polled[0]++);
        assertThat(polled[0]).isEqualTo(polls);
    }

    @Test
    void lateSubscriberLearnsTheNextTick() throws Exception {
        try (Feed feed = feed(ipc())) {
            open(feed, 1);
            assertThat(send(feed, 1)).isFalse();
            assertThat(feed.connected()).isFalse();
            subscribe("aeron:ipc", "7", directory.toString());
            await().atMost(PATIENCE).until(feed::connected);
            assertThat(send(feed, 2)).isTrue();
            assertThat(send(feed, 3)).isTrue();
            feed.end(3);
            assertThat(output()).isEqualTo("quotes 2, misplaced 0, others 2, starts [2]");
            assertThat(feed.facts()).containsEntry("unconnectedSends", 4L);
        }
    }

    @Test
    void subscriberThatDoesNotReadBlocksTheSenderUntilAbort() throws Exception {
        try (Feed feed = feed(ipc());
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory.toString()));
                Subscription unread = aeron.addSubscription("aeron:ipc", 7)) {
            await().atMost(PATIENCE).until(unread::isConnected);
            open(feed, 1);
            CompletableFuture<Long> held = CompletableFuture.supplyAsync(() -> {
                long id = 1;
                while (send(feed, id)) {
                    id++;
                }
                return id;
            });
            await().atMost(PATIENCE).until(() -> feed.facts().get("blockedSends") == 1);
            feed.abort();
            assertThat(held.get(60, TimeUnit.SECONDS)).isGreaterThan(TICKS);
            Map<String, Long> facts = feed.facts();
            assertThat(facts.get("blockedNs")).isPositive();
            assertThat(feed.waitedNs()).isBetween(1L, facts.get("blockedNs"));
            assertThat(facts).containsEntry("connections", 1L).containsEntry("unconnectedSends", 0L);
        }
    }

    @Test
    void runningDriverOfTheDirectoryIsUsedAndLeftRunning() throws Exception {
        try (Feed first = feed(ipc());
                Feed second = feed("aeron+udp://" + udp() + "?dir=" + directory)) {
            second.close();
            assertThat(directory).isDirectory();
            assertThat(send(first, 1)).isFalse();
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void sendsTheBytesOfAUserEncoder() {
        try (Feed feed = feed("ids+" + ipc());
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory.toString()));
                Subscription read = aeron.addSubscription("aeron:ipc", 7)) {
            await().atMost(PATIENCE).until(read::isConnected);
            open(feed, 1);
            assertThat(send(feed, 4711)).isTrue();
            List<Long> ids = new ArrayList<>();
            await().atMost(PATIENCE)
                    .until(() -> read.poll((buffer, at, length, frame) -> ids.add(buffer.getLong(at)), 10) > 0);
            assertThat(ids).containsExactly(4711L);
            assertThat(feed.encoderTime()).isPresent();
        }
    }

    @Test
    void sendsWithoutAllocation() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Feed feed = feed(ipc());
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory.toString()));
                Subscription subscription = aeron.addSubscription("aeron:ipc", 7)) {
            await().atMost(PATIENCE).until(subscription::isConnected);
            open(feed, 1);
            await().atMost(PATIENCE).pollInSameThread().until(() -> {
                long before = threads.getCurrentThreadAllocatedBytes();
                sendAll(feed);
                long allocated = threads.getCurrentThreadAllocatedBytes() - before;
                for (int read = 0; read < TICKS / 2; ) {
                    read += subscription.poll((buffer, at, length, frame) -> {}, TICKS);
                }
                // The first rounds allocate until their code is compiled, which a busy machine delays.
                return allocated < TICKS;
            });
        }
    }

    /** Sends as many ticks as fit unread into a term. */
    private void sendAll(Feed feed) {
        for (long id = 1; id <= TICKS / 2; id++) {
            if (!send(feed, id)) {
                throw new AssertionError(id);
            }
        }
    }

    @Test
    void foreignDirectoryIsRefusedAndLeftUnchanged() throws Exception {
        Files.createDirectories(directory);
        Path kept = Files.writeString(directory.resolve("kept"), "kept");
        assertThatThrownBy(() -> feed(ipc()))
                .isInstanceOf(ProblemException.class)
                .hasMessageStartingWith("--feed: 'aeron+ipc://")
                .hasMessageEndingWith("' has the directory " + directory
                        + ", which exists and has no running media driver, expected the directory of a running media driver,"
                        + " or a new one");
        assertThatThrownBy(() -> Feeds.BUILT_IN.check(ipc())).isInstanceOf(ProblemException.class);
        assertThat(kept).hasContent("kept");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "aeron+udp://127.0.0.1 | expected aeron+udp://HOST:PORT with a port from 1 to 65535",
                "aeron+udp://127.0.0.1:70000 | expected aeron+udp://HOST:PORT with a port from 1 to 65535",
                "aeron+udp://127.0.0.1:4000?stream=x | has stream=x, expected a number from",
                "aeron+udp://127.0.0.1:4000?endpoint=a | has the unknown option 'endpoint=a', expected NAME=VALUE with NAME one of"
                        + " dir, interface, stream, ttl",
                "aeron+udp://nowhere.invalid:4000 | cannot be reached: unknown host nowhere.invalid",
                "aeron+ipc://host?stream=1 | expected aeron+ipc:///PATH",
                "aeron+ipc:/ | expected aeron+ipc:///PATH",
                "aeron+ipc:///dev/null/x | has the directory /dev/null/x, expected one in an existing directory",
                "aeron+ipc:///nowhere?dir=x | has the unknown option 'dir=x'",
            })
    void impossibleAddressIsRefusedWithAMessage(String uri, String words) {
        assertThatThrownBy(() -> feed(uri))
                .isInstanceOf(ProblemException.class)
                .hasMessageStartingWith("--feed: '" + uri + "'")
                .hasMessageContaining(words);
    }
}
