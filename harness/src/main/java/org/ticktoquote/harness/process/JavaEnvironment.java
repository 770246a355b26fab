package org.ticktoquote.harness.process;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Java options in the environment of a t2q process. A collector or heap set there would contradict the flags that t2q gives
 * its own JVMs, and these would not start. Other options stay, such as directories for temporary files.
 */
final class JavaEnvironment {
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final Pattern COLLECTOR_OR_HEAP = Pattern.compile("(?<!\\S)(-XX:[+-]Use[A-Za-z0-9]*GC"
            + "|-XX:[+-]AggressiveHeap|-Xm[nsx][0-9]\\S*"
            + "|-XX:(Initial|Min|Max|SoftMax)HeapSize=\\S+|-XX:(Max)?NewSize=\\S+"
            + "|-XX:(Initial|Min|Max)RAM[A-Za-z]*=\\S+)(?!\\S)");

    private JavaEnvironment() {}

    /** Removes collector and heap from the environment of a process to be started. */
    static void setIn(Map<String, String> environment) {
        for (String variable : VARIABLES) {
            environment.computeIfPresent(
                    variable,
                    (name, options) ->
                            COLLECTOR_OR_HEAP.matcher(options).replaceAll("").strip());
        }
    }
}
