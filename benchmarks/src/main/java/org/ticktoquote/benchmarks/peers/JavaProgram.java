package org.ticktoquote.benchmarks.peers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs of this class path, as processes of their own. */
final class JavaProgram {
    private JavaProgram() {}

    /** The command line of a class with a {@code main}. */
    static List<String> command(List<String> flags, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
        command.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(arguments);
        return command;
    }
}
