package org.ticktoquote.host.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.program.ProductJar;
import org.ticktoquote.core.program.RootCommand;

/**
 * Command that starts a subcommand of t2q in a separate JVM.
 *
 * @param java the executable
 * @param jvmFlags flags before the program
 * @param program JVM arguments that locate the program
 */
public record JavaCommand(Path java, List<String> jvmFlags, List<String> program) {
    /**
     * Flags for a process on another host that mostly waits. They override a collector and a heap in
     * {@code JAVA_TOOL_OPTIONS} there.
     */
    public static final List<String> SMALL_JVM = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:-UseG1GC",
            "-XX:-UseParallelGC",
            "-XX:-UseZGC",
            "-XX:-UseShenandoahGC",
            "-XX:+UseSerialGC",
            "-Xms8m",
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+PerfDisableSharedMem");

    /** Value of {@code MemTotal} in {@code /proc/meminfo}. */
    private static final Pattern MEMORY_KIB = Pattern.compile("([0-9]{1,15}) kB");

    private static final long KIB_OF_MIB = 1024;
    private static final long MIN_MIB = 192;
    private static final long MAX_MIB = 2048;
    private static final int SHARE = 8;
    private static final int YOUNG_PERCENT = 88;

    public JavaCommand {
        jvmFlags = List.copyOf(jvmFlags);
        program = List.copyOf(program);
    }

    /** Uses the program of this process. */
    public JavaCommand(Path java, List<String> jvmFlags) {
        this(java, jvmFlags, ownProgram());
    }

    /** Uses the program in a jar. */
    public static JavaCommand ofJar(Path java, List<String> jvmFlags, Path jar) {
        return new JavaCommand(java, jvmFlags, List.of("-jar", jar.toString()));
    }

    /** Returns the clients' heap flags for a host with this {@code MemTotal}; the largest heap if it is unknown. */
    public static List<String> clientHeap(String memory) {
        Matcher kib = MEMORY_KIB.matcher(memory);
        long mib = kib.matches() ? Long.parseLong(kib.group(1)) / KIB_OF_MIB / SHARE : MAX_MIB;
        long heap = Math.max(MIN_MIB, Math.min(MAX_MIB, mib));
        return List.of(
                "-Xms" + heap + "m",
                "-Xmx" + heap + "m",
                "-Xmn" + heap * YOUNG_PERCENT / 100 + "m",
                "-XX:SurvivorRatio=16",
                "-XX:MetaspaceSize=64m");
    }

    /** Returns the executable of this process's JVM. */
    public static Path ownJava() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Returns the executable of a JDK or JRE home, or the path itself if it is an executable. */
    public static Path javaOf(Path homeOrExecutable) {
        Path inHome = homeOrExecutable.resolve("bin").resolve("java");
        Path java = Files.isDirectory(homeOrExecutable) ? inHome : homeOrExecutable;
        if (!Files.isExecutable(java)) {
            throw Problem.ofValue(homeOrExecutable)
                    .fault("is not a Java installation")
                    .expected("a JDK home with bin/java, or a java executable")
                    .exception();
        }
        return java;
    }

    /**
     * Checks that the JVM can run t2q by printing its version, which takes a fraction of a second.
     *
     * @throws ProblemException naming the option if the JVM is too old, not a Java executable, or rejects the flags
     */
    public void require(String option) {
        CommandRunner.CommandResult said = CommandRunner.run(subcommand("--version", List.of()));
        if (said.status() == 0 && said.text().lines().anyMatch(line -> line.startsWith("t2q "))) {
            return;
        }
        throw Problem.of(option)
                .fault("no JVM that runs t2q: " + said.firstLine())
                .exception();
    }

    /** Returns the command line of a subcommand, one element per argument. */
    public List<String> subcommand(String name, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(jvmFlags);
        command.addAll(program);
        command.add(name);
        command.addAll(arguments);
        return command;
    }

    private static List<String> ownProgram() {
        Optional<Path> jar = ProductJar.program();
        if (jar.isPresent()) {
            return List.of("-jar", jar.get().toString());
        }
        return List.of(
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                RootCommand.class.getName());
    }
}
