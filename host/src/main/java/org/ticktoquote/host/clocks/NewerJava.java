package org.ticktoquote.host.clocks;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.ticktoquote.host.process.JvmPlaces;

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
        return newest(JvmPlaces.ofThisHost().executables().stream()
                .map(executable -> executable.resolve("../..").normalize())
                .toList());
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
