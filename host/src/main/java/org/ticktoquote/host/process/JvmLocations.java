package org.ticktoquote.host.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Usual locations of Java executables: this process's JVM, JAVA_HOME, PATH, {@code /usr/lib/jvm}, {@code /opt} and SDKMAN.
 * The launcher {@code t2q} searches the same ones.
 */
public final class JvmLocations {
    private static final String WHERE = "JAVA_HOME, PATH, /usr/lib/jvm, /opt and ~/.sdkman";

    private final Map<String, String> environment;
    private final Path root;
    private final Path own;

    /**
     * Creates the locations of a host.
     *
     * @param root directory of its files
     * @param own executable of this process
     */
    public JvmLocations(Map<String, String> environment, Path root, Path own) {
        this.environment = Map.copyOf(environment);
        this.root = root;
        this.own = own;
    }

    public static JvmLocations ofThisHost() {
        return new JvmLocations(System.getenv(), Path.of("/"), JavaCommand.ownJava());
    }

    public static String words() {
        return WHERE;
    }

    /** Returns the executables in search order, with symbolic links resolved and without duplicates. */
    public List<Path> executables() {
        Set<Path> found = new LinkedHashSet<>();
        for (Path candidate : candidates()) {
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                found.add(real(candidate));
            }
        }
        return List.copyOf(found);
    }

    private List<Path> candidates() {
        List<Path> candidates = new ArrayList<>(List.of(own));
        addHome(candidates, environment.getOrDefault("JAVA_HOME", ""));
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            add(candidates, folder, "java");
        }
        homesIn(root.resolve("usr/lib/jvm")).forEach(home -> addHome(candidates, home));
        homesIn(root.resolve("opt")).forEach(home -> addHome(candidates, home));
        String user = environment.getOrDefault("HOME", "");
        if (!user.isEmpty()) {
            homesIn(Path.of(user, ".sdkman", "candidates", "java")).forEach(home -> addHome(candidates, home));
        }
        return candidates;
    }

    private static void addHome(List<Path> candidates, String home) {
        add(candidates, home, "bin/java");
    }

    private static void add(List<Path> candidates, String folder, String program) {
        try {
            if (!folder.isEmpty()) {
                candidates.add(Path.of(folder, program));
            }
        } catch (InvalidPathException noPath) {
            // not a valid path
        }
    }

    private static List<String> homesIn(Path folder) {
        List<String> homes = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(entry -> homes.add(entry.toString()));
        } catch (IOException noSuchPlace) {
            return List.of();
        }
        homes.sort(null);
        return homes;
    }

    private static Path real(Path executable) {
        try {
            return executable.toRealPath();
        } catch (IOException gone) {
            return executable;
        }
    }
}
