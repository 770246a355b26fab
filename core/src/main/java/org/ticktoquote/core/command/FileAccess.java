package org.ticktoquote.core.command;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads and changes files on behalf of a command. A failure becomes a {@link ProblemException} that names the file and the reason.
 */
public final class FileAccess {
    private FileAccess() {}

    /** A file operation with a result. */
    public interface Access<T> {
        T run() throws IOException;
    }

    /** A file operation without a result. */
    public interface Change {
        void run() throws IOException;
    }

    /** Reads an input file of the user. A failure has status {@link ExitStatus#BAD_INPUT}. */
    public static <T> T read(Path file, Access<T> access) {
        return run(file, "cannot be read", ExitStatus.BAD_INPUT, access);
    }

    /** Writes a file. A failure has status {@link ExitStatus#ENVIRONMENT}. */
    public static void write(Path file, Change change) {
        change(file, "cannot be written", change);
    }

    /** Changes a file. A failure has the given text and status {@link ExitStatus#ENVIRONMENT}. */
    public static void change(Path file, String failure, Change change) {
        Object ignored = run(file, failure, ExitStatus.ENVIRONMENT, () -> {
            change.run();
            return file;
        });
    }

    /** Runs an operation. A failure has the given text and status. */
    public static <T> T run(Path file, String failure, ExitStatus status, Access<T> access) {
        try {
            return access.run();
        } catch (IOException e) {
            throw Problem.of(file).fault(failure, e).exception(status, e);
        }
    }
}
