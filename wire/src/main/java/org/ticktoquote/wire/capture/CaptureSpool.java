package org.ticktoquote.wire.capture;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.OwnerPermissions;

/**
 * Files of a capture that is read more than once. Pipes and the standard input are copied; other files are used in
 * place.
 *
 * <p>Pipes are copied to their ends first, all at once. Only closing deletes the copies, because their data cannot be
 * captured again.
 */
public final class CaptureSpool implements AutoCloseable {
    private static final long IDLE_NS = 1_000_000_000;
    private static final long POLL_NS = 100_000_000;

    /** Files to read, in the order of the captures. */
    public final List<Path> files = new ArrayList<>();

    /** Copies of pipes among the files. */
    public final List<Path> copies = new ArrayList<>();

    private final Path folder;
    private final Progress progress;

    /**
     * Creates a spool without files.
     *
     * @param folder folder for the copies
     */
    public CaptureSpool(Path folder, Progress progress) {
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Adds captures; copies pipes and the standard input. After a failure, {@link #copies} has all data copied so far.
     *
     * @param interrupted returns true to stop copying a pipe that has delivered nothing for a second
     * @throws org.ticktoquote.core.command.ProblemException if a file does not exist, a pipe cannot be read, or the
     *     folder is full
     */
    public void add(List<Path> captures, BooleanSupplier interrupted) {
        List<Runnable> copying = new ArrayList<>();
        for (Path each : captures) {
            if (isPipe(each)) {
                copying.add(copy(each, interrupted));
            } else {
                files.add(UserPath.regularInput(each));
            }
        }
        copying.forEach(Runnable::run);
    }

    /** Returns whether a capture can be read only once: a pipe or the standard input. */
    public static boolean isPipe(Path capture) {
        return isStandardInput(capture) || !Files.isRegularFile(UserPath.input(capture));
    }

    static boolean isStandardInput(Path capture) {
        return capture.toString().equals("-") || capture.toString().equals("/dev/stdin");
    }

    static FileInputStream open(Path file) throws IOException {
        return isStandardInput(file) ? new FileInputStream(FileDescriptor.in) : new FileInputStream(file.toFile());
    }

    /** Creates an empty copy, readable by its owner only. An earlier copy that was not closed stays. */
    private Path create(Path capture) {
        String name = isStandardInput(capture) ? "standard-input" : String.valueOf(capture.getFileName());
        Path copy = folder.resolve(name);
        for (int i = 1; Files.exists(copy); i++) {
            copy = folder.resolve(name + "-" + i);
        }
        Path free = copy;
        FileAccess.write(free, () -> Files.createFile(free));
        copies.add(free);
        OwnerPermissions.restrict(free);
        return free;
    }

    /** Starts to copy a pipe; returns the wait for its end. */
    private Runnable copy(Path capture, BooleanSupplier interrupted) {
        Path copy = create(capture);
        files.add(copy);
        AtomicLong bytes = new AtomicLong();
        AtomicBoolean stopped = new AtomicBoolean();
        Thread waiting = Thread.currentThread();
        // on a separate thread, because a read of a pipe with an idle writer cannot be interrupted
        CompletableFuture<Optional<ProblemException>> copying = CompletableFuture.supplyAsync(
                () -> copy(capture, copy, bytes, stopped), work -> DaemonThread.start("pipe-copy", work));
        CompletableFuture<Void> unused = copying.thenRun(() -> LockSupport.unpark(waiting));
        return () -> {
            long before = 0;
            long since = System.nanoTime();
            while (!copying.isDone() && System.nanoTime() - since < IDLE_NS && !waiting.isInterrupted()) {
                LockSupport.parkNanos(POLL_NS);
                boolean isIdle = bytes.get() == before;
                if (!isIdle) {
                    before = bytes.get();
                    progress.update(size(capture, before, "so far in", copy));
                }
                since = isIdle && interrupted.getAsBoolean() ? since : System.nanoTime();
            }
            stopped.set(true);
            copying.getNow(Optional.empty()).ifPresent(failure -> {
                throw failure;
            });
            progress.line(size(capture, bytes.get(), "in", copy) + " until the run is complete");
        };
    }

    /** Copies until the end or until stopped; returns the failure, if any. */
    private static Optional<ProblemException> copy(Path from, Path to, AtomicLong bytes, AtomicBoolean stopped) {
        byte[] part = new byte[1 << 20];
        try (InputStream in = open(from);
                OutputStream out = Files.newOutputStream(to, StandardOpenOption.WRITE)) {
            for (int got = in.read(part); got >= 0 && !stopped.get(); got = in.read(part)) {
                out.write(part, 0, got);
                bytes.addAndGet(got);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    Problem.of(to).fault("cannot be copied from " + from, e).exception(ExitStatus.ENVIRONMENT, e));
        }
    }

    private static String size(Path capture, long bytes, String where, Path copy) {
        return String.format(Locale.ROOT, "%s: %,.1f MB %s %s", capture, bytes / 1e6, where, copy);
    }

    @Override
    public void close() {
        copies.forEach(copy -> FileAccess.change(copy, "cannot be removed", () -> Files.deleteIfExists(copy)));
    }
}
