package org.ticktoquote.aeron;

import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.replayer.feed.BackPressure;
import org.ticktoquote.replayer.feed.MessageLink;

/**
 * Sends a feed's messages through an Aeron publication. If subscribers do not read, their window fills, and
 * {@link #send} waits. Without a subscriber, {@code send} returns false at once.
 *
 * <p>One thread sends, without allocation. {@link #abort}, {@link #connected} and {@link #facts} are safe for any thread.
 */
final class AeronLink implements MessageLink {
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Limits in polls, because a limit in time would include pauses of the process. */
    private static final int MAX_IDLE_POLLS = 1_000;

    private static final int MAX_POLLS = 5_000;

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long MAX_SPINS = 100;
    private static final long MAX_YIELDS = 10;
    private static final long MIN_PARK_NS = 1_000;
    private static final long MAX_PARK_NS = 50_000;
    /** A driver without a heartbeat for this long counts as gone. */
    private static final long TIMEOUT_MS = TimeUnit.SECONDS.toMillis(10);

    private final AeronChannel channel;
    private final @Nullable MediaDriver driver;
    private final Aeron aeron;
    private final ExclusivePublication publication;
    private final BackPressure backPressure = new BackPressure(System::nanoTime);
    private final AtomicLong unconnectedSends = new AtomicLong();
    private final BooleanSupplier offering = this::offer;
    private DirectBuffer pending = new UnsafeBuffer();
    private int pendingOffset;
    private int pendingLength;
    private long position;
    private boolean wasConnected;

    private AeronLink(
            AeronChannel channel, @Nullable MediaDriver driver, Aeron aeron, ExclusivePublication publication) {
        this.channel = channel;
        this.driver = driver;
        this.aeron = aeron;
        this.publication = publication;
    }

    /** Starts a media driver if there is none, and adds the publication. */
    static AeronLink open(AeronChannel channel) {
        channel.check();
        Path given = channel.directory();
        Path directory = given == null ? newDirectory() : given;
        MediaDriver driver = null;
        Aeron aeron = null;
        try {
            driver = isActive(directory) ? null : start(directory);
            aeron = Aeron.connect(new Aeron.Context()
                    .aeronDirectoryName(directory.toString())
                    .threadFactory(work -> DaemonThread.of("replayer-aeron-client", work)));
            return new AeronLink(
                    channel, driver, aeron, aeron.addExclusivePublication(channel.channel(), channel.stream()));
        } catch (AeronException | IllegalStateException | IllegalArgumentException e) {
            CloseHelper.quietCloseAll(aeron, driver);
            throw channel.parts().unavailable(e);
        }
    }

    /** Returns whether a media driver runs in a directory. */
    static boolean isActive(Path directory) {
        try {
            return CommonContext.isDriverActive(directory.toFile(), TIMEOUT_MS, unheard -> {});
        } catch (AeronException | IllegalStateException notOfThisAeron) {
            return false;
        }
    }

    private static Path newDirectory() {
        Path parent = Files.isDirectory(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("t2q-aeron-" + UUID.randomUUID());
    }

    /**
     * Starts a driver, which removes its directory when it is closed. It has one thread, {@code replayer-aeron-driver}, which
     * parks between polls, for up to 50 us plus the kernel's delay. The first message after a silence can be delayed by that
     * time.
     */
    private static MediaDriver start(Path directory) {
        return MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnShutdown(true)
                .warnIfDirectoryExists(false)
                .threadingMode(ThreadingMode.SHARED)
                .sharedThreadFactory(work -> DaemonThread.of("replayer-aeron-driver", work))
                .sharedIdleStrategy(new BackoffIdleStrategy(MAX_SPINS, MAX_YIELDS, MIN_PARK_NS, MAX_PARK_NS))
                .termBufferSparseFile(false));
    }

    @Override
    public String address() {
        return channel.address();
    }

    @Override
    public Map<String, Long> facts() {
        return Map.of(
                "connections", publication.isConnected() ? 1L : 0L,
                "blockedSends", backPressure.blockedSends(),
                "blockedNs", backPressure.blockedNs(),
                "unconnectedSends", unconnectedSends.get());
    }

    @Override
    public boolean connected() {
        return publication.isConnected();
    }

    @Override
    public boolean joined() {
        boolean before = wasConnected;
        wasConnected = publication.isConnected();
        return wasConnected && !before;
    }

    @Override
    public boolean send(DirectBuffer buffer, int offset, int length) {
        pending = buffer;
        pendingOffset = offset;
        pendingLength = length;
        if (!offer() && !offerAgain()) {
            backPressure.retry(offering);
        }
        if (position == Publication.NOT_CONNECTED) {
            unconnectedSends.lazySet(unconnectedSends.get() + 1);
        }
        return position > 0;
    }

    /** Offers the pending message. Returns false if the offer should be repeated. */
    private boolean offer() {
        position = publication.offer(pending, pendingOffset, pendingLength);
        return position != Publication.BACK_PRESSURED && position != Publication.ADMIN_ACTION;
    }

    /** Repeats an offer once if it failed because a term ended. This does not count as waiting for subscribers. */
    private boolean offerAgain() {
        return position == Publication.ADMIN_ACTION && offer();
    }

    @Override
    public long waitedNs() {
        return backPressure.waitedNs();
    }

    @Override
    public void abort() {
        backPressure.abort();
    }

    /** Waits until the driver has sent everything that the publication accepted. */
    private void drain() {
        CountersReader counters = aeron.countersReader();
        int sender = counters.findByTypeIdAndRegistrationId(
                AeronCounters.DRIVER_SENDER_POSITION_TYPE_ID, publication.registrationId());
        if (sender >= 0) {
            awaitPosition(
                    publication.position(),
                    () -> counters.getCounterValue(sender),
                    () -> LockSupport.parkNanos(POLL_NS));
        }
    }

    /**
     * Polls a position until it reaches the end. Gives up after {@value #MAX_IDLE_POLLS} polls without progress, or after
     * {@value #MAX_POLLS} polls.
     */
    static void awaitPosition(long end, LongSupplier position, Runnable pause) {
        long last = position.getAsLong();
        int idle = 0;
        for (int poll = 0; last < end && idle < MAX_IDLE_POLLS && poll < MAX_POLLS; poll++) {
            pause.run();
            long now = position.getAsLong();
            idle = now > last ? 0 : idle + 1;
            last = now;
        }
    }

    @Override
    public void close() {
        abort();
        if (publication.isConnected()) {
            drain();
        }
        CloseHelper.quietCloseAll(publication, aeron, driver);
    }
}
