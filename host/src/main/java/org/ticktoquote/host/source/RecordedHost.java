package org.ticktoquote.host.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * A host that was recorded, or made up: its files below a directory, the outputs of its tools in {@code tools}, a second
 * moment in {@code later}.
 */
public final class RecordedHost implements Host {
    static final String TOOLS = "/tools/";
    static final String LATER = "later";
    /** Ends the name of a file that tells why another one could not be read. */
    static final String PROBLEM = ".t2q-problem";

    private final FileTree files;

    public RecordedHost(Path root) {
        this.files = new FileTree(root);
    }

    /** The name of the file that holds the output of a tool. */
    static String toolFile(List<String> words) {
        return TOOLS + String.join("_", words).replace('/', '+');
    }

    @Override
    public Reading file(String path) {
        Reading problem = files.file(path + PROBLEM).line();
        return problem.known() ? Reading.unknown(problem.or("")) : files.file(path);
    }

    @Override
    public List<String> names(String directory) {
        return files.names(directory).stream()
                .filter(name -> !name.endsWith(PROBLEM))
                .toList();
    }

    @Override
    public Reading tool(String... words) {
        Reading output = file(toolFile(Arrays.asList(words)));
        return output.absent()
                ? Reading.absent("the output of '" + String.join(" ", words) + "' was not recorded")
                : output;
    }

    @Override
    public void write(String path, String value) throws IOException {
        files.write(path, value);
    }

    @Override
    public void change(List<String> words) throws IOException {
        throw new IOException("a recorded host has no tools: " + String.join(" ", words));
    }

    @Override
    public Host later(Duration wait) {
        Path later = files.root().resolve(LATER);
        return Files.isDirectory(later) ? new RecordedHost(later) : this;
    }
}
