package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Message about a stop of all threads, without time stamps. Since JDK 13 it reads
 * {@code Safepoint "G1CollectForAllocation", Time since last: 4942388 ns, Reaching safepoint: 581 ns, ..., Total: 1828245 ns};
 * the omitted parts vary and are included in the total. Earlier, and in Azul's "Monitoring Azul Zing", it reads
 * {@code Total time for which application threads were stopped: 0.0018282 seconds, Stopping threads took: 0.0000006 seconds}.
 * Both give the time from the request until the threads resumed, and are written after they resumed.
 *
 * @param sinceLastNs time from the end of the previous stop to this request; 0 if not given
 * @param reachingNs time from the request until the last thread stopped; 0 if not given
 * @param totalNs time from the request until the threads resumed
 * @param operation the JVM's name of the VM operation; empty if not given
 */
record SafepointMessage(long sinceLastNs, long reachingNs, long totalNs, String operation) {
    private static final String NAMED_MARK = "Safepoint \"";
    private static final String UNNAMED_MARK = "threads were stopped: ";
    private static final String SECONDS = "(\\d{1,9}" + LogLine.POINT + "\\d{1,9}) seconds";
    private static final Pattern NAMED = Pattern.compile(
            "Safepoint \"([^\"]{1,100})\", Time since last: (\\d{1,18}) ns,"
                    + " Reaching safepoint: (\\d{1,18}) ns, (?:[A-Z][a-z ]+: \\d{1,18} ns, ){1,4}Total: (\\d{1,18}) ns(?:,.*)?");
    private static final Pattern UNNAMED = Pattern.compile("Total time for which application threads were stopped: "
            + SECONDS + "(?:, Stopping threads took: " + SECONDS + ")?\\s*");
    private static final int NS_DIGITS_OF_A_SECOND = 9;

    /** Quick test for a stop message; most lines have none and are not parsed. */
    static boolean mayBeIn(String line) {
        return line.contains(NAMED_MARK) || line.contains(UNNAMED_MARK);
    }

    /** Returns the stop reported by a message. */
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
        return seconds == null ? 0 : LogLine.scaled(seconds, NS_DIGITS_OF_A_SECOND);
    }

    /** Describes the operation for users. */
    String what() {
        return operation.isEmpty() ? "safepoint" : "safepoint " + operation;
    }
}
