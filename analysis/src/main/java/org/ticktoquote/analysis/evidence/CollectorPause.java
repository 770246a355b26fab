package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses collector pauses and allocation stalls from lines of JVM logs. Ignores concurrent phases. A stop is named after
 * collection and kind, as in {@code GC(17) Pause Young (Normal) (G1 Evacuation Pause)}.
 *
 * <p>Unified logs stamp the end of a pause. A line counts if its message is {@code GC(n) Pause ... 1.234ms}. Tags are
 * ignored because they differ between collectors.
 */
public final class CollectorPause {
    private static final Pattern LINE = Pattern.compile("^\\[(\\d{1,18})ns].*] (GC\\(\\d+\\) .*)$");
    private static final Pattern MESSAGE =
            Pattern.compile("(GC\\(\\d+\\)) (?:[YyOo]: )?(Pause .*?)(\\d{1,9}" + LogLine.POINT + "\\d{1,9})ms\\s*");
    private static final Pattern HEAP_SIZES = Pattern.compile(" \\d+[KMG](?:\\(\\d+[KMG%]\\))?->.*");
    private static final Pattern OLD_MESSAGE = Pattern.compile(
            "\\[((?:Full )?GC(?:--)?(?! concurrent)(?: [a-z]+)?(?: \\((?:[^()]|\\(\\)){1,60}\\)){0,4}).*, (\\d{1,6}"
                    + LogLine.POINT
                    + "\\d{1,9}) secs](?: \\[Times: .*)?\\s*");
    private static final String STALL_MARK = "Allocation Stall (";
    private static final Pattern STALL =
            Pattern.compile("(?:GC\\(\\d+\\) )?(?:[YyOo]: )?Allocation Stall \\((.{1,200})\\) (\\d{1,9}" + LogLine.POINT
                    + "\\d{1,6})ms\\s*");

    private static final int NS_DIGITS_OF_MS = 6;
    private static final int NS_DIGITS_OF_A_SECOND = 9;

    private CollectorPause() {}

    /**
     * Returns the pause reported by a line with the decoration {@code timenanos}, which is on the scale of
     * System.nanoTime.
     */
    public static Optional<JvmStop> of(String line) {
        Matcher stamped = LINE.matcher(line);
        return line.contains("Pause ") && stamped.matches()
                ? ending(stamped.group(2), Long.parseLong(stamped.group(1)))
                : Optional.empty();
    }

    /** Returns the pause reported by a message written at its end. */
    static Optional<JvmStop> ending(String message, long endNs) {
        Matcher pause = MESSAGE.matcher(message);
        if (!pause.matches()) {
            return Optional.empty();
        }
        long lengthNs = LogLine.scaled(pause.group(3), NS_DIGITS_OF_MS);
        String kind = HEAP_SIZES.matcher(pause.group(2)).replaceFirst("").stripTrailing();
        return Optional.of(new JvmStop(endNs - lengthNs, endNs, 0, pause.group(1) + " " + kind, ""));
    }

    /**
     * Returns the stop-the-world collection reported by a message of HotSpot 8, which is stamped at the start:
     * {@code [GC (Allocation Failure) 65536K->10748K(251392K), 0.0123456 secs]}, with or without details and times.
     */
    static Optional<JvmStop> beginning(String message, long beginNs) {
        if (!message.startsWith("[")) {
            return Optional.empty();
        }
        Matcher collection = OLD_MESSAGE.matcher(message);
        if (!collection.matches()) {
            return Optional.empty();
        }
        long lengthNs = LogLine.scaled(collection.group(2), NS_DIGITS_OF_A_SECOND);
        return Optional.of(new JvmStop(beginNs, beginNs + lengthNs, 0, collection.group(1), ""));
    }

    /** Returns the allocation stall reported by a line with nanosecond time stamps. */
    static Optional<JvmStop> stall(String line) {
        return line.contains(STALL_MARK)
                ? LogLine.of(line).flatMap(written -> stall(written.message(), written.stampNs()))
                : Optional.empty();
    }

    /**
     * Returns the stop of one thread reported by a message about a ZGC allocation stall, in which the thread waited for
     * memory: {@code Allocation Stall (main) 12.566ms}, written at its end.
     */
    static Optional<JvmStop> stall(String message, long endNs) {
        if (!message.contains(STALL_MARK)) {
            return Optional.empty();
        }
        Matcher stall = STALL.matcher(message);
        if (!stall.matches()) {
            return Optional.empty();
        }
        long lengthNs = LogLine.scaled(stall.group(2), NS_DIGITS_OF_MS);
        return Optional.of(new JvmStop(endNs - lengthNs, endNs, 0, "allocation stall", stall.group(1)));
    }
}
