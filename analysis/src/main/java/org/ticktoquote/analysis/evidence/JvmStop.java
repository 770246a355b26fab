package org.ticktoquote.analysis.evidence;

import org.ticktoquote.core.command.DurationText;

/**
 * Stop of all threads of a JVM, or of a single thread in an allocation stall.
 *
 * @param fromNs time of the request, on the log's clock ({@link JvmLog#stops})
 * @param toNs time at which the threads resumed
 * @param reachingNs time from the request until the last thread stopped; 0 if unknown
 * @param what reason: a collection, or another VM operation
 * @param thread the thread stopped; empty for all
 */
public record JvmStop(long fromNs, long toNs, long reachingNs, String what, String thread) {
    public long lengthNs() {
        return toNs - fromNs;
    }

    /** Describes the stop for users. */
    String text() {
        String length = what + " " + DurationText.format(lengthNs());
        if (!thread.isEmpty()) {
            return length + " of thread " + thread;
        }
        return reachingNs == 0
                ? length
                : length + ", of which " + DurationText.format(reachingNs) + " to reach the safepoint";
    }

    EvidenceInterval evidence() {
        return EvidenceInterval.whole(fromNs, toNs, thread, text());
    }
}
