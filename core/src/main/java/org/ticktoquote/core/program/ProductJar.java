package org.ticktoquote.core.program;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Separate jar next to {@code t2q.jar} that few users need. Also finds {@code t2q.jar} itself.
 *
 * @param name file name of the jar
 * @param maker command that builds it in a checkout
 */
public record ProductJar(String name, String maker) {
    /**
     * Returns the jar next to the running program.
     *
     * @throws ProblemException if there is none
     */
    public Path file() {
        return nextTo(program()
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

    /** Returns {@code t2q.jar} if this process runs from it. */
    public static Optional<Path> program() {
        return Optional.of(codeSource()).filter(home -> Files.isRegularFile(home) && isWhole());
    }

    /** Returns whether this process runs from the jar with the whole product, not from a module's jar. */
    private static boolean isWhole() {
        return !System.getProperty("java.class.path").contains(System.getProperty("path.separator"));
    }

    private static Path codeSource() {
        try {
            return Path.of(ProductJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
