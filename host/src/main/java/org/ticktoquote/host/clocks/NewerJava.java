package org.ticktoquote.host.clocks;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An installed Java, found in the places where the launcher looks too.
 *
 * @param home directory with {@code bin/java} and {@code release}
 * @param feature release, as in 25
 */
record NewerJava(Path home, int feature) {
    /** The first that can read native clocks. */
    static final int WANTED = 22;

    /** The newest one of at least {@value #WANTED}, without starting any. */
    static Optional<NewerJava> find() {
        List<Path> homes = new ArrayList<>();
        add(homes, System.getenv("JAVA_HOME"));
        for (String directory : String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1)) {
            homeOf(Path.of(directory, "java")).ifPresent(homes::add);
        }
        homes.addAll(below(Path.of("/usr/lib/jvm")));
        homes.addAll(below(Path.of("/opt")));
        homes.addAll(below(Path.of(System.getProperty("user.home"), ".sdkman", "candidates", "java")));
        return newest(homes);
    }

    private static void add(List<Path> homes, @Nullable String home) {
        if (home != null && !home.isEmpty()) {
            homes.add(Path.of(home));
        }
    }

    private static Optional<Path> homeOf(Path java) {
        try {
            return Optional.of(java.toRealPath().resolve("../..").normalize());
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    private static List<Path> below(Path directory) {
        try (Stream<Path> homes = Files.list(directory)) {
            return homes.sorted().toList();
        } catch (IOException | UncheckedIOException absent) {
            return List.of();
        }
    }

    /** The newest of some homes; of equal ones the first. */
    static Optional<NewerJava> newest(List<Path> homes) {
        return homes.stream()
                .filter(home -> Files.isExecutable(home.resolve("bin").resolve("java")))
                .map(home -> new NewerJava(home, featureOf(home.resolve("release"))))
                .filter(java -> java.feature >= WANTED)
                .max(Comparator.comparingInt(NewerJava::feature));
    }

    private static int featureOf(Path release) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(release)) {
            properties.load(reader);
            String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
            return Runtime.Version.parse(version).feature();
        } catch (IOException | IllegalArgumentException unknown) {
            return 0;
        }
    }

    /** The executable. */
    Path executable() {
        return home.resolve("bin").resolve("java");
    }
}
