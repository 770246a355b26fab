package org.ticktoquote.host.hiccups;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Gaps between consecutive clock reads of a loop that does nothing else.
 *
 * <p>{@link #saw} belongs to the looping thread and neither locks nor waits; it allocates only when a gap is longer than any
 * before. The rest is for any other thread.
 */
final class SpinGaps {
    private static final int DIGITS = 3;

    private final long thresholdNs;
    private final SingleWriterRecorder gaps = new SingleWriterRecorder(DIGITS);
    private long previousNs;

    /**
     * Gaps of a loop that begins now.
     *
     * @param thresholdNs shorter gaps are the reads themselves
     */
    SpinGaps(long thresholdNs, long nowNs) {
        this.thresholdNs = thresholdNs;
        this.previousNs = nowNs;
    }

    /** The loop read the clock again. */
    void saw(long nowNs) {
        long gapNs = nowNs - previousNs;
        previousNs = nowNs;
        if (gapNs >= thresholdNs) {
            gaps.recordValue(gapNs);
        }
    }

    Histogram takeInterval() {
        return gaps.getIntervalHistogram();
    }
}
