package org.ticktoquote.host.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/** Whether a command can be executed, reported before anything is started. */
public final class Executable {
    private Executable() {}

    /**
     * Refuses a program that the system would not find or not execute.
     *
     * @param option that named it
     * @param program a path, or a name to be found in PATH
     */
    public static void require(String option, String program) {
        Optional<Path> found = find(program);
        if (found.isEmpty()) {
            String where = program.contains("/") ? "there is no such file" : "there is no such command in PATH";
            throw refused(option, program, where);
        }
        if (!Files.isExecutable(found.get()) || Files.isDirectory(found.get())) {
            throw refused(option, program, "it is not executable");
        }
    }

    private static Optional<Path> find(String program) {
        try {
            if (program.contains("/")) {
                return Optional.of(Path.of(program)).filter(Files::exists);
            }
            String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
            return program.isEmpty()
                    ? Optional.empty()
                    : Arrays.stream(path.split(File.pathSeparator, -1))
                            .map(folder -> Path.of(folder.isEmpty() ? "." : folder, program))
                            .filter(Files::isExecutable)
                            .findFirst();
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    private static Refusal refused(String option, String program, String reason) {
        return Problem.of(option)
                .value(program)
                .fault("cannot be executed: " + reason)
                .refusal();
    }
}
