package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Compares the switch's clock with the capture's: offset, drift, and steps of one against the other.
 *
 * <p>A frame is captured after it was stamped, sometimes long after. So of each block of time the frame with the least delay
 * counts, and a step is one only where two blocks agree. Blocks become twice as long when there are too many of them, so
 * memory is bounded. No allocation but for a step.
 */
final class ClockComparison {
    private static final int BLOCKS = 256;
    private static final int MAX_STEPS = 64;
    private static final long FIRST_BLOCK_NS = 100_000_000;
    private static final long STEP_NS = 1_000_000;
    private static final double STEP_RATE = 2e-4;
    private static final long SHORTEST_FOR_DRIFT_NS = 1_000_000_000;

    private final long[] timesNs = new long[BLOCKS];
    private final long[] offsetsNs = new long[BLOCKS];
    private final List<StampReport.Step> steps = new ArrayList<>();
    private int count;
    private long blockNs = FIRST_BLOCK_NS;
    private long stepSumNs;
    private long stepCount;

    private boolean any;
    private long blockBeginNs;
    private long bestNs;
    private long lastOffsetNs;

    /** The largest jumps between neighbours in each of the last three blocks. */
    private final long[] jumpsNs = new long[3];

    private final long[] jumpNumbers = new long[3];
    private final long[] jumpTimesNs = new long[3];
    private int block;

    /** Takes a frame with both times. */
    void add(long number, long captureNs, long stampNs) {
        long offset = stampNs - captureNs;
        if (!any) {
            any = true;
            lastOffsetNs = offset;
            begin(captureNs, offset);
        } else if (Math.abs(captureNs - blockBeginNs) >= blockNs) {
            finish();
            begin(captureNs, offset);
        }
        long jump = Math.abs(offset - lastOffsetNs);
        if (jump > jumpsNs[block]) {
            jumpsNs[block] = jump;
            jumpNumbers[block] = number;
            jumpTimesNs[block] = stampNs;
        }
        bestNs = Math.max(bestNs, offset);
        lastOffsetNs = offset;
    }

    private void begin(long captureNs, long offset) {
        blockBeginNs = captureNs;
        bestNs = offset;
    }

    private void finish() {
        if (count == BLOCKS) {
            merge();
        }
        timesNs[count] = blockBeginNs;
        offsetsNs[count] = bestNs - stepSumNs;
        count++;
        if (count > 2) {
            judge();
        }
        block = (block + 1) % jumpsNs.length;
        jumpsNs[block] = 0;
    }

    /** A step is confirmed by the block after the one that showed it. */
    private void judge() {
        long before = offsetsNs[count - 3];
        long size = offsetsNs[count - 2] - before;
        long after = offsetsNs[count - 1] - before;
        long tolerance = STEP_NS + Math.round(STEP_RATE * Math.abs(timesNs[count - 1] - timesNs[count - 3]));
        if (Math.abs(size) <= tolerance || Math.abs(after - size) > tolerance) {
            return;
        }
        stepCount++;
        if (steps.size() < MAX_STEPS) {
            int largest = largestJump();
            steps.add(new StampReport.Step(
                    StampReport.Kind.AGAINST_CAPTURE, jumpNumbers[largest], jumpTimesNs[largest], size));
        }
        stepSumNs += size;
        offsetsNs[count - 2] -= size;
        offsetsNs[count - 1] -= size;
    }

    private int largestJump() {
        int largest = 0;
        for (int i = 1; i < jumpsNs.length; i++) {
            largest = jumpsNs[i] > jumpsNs[largest] ? i : largest;
        }
        return largest;
    }

    private void merge() {
        for (int i = 0; i < BLOCKS / 2; i++) {
            timesNs[i] = timesNs[2 * i];
            offsetsNs[i] = Math.max(offsetsNs[2 * i], offsetsNs[2 * i + 1]);
        }
        count = BLOCKS / 2;
        blockNs *= 2;
    }

    /** Returns the comparison of all frames so far: the median offset without steps, and the median drift between blocks. */
    StampReport.Clocks result() {
        int blocks = count;
        long[] offsets = Arrays.copyOf(offsetsNs, blocks + 1);
        long[] times = Arrays.copyOf(timesNs, blocks + 1);
        offsets[blocks] = bestNs - stepSumNs;
        times[blocks] = blockBeginNs;
        OptionalDouble drift = drift(times, offsets);
        long spanNs = times[blocks] - times[0];
        long[] sorted = offsets.clone();
        Arrays.sort(sorted);
        return new StampReport.Clocks(sorted[sorted.length / 2], drift, spanNs);
    }

    /** The median of the slopes between all pairs of blocks, in parts in a million. */
    private static OptionalDouble drift(long[] times, long[] offsets) {
        double[] slopes = new double[times.length * (times.length - 1) / 2];
        int found = 0;
        for (int i = 0; i < times.length; i++) {
            for (int j = i + 1; j < times.length; j++) {
                if (times[j] - times[i] >= SHORTEST_FOR_DRIFT_NS) {
                    slopes[found++] = 1e6 * (offsets[j] - offsets[i]) / (times[j] - times[i]);
                }
            }
        }
        if (found == 0) {
            return OptionalDouble.empty();
        }
        Arrays.sort(slopes, 0, found);
        return OptionalDouble.of(slopes[found / 2]);
    }

    boolean isEmpty() {
        return !any;
    }

    List<StampReport.Step> steps() {
        return steps;
    }

    long stepCount() {
        return stepCount;
    }
}
