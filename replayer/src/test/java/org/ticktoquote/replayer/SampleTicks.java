package org.ticktoquote.replayer;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds the public tick files of 2 May 2014. */
public final class SampleTicks {
    private SampleTicks() {}

    /** Returns the folder of the files, or skips the test if they are not here. */
    public static Path folder() {
        String given = System.getProperty("t2q.sample.data");
        Path found = given != null
                ? Path.of(given)
                : Stream.iterate(Path.of("").toAbsolutePath(), at -> at != null, Path::getParent)
                        .flatMap(at ->
                                Stream.of(at.resolve("shared/data/ticks"), at.resolveSibling("shared/data/ticks")))
                        .filter(Files::isDirectory)
                        .findFirst()
                        .orElse(null);
        assumeTrue(found != null, "the public sample files are not here: set -Dt2q.sample.data=FOLDER");
        return found;
    }
}
