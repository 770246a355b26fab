package org.ticktoquote.core.program;

import java.nio.file.Files;
import java.nio.file.Path;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * A jar next to {@code t2q.jar} and not part of it, because few users need it.
 *
 * @param name of the file
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
                        .fault("this t2q runs from no t2q.jar that it could stand beside")
                        .exception(ExitStatus.ENVIRONMENT)));
    }

    Path nextTo(Path program) {
        Path file = program.resolveSibling(name);
        if (!Files.isRegularFile(file)) {
            throw Problem.of(file).fault("is missing; " + origin()).exception(ExitStatus.ENVIRONMENT);
        }
        return file;
    }

    /** Describes for the user where the jar comes from. */
    public String origin() {
        return "mvn package of t2q's sources makes it as harness/target/" + name + ", and " + maker
                + " there by itself; copy it beside t2q.jar";
    }
}
