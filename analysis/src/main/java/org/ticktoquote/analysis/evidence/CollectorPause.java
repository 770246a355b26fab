package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collector pause, parsed from a unified JVM log with the decoration {@code timenanos}, which is on the scale of
 * System.nanoTime and stamps the end of the pause.
 *
 * <p>A line counts if its message is {@code GC(n) Pause ... 1.234ms}. Tags are ignored because they differ between
 * collectors.
 *
 * @param what collection and kind, as in {@code GC(17) Pause Young (Normal) (G1 Evacuation Pause)}
 */
public record CollectorPause(long fromNs, long toNs, String what) {
    private static final Pattern LINE = Pattern.compile("^\\[(\\d{1,18})ns].*] (GC\\(\\d+\\) .*)$");
    private static final Pattern MESSAGE =
            Pattern.compile("(GC\\(\\d+\\)) (?:[YyOo]: )?(Pause .*?)(\\d{1,9}" + LogDecimal.POINT + "\\d{1,9})ms\\s*");
    private static final Pattern HEAP_SIZES = Pattern.compile(" \\d+[KMG](?:\\(\\d+[KMG%]\\))?->.*");
    private static final int NS_DIGITS_OF_MS = 6;

    /** Returns the pause reported by a line. */
    public static Optional<CollectorPause> of(String line) {
        Matcher stamped = LINE.matcher(line);
        return line.contains("Pause ") && stamped.matches()
                ? ending(stamped.group(2), Long.parseLong(stamped.group(1)))
                : Optional.empty();
    }

    /** Returns the pause reported by a message written at its end. */
    static Optional<CollectorPause> ending(String message, long endNs) {
        Matcher pause = MESSAGE.matcher(message);
        if (!pause.matches()) {
            return Optional.empty();
        }
        long lengthNs = LogDecimal.scaled(pause.group(3), NS_DIGITS_OF_MS);
        String kind = HEAP_SIZES.matcher(pause.group(2)).replaceFirst("").stripTrailing();
        return Optional.of(new CollectorPause(endNs - lengthNs, endNs, pause.group(1) + " " + kind));
    }

    long lengthNs() {
        return toNs - fromNs;
    }
}
