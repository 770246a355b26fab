package org.ticktoquote.host.process;

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
import java.util.stream.Stream;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.DirectoryTree;
import org.ticktoquote.core.file.Sha256;

/**
 * Files that an application's command names, including the content of named folders, but not its JVM. Used to check whether
 * two runs measured the same application.
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
    private static final Pattern LINE = Pattern.compile("(\\S+) {2}(.+)");

    public CommandFiles {
        sums = Collections.unmodifiableSortedMap(new TreeMap<>(sums));
    }

    /** Hashes the files of a command. A word can be a list of paths like a class path, or have a path after {@code =}. */
    public static CommandFiles of(List<String> command, Path java) {
        NavigableSet<Path> found = new TreeSet<>();
        command.stream()
                .flatMap(word -> Stream.of(word, word.substring(word.indexOf('=') + 1)))
                .flatMap(word -> Stream.of(word.split(":", -1)))
                .filter(word -> !word.isEmpty())
                .forEach(word -> add(word, java, found));
        SortedMap<String, String> sums = new TreeMap<>();
        found.forEach(path -> sums.put(path.toString(), sum(path)));
        return new CommandFiles(sums);
    }

    private static void add(String word, Path java, NavigableSet<Path> found) {
        try {
            Path path = Path.of(word);
            if (!path.equals(java) && Files.exists(path)) {
                List<Path> files = DirectoryTree.files(path, MAX_FILES + 1);
                for (Path file : files.size() > MAX_FILES ? List.of(path) : files) {
                    found.add(file.toAbsolutePath().normalize());
                }
            }
        } catch (InvalidPathException noPath) {
            // a word that is not a valid path names no file
        } catch (IOException unreadable) {
            found.add(Path.of(word).toAbsolutePath().normalize());
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
