package org.ticktoquote.host.process;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.Claim;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.Sha256;

/**
 * Files that an application's command names, including the content of named folders, but neither its JVM nor outputs. Used
 * to check whether two runs measured the same application.
 *
 * <p>Outputs are files that JVM options name as such, results of t2q, and logs.
 *
 * @param sums SHA-256 by absolute path, in order: 64 lower-case hexadecimal digits, or {@code unreadable}
 */
public record CommandFiles(SortedMap<String, String> sums) {
    /** Names of the host facts with the number of files and the checksum over all. */
    public static final String COUNT_FACT = "applicationFiles";

    public static final String CHECKSUM_FACT = "applicationSha256";

    /** No known files. */
    public static final CommandFiles NONE = new CommandFiles(new TreeMap<>());

    /** Limit of hashed files per folder. A folder with more probably holds data and counts as one unreadable file. */
    private static final int MAX_FILES = 10_000;

    private static final int BLOCK = 1 << 16;
    private static final String BETWEEN = "  ";
    private static final JsonMapper JSON = new JsonMapper();
    private static final String PRODUCT = "tick-to-quote ";
    /** Options of the JVM that name outputs. */
    private static final Pattern OUTPUT_OPTION = Pattern.compile("-X(log(gc)?|verbosegclog|dump)\\b.*"
            + "|-XX:(HeapDumpPath|ErrorFile|LogFile|ArchiveClassesAtExit)\\b.*"
            + "|-XX:(StartFlightRecording|FlightRecorderOptions)\\b.*"
            + "|-D(java\\.io\\.tmpdir|jna\\.tmpdir|aeron\\.dir)=.*");

    private static final Pattern LOG_FOLDER = Pattern.compile("(?i)logs?");
    /** Code, which counts in folders of logs too: a package of Java or Python can be called {@code log}. */
    private static final Pattern CODE = Pattern.compile("(?i).*\\.(class|jar|war|so|py|rb|pl|sh|lua|ts|[cm]?js)");
    /** Resources of such a package, which count in deeper folders of logs. */
    private static final Pattern RESOURCE = Pattern.compile("(?i).*\\.(properties|xml|ya?ml|sql)");
    /** Logs, also rotated or compressed ones, process ids, dumps and recordings. */
    private static final Pattern LOG =
            Pattern.compile("(?i).*\\.log([.-]\\d[\\dT._-]*|\\.old)?(\\.(current|gz|zip|xz|bz2|zst))?"
                    + "|hs_err_pid.*|.*\\.(hprof|jfr|pid)");

    /** End of a word that means all jars of a folder in a class path. */
    private static final String ALL_JARS = "/*";

    private static final Pattern LINE = Pattern.compile("(\\S+) {2}(.+)");

    public CommandFiles {
        sums = Collections.unmodifiableSortedMap(new TreeMap<>(sums));
    }

    /** Hashes the files of a command. A word can be a list of paths like a class path, or have a path after {@code =}. */
    public static CommandFiles of(List<String> command, Path java) {
        NavigableSet<Path> found = new TreeSet<>();
        command.stream()
                .filter(word -> !OUTPUT_OPTION.matcher(word).matches())
                .flatMap(word -> Stream.of(word, word.substring(word.indexOf('=') + 1)))
                .flatMap(word -> Stream.of(word.split(":", -1)))
                .filter(word -> !word.isEmpty())
                .forEach(word -> add(word, java, found));
        SortedMap<String, String> sums = new TreeMap<>();
        found.forEach(path -> sums.put(path.toString(), sum(path)));
        return new CommandFiles(sums);
    }

    private static void add(String word, Path java, NavigableSet<Path> found) {
        boolean jars = word.endsWith(ALL_JARS);
        try {
            String name = jars ? word.substring(0, word.length() - 1) : word;
            Path path = Path.of(name).toAbsolutePath().normalize();
            if (!Path.of(word).equals(java) && Files.exists(path)) {
                Path root = Files.isDirectory(path) && Files.isSymbolicLink(path) ? path.toRealPath() : path;
                boolean logs = isLogs(path);
                List<Path> files = DirectoryTree.files(
                        root, MAX_FILES + 1, jars ? file -> isJar(file, root) : file -> !isOutput(file, root, logs));
                found.addAll(files.size() > MAX_FILES ? List.of(path) : files);
            }
        } catch (InvalidPathException noPath) {
            // a word that is not a valid path names no file
        } catch (IOException unreadable) {
            found.add(Path.of(word).toAbsolutePath().normalize());
        }
    }

