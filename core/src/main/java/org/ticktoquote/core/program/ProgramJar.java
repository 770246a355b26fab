package org.ticktoquote.core.program;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The jar with the whole product, {@code t2q.jar}. */
public final class ProgramJar {
    private ProgramJar() {}

    /** Returns the jar if this process runs from it. */
    public static Optional<Path> own() {
        return Optional.of(codeSource()).filter(home -> Files.isRegularFile(home) && isWhole());
    }

    /** Returns whether this process runs from the jar with the whole product, not from a module's jar. */
    private static boolean isWhole() {
        return !System.getProperty("java.class.path").contains(System.getProperty("path.separator"));
    }

    private static Path codeSource() {
        try {
            return Path.of(ProgramJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
