package org.ticktoquote.core.run;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.file.Sha256;

/** Fingerprint of code: names and CRC-32 of the classes in given packages of a class path, in jars or directories. */
public final class CodeFingerprint {
    private static final int DIGITS = 12;

    private final List<String> folders;
    private final Map<String, Long> classes = new TreeMap<>();

    private CodeFingerprint(List<String> folders) {
        this.folders = folders;
    }

    /**
     * Returns twelve hexadecimal digits.
     *
     * @param folders package folders, such as {@code org/ticktoquote/core/}
     */
    public static String of(String classPath, List<String> folders) {
        CodeFingerprint print = new CodeFingerprint(folders);
        try {
            for (String element : classPath.split(File.pathSeparator, -1)) {
                print.add(Path.of(element));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the class path cannot be read: " + IoReason.of(e), e);
        }
        return print.digits();
    }

    private void add(Path element) throws IOException {
        if (Files.isDirectory(element)) {
            addFolder(element);
        } else if (Files.isRegularFile(element)) {
            addJar(element);
        }
    }

    private void addJar(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                if (counts(entry.getName())) {
                    classes.putIfAbsent(entry.getName(), entry.getCrc());
                }
            }
        }
    }

    private void addFolder(Path folder) throws IOException {
        for (String each : folders) {
            Path from = folder.resolve(each);
            if (Files.isDirectory(from)) {
                try (Stream<Path> files = Files.walk(from)) {
                    for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                        String name = folder.relativize(file).toString();
                        if (counts(name)) {
                            CRC32 sum = new CRC32();
                            sum.update(Files.readAllBytes(file));
                            classes.putIfAbsent(name, sum.getValue());
                        }
                    }
                }
            }
        }
    }

    private boolean counts(String name) {
        return name.endsWith(".class") && folders.stream().anyMatch(name::startsWith);
    }

    private String digits() {
        MessageDigest digest = Sha256.newDigest();
        classes.forEach((name, sum) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(sum).array());
        });
        return Sha256.hex(digest).substring(0, DIGITS);
    }
}
