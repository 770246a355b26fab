package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary folder, deleted on close. */
record ScratchFolder(Path path) implements AutoCloseable {
    static ScratchFolder make() throws IOException {
        return new ScratchFolder(Files.createTempDirectory("t2q-peers"));
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }

    /** Deletes a folder with its contents, if it exists. */
    static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return; // the caller reports why
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : innermostFirst) {
                Files.delete(file);
            }
        }
    }
}