    /** Returns whether a path is a folder, or a jar directly in it. */
    private static boolean isJar(Path path, Path folder) {
        return path.equals(folder)
                || folder.equals(path.getParent()) && path.toString().matches("(?i).*\\.jar");
    }

    /** Returns whether a folder holds logs, such as {@code logs} or {@code /var/log/pricing}. */
    private static boolean isLogs(Path folder) {
        Path parent = folder.getParent();
        return Files.isDirectory(folder) && (isLogFolder(folder) || parent != null && isLogFolder(parent));
    }

    private static boolean isLogFolder(Path folder) {
        return LOG_FOLDER.matcher(String.valueOf(folder.getFileName())).matches();
    }

    /**
     * Returns whether an application probably writes a file or folder.
     *
     * @param root the path that the command names, or a folder above the file
     * @param logs whether the root holds logs
     */
    private static boolean isOutput(Path path, Path root, boolean logs) {
        if (Files.isDirectory(path)) {
            return isResult(path);
        }
        String name = path.getFileName().toString();
        return LOG.matcher(name).matches()
                || !path.equals(root) && name.endsWith(".out")
                || !CODE.matcher(name).matches()
                        && (logs
                                || isAmongLogs(
                                        root.relativize(path),
                                        RESOURCE.matcher(name).matches()));
    }

    /** Returns whether a file is in a folder of logs, which for a resource is one directly below the root. */
    private static boolean isAmongLogs(Path below, boolean resource) {
        int folders = below.getNameCount() - 1;
        return IntStream.range(0, resource ? Math.min(1, folders) : folders)
                .anyMatch(i -> isLogFolder(below.getName(i)));
    }

    /** Returns whether a folder is a run or matrix of t2q, or will become one. */
    private static boolean isResult(Path folder) {
        return Files.exists(folder.resolve(Claim.FOLDER_LOCK))
                || Stream.of("run.json", "matrix.json").map(folder::resolve).anyMatch(CommandFiles::isManifest);
    }

    private static boolean isManifest(Path file) {
        try {
            return Files.isRegularFile(file)
                    && JSON.readTree(file.toFile()).path("product").asText().startsWith(PRODUCT);
        } catch (IOException another) {
            return false;
        }
    }

    private static String sum(Path path) {
        MessageDigest digest = Sha256.newDigest();
        byte[] block = new byte[BLOCK];
        try (InputStream in = Files.newInputStream(path)) {
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                digest.update(block, 0, read);
            }
            return Sha256.hex(digest);
        } catch (IOException unreadable) {
            return "unreadable";
        }
    }

    /** Returns the SHA-256 over the contents of all files, independent of their names and locations; empty without files. */
    public String sha256() {
        if (sums.isEmpty()) {
            return "";
        }
        MessageDigest digest = Sha256.newDigest();
        sums.values().stream().sorted().forEach(sum -> digest.update((sum + "\n").getBytes(StandardCharsets.UTF_8)));
        return Sha256.hex(digest);
    }

    /** Writes one line per file in the format of sha256sum(1). */
    public void write(Path file) {
        StringBuilder text = new StringBuilder();
        sums.forEach(
                (path, sum) -> text.append(sum).append(BETWEEN).append(path).append('\n'));
        FileAccess.write(file, () -> AtomicFile.write(file, text.toString()));
    }

    /** Reads a file written by {@link #write}; {@link #NONE} if it cannot be read. */
    public static CommandFiles read(Path file) {
        SortedMap<String, String> sums = new TreeMap<>();
        try (Stream<String> lines = Files.lines(file)) {
            lines.map(LINE::matcher).filter(Matcher::matches).forEach(line -> sums.put(line.group(2), line.group(1)));
        } catch (IOException | UncheckedIOException unreadable) {
            return NONE;
        }
        return new CommandFiles(sums);
    }

    /** Returns the sorted paths of files of either application whose content the other application does not have. */
    public List<String> differencesFrom(CommandFiles other) {
        SortedSet<String> paths = new TreeSet<>(unlike(other));
        paths.addAll(other.unlike(this));
        return List.copyOf(paths);
    }

    private List<String> unlike(CommandFiles other) {
        return sums.keySet().stream()
                .filter(path -> !other.sums.containsValue(sums.get(path)))
                .toList();
    }
}
