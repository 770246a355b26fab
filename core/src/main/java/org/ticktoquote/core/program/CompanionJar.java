package org.ticktoquote.core.program;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Separate jar next to {@code t2q.jar} that few users need.
 *
 * @param name file name of the jar
 * @param maker command that builds it in a checkout
 */
public record CompanionJar(String name, String maker) {
    /**
     * Returns the jar next to the running program.
     *
     * @throws ProblemException if there is none
     */
    public Path file() {
        return nextTo(ProgramJar.own()
                .orElseThrow(() -> Problem.of(name)
                        .fault("cannot be located: this t2q does not run from a t2q.jar")
                        .exception(ExitStatus.ENVIRONMENT)));
    }

    Path nextTo(Path program) {
        Path file = program.resolveSibling(name);
        if (!Files.isRegularFile(file)) {
            throw Problem.of(file).fault("is missing; " + origin()).exception(ExitStatus.ENVIRONMENT);
        }
        return file;
    }

    /** Describes for the user how to get the jar. */
    public String origin() {
        return "build it with mvn package as harness/target/" + name + ", or with " + maker
                + "; copy it to the folder of t2q.jar";
    }
}
