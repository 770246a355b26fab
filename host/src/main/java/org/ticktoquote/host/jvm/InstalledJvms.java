package org.ticktoquote.host.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.host.process.JavaCommand;

/**
 * JVMs of this host, each identified once, and the JVMs that the user assigned to profiles.
 *
 * @param found JVMs in search order, the JVM of this process first
 * @param given home or executable by profile name; identified on use
 */
public record InstalledJvms(List<Jvm> found, Map<String, Path> given) {
    public InstalledJvms {
        found = List.copyOf(found);
        given = Map.copyOf(given);
    }

    /**
     * Searches the usual locations and starts each JVM for a fraction of a second.
     *
     * @param given home or executable by profile name
     */
    public static InstalledJvms find(Map<String, Path> given) {
        return new InstalledJvms(
                distinct(executables(), java -> JvmProbe.identify(java).jvm()), given);
    }

    /**
     * Returns the Java executables of this host in search order, with symbolic links resolved and without duplicates: this
     * process's JVM, JAVA_HOME, PATH, {@code /usr/lib/jvm}, {@code /opt} and SDKMAN. The launcher {@code t2q} searches the
     * same locations.
     */
    public static List<Path> executables() {
        return executables(System.getenv(), Path.of("/"), JavaCommand.ownJava());
    }

