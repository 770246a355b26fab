package org.ticktoquote.core.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.ShutdownHook;
import org.ticktoquote.core.command.UserPath;

/**
 * Output file named by the user, new or replaced. Claims the name before the work starts, writes a {@code .part} file next
 * to it, and renames the part file when it is complete.
 *
 * <p>Does not overwrite a file that has appeared or changed under the name in the meantime. Closing without
 * {@link #complete}, or a signal, removes the part file and the claim. Not thread-safe.
 */
public final class OutputFile implements AutoCloseable {
    private static final String ADVICE = "wait until it ends, or choose another name";
    private static final String NOTHING = "";

    private final Path file;
    private final Path part;
    private final Claim claim;
    private final Object before;
    private final ShutdownHook onSignal;
    private boolean closed;

    private OutputFile(Path file, Claim claim) throws IOException {
        this.file = file;
        this.part = part(file);
        this.claim = claim;
        this.before = identity(file);
        this.onSignal = new ShutdownHook("output-removal", this::remove);
    }

    /** Returns the file that holds the content until it is complete. */
    public static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + AtomicFile.PART);
    }

    /**
     * Claims a name.
     *
     * @throws ProblemException if no file can have this name, its folder is not writable, or another process is writing the file
     */
    public static OutputFile claim(Path file) {
        UserPath.output(file);
        try {
            Claim claim = Claim.file(file, "another t2q", ADVICE);
            try {
                return new OutputFile(file, claim);
            } catch (IOException | RuntimeException e) {
                claim.close();
                throw e;
            }
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /** Claims a file if its option was given. Returns null otherwise, which try-with-resources accepts. */
    public static @Nullable OutputFile claimIfGiven(@Nullable Path file) {
        return file == null ? null : claim(file);
    }

    public Path file() {
        return file;
    }

    /** Opens the part file, new and empty. */
    public FileChannel open() throws IOException {
        Files.deleteIfExists(part); // left by a writer that crashed
        return FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Writes a text and completes the file. */
    public void write(String text) {
        write(out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes the content and completes the file. */
    public void write(AtomicFile.Content content) {
        try {
            try (OutputStream out = new BufferedOutputStream(Channels.newOutputStream(open()))) {
                content.writeTo(out);
            }
            complete();
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /**
     * Opens the part file, new and empty.
     *
     * @param option command-line option that named the file, for problems
     */
    public OutputStream stream(String option) {
        try {
            return Channels.newOutputStream(open());
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be written", e).under(option).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /**
     * Completes a file written through a stream that records errors instead of throwing them.
     *
     * @param failed whether the stream had an error
     * @param option command-line option that named the file, for problems
     */
    public void complete(boolean failed, String option) {
        if (failed) {
            throw Problem.of(file)
                    .fault("cannot be written completely; is the disk full?")
                    .under(option)
                    .exception(ExitStatus.ENVIRONMENT);
        }
        try {
            complete();
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /**
     * Gives the part file its final name.
     *
     * @throws ProblemException if a file has appeared or changed under the name since the claim
     */
    public void complete() throws IOException {
        if (!identity(file).equals(before)) {
            throw overtaken();
        }
        if (before.equals(NOTHING) && linked()) {
            return;
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Creates a hard link instead of renaming, because a link never replaces a file that appears at that moment. Returns
     * false if the file system has no hard links.
     */
    private boolean linked() throws IOException {
        try {
            Files.createLink(file, part);
        } catch (FileAlreadyExistsException e) {
            throw overtaken();
        } catch (IOException | UnsupportedOperationException noLinksHere) {
            return false;
        }
        Files.delete(part);
        return true;
    }

    private ProblemException overtaken() {
        return Problem.of(file)
                .fault("another process wrote it in the meantime, so nothing was written; choose another" + " name")
                .exception(ExitStatus.ENVIRONMENT);
    }

    /** Returns file key, size and modification time as one value, or {@link #NOTHING} for a missing file. */
    private static Object identity(Path file) throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.fileKey() + " " + found.size() + " " + found.lastModifiedTime();
        } catch (NoSuchFileException none) {
            return NOTHING;
        }
    }

    private static ProblemException unwritable(Path file, IOException cause) {
        return Problem.of(file).fault("cannot be written", cause).exception(ExitStatus.ENVIRONMENT, cause);
    }

    /** Removes the part file and the claim. Also called on a signal while the main thread might still be writing. */
    private synchronized void remove() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw Problem.of(part).fault("cannot be removed", e).exception(ExitStatus.ENVIRONMENT, e);
        } finally {
            claim.close();
        }
    }

    @Override
    public void close() {
        remove();
        onSignal.close();
    }
}
