package org.ticktoquote.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Copies the files of a run for a test that changes some: writing a run anew is slow, because its journals are forced to disk. */
final class RunCopy {
    private RunCopy() {}

    static void of(Path run, Path to) throws IOException {
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
