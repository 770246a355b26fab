package org.ticktoquote.host.source;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A host as its files and tools show it: the one that runs this process, or a recorded tree.
 *
 * <p>Paths are absolute, as on the host. Nothing but {@link #write} and {@link #change} changes anything.
 */
public interface Host {
    /** The content of a file. */
    Reading file(String path);

    /** Names in a directory, sorted; empty when it does not exist or cannot be listed. */
    List<String> names(String directory);

    /** Standard output of a tool that only looks, each word by itself, never through a shell. */
    Reading tool(String... words);

    /** Writes a value into a file that exists. */
    void write(String path, String value) throws IOException;

    /** Runs a tool that changes something. */
    void change(List<String> words) throws IOException;

    /** The same host at a later moment, after waiting for it; of a recorded tree the second moment that was recorded. */
    Host later(Duration wait);
}
