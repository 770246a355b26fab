package org.ticktoquote.core.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/**
 * The right of one process to write a folder or a file: a lock of the operating system on a small file beside or in it,
 * which says who holds it.
 *
 * <p>The lock ends with the process, however that ends, so a lock file that a crash left claims nothing. One thread takes
 * and returns a claim; other processes and other threads are refused meanwhile.
 */
public final class Claim implements AutoCloseable {
    /** The lock file of a folder, in it. */
    public static final String FOLDER_LOCK = ".t2q.lock";

    /** A lock file that is removed at the very moment is made again; more often than this it is not. */
    private static final int TRIES = 1_000;

    private static final int LONGEST_HOLDER = 200;
    /** Longer than any signature, so that no other state of a lock file looks like it. */
    private static final long SHORTEST_MARK = 1L << 10;

    private static final long LONGEST_MARK = 1L << 20;
    private static final int SIGNATURE_LOOKS = 50;
    private static final int MOST_UNSIGNED = 20;
    private static final String UNKNOWN_HOLDER = "another process";
    private static final int LOOKS_OF_OTHERS = 5;
    private static final long SIGNATURE_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Of this process. To open and close a locked file would end its lock, so these are never opened again. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path lockFile;
    private final FileChannel channel;

    private Claim(Path lockFile, FileChannel channel) {
        this.lockFile = lockFile;
        this.channel = channel;
    }

    /**
     * Of a folder that is there.
     *
     * @param work what it is claimed for, for the message that others get: {@code t2q run}
     * @param advice what to do where another process has it, for the message
     * @throws Refusal with {@link ExitStatus#ENVIRONMENT} when another process has it
     * @throws NoSuchFileException when the folder is not there (any more)
     */
    public static Claim folder(Path folder, String work, String advice) throws IOException {
        return take(folder.resolve(FOLDER_LOCK), folder, work, advice);
    }

    /**
     * The same, but for whoever has it now it is waited.
     *
     * @param patience how long, at most
     */
    public static Claim folder(Path folder, String work, String advice, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return folder(folder, work, advice);
            } catch (Refusal held) {
                if (System.nanoTime() - deadline >= 0) {
                    throw held;
                }
                LockSupport.parkNanos(WAIT_NS);
            }
        }
    }

    /** Of a file, there or not, in a folder that is there; otherwise as of a folder. */
    public static Claim file(Path file, String work, String advice) throws IOException {
        return take(file.resolveSibling("." + file.getFileName() + FOLDER_LOCK), file, work, advice);
    }

    /** Who is at work on a folder now; empty where nobody is. Only reads: no claim is lost or taken by it. */
    public static Optional<String> holder(Path folder) throws IOException {
        Path lockFile = folder.toRealPath().resolve(FOLDER_LOCK);
        if (OWN.contains(lockFile)) {
            return Optional.of("this t2q");
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            @Nullable FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
            return lock == null ? Optional.of(holder(channel).orElse(UNKNOWN_HOLDER)) : Optional.empty();
        } catch (NoSuchFileException nobody) {
            return Optional.empty();
        }
    }

    private static Claim take(Path file, Path claimed, String work, String advice) throws IOException {
        Path lockFile = file.toAbsolutePath().resolveSibling(".").toRealPath().resolve(file.getFileName());
        if (!OWN.add(lockFile)) {
            throw held(claimed, "this t2q", advice);
        }
        try {
            return new Claim(lockFile, locked(lockFile, claimed, work, advice));
        } catch (IOException | RuntimeException e) {
            OWN.remove(lockFile);
            throw e;
        }
    }

    private static FileChannel locked(Path lockFile, Path claimed, String work, String advice) throws IOException {
        int unsigned = 0;
        for (int tried = 0; tried < TRIES; tried++) {
            make(lockFile);
            Optional<FileChannel> channel = opened(lockFile);
            if (channel.isEmpty()) {
                continue;
            }
            @Nullable FileLock lock = lock(channel.get());
            if (lock == null) {
                Optional<String> holder = holder(channel.get());
                channel.get().close();
                // One that locked a file that is not there any more never signs it, and looks for the new one.
                if (holder.isEmpty() && ++unsigned < MOST_UNSIGNED) {
                    continue;
                }
                throw held(claimed, holder.orElse(UNKNOWN_HOLDER), advice);
            }
            // Whoever had it before removed the file when it was done: a lock on what is not there any more is none.
            if (isBehind(lockFile, channel.get())) {
                sign(channel.get(), work);
                return channel.get();
            }
            channel.get().close();
        }
        throw new IOException(lockFile + ": made and removed by others all the time");
    }

    /** Null where another process has it; who only {@linkplain #holder looks} has it for an instant. */
    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        @Nullable FileLock lock = channel.tryLock();
        for (int look = 0; lock == null && look < LOOKS_OF_OTHERS; look++) {
            LockSupport.parkNanos(SIGNATURE_LOOK_NS);
            lock = channel.tryLock();
        }
        return lock;
    }

    private static void make(Path lockFile) throws IOException {
        try {
            Files.createFile(lockFile);
        } catch (FileAlreadyExistsException there) {
            // or was
        }
    }

    /**
     * Whether the file that is open and locked is still the one of that name: the length that it is given shows. Numbers of
     * files do not, since those of removed files are used again; to open it a second time would end the lock.
     */
    private static boolean isBehind(Path lockFile, FileChannel channel) throws IOException {
        long length = ThreadLocalRandom.current().nextLong(SHORTEST_MARK, LONGEST_MARK);
        channel.truncate(0);
        channel.write(ByteBuffer.allocate(1), length - 1);
        try {
            return length
                    == Files.readAttributes(lockFile, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .size();
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private static Optional<FileChannel> opened(Path lockFile) throws IOException {
        try {
            return Optional.of(FileChannel.open(
                    lockFile, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    private static void sign(FileChannel channel, String work) throws IOException {
        channel.truncate(0);
        String holder = work + " (process " + ProcessHandle.current().pid() + ")\n";
        channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    }

    /** What the holder wrote, which it does right after it has the lock; empty where it did not in its time. */
    private static Optional<String> holder(FileChannel channel) throws IOException {
        for (int look = 0; look < SIGNATURE_LOOKS; look++) {
            ByteBuffer text = ByteBuffer.allocate(LONGEST_HOLDER);
            channel.read(text, 0);
            String holder = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
            if (holder.endsWith("\n")) {
                return Optional.of(holder.strip());
            }
            LockSupport.parkNanos(SIGNATURE_LOOK_NS);
        }
        return Optional.empty();
    }

    private static Refusal held(Path claimed, String holder, String advice) {
        return Problem.of(claimed).fault(holder + " is using it; " + advice).refusal(ExitStatus.ENVIRONMENT);
    }

    /** Whether a file is one that claims leave in a folder while they last. */
    public static boolean isLock(Path file) {
        return file.getFileName().toString().endsWith(FOLDER_LOCK);
    }

    /** Gives it back. The folder may have been removed meanwhile. */
    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try (channel) {
            Files.deleteIfExists(lockFile); // first: who locks it afterwards sees that it is gone
        } catch (IOException e) {
            throw Problem.of(lockFile).fault("cannot be removed", e).refusal(ExitStatus.ENVIRONMENT, e);
        } finally {
            OWN.remove(lockFile);
        }
    }
}