    /**
     * Returns the executables of a host.
     *
     * @param root directory of its files
     * @param own executable of this process
     */
    static List<Path> executables(Map<String, String> environment, Path root, Path own) {
        Set<Path> found = new LinkedHashSet<>();
        for (Path candidate : candidates(environment, root, own)) {
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                found.add(real(candidate));
            }
        }
        return List.copyOf(found);
    }

    private static List<Path> candidates(Map<String, String> environment, Path root, Path own) {
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

    /** Merges executables of the same home into one JVM. */
    static List<Jvm> distinct(List<Path> executables, Function<Path, Optional<Jvm>> ask) {
        Map<String, Jvm> byHome = new LinkedHashMap<>();
        executables.stream().map(ask).flatMap(Optional::stream).forEach(jvm -> byHome.putIfAbsent(jvm.home(), jvm));
        return List.copyOf(byHome.values());
    }

    private static Jvm require(String name, Path path) {
        JvmChoice answer = JvmProbe.identify(ProblemException.under("--jvm", () -> JavaCommand.javaOf(path)));
        return answer.jvm()
                .orElseThrow(() -> Problem.of(name + "=" + path)
                        .fault(answer.reason())
                        .under("--jvm")
                        .exception());
    }

    /** Returns the JVMs by unique names, as short as possible: {@code hotspot-17} or {@code hotspot-17.0.15}. */
    public Map<String, Jvm> named() {
        Map<String, Jvm> named = new LinkedHashMap<>();
        for (Jvm jvm : found) {
            String family = jvm.family().key() + "-";
            boolean alone = found.stream()
                            .filter(other -> other.feature() == jvm.feature() && other.family() == jvm.family())
                            .count()
                    == 1;
            String name = family + (alone ? jvm.feature() : jvm.version().replaceAll("[^A-Za-z0-9._-]", "."));
            String free = name;
            for (int i = 2; named.containsKey(free); i++) {
                free = name + "-" + i;
            }
            named.put(free, jvm);
        }
        return named;
    }

    /**
     * Returns the JVM for a profile on this host, or the reason why there is none.
     *
     * @throws ProblemException if the path given for the profile is not a JVM
     */
    public JvmChoice choose(JvmProfile profile, int leastFeature) {
        Path path = given.get(profile.name());
        if (path != null) {
            Jvm found = require(profile.name(), path);
            return verified(profile, found, "--jvm " + profile.name() + "=" + found.home(), leastFeature);
        }
        if (!profile.home().isEmpty()) {
            return atHome(profile, leastFeature);
        }
        List<Jvm> matching = new ArrayList<>(found);
        matching.removeIf(jvm -> profile.problem(jvm).isPresent());
        return matching.stream()
                .filter(jvm -> jvm.feature() >= leastFeature)
                .findFirst()
                .map(JvmChoice::of)
                .orElseGet(() -> JvmChoice.none(missing(profile, matching, leastFeature)));
    }

    private static JvmChoice atHome(JvmProfile profile, int leastFeature) {
        Path java = Path.of(profile.home()).resolve("bin").resolve("java");
        JvmChoice answer = JvmProbe.identify(java);
        return answer.jvm()
                .map(jvm -> verified(profile, jvm, profile.home(), leastFeature))
                .orElseGet(() ->
                        JvmChoice.none("no JVM at " + profile.home() + "; give --jvm " + profile.name() + "=PATH"));
    }

    private static JvmChoice verified(JvmProfile profile, Jvm jvm, String place, int leastFeature) {
        Optional<String> objection = profile.problem(jvm);
        if (objection.isPresent()) {
            return JvmChoice.none(place + " does not match the profile '" + profile.name() + "': " + objection.get());
        }
        return jvm.feature() >= leastFeature
                ? JvmChoice.of(jvm)
                : JvmChoice.none(place + " is Java " + jvm.version() + ", expected " + leastFeature + " or newer");
    }

    private static String missing(JvmProfile profile, List<Jvm> matching, int leastFeature) {
        String tooOld = matching.isEmpty()
                ? ""
                : " of Java " + leastFeature + " or newer (" + matching.get(0).description() + " is older)";
        return "no " + profile.description() + tooOld + "; give --jvm " + profile.name() + "=PATH";
    }

    /**
     * JVM for a profile on a host.
     *
     * @param found null if there is none
     * @param reason why there is none; empty if there is one
     */
    public record JvmChoice(@Nullable Jvm found, String reason) {
        static JvmChoice of(Jvm jvm) {
            return new JvmChoice(jvm, "");
        }

        static JvmChoice none(String reason) {
            return new JvmChoice(null, reason);
        }

        public Optional<Jvm> jvm() {
            return Optional.ofNullable(found);
        }
    }

    /**
     * Java installation as it describes itself.
     *
     * @param home its {@code java.home}, without symbolic links
     * @param vendor {@code java.vendor}
     * @param vmName {@code java.vm.name}
     * @param version {@code java.version}
     * @param build {@code java.vm.version}, which distinguishes builds of a version
     * @param family JVM family, derived from the name of its VM
     */
    public record Jvm(String home, String vendor, String vmName, String version, String build, JvmFamily family) {
        /** First HotSpot release with unified logging. */
        private static final int FIRST_UNIFIED = 9;

        public Path java() {
            return Path.of(home, "bin", "java");
        }

        /** Returns the feature release: 17, or 8 for {@code 1.8.0_392}; 0 if the version has none. */
        public int feature() {
            String[] parts = version.split("[^0-9]+", -1);
            String first = parts[0].equals("1") && parts.length > 1 ? parts[1] : parts[0];
            return first.matches("[0-9]{1,4}") ? Integer.parseInt(first) : 0;
        }

        /** Returns the flags that log collections and other pauses to a file. HotSpot before Java 9 has different ones. */
        public List<String> logFlags(Path file) {
            boolean unified = family != JvmFamily.HOTSPOT || feature() == 0 || feature() >= FIRST_UNIFIED;
            return unified
                    ? family.logFlags(file)
                    : List.of(
                            "-Xloggc:" + file,
                            "-XX:+PrintGCDetails",
                            "-XX:+PrintGCDateStamps",
                            "-XX:+PrintGCApplicationStoppedTime",
                            JvmFamily.errorFile(file));
        }

        /** Returns a one-line description for users. */
        public String description() {
            return vmName + " " + version + " (" + vendor + ") in " + home;
        }
    }
}
