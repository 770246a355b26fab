package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a line says of a stop of all threads, without its stamps. From JDK 13 on it reads {@code Safepoint
 * "G1CollectForAllocation", Time since last: 4942388 ns, Reaching safepoint: 581 ns, ..., Total: 1828245 ns}; what is between
 * the two differs, and is in the total. Before, and in Azul's "Monitoring Azul Zing", it is {@code Total time for which
 * application threads were stopped: 0.0018282 seconds, Stopping threads took: 0.0000006 seconds}. Either way the time is that from
 * the request until the threads went on, and a line that says it can have been written no earlier.
 *
 * @param sinceLastNs from the end of the stop before to the request for this one; 0 where it is not said
 * @param reachingNs from the request until the last thread stood; 0 where it is not said
 * @param totalNs from the request until the threads went on
 * @param operation for which it was, as the JVM calls it; empty where it is not said
 */
record SafepointMessage(long sinceLastNs, long reachingNs, long totalNs, String operation) {
    private static final String NAMED_MARK = "Safepoint \"";
    private static final String UNNAMED_MARK = "threads were stopped: ";
    private static final String SECONDS = "(\\d{1,9}" + LogDecimal.POINT + "\\d{1,9}) seconds";
    private static final Pattern NAMED = Pattern.compile(
            "Safepoint \"([^\"]{1,100})\", Time since last: (\\d{1,18}) ns,"
                    + " Reaching safepoint: (\\d{1,18}) ns, (?:[A-Z][a-z ]+: \\d{1,18} ns, ){1,4}Total: (\\d{1,18}) ns(?:,.*)?");
    private static final Pattern UNNAMED = Pattern.compile("Total time for which application threads were stopped: "
            + SECONDS + "(?:, Stopping threads took: " + SECONDS + ")?\\s*");
    private static final int NS_DIGITS_OF_A_SECOND = 9;

    /** Whether a line may hold one: most hold none, and are not looked at any closer. */
    static boolean mayBeIn(String line) {
        return line.contains(NAMED_MARK) || line.contains(UNNAMED_MARK);
    }

    /** The stop that a message tells of. */
    static Optional<SafepointMessage> of(String message) {
        Matcher named = NAMED.matcher(message);
        if (named.matches()) {
            return Optional.of(new SafepointMessage(
                    Long.parseLong(named.group(2)),
                    Long.parseLong(named.group(3)),
                    Long.parseLong(named.group(4)),
                    named.group(1)));
        }
        Matcher unnamed = UNNAMED.matcher(message);
        return unnamed.matches()
                ? Optional.of(new SafepointMessage(0, ns(unnamed.group(2)), ns(unnamed.group(1)), ""))
                : Optional.empty();
    }

    private static long ns(@Nullable String seconds) {
        return seconds == null ? 0 : LogDecimal.scaled(seconds, NS_DIGITS_OF_A_SECOND);
    }

    /** For people. */
    String what() {
        return operation.isEmpty() ? "safepoint" : "safepoint " + operation;
    }
}
