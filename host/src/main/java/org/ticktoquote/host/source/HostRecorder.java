package org.ticktoquote.host.source;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;

/**
 * Records everything read from a host in a directory that {@link RecordedHost} can read.
 *
 * <p>Keeps the first of repeated readings, so that the record shows one moment. Does not change the host.
 */
public final class HostRecorder implements Host {
    /** Marker file of an incomplete record, whose missing files would seem absent on the host. */
    private static final String INCOMPLETE = "incomplete";

    private final Host host;
    private final RecordedHost record;
    private final Map<String, Set<String>> listed = new HashMap<>();

    private HostRecorder(Host host, Path directory) {
        this.host = host;
        this.record = new RecordedHost(directory);
    }

    /** Starts a record of this host in an empty directory. */
    public static HostRecorder start(Path directory) {
        return start(new LiveHost(), directory);
    }

    static HostRecorder start(Host host, Path directory) {
        try {
            Files.createFile(directory.resolve(INCOMPLETE));
        } catch (FileAlreadyExistsException e) {
            throw Problem.of(directory)
                    .fault("another t2q host --record is using it, or was interrupted; choose another" + " directory")
                    .exception(ExitStatus.ENVIRONMENT, e);
        } catch (IOException e) {
            throw Problem.of(directory).fault("cannot be written", e).exception(ExitStatus.ENVIRONMENT, e);
        }
        return new HostRecorder(host, directory);
    }

    /** Marks a record as complete. */
    public static void complete(Path directory) {
        FileAccess.change(directory, "cannot be completed", () -> Files.delete(directory.resolve(INCOMPLETE)));
    }

    public static boolean isComplete(Path directory) {
        return !Files.exists(directory.resolve(INCOMPLETE));
    }

    @Override
    public Reading file(String path) {
        Reading reading = host.file(path);
        keep(path, reading);
        return reading;
    }

    @Override
    public List<String> names(String directory) {
        List<String> names = host.names(directory);
        if (listed.putIfAbsent(directory, Set.copyOf(names)) != null) {
            return names;
        }
        for (String name : names) {
            String path = directory + "/" + name;
            if (Files.isDirectory(Path.of(path))) {
                make(record.at(path));
            }
        }
        return names;
    }

    @Override
    public List<String> names(String directory, Pattern wanted) {
        List<String> names = host.names(directory, wanted);
        names.forEach(name -> keep(directory + "/" + name, Reading.of("")));
        return names;
    }

    @Override
    public Reading tool(String... words) {
        Reading reading = host.tool(words);
        keep(
                RecordedHost.toolFile(Arrays.asList(words)),
                reading.absent() ? Reading.unknown(reading.problem()) : reading);
        return reading;
    }

    private void keep(String path, Reading reading) {
        boolean known = reading.known();
        Path file = record.at(known ? path : path + RecordedHost.PROBLEM);
        if (reading.absent() || !record.file(path).absent() || isNewcomer(path)) {
            return;
        }
        make(file.resolveSibling(""));
        FileAccess.write(file, () -> Files.writeString(file, known ? reading.or("") : reading.problem() + "\n"));
    }

    /** Returns whether a path was missing when its directory was first listed, such as the path of a process started since. */
    private boolean isNewcomer(String path) {
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            Set<String> names = listed.get(path.substring(0, slash));
            if (names != null && !names.contains(path.substring(slash + 1).split("/", 2)[0])) {
                return true;
            }
        }
        return false;
    }

    private static void make(Path directory) {
        FileAccess.change(directory, "cannot be created", () -> Files.createDirectories(directory));
    }

    @Override
    public void write(String path, String value) throws IOException {
        throw new IOException("a host that is recorded is not changed: " + path);
    }

    @Override
    public void change(List<String> words) throws IOException {
        throw new IOException("a host that is recorded is not changed: " + String.join(" ", words));
    }

    @Override
    public Host later(Duration wait) {
        return new HostRecorder(host.later(wait), record.root().resolve(RecordedHost.LATER));
    }

    /**
     * Recorded or synthetic host: files below a directory, tool outputs in {@code tools}, a second moment in {@code later}.
     */
    public static final class RecordedHost extends FileTree {
        static final String TOOLS = "/tools/";
        static final String LATER = "later";
        /** Suffix of a file with the reason why the file without the suffix could not be read. */
        static final String PROBLEM = ".t2q-problem";

        public RecordedHost(Path root) {
            super(root);
        }

        static String toolFile(List<String> words) {
            return TOOLS + String.join("_", words).replace('/', '+');
        }

        @Override
        public Reading file(String path) {
            Reading problem = super.file(path + PROBLEM).line();
            return problem.known() ? Reading.unknown(problem.or("")) : super.file(path);
        }

        @Override
        public List<String> names(String directory) {
            return super.names(directory).stream()
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
        public void change(List<String> words) throws IOException {
            throw new IOException("a recorded host has no tools: " + String.join(" ", words));
        }

        @Override
        public Host later(Duration wait) {
            Path later = root().resolve(LATER);
            return Files.isDirectory(later) ? new RecordedHost(later) : this;
        }
    }
}
