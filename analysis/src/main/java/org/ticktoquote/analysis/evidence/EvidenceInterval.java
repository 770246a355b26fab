package org.ticktoquote.analysis.evidence;

import org.ticktoquote.core.clock.ClockTranslation;

/**
 * A stretch of time in which a cause was at work.
 *
 * @param fromNs first moment, monotonic
 * @param toNs last moment, monotonic
 * @param mostNs for so much of it at most, nobody knows where in it; the whole length where the stretch itself is known
 * @param who whom it concerns: the name of a thread, a CPU, or the whole process
 * @param text for people, without the moment
 */
public record EvidenceInterval(long fromNs, long toNs, long mostNs, String who, String text) {
    /** One that is the cause's from its first to its last moment. */
    static EvidenceInterval whole(long fromNs, long toNs, String who, String text) {
        return new EvidenceInterval(fromNs, toNs, toNs - fromNs, who, text);
    }

    /** One in which the cause was at work for any time, up to all of it, and nobody knows when: less than the whole. */
    static EvidenceInterval within(long fromNs, long toNs, String who, String text) {
        return new EvidenceInterval(fromNs, toNs, Math.max(0, toNs - fromNs - 1), who, text);
    }

    public long lengthNs() {
        return toNs - fromNs;
    }

    /** Whether the cause was at work all of the time. */
    public boolean isWhole() {
        return mostNs == lengthNs();
    }

    /** Time that it shares with another stretch, and of that as much as can be the cause's; 0 where they do not meet. */
    public long mostWithinNs(long otherFromNs, long otherToNs) {
        return Math.max(0, Math.min(mostNs, Math.min(toNs, otherToNs) - Math.max(fromNs, otherFromNs)));
    }

    /** Of the time that it shares with another stretch so much as the cause cannot have had in the rest of this one. */
    public long leastWithinNs(long otherFromNs, long otherToNs) {
        long sharedNs = Math.min(toNs, otherToNs) - Math.max(fromNs, otherFromNs);
        long restNs = lengthNs() - sharedNs;
        // nearly all is all, see within
        long causeNs = mostNs + 1 >= lengthNs() ? lengthNs() : mostNs;
        return sharedNs <= 0 ? 0 : Math.min(mostNs, Math.max(0, causeNs - restNs));
    }

    /** The same as the run's clock reads it; its length stays as it was read. */
    EvidenceInterval onRunClock(ClockTranslation clock) {
        long begin = clock.toRun(fromNs);
        return new EvidenceInterval(begin, begin + lengthNs(), mostNs, who, text);
    }
}
