package org.ticktoquote.analysis.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stop of all threads of a JVM, from a line of its unified log, tag {@code safepoint}.
 *
 * @param thread that wrote the line, the JVM's own: two JVMs that write one file differ in it
 * @param stampNs when the line was written: just after the end
 * @param message what it says
 */
record Safepoint(long thread, long stampNs, SafepointMessage message) {
    private static final Pattern LINE =
            Pattern.compile("^\\[(\\d{1,18})ns]\\[\\d{1,18}ns]\\[(\\d{1,18})]\\[[^]]*] (.*)$");

    /** The stop that a line tells of. */
    static Optional<Safepoint> of(String line) {
        if (!SafepointMessage.mayBeIn(line)) {
            return Optional.empty();
        }
        Matcher stop = LINE.matcher(line);
        return stop.matches()
                ? SafepointMessage.of(stop.group(3))
                        .map(message ->
                                new Safepoint(Long.parseLong(stop.group(2)), Long.parseLong(stop.group(1)), message))
                : Optional.empty();
    }

    long totalNs() {
        return message.totalNs();
    }

    /**
     * When the threads went on. The line may be written long after that, where its writer had no CPU: what the next line says
     * of the time between the two is exact. Where it says nothing, they went on before the next stop was requested.
     */
    long endNs(Safepoint next) {
        return Math.min(stampNs, next.stampNs - next.totalNs() - next.message.sinceLastNs());
    }
}
