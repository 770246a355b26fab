package org.ticktoquote.analysis.evidence;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Line in Zing's own format, {@code [ID VALUE ...]} after its time stamps (Azul's "Understanding a Garbage Collection Log
 * Format", which does not document the values). {@code GCHH} lines are the header of a file, in which {@code start time ms}
 * is the start of the JVM (Azul's "Garbage Collector Log File").
 */
final class ZingRecord {
    static final long NO_START = -1;

    /** Values begin with a capital or digit, unlike details of HotSpot 8 such as {@code [GC concurrent-mark-start]}. */
    private static final Pattern RECORD = Pattern.compile("\\[[A-Z][A-Z0-9]* +[A-Z0-9:-].*");

    private static final String HEAD = "[GCHH ";
    private static final Pattern START = Pattern.compile("\\[GCHH\\s*:\\s*start time ms\\s*:\\s*(\\d{1,15})\\s*]\\s*");

    private ZingRecord() {}

    /** Returns whether a line with nanosecond time stamps is a record other than a header. */
    static boolean isIn(String line) {
        return line.contains("] [")
                && LogLine.of(line).filter(written -> is(written.message())).isPresent();
    }

    /** Returns whether a message is a record other than a header. */
    static boolean is(String message) {
        return RECORD.matcher(message).matches() && !isHead(message);
    }

    /** Returns whether a message belongs to the header of a file. */
    static boolean isHead(String message) {
        return message.startsWith(HEAD);
    }

    /** Returns the start of the JVM in ms since 1970-01-01 UTC, or {@link #NO_START}. */
    static long startMs(String message) {
        Matcher start = START.matcher(message);
        return start.matches() ? Long.parseLong(start.group(1)) : NO_START;
    }
}
