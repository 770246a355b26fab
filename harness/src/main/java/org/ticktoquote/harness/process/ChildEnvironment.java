package org.ticktoquote.harness.process;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Changes the environment of t2q processes before they start. */
final class ChildEnvironment {
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final Pattern COLLECTOR_OR_HEAP = Pattern.compile("(?<!\\S)(-XX:[+-]Use[A-Za-z0-9]*GC"
            + "|-XX:[+-]AggressiveHeap|-Xm[nsx][0-9]\\S*"
            + "|-XX:(Initial|Min|Max|SoftMax)HeapSize=\\S+|-XX:(Max)?NewSize=\\S+"
            + "|-XX:(Initial|Min|Max)RAM[A-Za-z]*=\\S+)(?!\\S)");

    private static final String ALL_CATEGORIES = "LC_ALL";
    private static final List<String> OTHER_CATEGORIES = List.of("LANG", "LC_CTYPE", "LC_MESSAGES");

    private ChildEnvironment() {}

    /**
     * Removes collector and heap from Java options. They would contradict the flags that t2q gives its own JVMs, and these
     * would not start. Other options stay, such as directories for temporary files.
     */
    static void removeHeapOptions(Map<String, String> environment) {
        for (String variable : VARIABLES) {
            environment.computeIfPresent(
                    variable,
                    (name, options) ->
                            COLLECTOR_OR_HEAP.matcher(options).replaceAll("").strip());
        }
    }

    /** Makes a process write numbers with a decimal point, for example in its GC log. Keeps the rest of the locale. */
    static void setNumericLocale(Map<String, String> environment) {
        String all = environment.remove(ALL_CATEGORIES); // overrides all other categories
        if (all != null && !all.isEmpty()) {
            OTHER_CATEGORIES.forEach(category -> environment.put(category, all));
        }
        environment.put("LC_NUMERIC", "C");
    }
}
