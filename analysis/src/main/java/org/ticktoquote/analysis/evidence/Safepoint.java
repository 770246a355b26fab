package org.ticktoquote.analysis.evidence;

import java.util.Optional;

/**
 * Stop of all threads of a JVM, parsed from its unified log, tag {@code safepoint}.
 *
 * @param thread thread or process that wrote the line; distinguishes two JVMs that write to one file
 * @param stampNs time at which the line was written, just after the end
 */
record Safepoint(long thread, long stampNs, SafepointMessage message) {
    /** Returns the stop reported by a line. */
    static Optional<Safepoint> of(String line) {
        if (!SafepointMessage.mayBeIn(line)) {
            return Optional.empty();
        }
        return NanosecondLine.of(line)
                .flatMap(written -> SafepointMessage.of(written.message())
                        .map(message -> new Safepoint(written.writer(), written.stampNs(), message)));
    }

    long totalNs() {
        return message.totalNs();
    }

    /**
     * Returns the time at which the threads resumed. The line can be written much later if its writer had no CPU. The next
     * line can give the exact time between the stops. Without it, the request of the next stop is an upper bound.
     */
    long endNs(Safepoint next) {
        return Math.min(stampNs, next.stampNs - next.totalNs() - next.message.sinceLastNs());
    }
}
