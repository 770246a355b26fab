package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is gone at the end. */
record ScratchFolder(Path path) implements AutoCloseable {
    static ScratchFolder make() throws IOException {
        return new ScratchFolder(Files.createTempDirectory("t2q-peers"));
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }

    /** With all that is in it; nothing where it is not there. */
    static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return; // why is for others to say
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : innermostFirst) {
                Files.delete(file);
            }
        }
    }
}
