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
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.command.ShutdownHook;
import org.ticktoquote.core.command.UserPath;

/**
 * A file that the user named, new or replaced: claimed before the work that fills it begins, written to its
 * {@code .part} neighbour, and named when it is whole.
 *
 * <p>What appeared or changed under its name meanwhile is not written over. Closed without {@link #complete}, or ended by
 * a signal, it leaves nothing behind. Not thread-safe.
 */
public final class OutputFile implements AutoCloseable {
    private static final String ADVICE = "wait until that has ended, or give another name";
    private static final String NOTHING = "";

    private final Path file;
    private final Path part;
    private final Claim claim;
    private final Object before;
    private final ShutdownHook onSignal;
    private boolean closed;

    private OutputFile(Path file, Claim claim) throws IOException {
        this.file = file;
        this.part = file.resolveSibling(file.getFileName() + WholeFile.PART);
        this.claim = claim;
        this.before = identity(file);
        this.onSignal = new ShutdownHook("output-removal", this::remove);
    }

    /**
     * Claims a name.
     *
     * @throws Refusal when no file can have it, its folder may not be written, or another process is writing it
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

    /** The same of an option that may not have been given: null then, as try-with-resources takes it. */
    public static @Nullable OutputFile claimIfGiven(@Nullable Path file) {
        return file == null ? null : claim(file);
    }

    public Path file() {
        return file;
    }

    /** The neighbour, new and empty, to write to. */
    public FileChannel open() throws IOException {
        Files.deleteIfExists(part); // of a writer that crashed: nobody else is at work
        return FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Fills it with a text and names it. */
    public void write(String text) {
        write(out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Fills and names it. */
    public void write(WholeFile.Content content) {
        try {
            try (OutputStream out = new BufferedOutputStream(Channels.newOutputStream(open()))) {
                content.writeTo(out);
            }
            complete();
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /** As {@link #complete}, where whoever wrote knows of no exceptions. */
    public void completed() {
        try {
            complete();
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /**
     * Gives the neighbour the file's name.
     *
     * @throws Refusal when something appeared or changed under the name since it was claimed
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

    /** Unlike a renamed file, a link never takes the place of what appeared this moment. */
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

    private Refusal overtaken() {
        return Problem.of(file)
                .fault("another process wrote it meanwhile; it was left as it is, and nothing was written: give another"
                        + " name")
                .refusal(ExitStatus.ENVIRONMENT);
    }

    /** Which file it is and in which state, as far as the file system tells. */
    private static Object identity(Path file) throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.fileKey() + " " + found.size() + " " + found.lastModifiedTime();
        } catch (NoSuchFileException none) {
            return NOTHING;
        }
    }

    private static Refusal unwritable(Path file, IOException cause) {
        return Problem.of(file).fault("cannot be written", cause).refusal(ExitStatus.ENVIRONMENT, cause);
    }

    /** Also on a signal, while the main thread may still be at work. */
    private synchronized void remove() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw Problem.of(part).fault("cannot be removed", e).refusal(ExitStatus.ENVIRONMENT, e);
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
