package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** New directory below {@code java.io.tmpdir} for every invocation, created and deleted outside the measured time. */
@State(Scope.Thread)
public abstract class NewFiles {
    private Path directory;

    @Setup(Level.Invocation)
    public void create() throws IOException {
        directory = Files.createTempDirectory("t2q-benchmark");
        open(directory);
    }

    @TearDown(Level.Invocation)
    public void delete() throws IOException {
        close();
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    abstract void open(Path directory) throws IOException;

    abstract void close() throws IOException;
}
