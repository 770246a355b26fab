package org.ticktoquote.core.clock;

/**
 * Clock reading of another process, bracketed by two readings of this process. Lies between them if both share one
 * monotonic clock.
 *
 * @param beforeNs own reading before the request
 * @param readingNs the other's reading
 * @param afterNs own reading after the answer
 */
public record PeerClockReading(long beforeNs, long readingNs, long afterNs) {
    /** Returns whether the other reading is within the bracket. */
    public boolean ordered() {
        return readingNs - beforeNs >= 0 && afterNs - readingNs >= 0;
    }

    /** Returns the minimum lead of the other clock. Negative if the other clock can be behind. */
    public long aheadAtLeastNs() {
        return readingNs - afterNs;
    }

    /** Returns the maximum lead of the other clock. */
    public long aheadAtMostNs() {
        return readingNs - beforeNs;
    }

    /** Returns the width of the bracket. */
    public long widthNs() {
        return afterNs - beforeNs;
    }
}
