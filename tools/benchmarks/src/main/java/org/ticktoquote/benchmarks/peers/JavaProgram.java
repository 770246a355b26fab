package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands of Java programs in separate processes: from this class path, or the product. */
final class JavaProgram {
    private JavaProgram() {}

    /** Returns the command of a class with a {@code main}. */
    static List<String> command(List<String> flags, Class<?> main, List<String> arguments) {
        List<String> command = java(flags);
        command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        command.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }

    /**
     * Returns the command of the product as shipped, with its additional jars.
     *
     * @param arguments subcommand and its options
     * @throws IOException if the product was not built
     */
    static List<String> product(List<String> flags, List<String> arguments) throws IOException {
        Path benchmarks = Path.of(URI.create(JavaProgram.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        Path jar = benchmarks
                .resolveSibling("../../harness/target/t2q.jar")
                .toAbsolutePath()
                .normalize();
        if (!Files.isRegularFile(jar)) {
            throw new IOException(jar + " is missing; build it with mvn -Dquick package");
        }
        List<String> command = java(flags);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        return command;
    }

    private static List<String> java(List<String> flags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        return command;
    }
}
