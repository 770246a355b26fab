package org.ticktoquote.host.source;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Host as seen through its files and tools: the host of this process, or a recorded tree.
 *
 * <p>Paths are absolute, as on the host. Only {@link #write} and {@link #change} change the host.
 */
public interface Host {
    Reading file(String path);

    /** Returns the sorted names in a directory; empty if it does not exist or cannot be listed. */
    List<String> names(String directory);

    /** Returns the sorted names in a directory that match the pattern. A recorded tree contains only these names. */
    default List<String> names(String directory, Pattern wanted) {
        return names(directory).stream()
                .filter(name -> wanted.matcher(name).matches())
                .toList();
    }

    /** Returns the standard output of a read-only tool. Each word is an argument; no shell is involved. */
    Reading tool(String... words);

    /** Writes a value to an existing file. */
    void write(String path, String value) throws IOException;

    /** Runs a tool that changes the host. */
    void change(List<String> words) throws IOException;

    /** Waits and returns the host at a later time; for a recorded tree, its second recording. */
    Host later(Duration wait);
}
