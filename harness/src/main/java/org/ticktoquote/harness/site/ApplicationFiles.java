package org.ticktoquote.harness.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.ticktoquote.core.checksum.Sha256;

/**
 * The files that an application's command names, and what is in folders that it names: whether two runs measured the same
 * application is decided by them. Its JVM is not among them.
 *
 * @param paths absolute, in order
 */
public record ApplicationFiles(List<Path> paths) {
    /** Facts of a run's host that hold how many files there were, and the checksum over all. */
    public static final String COUNT_FACT = "applicationFiles";

    public static final String CHECKSUM_FACT = "applicationSha256";

    /** A folder that holds more is data, not a program. */
    private static final int MOST = 10_000;

    private static final int BLOCK = 1 << 16;

    public ApplicationFiles {
        paths = List.copyOf(paths);
    }

    /** Those of a command; words may be lists as of a class path, or hold a path behind an equals sign. */
    public static ApplicationFiles of(List<String> command, Path java) {
        NavigableSet<Path> found = new TreeSet<>();
        command.stream()
                .flatMap(word -> Stream.of(word, word.substring(word.indexOf('=') + 1)))
                .flatMap(word -> Stream.of(word.split(":", -1)))
                .filter(word -> !word.isEmpty())
                .forEach(word -> add(word, java, found));
        return new ApplicationFiles(List.copyOf(found));
    }

    private static void add(String word, Path java, NavigableSet<Path> found) {
        try {
            Path path = Path.of(word);
            if (!path.equals(java) && Files.exists(path)) {
                try (Stream<Path> below = Files.walk(path)) {
                    below.filter(Files::isRegularFile)
                            .limit(MOST)
                            .map(file -> file.toAbsolutePath().normalize())
                            .forEach(found::add);
                }
            }
        } catch (InvalidPathException noPath) {
            // a word that can be no path names no file
        } catch (IOException | UncheckedIOException unreadable) {
            found.add(Path.of(word).toAbsolutePath().normalize());
        }
    }

    /** SHA-256 over each file's name and content, 64 lower-case hexadecimal digits; empty when there is no file. */
    public String sha256() {
        if (paths.isEmpty()) {
            return "";
        }
        MessageDigest digest = Sha256.start();
        for (Path path : paths) {
            digest.update((path.getFileName() + "\0").getBytes(StandardCharsets.UTF_8));
            digest.update(content(path));
        }
        return Sha256.hex(digest);
    }

    private static byte[] content(Path path) {
        MessageDigest digest = Sha256.start();
        byte[] block = new byte[BLOCK];
        try (InputStream in = Files.newInputStream(path)) {
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                digest.update(block, 0, read);
            }
        } catch (IOException unreadable) {
            digest.update("unreadable".getBytes(StandardCharsets.UTF_8));
        }
        return digest.digest();
    }
}
