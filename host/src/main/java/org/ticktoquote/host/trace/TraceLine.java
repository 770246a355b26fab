package org.ticktoquote.host.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An event in the kernel's text form (Documentation/trace/ftrace): who ran, CPU, flags, moment, name and fields. Names of
 * tasks are anybody's choice, 15 bytes long.
 *
 * @param cpu on which it happened
 * @param atNs by the trace's clock, to a microsecond
 * @param name of the event
 * @param fields as the kernel writes them
 */
record TraceLine(int cpu, long atNs, String name, String fields) {
    /** The name has so many places, filled from the left. */
    private static final int NAME = 16;

    private static final Pattern REST =
            Pattern.compile("-\\d{1,10} +\\[(\\d{1,6})] +\\S{1,10} +(\\d{1,9})\\.(\\d{6}): (\\w{1,64}): (.*)");
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final long NS_PER_US = 1_000;
    private static final int LONGEST = 500;

    /** Empty where it is a comment, is cut, or is anything else. */
    static Optional<TraceLine> parse(String line) {
        if (line.length() <= NAME || line.length() > LONGEST || line.charAt(0) == '#' || line.charAt(NAME) != '-') {
            return Optional.empty();
        }
        Matcher found = REST.matcher(line).region(NAME, line.length());
        return found.matches()
                ? Optional.of(new TraceLine(
                        Integer.parseInt(found.group(1)),
                        Long.parseLong(found.group(2)) * NS_PER_SECOND + Long.parseLong(found.group(3)) * NS_PER_US,
                        found.group(4),
                        found.group(5)))
                : Optional.empty();
    }
}
