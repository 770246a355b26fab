package org.ticktoquote.wire.stamp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Compares the switch's clock with the capture's: offset, drift, and steps of one against the other.
 *
 * <p>A frame is captured some time after it was stamped, and that delay varies. Therefore only the frame with the least
 * delay in each block of time counts, and a step has to be confirmed by a second block. Blocks double in length when there
 * are too many of them, so memory is bounded. Allocates only for a block and for a step.
 */
final class ClockComparison {
    private static final int BLOCKS = 256;
    private static final long FIRST_BLOCK_NS = 100_000_000;
    private static final long STEP_NS = 1_000_000;
    private static final double STEP_RATE = 2e-4;
    private static final long MIN_DRIFT_SPAN_NS = 1_000_000_000;

    /** Frames of one block of time. */
    private static final class Block {
        final long beginNs;
        /** Largest offset, and the frame with the largest jump from its predecessor. */
        long offsetNs = Long.MIN_VALUE;

        long jumpNs;
        long jumpNumber;
        long jumpTimeNs;

        Block(long beginNs) {
            this.beginNs = beginNs;
        }

        void jump(long ns, long number, long timeNs) {
            if (ns > jumpNs) {
                jumpNs = ns;
                jumpNumber = number;
                jumpTimeNs = timeNs;
            }
        }
    }

    private final StampReport report;
    private final List<Block> blocks = new ArrayList<>();
    private long blockNs = FIRST_BLOCK_NS;
    private Block last = new Block(0);
    private long firstOffsetNs;
    private long lastOffsetNs;
    private long lastCaptureNs;
    private long stepSumNs;

    ClockComparison(StampReport report) {
        this.report = report;
    }

    /** Adds a frame that has both times. */
    void add(long number, long captureNs, long stampNs) {
        long offset = stampNs - captureNs;
        if (blocks.isEmpty() || Math.abs(captureNs - last.beginNs) >= blockNs) {
            firstOffsetNs = blocks.isEmpty() ? offset : firstOffsetNs;
            lastOffsetNs = blocks.isEmpty() ? offset : lastOffsetNs;
            evaluate();
            last = new Block(captureNs);
            blocks.add(last);
        }
        last.jump(Math.abs(offset - lastOffsetNs), number, stampNs);
        last.offsetNs = Math.max(last.offsetNs, offset - stepSumNs);
        lastOffsetNs = offset;
        lastCaptureNs = captureNs;
    }

    /** Returns whether the clocks moved apart by more than 1 ms plus half of the elapsed time. */
    boolean isUneven() {
        long passedNs = blocks.isEmpty() ? 0 : lastCaptureNs - blocks.get(0).beginNs;
        return Math.abs(lastOffsetNs - firstOffsetNs) > STEP_NS + passedNs / 2;
    }

    /**
     * Looks for a step in the last block but one, which the last block has to confirm. Then merges pairs of blocks if
     * there are too many.
     */
    private void evaluate() {
        int count = blocks.size();
        if (count > 2) {
            evaluate(blocks.get(count - 3), blocks.get(count - 2), last);
        }
        if (count == BLOCKS) {
            for (int i = 0; i < BLOCKS / 2; i++) {
                Block one = blocks.get(i);
                Block other = blocks.remove(i + 1);
                one.offsetNs = Math.max(one.offsetNs, other.offsetNs);
                one.jump(other.jumpNs, other.jumpNumber, other.jumpTimeNs);
            }
            blockNs *= 2;
        }
    }

    private void evaluate(Block before, Block shows, Block confirms) {
        long size = shows.offsetNs - before.offsetNs;
        long after = confirms.offsetNs - before.offsetNs;
        long tolerance = STEP_NS + Math.round(STEP_RATE * Math.abs(confirms.beginNs - before.beginNs));
        if (Math.abs(size) <= tolerance || Math.abs(after - size) > tolerance) {
            return;
        }
        Block largest =
                Collections.max(List.of(before, shows, confirms), Comparator.comparingLong(block -> block.jumpNs));
        report.step(StampReport.Kind.AGAINST_CAPTURE, largest.jumpNumber, largest.jumpTimeNs, size);
        stepSumNs += size;
        shows.offsetNs -= size;
        confirms.offsetNs -= size;
    }

    /** Returns the comparison of all frames so far: the median offset without steps, and the median drift between blocks. */
    Optional<StampReport.Clocks> result() {
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        long[] offsets =
                blocks.stream().mapToLong(block -> block.offsetNs).sorted().toArray();
        long spanNs = last.beginNs - blocks.get(0).beginNs;
        return Optional.of(new StampReport.Clocks(offsets[offsets.length / 2], drift(), spanNs));
    }

    /** Returns the median of the slopes between all pairs of blocks, in ppm. */
    private OptionalDouble drift() {
        double[] slopes = blocks.stream().flatMapToDouble(this::slopes).sorted().toArray();
        return slopes.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(slopes[slopes.length / 2]);
    }

    private DoubleStream slopes(Block one) {
        return blocks.stream()
                .filter(other -> other.beginNs - one.beginNs >= MIN_DRIFT_SPAN_NS)
                .mapToDouble(other -> 1e6 * (other.offsetNs - one.offsetNs) / (other.beginNs - one.beginNs));
    }
}
