package org.ticktoquote.wire.capture;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.UserPath;

/**
 * Files of a capture that is read more than once: copies of pipes and of the standard input, and the files that are there.
 *
 * <p>A copy is read to the end of the pipe first. Closing removes the copies; so does the end of the JVM.
 */
public final class CaptureSpool implements AutoCloseable {
    private final List<Path> files = new ArrayList<>();
    private final List<Path> copies = new ArrayList<>();

    /**
     * Copies what can be read once only.
     *
     * @param folder of the copies
     * @throws org.ticktoquote.core.command.Refusal when a file is not there, a pipe cannot be read, or the folder is full
     */
    public CaptureSpool(List<Path> captures, Path folder, Progress progress) {
        try {
            for (Path capture : captures) {
                boolean isPipe = isPipe(capture);
                files.add(isPipe ? copy(capture, folder, progress) : UserPath.regularInput(capture));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns whether a capture can be read once only. */
    public static boolean isPipe(Path capture) {
        return isStandardInput(capture) || !Files.isRegularFile(UserPath.input(capture));
    }

    static boolean isStandardInput(Path capture) {
        return capture.toString().equals("-") || capture.toString().equals("/dev/stdin");
    }

    static FileInputStream open(Path capture) throws IOException {
        return isStandardInput(capture)
                ? new FileInputStream(FileDescriptor.in)
                : new FileInputStream(capture.toFile());
    }

    private Path copy(Path capture, Path folder, Progress progress) {
        String name = isStandardInput(capture) ? "standard-input" : String.valueOf(capture.getFileName());
        Path copy = folder.resolve(name + (copies.isEmpty() ? "" : "-" + copies.size()));
        copy.toFile().deleteOnExit();
        copies.add(copy);
        byte[] part = new byte[1 << 20];
        long bytes = 0;
        try (InputStream in = open(capture);
                OutputStream out = Files.newOutputStream(copy)) {
            for (int got = in.read(part); got >= 0; got = in.read(part)) {
                out.write(part, 0, got);
                bytes += got;
                progress.update(size(capture, bytes, "so far in", copy));
            }
        } catch (IOException e) {
            throw Problem.of(copy).fault("cannot take " + capture, e).refusal(ExitStatus.ENVIRONMENT, e);
        }
        progress.line(size(capture, bytes, "in", copy) + " until the run is made");
        return copy;
    }

    private static String size(Path capture, long bytes, String where, Path copy) {
        return String.format(Locale.ROOT, "%s: %,.1f MB %s %s", capture, bytes / 1e6, where, copy);
    }

    /** The files to read, in the order of the captures. */
    public List<Path> files() {
        return files;
    }

    @Override
    public void close() {
        for (Path copy : copies) {
            try {
                Files.deleteIfExists(copy);
            } catch (IOException e) {
                throw Problem.of(copy).fault("cannot be removed", e).failure(e);
            }
        }
    }
}
