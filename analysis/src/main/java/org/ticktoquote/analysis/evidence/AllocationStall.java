package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses ZGC allocation stalls, in which a thread waits for memory: {@code Allocation Stall (main) 12.566ms}, stamped at
 * the end.
 */
final class AllocationStall {
    private static final String MARK = "Allocation Stall (";
    private static final Pattern LINE = Pattern.compile("^\\[(\\d{1,18})ns]\\[\\d{1,18}ns]\\[\\d{1,18}]\\[gc *]"
            + " (?:GC\\(\\d+\\) )?(?:[YyOo]: )?Allocation Stall \\((.{1,200})\\) (\\d{1,9}" + LogDecimal.POINT
            + "\\d{1,6})ms\\s*$");
    private static final int NS_DIGITS_OF_MS = 6;

    private AllocationStall() {}

    /** Returns the stop of one thread reported by a line. */
    static Optional<JvmStop> of(String line) {
        Matcher stall = LINE.matcher(line);
        if (!line.contains(MARK) || !stall.matches()) {
            return Optional.empty();
        }
        long endNs = Long.parseLong(stall.group(1));
        long lengthNs = LogDecimal.scaled(stall.group(3), NS_DIGITS_OF_MS);
        return Optional.of(new JvmStop(endNs - lengthNs, endNs, 0, "allocation stall", stall.group(2)));
    }
}
