package org.ticktoquote.analysis.evidence;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of Zing's own, {@code [ID VALUE ...]} behind its stamps (Azul's "Understanding a Garbage Collection Log Format", which
 * says of no ID what its values are). What begins with {@code GCHH} heads a file, and {@code start time ms} there is when the JVM
 * began (Azul's "Garbage Collector Log File").
 */
final class ZingRecord {
    static final long NO_START = -1;

    private static final Pattern STAMPED =
            Pattern.compile("^\\[\\d{1,18}ns]\\[\\d{1,18}ns]\\[\\d{1,18}]\\[[^]]*] (\\[[A-Z].*)$");
    private static final String HEAD = "[GCHH ";
    private static final Pattern START = Pattern.compile("\\[GCHH\\s*:\\s*start time ms\\s*:\\s*(\\d{1,15})\\s*]\\s*");

    private ZingRecord() {}

    /** Whether a line with stamps in nanoseconds is one that tells something, and not the head of a file. */
    static boolean isIn(String line) {
        if (!line.contains("] [")) {
            return false;
        }
        Matcher record = STAMPED.matcher(line);
        return record.matches() && !isHead(record.group(1));
    }

    /** Whether a message is of the head of a file. */
    static boolean isHead(String message) {
        return message.startsWith(HEAD);
    }

    /** When the JVM began, in ms since 1970-01-01 UTC, where a message says so; {@link #NO_START} otherwise. */
    static long startMs(String message) {
        Matcher start = START.matcher(message);
        return start.matches() ? Long.parseLong(start.group(1)) : NO_START;
    }
}
