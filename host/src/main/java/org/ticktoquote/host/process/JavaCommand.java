package org.ticktoquote.host.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.program.ProgramJar;
import org.ticktoquote.core.program.RootCommand;

/**
 * The command that starts one of our own subcommands in a JVM of its own.
 *
 * @param java the executable
 * @param jvmFlags put before the program
 * @param program how the JVM finds it
 */
public record JavaCommand(Path java, List<String> jvmFlags, List<String> program) {
    public JavaCommand {
        jvmFlags = List.copyOf(jvmFlags);
        program = List.copyOf(program);
    }

    /** The program that runs this process. */
    public JavaCommand(Path java, List<String> jvmFlags) {
        this(java, jvmFlags, ownProgram());
    }

    /** The program in a jar. */
    public static JavaCommand ofJar(Path java, List<String> jvmFlags, Path jar) {
        return new JavaCommand(java, jvmFlags, List.of("-jar", jar.toString()));
    }

    /** The JVM that runs this process. */
    public static Path ownJava() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** The executable of a JDK or JRE home, or the path itself when it is an executable. */
    public static Path javaOf(Path homeOrExecutable) {
        Path inHome = homeOrExecutable.resolve("bin").resolve("java");
        Path java = Files.isDirectory(homeOrExecutable) ? inHome : homeOrExecutable;
        if (!Files.isExecutable(java)) {
            throw Problem.ofValue(homeOrExecutable)
                    .fault("is no Java")
                    .expected("a JDK home with bin/java, or a java executable")
                    .refusal();
        }
        return java;
    }

    /**
     * Starts the JVM for no more than saying our version, in a fraction of a second.
     *
     * @throws Refusal naming the option when it does not, be it too old, no Java at all, or given nonsense
     */
    public void require(String option) {
        BriefProcess.Said said = BriefProcess.run(subcommand("--version", List.of()));
        if (said.status() == 0 && said.text().lines().anyMatch(line -> line.startsWith("t2q "))) {
            return;
        }
        throw Problem.of(option)
                .fault("no JVM that runs t2q: " + said.firstLine())
                .refusal();
    }

    /** The whole command line of a subcommand, each argument by itself. */
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
        Optional<Path> jar = ProgramJar.own();
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
