package org.ticktoquote.analysis.evidence;

import java.util.regex.Pattern;

/**
 * Checks whether a unified log holds the exit of each JVM. At exit, HotSpot logs its heap with the tags
 * {@code gc,heap,exit}, or {@code gc,exit} in Java 25 (before_exit in java.cpp). Since Java 16 a log begins with the
 * version, {@code gc,init}. Without that line the exit cannot be checked.
 */
final class JvmLogEnd {
    private static final String FIRST = "[gc,init";
    private static final String FIRST_MESSAGE = "] Version: ";
    private static final String LAST_MESSAGE = "] Heap";
    private static final Pattern LAST = Pattern.compile(".*\\[gc,(heap,)?exit *] Heap");

    private int begun;
    private int ended;

    void line(String line) {
        begun += line.contains(FIRST) && line.contains(FIRST_MESSAGE) ? 1 : 0;
        ended += line.endsWith(LAST_MESSAGE) && LAST.matcher(line).matches() ? 1 : 0;
    }

    /** Returns whether more JVMs began than ended. */
    boolean missing() {
        return begun > ended;
    }
}
