package org.ticktoquote.core.clock;

/**
 * Another process's reading of the clock between two of our own: where all processes share one monotonic clock it can lie
 * nowhere else.
 *
 * @param beforeNs own reading before the other was asked
 * @param readingNs the other's
 * @param afterNs own reading after the answer
 */
public record ForeignReading(long beforeNs, long readingNs, long afterNs) {
    /** Whether it lies between. */
    public boolean ordered() {
        return readingNs - beforeNs >= 0 && afterNs - readingNs >= 0;
    }

    /** The other clock is ahead by at least this; negative: it may be behind. */
    public long aheadAtLeastNs() {
        return readingNs - afterNs;
    }

    /** The other clock is ahead by at most this. */
    public long aheadAtMostNs() {
        return readingNs - beforeNs;
    }

    /** How far apart the own readings are. */
    public long widthNs() {
        return afterNs - beforeNs;
    }
}
