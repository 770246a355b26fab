package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.Feeds;
import org.ticktoquote.replayer.recording.Recording;

/** The smallest object takes 16 bytes, so less than a byte per tick means no allocation per tick. */
class VenuesAllocationTest {
    private static final int TICKS = 50_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path folder;

    private static FixSocket application(Feed feed) throws IOException, InterruptedException {
        FixSocket application = new FixSocket(URI.create(feed.address()).getPort(), "FIX.4.4", "PRICING", "VENUE");
        application.logOn("").subscribe("all", "264=1|", "55=EUR/USD|", "55=USD/JPY|");
        return application;
    }

    @Test
    void sendsTicksWithoutAllocation() throws Exception {
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(TICKS, i -> i));
                Feed feed = Feeds.BUILT_IN.open("fix://127.0.0.1:0", OpenVenues.MARKETS, FeedListener.NONE);
                FixSocket application = application(feed)) {
            Awaitility.await().atMost(ONE_MINUTE).until(feed::connected);
            long rounds = sendUntilNothingIsAllocated(feed, recording);
            assertThat(feed.facts()).containsEntry("messages", rounds * TICKS).containsEntry("ticksUnwanted", 0L);
            assertThat(application.messages).isNotEmpty();
        }
    }

    @Test
    void skipsSupersededTicksWithoutAllocation() throws Exception {
        Path file = Files.writeString(folder.resolve("v.yaml"), "venues: {VENUE: {slice: 1ms, ticks: X}}");
        String uri = FixFeedProvider.withVenues("fix://127.0.0.1:0", file);
        try (Recording recording = TestRecording.of(folder, TestRecording.quotes(TICKS, i -> i * 100_000L));
                Feed feed = Feeds.BUILT_IN.open(uri, OpenVenues.MARKETS, FeedListener.NONE);
                FixSocket application = application(feed)) {
            feed.study(recording);
            feed.ahead(TICKS);
            Awaitility.await().atMost(ONE_MINUTE).until(feed::connected);
            long rounds = sendUntilNothingIsAllocated(feed, recording);
            assertThat(feed.facts())
                    .containsEntry("messages", rounds * TICKS / 5)
                    .containsEntry("ticksUnwanted", 0L);
            assertThat(application.messages).isNotEmpty();
        }
    }

    /** Repeats until a round does not allocate, because compilation takes time. Returns the number of rounds. */
    private long sendUntilNothingIsAllocated(Feed feed, Recording recording) {
        AtomicLong rounds = new AtomicLong();
        Awaitility.await().atMost(ONE_MINUTE).pollInSameThread().until(() -> {
            rounds.incrementAndGet();
            return send(feed, recording) < TICKS;
        });
        return rounds.get();
    }

    private long send(Feed feed, Recording recording) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < TICKS; i++) {
            feed.prepare(recording.buffer(i), recording.offset(i), i + 1, recording.venueTimeNs(i));
            if (!feed.send() || (feed.remarks() & ~(TickRecord.SEND_WAITED | TickRecord.SUPERSEDED)) != 0) {
                throw new IllegalStateException("tick " + i + " did not leave: " + feed.remarks());
            }
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
