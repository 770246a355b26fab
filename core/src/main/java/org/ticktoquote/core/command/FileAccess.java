package org.ticktoquote.core.command;

import java.io.IOException;
import java.nio.file.Path;

/** Reads and changes files on behalf of a command: a failure is a refusal that names the file and the reason. */
public final class FileAccess {
    private FileAccess() {}

    /** A reading or a change with a result. */
    public interface Access<T> {
        T run() throws IOException;
    }

    /** A change of a file. */
    public interface Change {
        void run() throws IOException;
    }

    /** Reads an input of the user's; a failure is {@link ExitStatus#BAD_INPUT}. */
    public static <T> T read(Path file, Access<T> access) {
        return run(file, "cannot be read", ExitStatus.BAD_INPUT, access);
    }

    /** Writes a file; a failure is one of the {@linkplain ExitStatus#ENVIRONMENT environment}. */
    public static void write(Path file, Change change) {
        change(file, "cannot be written", change);
    }

    /** Changes a file; a failure, in these words, is one of the {@linkplain ExitStatus#ENVIRONMENT environment}. */
    public static void change(Path file, String failure, Change change) {
        Object ignored = run(file, failure, ExitStatus.ENVIRONMENT, () -> {
            change.run();
            return file;
        });
    }

    /** Runs an access whose failure, in these words, has this status. */
    public static <T> T run(Path file, String failure, ExitStatus status, Access<T> access) {
        try {
            return access.run();
        } catch (IOException e) {
            throw Problem.of(file).fault(failure, e).refusal(status, e);
        }
    }
}
