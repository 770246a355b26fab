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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
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
    private static final int SIGNATURE_LOOKS = 50;
    private static final long SIGNATURE_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Of this process. To open and close a locked file would end its lock, so these are never opened again. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

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

    /** Of a file, there or not, in a folder that is there; otherwise as of a folder. */
    public static Claim file(Path file, String work, String advice) throws IOException {
        return take(file.resolveSibling("." + file.getFileName() + FOLDER_LOCK), file, work, advice);
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
        for (int tried = 0; tried < TRIES; tried++) {
            Object before = madeOrThere(lockFile);
            Optional<FileChannel> channel = opened(lockFile);
            if (channel.isEmpty()) {
                continue;
            }
            @Nullable FileLock lock = channel.get().tryLock();
            if (lock == null) {
                String holder = holder(channel.get());
                channel.get().close();
                throw held(claimed, holder, advice);
            }
            // Whoever had it before removed the file when it was done: a lock on what is not there any more is none.
            if (before.equals(key(lockFile).orElse(""))) {
                sign(channel.get(), work);
                return channel.get();
            }
            channel.get().close();
        }
        throw new IOException(lockFile + ": made and removed by others all the time");
    }

    private static Object madeOrThere(Path lockFile) throws IOException {
        try {
            Files.createFile(lockFile);
        } catch (FileAlreadyExistsException there) {
            // or was
        }
        return key(lockFile).orElse(lockFile);
    }

    private static Optional<Object> key(Path lockFile) throws IOException {
        try {
            return Optional.of(Files.readAttributes(lockFile, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey());
        } catch (NoSuchFileException gone) {
            return Optional.empty();
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

    /** What the holder wrote, which it does right after it has the lock. */
    private static String holder(FileChannel channel) throws IOException {
        for (int look = 0; look < SIGNATURE_LOOKS; look++) {
            ByteBuffer text = ByteBuffer.allocate(LONGEST_HOLDER);
            channel.read(text, 0);
            String holder = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
            if (holder.endsWith("\n")) {
                return holder.strip();
            }
            LockSupport.parkNanos(SIGNATURE_LOOK_NS);
        }
        return "another process";
    }

    private static Refusal held(Path claimed, String holder, String advice) {
        return new Refusal(ExitStatus.ENVIRONMENT, claimed + ": " + holder + " is at work on it; " + advice);
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
            throw new Refusal(ExitStatus.ENVIRONMENT, lockFile + ": cannot be removed: " + e, e);
        } finally {
            OWN.remove(lockFile);
        }
    }
}
