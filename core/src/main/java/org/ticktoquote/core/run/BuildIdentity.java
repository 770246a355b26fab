package org.ticktoquote.core.run;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.file.Sha256;

/**
 * Version and commit of the build, from the manifest of {@code t2q.jar}. Also the fingerprint of code on a class path.
 *
 * @param version {@code development} outside the jar
 * @param commit commit id of the sources, followed by {@code -dirty} if files had changed since. {@code unknown} for a
 *     build outside git, and outside the jar
 */
public record BuildIdentity(String version, String commit) {
    static final String TITLE = "tick-to-quote";
    static final String COMMIT_ATTRIBUTE = "Implementation-Commit";
    private static final String UNKNOWN = "unknown";
    private static final int FINGERPRINT_DIGITS = 12;
    private static final BuildIdentity NONE = new BuildIdentity("development", UNKNOWN);
    /** Read from the open jar once, because the file can be replaced while the process runs. */
    private static final BuildIdentity OWN = read();

    public static BuildIdentity own() {
        return OWN;
    }

    private static BuildIdentity read() {
        try (InputStream manifest = BuildIdentity.class.getClassLoader().getResourceAsStream(JarFile.MANIFEST_NAME)) {
            return of(manifest);
        } catch (IOException unreadable) {
            return NONE;
        }
    }

    /** Returns version and commit, such as {@code 0.1.0 (commit 1a2b3c4d5e6f)}. */
    public String description() {
        return version + " (commit " + commit + ")";
    }

    /** Returns the identity in a manifest, or {@link #NONE} if it is missing or belongs to another product. */
    static BuildIdentity of(@Nullable InputStream manifest) throws IOException {
        if (manifest == null) {
            return NONE;
        }
        Attributes attributes = new Manifest(manifest).getMainAttributes();
        if (!TITLE.equals(attributes.getValue(Attributes.Name.IMPLEMENTATION_TITLE))) {
            return NONE;
        }
        String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        String commit = attributes.getValue(COMMIT_ATTRIBUTE);
        return new BuildIdentity(
                version == null ? NONE.version() : version, commit == null || commit.isBlank() ? UNKNOWN : commit);
    }

    /**
     * Returns a fingerprint of code, twelve hexadecimal digits: of names and CRC-32 of the classes in given packages of a class
     * path, in jars or directories.
     *
     * @param folders package folders, such as {@code org/ticktoquote/core/}
     */
    public static String fingerprint(String classPath, List<String> folders) {
        Map<String, Long> classes = new TreeMap<>();
        Predicate<String> counts =
                name -> name.endsWith(".class") && folders.stream().anyMatch(name::startsWith);
        try {
            for (String each : classPath.split(File.pathSeparator, -1)) {
                Path element = Path.of(each);
                if (Files.isDirectory(element)) {
                    addFiles(classes, element, folders, counts);
                } else if (Files.isRegularFile(element)) {
                    addEntries(classes, element, counts);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the class path cannot be read: " + IoReason.of(e), e);
        }
        MessageDigest digest = Sha256.newDigest();
        classes.forEach((name, sum) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(sum).array());
        });
        return Sha256.hex(digest).substring(0, FINGERPRINT_DIGITS);
    }

    private static void addEntries(Map<String, Long> classes, Path jar, Predicate<String> counts) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            zip.stream()
                    .filter(entry -> counts.test(entry.getName()))
                    .forEach(entry -> classes.putIfAbsent(entry.getName(), entry.getCrc()));
        }
    }

    private static void addFiles(Map<String, Long> classes, Path folder, List<String> folders, Predicate<String> counts)
            throws IOException {
        for (String each : folders) {
            Path from = folder.resolve(each);
            if (Files.isDirectory(from)) {
                try (Stream<Path> files = Files.walk(from)) {
                    for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                        String name = folder.relativize(file).toString();
                        if (counts.test(name)) {
                            CRC32 sum = new CRC32();
                            sum.update(Files.readAllBytes(file));
                            classes.putIfAbsent(name, sum.getValue());
                        }
                    }
                }
            }
        }
    }
}
