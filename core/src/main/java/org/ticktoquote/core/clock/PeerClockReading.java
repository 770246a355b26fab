package org.ticktoquote.core.clock;

/**
 * Another process's clock reading between two of this process. If all processes share one monotonic clock, it lies between
 * them.
 *
 * @param beforeNs own reading before the request
 * @param readingNs the other's reading
 * @param afterNs own reading after the answer
 */
public record PeerClockReading(long beforeNs, long readingNs, long afterNs) {
    /** Returns whether the other reading lies between the own ones. */
    public boolean ordered() {
        return readingNs - beforeNs >= 0 && afterNs - readingNs >= 0;
    }

    /** Returns the least by which the other clock is ahead. Negative if it can be late. */
    public long aheadAtLeastNs() {
        return readingNs - afterNs;
    }

    /** Returns the most by which the other clock is ahead. */
    public long aheadAtMostNs() {
        return readingNs - beforeNs;
    }

    /** Returns the distance of the own readings. */
    public long widthNs() {
        return afterNs - beforeNs;
    }
}
