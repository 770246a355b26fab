package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.clock.HybridWait;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.replayer.TestPayloads;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.recording.Recording;
import org.ticktoquote.replayer.replay.ReplayFixture.Resources;

/**
 * The smallest object takes 16 bytes, so less than a byte per tick means no allocation per tick. The JVM allocates the rest.
 */
final class AllocationTest {
    private static final int TICKS = 20_000;
    private static final long TICK_INTERVAL_NS = 5_000;
    /** Time to park in. */
    private static final long LEAD_NS = 2_000_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path folder;

    @Test
    void replaysOverTwoFeedsWithoutAllocation() throws Exception {
        try (DatagramSocket one = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                DatagramSocket other = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                Feed first = Feeds.BUILT_IN.open("udp://127.0.0.1:" + one.getLocalPort(), FeedListener.NONE);
                Feed second = Feeds.BUILT_IN.open("udp://127.0.0.1:" + other.getLocalPort(), FeedListener.NONE)) {
            replayWithoutAllocation(first, second);
        }
    }

    @Test
    void replaysOverTcpWithoutAllocation() throws Exception {
        try (Feed feed = Feeds.BUILT_IN.open("tcp://127.0.0.1:0", FeedListener.NONE);
                Socket receiver = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(feed.address()).getPort())) {
            Thread reader = new Thread(() -> readAll(receiver), "test-receiver");
            reader.start();
            Awaitility.await().atMost(ONE_MINUTE).until(feed::connected);
            replayWithoutAllocation(feed);
        }
    }

    @Test
    void replaysPayloadsWithoutAllocation() throws Exception {
        String declaration = TestPayloads.declaration("""
                sequence: {at: 0, bytes: 8}
                rewrite:
                  - {write: sequence, at: 0, bytes: 8, if: {at: 20, bytes: 1, is: 0}}
                  - {write: sent, at: 8, bytes: 8, unit: us}
                  - {write: sum, at: 16, bytes: 2, to: 16}
                  - {write: internet, at: 18, bytes: 2, to: 18}
                  - {write: crc-32, at: -4, bytes: 4, to: -4}
                """);
        try (DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                Recording payloads = TestPayloads.of(
                        folder,
                        declaration,
                        TICKS * 3 / 2,
                        1,
                        i -> i * TICK_INTERVAL_NS,
                        i -> new byte[100],
                        i -> i % 3 == 2 ? 0 : 1);
                Feed feed =
                        Feeds.BUILT_IN.open("payload+udp://127.0.0.1:" + receiver.getLocalPort(), FeedListener.NONE)) {
            replayWithoutAllocation(payloads, feed);
        }
    }

    private static void readAll(Socket from) {
        try (InputStream in = from.getInputStream()) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException closed) {
            // end of the test
        }
    }

    private void replayWithoutAllocation(Feed... feeds) {
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(TICKS, i -> i * TICK_INTERVAL_NS))) {
            replayWithoutAllocation(recording, feeds);
        }
    }

    /** Repeats the replay, because the first replays allocate until their code is compiled. */
    private void replayWithoutAllocation(Recording recording, Feed... feeds) {
        Awaitility.await()
                .atMost(ONE_MINUTE)
                .pollInSameThread()
                .until(() -> allocatedBy(recording, feeds), allocated -> allocated < TICKS);
    }

    /** Returns the bytes that the calling thread allocates in a replay. */
    private long allocatedBy(Recording recording, Feed... feeds) {
        try (Resources resources = new Resources()) {
            HybridWait wait = new HybridWait(System::nanoTime, WaitMode.DEFAULT.beforeNs());
            List<JournaledFeed> outlets = new ArrayList<>();
            for (Feed feed : feeds) {
                Path file = folder.resolve("ticks-" + outlets.size() + ".journal");
                Files.deleteIfExists(file);
                outlets.add(new JournaledFeed(
                        feed, resources.add(TickJournal.create(file, JournalOrigin.NO_RUN, 2 * TICKS))));
            }
            Pacer pacer = new Pacer(recording, outlets, System::nanoTime, wait);
            pacer.open(1, 1);
            long allocated = play(pacer, recording);
            pacer.end();
            assertThat(outlets).allSatisfy(outlet -> {
                assertThat(outlet.sent()).isEqualTo(TICKS);
                assertThat(outlet.failed()).isZero();
            });
            return allocated;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long play(Pacer pacer, Recording recording) {
        TickSequence sequence =
                TickSequence.measured(recording, new Window(0, TICKS), System.nanoTime() + LEAD_NS, Speed.REAL);
        long before = threads.getCurrentThreadAllocatedBytes();
        pacer.play(sequence, () -> false);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
