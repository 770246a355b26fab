package org.ticktoquote.analysis.evidence;

import org.ticktoquote.core.command.DurationText;

/**
 * A time in which threads of a JVM stood still for the JVM's sake: all of them, but for an allocation stall.
 *
 * @param fromNs when it was requested, on the JVM's monotonic clock
 * @param toNs when the threads went on
 * @param reachingNs from the request until the last thread stood; 0 where nobody says
 * @param what for what it was: a collection's pauses, or another operation of the JVM
 * @param thread the one that stood; empty: all
 */
public record JvmStop(long fromNs, long toNs, long reachingNs, String what, String thread) {
    public long lengthNs() {
        return toNs - fromNs;
    }

    /** For people. */
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
