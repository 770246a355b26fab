package org.ticktoquote.aeron;

import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.replayer.feed.FeedUri;

/**
 * Directory of a media driver that is already running or is started by this class. {@link #close} stops a driver
 * started here and removes its directory.
 *
 * <p>The started driver has one thread, {@code replayer-aeron-driver}, which parks between polls, for up to 50 us plus
 * the kernel's delay. The first message after a silence can be delayed by that time.
 */
final class DriverDirectory implements AutoCloseable {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long MAX_SPINS = 100;
    private static final long MAX_YIELDS = 10;
    private static final long MIN_PARK_NS = 1_000;
    private static final long MAX_PARK_NS = 50_000;
    /** A driver without a heartbeat for this long counts as gone. */
    private static final long TIMEOUT_MS = TimeUnit.SECONDS.toMillis(10);

    private final Path path;
    private final @Nullable MediaDriver own;

    private DriverDirectory(Path path, @Nullable MediaDriver own) {
        this.path = path;
        this.own = own;
    }

    /** Opens the directory of a running driver, or starts a driver. */
    static DriverDirectory open(FeedUri parts, @Nullable Path directory) {
        if (directory == null) {
            return start(newPath());
        }
        check(parts, directory);
        return isActive(directory) ? new DriverDirectory(directory, null) : start(directory);
    }

    /**
     * Refuses a directory whose parent does not exist, and an existing directory without a running driver. Starting a
     * driver there would remove its content.
     */
    static void check(FeedUri parts, Path directory) {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw parts.refused("has the directory " + directory, "one in an existing directory");
        }
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS) && !isActive(directory)) {
            throw parts.refused(
                    "has the directory " + directory + ", which exists and has no running media driver",
                    "the directory of a running media driver, or a new one");
        }
    }

    private static boolean isActive(Path directory) {
        try {
            return CommonContext.isDriverActive(directory.toFile(), TIMEOUT_MS, unheard -> {});
        } catch (AeronException | IllegalStateException notOfThisAeron) {
            return false;
        }
    }

    private static Path newPath() {
        Path parent = Files.isDirectory(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        return parent.resolve("t2q-aeron-" + UUID.randomUUID());
    }

    private static DriverDirectory start(Path directory) {
        return new DriverDirectory(
                directory,
                MediaDriver.launch(new MediaDriver.Context()
                        .aeronDirectoryName(directory.toString())
                        .dirDeleteOnShutdown(true)
                        .warnIfDirectoryExists(false)
                        .threadingMode(ThreadingMode.SHARED)
                        .sharedThreadFactory(work -> DaemonThread.of("replayer-aeron-driver", work))
                        .sharedIdleStrategy(new BackoffIdleStrategy(MAX_SPINS, MAX_YIELDS, MIN_PARK_NS, MAX_PARK_NS))
                        .termBufferSparseFile(false)));
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
