package org.ticktoquote.host.source;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The host that runs this process. */
public final class LiveHost implements Host {
    private final FileTree files = new FileTree(Path.of("/"));

    @Override
    public Reading file(String path) {
        return files.file(path);
    }

    @Override
    public List<String> names(String directory) {
        return files.names(directory);
    }

    @Override
    public Reading tool(String... words) {
        return new Tool(Arrays.asList(words)).output();
    }

    @Override
    public void write(String path, String value) throws IOException {
        files.write(path, value);
    }

    @Override
    public void change(List<String> words) throws IOException {
        Reading output = new Tool(words).output();
        if (!output.known()) {
            throw new IOException(output.problem());
        }
    }

    @Override
    public Host later(Duration wait) {
        long endNs = System.nanoTime() + wait.toNanos();
        for (long leftNs = wait.toNanos(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
        return this;
    }
}
