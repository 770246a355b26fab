package org.ticktoquote.endtoend;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Class data archive of the shipped jar for the JVM of these tests, created once next to the jar: five JVMs of a short run
 * need a quarter less CPU time with it. Other JVMs and jars silently ignore it.
 */
final class SharedClasses {
    private static final String OPTIONS = made();

    private SharedClasses() {}

    /** Returns JVM options; empty if this JVM cannot create an archive. */
    static String options() {
        return OPTIONS;
    }

    private static String made() {
        Path jar = T2qProcess.jar();
        Path archive = jar.resolveSibling("tests-" + Runtime.version().feature() + ".jsa");
        Path lockFile = jar.resolveSibling("tests.lock");
        try (FileChannel channel = FileChannel.open(lockFile, CREATE, WRITE);
                FileLock one = channel.lock()) { // other forks wait, so that every test run starts alike
            if (!Files.exists(archive)
                    || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) < 0) {
                make(jar, archive);
            }
            return Files.exists(archive) ? "-XX:SharedArchiveFile='" + archive + "' -Xlog:cds*=off" : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void make(Path jar, Path archive) throws IOException {
        Files.deleteIfExists(archive);
        Path own = Path.of(System.getProperty("java.home"), "lib", "classlist");
        if (!Files.isReadable(own)) {
            return;
        }
        Path names = Files.createTempFile(jar.resolveSibling(""), "tests-", ".classes");
        Path making = names.resolveSibling(names.getFileName() + ".jsa");
        try {
            Files.write(names, Stream.concat(ofJvm(own), ofJar(jar).stream()).toList());
            if (succeeds(
                    T2qProcess.java(),
                    "-Xshare:dump",
                    "-XX:+UseSerialGC",
                    "-XX:SharedClassListFile=" + names,
                    "-XX:SharedArchiveFile=" + making,
                    "-cp",
                    jar.toString())) {
                Files.move(making, archive, StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            Files.deleteIfExists(names);
            Files.deleteIfExists(making);
        }
    }

    /** Returns class names of the JVM's own list, without lines about lambdas. */
    private static Stream<String> ofJvm(Path list) throws IOException {
        return Files.readAllLines(list).stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("@"))
                .map(line -> line.split(" ")[0]);
    }

    private static List<String> ofJar(Path jar) throws IOException {
        List<String> names = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF") && !name.contains("-"))
                    .forEach(name -> names.add(name.substring(0, name.length() - ".class".length())));
        }
        return names;
    }

    private static boolean succeeds(String... command) throws IOException {
        try {
            return Ended.of(command).status() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
