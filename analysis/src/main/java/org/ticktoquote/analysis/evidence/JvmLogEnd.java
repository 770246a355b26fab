package org.ticktoquote.analysis.evidence;

import java.util.regex.Pattern;

/**
 * Whether the JVMs of a unified log came to their ends in it. HotSpot writes its heap with the tags {@code gc,heap,exit} as it exits,
 * {@code gc,exit} in Java 25 (before_exit in java.cpp). It begins with its version, {@code gc,init}, since Java 16. A log that does not
 * begin so says nothing of its end.
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

    /** Whether more began than ended. */
    boolean missing() {
        return begun > ended;
    }
}
