package org.ticktoquote.host.hiccups;

import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.linux.Pinning;

/** A daemon thread on one CPU that reads the clock without pause: it takes the whole CPU. */
final class SpinGapMeter implements Meter {
    private static final long END_LIMIT_MS = 5_000;

    private final Thread thread;
    private final CountDownLatch pinned = new CountDownLatch(1);
    private volatile @Nullable SpinGaps gaps;
    private volatile boolean running = true;
    private volatile String trouble = "";

    SpinGapMeter(int cpu, long thresholdNs) {
        this.thread = new Thread(() -> run(cpu, thresholdNs), "cpu-" + cpu + "-spin-gaps");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(int cpu, long thresholdNs) {
        trouble = Pinning.pin(cpu);
        SpinGaps measured = new SpinGaps(thresholdNs, System.nanoTime());
        gaps = measured;
        pinned.countDown();
        boolean more = true;
        while (more) {
            more = running; // read before the clock: a gap that lasts when it is closed is counted
            measured.saw(System.nanoTime());
        }
    }

    private SpinGaps gaps() {
        try {
            pinned.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        SpinGaps begun = gaps;
        return begun == null ? new SpinGaps(0, 0) : begun;
    }

    @Override
    public Histogram takeInterval() {
        return gaps().takeInterval();
    }

    @Override
    public boolean measuring() {
        return gaps != null;
    }

    @Override
    public String trouble() {
        return trouble;
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join(END_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Gaps between consecutive clock reads of a loop that does nothing else.
     *
     * <p>{@link #saw} belongs to the looping thread and neither locks nor waits; it allocates only when a gap is longer
     * than any before. The rest is for any other thread.
     */
    static final class SpinGaps {
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
}
