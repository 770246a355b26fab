package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stop of all threads of a HotSpot JVM, from a line of its unified log, tag {@code safepoint}. From JDK 13 on it reads
 * {@code Safepoint "G1CollectForAllocation", Time since last: 4942388 ns, Reaching safepoint: 581 ns, ..., Total: 1828245 ns};
 * what is between the two differs, and is in the total.
 *
 * @param thread that wrote the line, the JVM's own: two JVMs that write one file differ in it
 * @param stampNs when the line was written: just after the end
 * @param sinceLastNs from the end of the stop before to the request for this one
 * @param reachingNs from the request until the last thread stood
 * @param totalNs from the request until the threads went on
 * @param operation for which it was, as the JVM calls it
 */
record Safepoint(long thread, long stampNs, long sinceLastNs, long reachingNs, long totalNs, String operation) {
    private static final String MARK = "Safepoint \"";
    private static final Pattern LINE = Pattern.compile("^\\[(\\d{1,18})ns]\\[\\d{1,18}ns]\\[(\\d{1,18})]\\[[^]]*]"
            + " Safepoint \"([^\"]{1,100})\", Time since last: (\\d{1,18}) ns, Reaching safepoint: (\\d{1,18}) ns,"
            + " (?:[A-Z][a-z ]+: \\d{1,18} ns, ){1,4}Total: (\\d{1,18}) ns(?:,.*)?$");

    /** The stop that a line tells of. */
    static Optional<Safepoint> of(String line) {
        Matcher stop = LINE.matcher(line);
        return line.contains(MARK) && stop.matches()
                ? Optional.of(new Safepoint(
                        Long.parseLong(stop.group(2)),
                        Long.parseLong(stop.group(1)),
                        Long.parseLong(stop.group(4)),
                        Long.parseLong(stop.group(5)),
                        Long.parseLong(stop.group(6)),
                        stop.group(3)))
                : Optional.empty();
    }

    /**
     * When the threads went on. The line may be written long after that, where its writer had no CPU: what the next line says
     * of the time between the two is exact.
     *
     * @param nextFromNs when the next stop of this JVM was requested
     * @param nextSinceLastNs what its line says of the time between
     */
    long endNs(long nextFromNs, long nextSinceLastNs) {
        return Math.min(stampNs, nextFromNs - nextSinceLastNs);
    }
}
