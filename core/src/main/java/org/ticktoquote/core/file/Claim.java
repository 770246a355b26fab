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
import org.ticktoquote.core.command.ProblemException;

/**
 * Exclusive right of one process to write a folder or a file. Held as an operating system lock on a small lock file,
 * which names the holder. The lock file is in the folder or next to the file.
 *
 * <p>The lock ends with the process, so the lock file of a crashed process has no effect. One thread takes and closes a
 * claim. Other processes and other threads of this process are refused meanwhile.
 */
public final class Claim implements AutoCloseable {
    /** Name of the lock file in a claimed folder. */
    public static final String FOLDER_LOCK = ".t2q.lock";

    /** Maximum attempts to create and lock a file that other processes keep removing. */
    private static final int TRIES = 1_000;

    private static final int MAX_HOLDER_LENGTH = 200;
    /** Longer than any signature, so that {@link #isStillLinked} never takes a signed file for the marked one. */
    private static final long MIN_MARK_LENGTH = 1L << 10;

    private static final long MAX_MARK_LENGTH = 1L << 20;
    private static final int SIGNATURE_POLLS = 50;
    private static final int MAX_UNSIGNED = 20;
    private static final String UNKNOWN_HOLDER = "another process";
    private static final int POLLS_OF_OTHERS = 5;
    private static final long SIGNATURE_POLL_NS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * Lock files held by this process. They must not be opened again, because closing a second channel would release the
     * lock.
     */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path lockFile;
    private final FileChannel channel;

    private Claim(Path lockFile, FileChannel channel) {
        this.lockFile = lockFile;
        this.channel = channel;
    }

    /**
     * Claims an existing folder.
     *
     * @param work purpose of the claim, shown to refused processes, such as {@code t2q run}
     * @param advice what to do if the folder is claimed already, for the message
     * @throws ProblemException with {@link ExitStatus#ENVIRONMENT} if the folder is claimed already
     * @throws NoSuchFileException if the folder does not exist (any more)
     */
    public static Claim folder(Path folder, String work, String advice) throws IOException {
        return acquire(folder.resolve(FOLDER_LOCK), folder, work, advice);
    }

    /**
     * Claims an existing folder, waiting for the current holder.
     *
     * @param patience longest wait
     */
    public static Claim folder(Path folder, String work, String advice, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return folder(folder, work, advice);
            } catch (ProblemException held) {
                if (System.nanoTime() - deadline >= 0) {
                    throw held;
                }
                LockSupport.parkNanos(WAIT_NS);
            }
        }
    }

    /** Claims a file in an existing folder. The file itself need not exist. */
    public static Claim file(Path file, String work, String advice) throws IOException {
        return acquire(file.resolveSibling("." + file.getFileName() + FOLDER_LOCK), file, work, advice);
    }

    /** Returns the current holder of a folder, or empty if it is not claimed. Neither takes nor releases a claim. */
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

    private static Claim acquire(Path file, Path claimed, String work, String advice) throws IOException {
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
                // A process that locked a removed file never signs it and retries with the new file.
                if (holder.isEmpty() && ++unsigned < MAX_UNSIGNED) {
                    continue;
                }
                throw held(claimed, holder.orElse(UNKNOWN_HOLDER), advice);
            }
            // The previous holder removes the lock file when it is done, and a lock on a removed file protects nothing.
            boolean linked = false;
            try {
                linked = isStillLinked(lockFile, channel.get());
                if (linked) {
                    sign(channel.get(), work);
                    return channel.get();
                }
            } catch (IOException diskFull) {
                discard(lockFile, channel.get(), linked);
                throw diskFull;
            }
            channel.get().close();
        }
        throw new IOException(lockFile + ": repeatedly created and removed by other processes");
    }

    /** Removes a lock file that cannot be written. A file of unknown owner is removed only if it is empty: it has no holder yet. */
    private static void discard(Path lockFile, FileChannel channel, boolean own) throws IOException {
        try (channel) {
            if (own || lockFile.toFile().length() == 0) {
                Files.deleteIfExists(lockFile);
            }
        }
    }

    /** Returns null if another process holds the lock. Retries, because {@link #holder} locks the file briefly. */
    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        @Nullable FileLock lock = channel.tryLock();
        for (int look = 0; lock == null && look < POLLS_OF_OTHERS; look++) {
            LockSupport.parkNanos(SIGNATURE_POLL_NS);
            lock = channel.tryLock();
        }
        return lock;
    }

    private static void make(Path lockFile) throws IOException {
        try {
            Files.createFile(lockFile);
        } catch (FileAlreadyExistsException there) {
            // exists, or existed a moment ago
        }
    }

    /**
     * Returns whether the open, locked file still has this name. Sets a random length and compares it with the length
     * found by name. Inode numbers are unreliable because the kernel reuses them. Opening the file a second time and
     * closing it would release the lock.
     */
    private static boolean isStillLinked(Path lockFile, FileChannel channel) throws IOException {
        long length = ThreadLocalRandom.current().nextLong(MIN_MARK_LENGTH, MAX_MARK_LENGTH);
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

    /** Replaces the mark by the holder. The file is never empty meanwhile, so that no other process {@link #discard}s it. */
    private static void sign(FileChannel channel, String work) throws IOException {
        String holder = work + " (process " + ProcessHandle.current().pid() + ")\n";
        int length = channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)), 0);
        channel.truncate(length);
    }

    /** Returns the signature that the holder writes right after locking, or empty if it does not appear in time. */
    private static Optional<String> holder(FileChannel channel) throws IOException {
        for (int look = 0; look < SIGNATURE_POLLS; look++) {
            ByteBuffer text = ByteBuffer.allocate(MAX_HOLDER_LENGTH);
            channel.read(text, 0);
            String holder = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
            if (holder.endsWith("\n")) {
                return Optional.of(holder.strip());
            }
            LockSupport.parkNanos(SIGNATURE_POLL_NS);
        }
        return Optional.empty();
    }

    private static ProblemException held(Path claimed, String holder, String advice) {
        return Problem.of(claimed).fault(holder + " is using it; " + advice).exception(ExitStatus.ENVIRONMENT);
    }

    public static boolean isLock(Path file) {
        return file.getFileName().toString().endsWith(FOLDER_LOCK);
    }

    /** Releases the claim. The folder can already be deleted. */
    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try (channel) {
            Files.deleteIfExists(lockFile); // first, so that the next process to lock it sees that it is gone
        } catch (IOException e) {
            throw Problem.of(lockFile).fault("cannot be removed", e).exception(ExitStatus.ENVIRONMENT, e);
        } finally {
            OWN.remove(lockFile);
        }
    }
}
